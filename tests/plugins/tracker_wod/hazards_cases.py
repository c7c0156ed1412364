"""The keys of the cases that hazards, healing and dying bring: people under an effect, whole cases, steps of scenarios.

Each `play_KIND` returns False where a case of that kind has nothing to do with hazards.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.plugins.case_files import UnknownKey
from tests.plugins.tracker_wod.scene import Keys, Scene, faces_of, told
from tracker.api import ConditionSet, Intent, MoreFaces, Rolled, TrackSet, TraitSet, TypedChance

SECONDS = {"seconds": 1, "minutes": 60, "hours": 3600, "days": 86400, "weeks": 7 * 86400}


def seconds_of(elapsed: Mapping[str, int]) -> int:
    """A stretch of time in seconds."""
    return sum(SECONDS[unit] * count for unit, count in elapsed.items())


# ---------------------------------------------------------------------- people


EFFECTS = (
    "hours_awake", "drug", "doses", "drinks", "hours_since", "hours_exposed", "suffers", "held_back", "stabilised",
    "attribute", "rating", "lost", "grade", "too_drunk", "deadly", "burden",
)  # fmt: skip


NEEDS = {
    "doses": {"drug"},
    "hours_since": {"drug", "drinks"},
    "too_drunk": {"drinks"},
    "suffers": {"hours_exposed"},
    "lost": {"attribute"},
    "grade": {"attribute"},
    "rating": {"attribute"},
}
"""Keys that only mean something beside one of others."""

PERSON_KEYS = ("drug", "strength", "wits", "intelligence", "species", "speed", "no_wound_penalty", "state", "spent")
"""Keys of a scenario with one person that belong to that person."""


def take_effects(table: Keys) -> dict[str, Any]:
    """What runs on a person, taken out of its table before the traits are read."""
    effects = {key: table.take(key) for key in EFFECTS if key in table}
    if effects.get("drug") == "cocaine" and "bonus" in table:
        effects["drug_bonus"] = table.take("bonus")
    if "drug" in effects and "strength" in table:
        effects["drug_strength"] = table.take("strength")
    if "attribute" in effects:
        effects["attribute_rating"] = effects.pop("rating")
    for key, needs in NEEDS.items():
        if key in effects and not needs & effects.keys():
            raise UnknownKey(f"{key} says nothing without one of {sorted(needs)}")
    if "continuous" in table:
        effects["eats_on"] = {"points": table.take("continuous"), "type": table.take("type", "lethal")}
        if "rounds" in table:
            effects["eats_on"]["rounds"] = table.take("rounds")
    if isinstance(table.peek("armour"), int):
        effects["general"] = table.take("armour")
    return effects


def bearing(table: Keys | Mapping[str, Any]) -> dict[str, int]:
    """Whoever has been awake for long bears it, where a case does not say how much he can bear."""
    return {"stamina": 10, "resolve": 10} if "hours_awake" in table else {}


def let_run(scene: Scene, who: str, effects: Mapping[str, Any]) -> int:
    """Let the effects run on a person that has been added; returns how many hours a drug lasts in all."""
    bonus = scene.character(who).tracks["health"].bonus
    if bonus:
        scene.condition(who, "temporary-health", amount=bonus)
    if "general" in effects:
        scene.do("set", targets=who, general=str(effects["general"]))
    if "eats_on" in effects:
        scene.do("continuous", targets=who, **effects["eats_on"])
    if effects.get("stabilised"):
        scene.do("stabilise", targets=who)
    if held := effects.get("held_back"):
        scene.condition(who, "held-back", amount=held)
    if "attribute" in effects:
        before = scene.character(who).traits.get(effects["attribute"])
        scene.put(TraitSet(who, effects["attribute"], before, effects["attribute_rating"]))
        scene.do("drain", targets=who, attribute=effects["attribute"], points=effects["lost"], grade=effects["grade"])
    if "burden" in effects:
        scene.do("illness", targets=who, burden=effects["burden"])
    if "hours_awake" in effects:
        scene.do("awake", targets=who, hours=effects["hours_awake"])
    hours = take_some_time_ago(scene, who, effects)
    if "hours_exposed" in effects and effects.get("suffers"):
        scene.do("expose", targets=who, hours=effects["hours_exposed"], traits="+".join(effects["suffers"]))
    elif "hours_exposed" in effects:
        scene.do("expose", targets=who, hours=effects["hours_exposed"], deadly=True)
    return hours


def take_some_time_ago(scene: Scene, who: str, effects: Mapping[str, Any]) -> int:
    """Let a person have taken a drug: only the drug has grown older since. Returns how many hours it lasts in all."""
    apart = Scene()
    double = apart.add("Double", stamina=scene.character(who).integer("stamina"))
    let_take(apart, double, effects)
    lasting = [running.left or 0 for running in apart.character(double).conditions.values() if running.unit == "second"]
    if hours := effects.get("hours_since"):
        apart.do("pass", seconds=hours * SECONDS["hours"])
    scene.put(*(ConditionSet(who, running) for running in apart.character(double).conditions.values()))
    return max(lasting, default=0) // SECONDS["hours"]


def let_take(scene: Scene, who: str, effects: Mapping[str, Any]) -> None:
    """Let a person drink or take a drug."""
    if "drinks" in effects:
        values = {"too-drunk": True} if effects.get("too_drunk") else {}
        scene.do("drug", targets=who, drug="alcohol", doses=effects["drinks"], **values)
    if "drug" in effects:
        values = {key: effects[f"drug_{key}"] for key in ("strength", "bonus") if f"drug_{key}" in effects}
        scene.do("drug", targets=who, drug=effects["drug"], doses=effects.get("doses", 1), **values)


def add(scene: Scene, name: str, table: Keys, **defaults: Any) -> str:
    """Add a person of a hazard case; `armour` is the general rating."""
    from tests.plugins.tracker_wod.fighters import add_fighter

    if "armour" in table:
        defaults["general"] = table.take("armour")
    return add_fighter(scene, name, table, **defaults)


# ---------------------------------------------------------------------- looking


def damages(scene: Scene, who: str) -> list[TrackSet]:
    """The damage that the last act marked on somebody."""
    return [
        fact
        for fact in scene.outcome.facts
        if isinstance(fact, TrackSet) and fact.who == who and fact.damage_type and fact.amount
    ]


def look(scene: Scene, who: str, then: Keys) -> None:
    """Compare somebody's Health and state."""
    character = scene.character(who)
    then.check("marks", character.tracks["health"].marks)
    then.check("penalty", lambda: scene.derived(who, "wound-penalty").value)
    then.check("state", scene.status(who))
    then.check("stabilised", character.has_condition("stabilised"))
    then.check("prone", character.has_condition("prone"))
    then.check("alight", is_alight(scene, who))
    then.check("held_back", sum(held.amount for held in character.conditions_of_kind("held-back")))
    then.check("size", character.tracks["health"].size)


def is_alight(scene: Scene, who: str) -> bool:
    """Whether somebody would burn on without the source: not yet in the first round of contact, WOD-HAZ-41."""
    burning = scene.character(who).conditions.get("burning")
    return burning is not None and (burning.data.get("contact") is not True or int(str(burning.data["rounds"])) > 1)


def look_at_damage(scene: Scene, who: str, then: Keys, damage_type: str) -> None:
    """Compare the points that the last act dealt to somebody; `damage_type` where nothing was dealt."""
    dealt = damages(scene, who)
    then.check("damage", sum(fact.amount for fact in dealt))
    then.check("type", dealt[0].damage_type if dealt else damage_type)


def look_at_roll(rolled: Rolled, then: Keys) -> None:
    """Compare a throw."""
    then.check("hidden", rolled.hidden)
    then.check("pool", rolled.pool)
    then.check("total", rolled.pool)
    then.check("chance", rolled.data["chance"])
    then.check("successes", rolled.successes)
    then.check("result", rolled.result)


def roll_values(table: Keys) -> dict[str, Any]:
    """What a case adds to a roll: a whole pool, free modifiers, Willpower."""
    values: dict[str, Any] = {}
    if "pool" in table:
        values["pool"] = table.take("pool")
    modifier = table.take("modifier", 0) + sum(table.take("modifiers", ()))
    if modifier:
        values["modifier"] = modifier
    if table.take("willpower", False):
        values["willpower"] = True
    return values


def with_enough_faces(scene: Scene, intent: Intent, faces: Sequence[int]) -> int:
    """Carry an intent out; where the case has no faces for a later roll, ones fall. Returns how many ones."""
    filled = 0
    while True:
        chance = TypedChance([*faces, *[1] * filled])
        try:
            scene.perform(intent, chance)
        except MoreFaces as more:
            filled += more.count
        else:
            assert not chance.left_over, f"nobody asked for the faces {chance.left_over}"
            return filled


# ---------------------------------------------------------------------- whole cases


def play_attack(given: Keys, when: Keys, then: Keys) -> bool:
    """Falls, current, explosions; a knockout is no hazard."""
    if "fall" in given:
        _fall(given, when, then)
    elif "electricity" in given:
        scene = Scene()
        points, doses = given.take("electricity"), given.take("doses", when.take("doses", 1))
        who = add(scene, "Victim", given)
        dealt: list[TrackSet] = []
        for _ in range(doses):
            scene.do("shock", targets=who, points=points, brief=True)
            dealt += damages(scene, who)
        then.check("doses", len(dealt))
        then.check("damage", sum(fact.amount for fact in dealt))
        then.check("type", dealt[0].damage_type)
        look(scene, who, then)
    elif "explosive" in given:
        _explosion(given, when, then)
    elif "fire_size" in given or "heat" in given:
        play_round(given, when, then)
    elif "toxicity" in given:
        play_contest(given, when, then)
    elif given.peek("attack") == "explosive":
        _throw(given, when, then)
    else:
        return False
    return True


def _throw(given: Keys, when: Keys, then: Keys) -> None:
    """A charge thrown at a place: who stands there is not harmed by the throw itself."""
    scene = Scene()
    given.take("attack")
    values = roll_values(given)
    for key, name in (("item", "bomb"), ("weapon", "rating"), ("distance", "distance"), ("band", "band")):
        if key in given:
            values[name] = given.take(key)
    target = add(scene, "Target", Keys(given.take("target", {}), "target"))
    who = add(scene, "Thrower", given, **traits_of(given))
    scene.do("throw-bomb", who, faces=faces_of(when), **values)
    look_at_roll(scene.rolls()[0], then)
    then.check("lands", told(scene.outcome, "wod.bomb.lands") is not None)
    look_at_damage(scene, target, then, str(then.peek("type")))
    look(scene, target, then)


def _fall(given: Keys, when: Keys, then: Keys) -> None:
    scene = Scene()
    first = len(when.peek("dice") or ())
    faces = faces_of(when)
    values: dict[str, Any] = {"yards": given.take("fall")}
    for key, name in (("limit", "limit"), ("reduction", "reduction"), ("armour_counts", "armour"), ("type", "type")):
        if key in given:
            values[name] = given.take(key)
    values.update(roll_values(given))
    traits = traits_of(given)
    given.take("untrained")
    if faces or "pool" in values:
        values["grab"] = True
        if not {"dexterity", "athletics"} & {*traits, *given}:
            values.setdefault("pool", first)
    who = add(scene, "Faller", given, **traits)
    scene.do("fall", targets=who, maybe=faces, **values)
    for rolled in scene.rolls():
        look_at_roll(rolled, then)
    look_at_damage(scene, who, then, str(values.get("type", "bashing")))
    look(scene, who, then)


def explosive_values(explosive: Any) -> dict[str, Any]:
    """The charge of a case: a row of the table by its id, or figures."""
    if isinstance(explosive, str):
        return {"bomb": explosive}
    values = dict(explosive)
    if "id" in values:
        values["bomb"] = values.pop("id")
    return values


def _explosion(given: Keys, when: Keys, then: Keys) -> None:
    scene = Scene()
    values = explosive_values(given.take("explosive"))
    given.take("blast_behind_barrier", False)
    if given.take("knockdown", False):
        values["knockdown"] = True
    barrier = given.take("barrier")
    people: dict[str, str] = {}
    tables: list[Mapping[str, Any]] = list(given.take("victims", ()))
    if "target" in given or not tables:
        tables.append({"name": "target", **(given.take("target") or {})})
    for number, table in enumerate(tables, 1):
        keys = Keys(table, f"victim {number}")
        name = keys.take("name", f"victim {number}")
        wants_barrier = barrier and (len(tables) == 1 or keys.take("cover") == "full")
        people[name] = who = add(scene, name, keys)
        if wants_barrier:
            scene.do("cover", who, level="full", barrier="door", **barrier)
        keys.finish()
    if shield := given.take("shield", given.take("covered_by")):
        values["shield"] = people[shield]
    second = faces_of(when, "second_dice", "second_again")
    knockdown = when.take("knockdown_dice", ())
    flat = [face for item in knockdown for face in (item if isinstance(item, Sequence) else [item])]
    faces = [*faces_of(when), *second, *flat, *when.take("knockdown_again", ())]
    thrower = scene.add("Bomber")
    filled = with_enough_faces(scene, Intent("explode", thrower, tuple(people.values()), values), faces)
    rolls = scene.rolls()
    blast = next(rolled for rolled in rolls if rolled.what == "blast")
    then.check("blast", blast.data["blast"])
    look_at_roll(blast, then)
    behind = next((rolled for rolled in rolls if rolled.what == "through"), None)
    then.check("second_pool", behind.pool if behind else 0)
    then.check("second_chance", behind.data["chance"] if behind else False)
    then.check("second_successes", behind.successes if behind else 0)
    if hit := told(scene.outcome, "wod.barrier.hit"):
        then.check("excess", hit.values["excess"])
        then.check("structure", hit.values["structure"])
        then.check("barrier_broken", hit.values["structure"] == 0)
    assert not filled or not {"damage", "marks", "victims", "state"} & set(then), "the case has too few faces"
    for table in then.take("victims", ()):
        keys = Keys(table, f"then {table['name']}")
        who = people[keys.take("name")]
        look_at_damage(scene, who, keys, str(values.get("type", "lethal")))
        look(scene, who, keys)
        keys.finish()
    if len(people) == 1:
        (who,) = people.values()
        look_at_damage(scene, who, then, str(values.get("type", "lethal")))
        look(scene, who, then)


def play_contest(given: Keys, when: Keys, then: Keys) -> bool:
    """Poison, illness, drugs, staying awake, extended actions, a live wire."""
    if "toxicity" in given:
        _toxin(given, when, then)
    elif "shaken_off" in then or "suppressed" in then:
        _drug_contest(given, when, then)
    elif "electricity" in given:
        play_round(given, when, then)
    elif "rolls" in when or {"running", "cured_after_rolls"} & set(then):
        _extended(given, when, then)
    elif "hours_awake" in given and ("dice" not in when or {"awake", "collapses", "sleep_hours"} & set(then)):
        _awake(given, when, then)
    else:
        return False
    return True


def traits_of(given: Keys) -> dict[str, int]:
    """The traits that a contest is about, and what a missing Skill is."""
    return dict(given.take("traits", {}))


def _toxin(given: Keys, when: Keys, then: Keys) -> None:
    scene = Scene()
    values = roll_values(given)
    values.update(toxicity=given.take("toxicity"), type=given.take("type", "lethal"))
    who = add(scene, "Victim", given, **traits_of(given))
    faces = faces_of(when)
    scene.do("poison", targets=who, faces=faces, **values, **({} if faces else {"resist": "none"}))
    for rolled in scene.rolls():
        look_at_roll(rolled, then)
    then.check("resisted", told(scene.outcome, "wod.toxin.resisted") is not None)
    look_at_damage(scene, who, then, values["type"])
    look(scene, who, then)


def _drug_contest(given: Keys, when: Keys, then: Keys) -> None:
    scene = Scene()
    values = roll_values(given)
    if "needed" in given:
        # Of several rolls that are added up it is the sum that throws the drug off for good, else that of one hour.
        gathered = "rolls" in when and "suppressed" not in then
        values["total" if gathered else "needed"] = given.take("needed")
    if "total" in given:
        values["total"] = given.take("total")
    named = "drug" in given
    who = add(scene, "Addict", given, **traits_of(given))
    if not named:
        scene.do("drug", targets=who, drug="other-drug")
    rows = when.take("rolls") or [{"dice": when.take("dice", ()), "again": when.take("again", ())}]
    held_down, running, successes = [], [], []
    for number, row in enumerate(rows, 1):
        keys = Keys(row, f"roll {number}")
        scene.do("resist-drug", who, faces=faces_of(keys), anyway=True, **{**values, **roll_values(keys)})
        keys.finish()
        (rolled,) = scene.rolls()
        successes.append(rolled.successes)
        held_down.append(any("held-down" in drug.data for drug in scene.character(who).conditions.values()))
        gathered = told(scene.outcome, "wod.extended.running")
        running.append(gathered.values["running"] if gathered else sum(successes))
    _check_row(then, "suppressed", held_down)
    _check_row(then, "running", running)
    _check_row(then, "successes", successes)
    look_at_roll(rolled, then)
    then.check("shaken_off", told(scene.outcome, "wod.drug.shaken_off") is not None)


def _extended(given: Keys, when: Keys, then: Keys) -> None:
    scene = Scene()
    values = roll_values(given)
    needed = given.take("needed")
    traits = traits_of(given)
    who = add(scene, "Patient", given, **traits)
    scene.do("extended", targets=who, task="cure", goal=needed, traits="+".join(traits) or "stamina+resolve")
    rows = when.take("rolls") or [{"dice": when.take("dice", ()), "again": when.take("again", ())}]
    running, successes, pools, cured_after = [], [], [], None
    for number, row in enumerate(rows, 1):
        keys = Keys(row, f"roll {number}")
        step = {**values, **roll_values(keys)}
        scene.do("extended-roll", who, faces=faces_of(keys), task="cure", **step)
        keys.finish()
        (rolled,) = scene.rolls()
        line = told(scene.outcome, "wod.extended.running")
        assert line is not None
        running.append(line.values["running"])
        successes.append(rolled.successes)
        pools.append(rolled.pool)
        if done := told(scene.outcome, "wod.extended.done"):
            cured_after = done.values["count"]
    _check_row(then, "running", running)
    _check_row(then, "successes", successes)
    _check_row(then, "pool", pools)
    then.check("cured_after_rolls", cured_after or 0)
    then.check("cured", cured_after is not None)
    then.check("rolls", len(running))


def _check_row(then: Keys, key: str, row: list[Any]) -> None:
    """Compare all of a row, or its last number where the case names one number."""
    if key in then:
        wanted = then.take(key)
        actual = row if isinstance(wanted, list) else row[-1]
        assert actual == wanted, f"{key} is {actual!r}, the rulebook says {wanted!r}"


def _awake(given: Keys, when: Keys, then: Keys) -> None:
    scene = Scene()
    values = roll_values(given)
    who = add(scene, "Sleepless", given, **{**bearing(given), **traits_of(given)})
    if "dice" in when:
        scene.do("stay-awake", who, faces=faces_of(when), **values)
        look_at_roll(scene.rolls()[0], then)
    asleep = scene.character(who).has_condition("asleep")
    then.check("awake", not asleep)
    then.check("collapses", asleep and "dice" not in when)
    if "sleep_hours" in then:
        then.check("sleep_hours", lambda: scene.derived(who, "sleep-hours").value)


def play_round(given: Keys, when: Keys, then: Keys) -> bool:
    """Fire, current and continuous damage round by round."""
    if "fire_size" in given or "contact_rounds" in given:
        _fire(given, when, then)
    elif "electricity" in given:
        _current(given, when, then)
    elif "continuous" in given:
        _continuous(given, when, then)
    else:
        return False
    return True


def begin_fight(scene: Scene) -> None:
    """Begin a fight in which somebody keeps the rounds going."""
    keeper = scene.add("Keeper")
    scene.do("initiative", targets=keeper, **{f"total:{keeper}": 1})
    scene.do("next")


FIRE_KEYS = {"fire_size": "size", "heat": "heat", "armour": "armour", "type": "type", "fade": "fade"}


def fire_values(table: Keys) -> dict[str, Any]:
    """What a case says about a fire."""
    return {name: table.take(key) for key, name in FIRE_KEYS.items() if key in table}


def _fire(given: Keys, when: Keys, then: Keys) -> None:
    scene = Scene()
    values, contact = fire_values(given), given.take("contact_rounds", 1)
    put_out = when.take("ended_before", given.take("ended_before"))
    from tests.plugins.tracker_wod.fighters import add_fighter

    who = add_fighter(scene, "Victim", given)
    begin_fight(scene)
    lengths = [len(row) for row in (then.peek("damage"), then.peek("rows")) if isinstance(row, list)]
    rounds = max([*lengths, contact])
    dealt: list[int] = []
    rows: list[str] = []
    alight: list[bool] = []
    types: set[str] = set()
    for number in range(1, rounds + 1):
        if number == put_out:
            scene.do("extinguish", targets=who)
        if number == 1:
            scene.do("burn", targets=who, **values)
        else:
            if number == contact + 1 and scene.character(who).has_condition("burning"):
                scene.do("leave-fire", targets=who)
            scene.do("next")
        dealt.append(sum(fact.amount for fact in damages(scene, who)))
        rows.append(scene.character(who).tracks["health"].marks)
        alight.append(is_alight(scene, who))
        types |= {fact.damage_type for fact in damages(scene, who)}
    then.check("damage", dealt if isinstance(then.peek("damage"), list) else sum(dealt))
    then.check("type", "".join(types))
    then.check("rows", rows)
    _check_row(then, "alight", alight)
    look(scene, who, then)


def _current(given: Keys, when: Keys, then: Keys) -> None:
    scene = Scene()
    points = given.take("electricity")
    values = roll_values(given)
    who = add(scene, "Victim", given, **traits_of(given))
    begin_fight(scene)
    scene.do("shock", targets=who, points=points)
    dealt = damages(scene, who)
    rows, pools = [scene.character(who).tracks["health"].marks], []
    throws = when.take(
        "rolls", [{"dice": when.take("dice"), "again": when.take("again", ())}] if "dice" in when else ()
    )
    for number, row in enumerate(throws, 1):
        keys = Keys(row, f"roll {number}")
        scene.do("next")
        scene.do("let-go", who, faces=faces_of(keys), **{**values, **roll_values(keys)})
        keys.finish()
        dealt += damages(scene, who)
        pools.append(scene.rolls()[0].pool)
        rows.append(scene.character(who).tracks["health"].marks)
    then.check("doses", len(dealt))
    then.check("damage", sum(fact.amount for fact in dealt))
    then.check("rows", rows)
    then.check("pools", pools)
    then.check("pool", pools[-1] if pools else 0)
    then.check("free", not scene.character(who).has_condition("current"))
    then.check("held", scene.character(who).has_condition("current"))
    look(scene, who, then)


def _continuous(given: Keys, when: Keys, then: Keys) -> None:
    scene = Scene()
    values: dict[str, Any] = {"points": given.take("continuous"), "type": given.take("type", "lethal")}
    if "rounds" in given:
        values["rounds"] = given.take("rounds")
    who = add(scene, "Victim", given)
    begin_fight(scene)
    scene.do("continuous", targets=who, **values)
    ended_before = when.take("ended_before")
    dealt: list[int] = []
    rows: list[str] = []
    for number in range(1, when.take("round_starts") + 1):
        if number == ended_before:
            scene.do("end", targets=who, kind="continuous")
        scene.do("next")
        dealt.append(sum(fact.amount for fact in damages(scene, who)))
        rows.append(scene.character(who).tracks["health"].marks)
    then.check("damage", dealt)
    then.check("rows", rows)
    look(scene, who, then)


WEATHER_AND_DRUGS = ("drinks", "drug", "hours_exposed", "hours_awake")
EFFECT_TERMS = (
    "alcohol", "marijuana", "hallucinogen", "cocaine", "heroin", "exposed", "awake", "attribute-loss", "illness",
)  # fmt: skip
SOCIAL_ROLL = "presence"


def play_resource(given: Keys, when: Keys, then: Keys) -> bool:
    """Drugs, weather and weariness: what they take from rolls and from Defence."""
    if not any(key in given for key in WEATHER_AND_DRUGS):
        return False
    scene = Scene()
    effects = take_effects(given)
    who = add(scene, "Bearer", given, **{**bearing(effects), **traits_of(given)})
    then.check("hours", let_run(scene, who, effects))
    asleep = scene.character(who).has_condition("asleep")
    if "sleep_hours" in then:
        then.check("sleep_hours", lambda: scene.derived(who, "sleep-hours").value)
    then.check("collapses", asleep)
    then.check("defence", lambda: scene.derived(who, "defence").value)
    then.check("penalty", lambda: scene.derived(who, "wound-penalty").value)
    then.check("speed", lambda: scene.derived(who, "speed").value)
    for key in then:
        trait = {"all": "", "social": SOCIAL_ROLL}.get(key, key)
        odds = scene.engine.rules.odds(scene.state, Intent("roll", who, values={"traits": trait}))
        assert odds is not None
        labels = [(getattr(part.label, "id", ""), part.value) for part in odds.parts]
        then.check(key, sum(value for label, value in labels if label in EFFECT_TERMS))
    return True


def gain_boxes(scene: Scene, who: str, when: Keys) -> bool:
    """Temporary boxes come before the damage of the same case."""
    if "gain_bonus" not in when:
        return False
    scene.do("temporary-health", targets=who, boxes=when.take("gain_bonus"))
    return True


def play_track(scene: Scene, who: str, given: Keys, when: Keys, then: Keys, weather: int | None) -> bool:
    """Temporary boxes, days without food or water, hours in the `weather`, dying by the minute."""
    happened = False
    if when.take("lose_bonus", False):
        happened = True
        scene.do("lose-temporary", targets=who)
    if any(key in table for key in WANTS for table in (when, given)):
        happened = True
        water, food = (when.take(key, given.take(key, 0)) for key in WANTS)
        _deprived(scene, who, water, food)
    if (hours := when.take("hours_exposed", weather)) is not None:
        happened = True
        scene.do("expose", targets=who, hours=hours, deadly=True)
    if {"minutes", "rounds", "help", "elapsed"} & set(when):
        happened = True
        _time(scene, who, when)
    if "heal" in when:
        happened = True
        scene.do("heal", targets=who, points=when.take("heal"))
    if happened:
        look_at_damage(scene, who, then, "bashing")
    return happened


WANTS = ("days_without_water", "days_without_food")


def _deprived(scene: Scene, who: str, water: int, food: int) -> None:
    """Count the days of the longer want alone, then those of both."""
    both, alone = min(water, food), abs(water - food)
    wants = [("water" if water > food else "food", alone), ("both", both)]
    facts: list[Any] = []
    for what, days in wants:
        if days:
            scene.do("deprive", targets=who, what=what, days=days)
            facts += scene.outcome.facts
    scene.outcome = type(scene.outcome)(tuple(facts))


def _time(scene: Scene, who: str, when: Keys) -> None:
    if when.take("help", False):
        scene.do("stabilise", targets=who)
    if rounds := when.take("rounds", 0):
        begin_fight(scene)
        for _ in range(rounds):
            scene.do("next")
    if minutes := when.take("minutes", 0):
        scene.do("pass", seconds=minutes * SECONDS["minutes"])
    if elapsed := when.take("elapsed"):
        scene.do("pass", seconds=seconds_of(elapsed))


# ---------------------------------------------------------------------- steps of scenarios


def foresee(play: Any, steps: Sequence[Mapping[str, Any]]) -> None:
    """Before the round of the next step begins: whoever is out of the fire by then leaves it now."""
    number = steps[0].get("round")
    for step in steps:
        if step.get("round") != number:
            break
        ahead = number is not None or step is steps[0]
        if ahead and step.get("do") == "continuous" and step.get("damage") and "rounds" not in step:
            who = _sufferer(play, step.get("by"), step.get("on"))
            if not play.scene.character(who).has_condition("continuous"):
                values = {"points": step["damage"], "type": step.get("type", "lethal")}
                if number is not None and number > 1:
                    play.reach(number - 1, "")
                play.scene.do("continuous", targets=who, **values)
        if step.get("do") == "fire" and step.get("contact") is False:
            who = _sufferer(play, step.get("by"), step.get("on"))
            burning = play.scene.character(who).conditions.get("burning")
            if burning is not None and burning.data.get("contact") is True:
                play.scene.do("leave-fire", targets=who)


def begin_effects(play: Any) -> None:
    """What a scenario says to run from the start on: continuous damage, a fire, a drug."""
    facts = play.facts
    if (points := facts.pop("continuous", 0)) and len(play.people) == 1:
        (who,) = play.people.values()
        values = {"rounds": facts.pop("rounds")} if "rounds" in facts else {}
        play.scene.do("continuous", targets=who, points=points, type=facts.pop("type", "lethal"), **values)


SCENE_FACTS = ("fire_size", "heat", "armour", "type", "fade", "toxicity", "explosive", "held", "contact_rounds")
"""What a scenario may say of its hazards; each step that needs it reads it."""


def finish(play: Any) -> None:
    """Raise UnknownKey for what a scenario gives and nobody reads."""
    if unread := set(play.facts) - set(SCENE_FACTS):
        raise UnknownKey(f"{play.where}: nobody understands {sorted(unread)}")


def _sufferer(play: Any, by: str | None, on: str | None) -> str:
    who: str = play.who(on) if on else play.who(by)
    return who


def _next_round(play: Any, step: Keys) -> None:
    """Let a round begin for a step that names none."""
    if not play.scene.state.order:
        play.reach(1, "")
        return
    number = play.scene.state.round
    while play.scene.state.round == number:
        play.scene.do("next")


def _check_dealt(play: Any, who: str, step: Keys) -> None:
    """The damage of a step is what the act comes to."""
    step.check("damage", sum(fact.amount for fact in damages(play.scene, who)))
    if dealt := damages(play.scene, who):
        step.check("type", dealt[0].damage_type)
    step.take("type")


def time_step(play: Any, actor: str, target: str, step: Keys, then: Keys) -> None:
    seconds = seconds_of(step.take("elapsed", {})) + seconds_of(
        {unit: step.take(unit) for unit in tuple(SECONDS) if unit in step}
    )
    if step.take("help", False):
        play.scene.do("stabilise", targets=target or actor)
    rounds = step.take("rounds", 0)
    if rounds:
        play.reach(play.scene.state.round or 1, "")
        for _ in range(rounds):
            _next_round(play, step)
    if seconds:
        play.scene.do("pass", seconds=seconds)


def help_step(play: Any, actor: str, target: str, step: Keys, then: Keys) -> None:
    who = target or actor
    if step.take("help", True):
        play.scene.do("stabilise", targets=who)


def heal_step(play: Any, actor: str, target: str, step: Keys, then: Keys) -> None:
    play.scene.do("heal", targets=target or actor, points=step.take("heal", step.take("points", 1)))


def lose_bonus_step(play: Any, actor: str, target: str, step: Keys, then: Keys) -> None:
    step.take("lose_bonus")
    play.scene.do("lose-temporary", targets=target or actor)
    changes = [fact for fact in play.scene.outcome.facts if isinstance(fact, TrackSet)]
    then.check("upgraded", sum(fact.upgraded for fact in changes))


def gain_bonus_step(play: Any, actor: str, target: str, step: Keys, then: Keys) -> None:
    play.scene.do("temporary-health", targets=target or actor, boxes=step.take("gain_bonus", step.take("bonus", 1)))


def continuous_step(play: Any, actor: str, target: str, step: Keys, then: Keys) -> None:
    """A round start with something eating on; the first step may begin it."""
    who = target or actor
    running = play.scene.character(who).has_condition("continuous")
    if "continuous" in step or (not running and "rounds" in step):
        values = {"rounds": step.take("rounds")} if "rounds" in step else {}
        points = step.take("continuous", None) or step.take("damage")
        play.scene.do("continuous", targets=who, points=points, type=step.take("type", "lethal"), **values)
        return
    if not play.round_begun:
        _next_round(play, step)
    for _ in range(step.take("times", 1) - 1):
        _next_round(play, step)
    _check_dealt(play, who, step)
    _look_at_continuous(play, who, then)


def _look_at_continuous(play: Any, who: str, then: Keys) -> None:
    then.check("continuous", sum(c.amount for c in play.scene.character(who).conditions_of_kind("continuous")))


def end_continuous_step(play: Any, actor: str, target: str, step: Keys, then: Keys) -> None:
    who = target or actor
    burning = play.scene.character(who).has_condition("burning")
    if burning:
        play.scene.do("extinguish", targets=who)
    if play.scene.character(who).has_condition("continuous") or not burning:
        play.scene.do("end", targets=who, kind="continuous")
    _look_at_continuous(play, who, then)


def fire_step(play: Any, actor: str, target: str, step: Keys, then: Keys) -> None:
    """A round of fire: the first contact begins it, later rounds come with their start."""
    who = target or actor
    contact = step.take("contact", True)
    for count in range(step.take("times", 1)):
        burning = play.scene.character(who).conditions.get("burning")
        if burning is None and contact:
            values = fire_values(step)
            for key, name in FIRE_KEYS.items():
                if key in play.facts:
                    values.setdefault(name, play.facts[key])
            if "size" not in values:
                values["points"] = step.take("damage")
            play.scene.do("burn", targets=who, **values)
        elif count or not play.round_begun:
            if burning is not None and not contact and burning.data.get("contact") is True:
                play.scene.do("leave-fire", targets=who)
            _next_round(play, step)
        _check_if_named(play, who, step)
    step.take("damage")
    step.take("type")
    then.check("alight", is_alight(play.scene, who))


def _check_if_named(play: Any, who: str, step: Keys) -> None:
    if "damage" in step:
        wanted = step.peek("damage")
        dealt = sum(fact.amount for fact in damages(play.scene, who))
        assert dealt == wanted, f"the fire does {dealt}, not {wanted}"


def poison_step(play: Any, actor: str, target: str, step: Keys, then: Keys) -> None:
    who = target or actor
    faces = faces_of(step)
    toxicity = step.take("toxicity", play.facts.get("toxicity"))
    values: dict[str, Any] = {"type": step.take("type", play.facts.get("type", "lethal"))}
    if toxicity is None:
        values["toxicity"] = step.take("damage")
    else:
        values["toxicity"] = toxicity
    if not faces:
        values["resist"] = "none"
    pool = step.take("pool")
    values.update(roll_values(step))
    if pool is not None and not {"stamina", "resolve"} & set(play.named.get(who, ())):
        values["pool"] = pool
    play.scene.do("poison", targets=who, faces=faces, **values)
    for rolled in play.scene.rolls():
        assert pool is None or rolled.pool == pool, f"the pool is {rolled.pool}, not {pool}"
        look_at_roll(rolled, then)
    then.check("resisted", told(play.scene.outcome, "wod.toxin.resisted") is not None)
    dealt = sum(fact.amount for fact in damages(play.scene, who))
    if "damage" in step and toxicity is not None:
        step.check("damage", dealt)
    then.check("damage", dealt)


def blast_step(play: Any, actor: str, target: str, step: Keys, then: Keys) -> None:
    """An explosion among those named, or all; `damage` is what it comes to for a single victim."""
    scene = play.scene
    names = step.take("victims", None)
    victims = tuple(play.who(name if isinstance(name, str) else name["name"]) for name in names) if names else ()
    victims = victims or ((target,) if target else tuple(who for who in play.people.values() if who != actor))
    victims = victims or tuple(play.people.values())
    values = explosive_values(step.take("explosive", play.facts.get("explosive", {})))
    if "type" in step:
        values["type"] = step.take("type")
    faces = faces_of(step)
    if dropped := step.take("dropped"):
        values["dropped"] = tuple(play.who(name) for name in ([dropped] if isinstance(dropped, str) else dropped))
    if step.take("knockdown", False):
        values["knockdown"] = True
    faces += faces_of(step, "second_dice", "second_again", "knockdown_dice", "knockdown_again")
    if "damage" not in values and "bomb" not in values:
        # Only what it comes to is given: dice without a success add nothing to it.
        values["damage"] = step.take("blast", None) or step.take("damage")
        with_enough_faces(scene, Intent("explode", actor, victims, values), faces)
    else:
        scene.do("explode", actor, victims, faces, **values)
    blast = next(rolled for rolled in scene.rolls() if rolled.what == "blast")
    then.check("blast", blast.data["blast"])
    then.check("successes", blast.successes)
    step.check("blast", blast.data["blast"])
    if len(victims) > 1:
        step.check("damage", blast.data["blast"])
    else:
        dealt = sum(fact.amount for fact in damages(scene, victims[0]))
        step.check("damage", dealt)
        then.check("damage", dealt)
    if hit := told(scene.outcome, "wod.barrier.hit"):
        then.check("excess", hit.values["excess"])


def provide_step(play: Any, actor: str, target: str, step: Keys, then: Keys) -> None:
    """Food and water are found, for some days or steadily."""
    values = {"days": step.take("days")} if "days" in step else {}
    play.scene.do("provide", targets=target or actor, what=step.take("what_is_found", "both"), **values)


def want_step(play: Any, actor: str, target: str, step: Keys, then: Keys) -> None:
    """Days without water, food or both."""
    play.scene.do("deprive", targets=target or actor, what=step.take("want", "both"), days=step.take("days", 0))


def drug_ends_step(play: Any, actor: str, target: str, step: Keys, then: Keys) -> None:
    """The drug wears off, or is ended."""
    who = target or actor
    drug = step.take("drug", None)
    kinds = {"alcohol", "marijuana", "hallucinogen", "cocaine", "heroin", "other-drug", "painless"}
    running = [c.kind for c in play.scene.character(who).conditions.values() if c.kind in kinds]
    play.scene.do("end", targets=who, kind=drug or running[0])


def drug_step(play: Any, actor: str, target: str, step: Keys, then: Keys) -> None:
    values = {name: step.take(name) for name in ("doses", "strength") if name in step}
    play.scene.do("drug", targets=target or actor, drug=step.take("drug"), **values)


STEPS: Mapping[str, Callable[[Any, str, str, Keys, Keys], None]] = {
    "time": time_step,
    "help": help_step,
    "heal": heal_step,
    "lose_bonus": lose_bonus_step,
    "gain_bonus": gain_bonus_step,
    "continuous": continuous_step,
    "end_continuous": end_continuous_step,
    "fire": fire_step,
    "poison": poison_step,
    "blast": blast_step,
    "drug": drug_step,
    "drug_ends": drug_ends_step,
    "provide": provide_step,
    "want": want_step,
}
