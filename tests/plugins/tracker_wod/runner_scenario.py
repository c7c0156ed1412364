"""Cases of several steps on one state: whole fights, grapples, wounds and what becomes of them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from tests.plugins.case_files import UnknownKey
from tests.plugins.tracker_wod import hazards_cases
from tests.plugins.tracker_wod.fighters import ATTACK_VALUES, TRAITS, add_fighter, give_gun, rounds_of
from tests.plugins.tracker_wod.runner_pool import MANOEUVRES, grip
from tests.plugins.tracker_wod.scene import Keys, Scene, faces_of, told
from tracker.api import Intent, Refusal, Rolled, TrackSet, TraitSet


class Play:
    """A scenario under way: its scene, its people by the names of the case, and its things."""

    def __init__(self, given: Keys, where: str) -> None:
        self.where = where
        self.scene = Scene(**{name.replace("_", "-"): value for name, value in given.take("options", {}).items()})
        self.people: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.things: dict[str, Mapping[str, Any]] = {}
        self.facts: dict[str, Any] = {}
        """What is given about the single person or the scene: the effect that runs, and so on."""
        self.named: dict[str, tuple[str, ...]] = {}
        """Which keys the case gives of each person."""
        self.round_begun = False
        """Whether a round has begun for the present step."""
        self.late: set[str] = set()
        """Who is surprised and has no Initiative yet."""
        for key in given:
            value = given.take(key)
            if not isinstance(value, Mapping) or key == "explosive":
                self.facts[key] = value
            elif "durability" in value:
                self.things[key] = value
            else:
                self._add(key, value)
        if not self.people or set(SINGLE) & set(self.facts):
            about = {*ONE_PERSON, *TRAITS} - {*hazards_cases.SCENE_FACTS}
            self._add(UNNAMED, {key: self.facts.pop(key) for key in tuple(self.facts) if key in about})

    def _add(self, name: str, table: Mapping[str, Any]) -> None:
        keys = Keys(table, f"{self.where} {name}")
        given = tuple(keys)
        holders = [(key, int(value)) for key in ("held", "pinned") if (value := keys.take(key, False))]
        self.people[name.lower()] = add_fighter(self.scene, name, keys)
        self.named[self.people[name.lower()]] = given
        self.facts.setdefault("held", []).extend((self.people[name.lower()], *grip) for grip in holders)
        keys.finish()

    @property
    def asked(self) -> str:
        """Who is meant where a case names nobody: the one without a name, else the only person."""
        if UNNAMED in self.people:
            return self.people[UNNAMED]
        return next(iter(self.people.values())) if len(self.people) == 1 else ""

    def who(self, name: str | None) -> str:
        """The id of somebody by the case's name; without a name the one who is meant then."""
        return self.asked if name is None else self.people[name.lower()]

    def against(self, actor: str) -> str:
        """Whom an act of a step without `on` is done to: the one without a name and the other are meant."""
        others = [who for who in self.people.values() if who != actor]
        is_pair = UNNAMED in self.people and len(others) == 1
        return others[0] if is_pair else ""

    # ------------------------------------------------------------------ time

    def reach(self, number: int | None, who: str) -> None:
        """Let rounds and turns pass until the round of the step, and the turn of who acts."""
        if number is None:
            return
        if not self.scene.state.order:
            totals = {f"total:{who}": 50 - index for index, who in enumerate(self.people.values())}
            self.scene.do("initiative", targets=tuple(self.people.values()), **totals)
        while self.scene.state.round < number:
            if self.late:
                # Dice of the surprised that the case does not tell, or tells in a later step.
                self.scene.at_random("next")
            else:
                self.scene.do("next")
        place = self.scene.state.place_of(who) if who else None
        while place and not place.acted and self.scene.state.current != who and self._ahead(who):
            self.scene.do("next")
            place = self.scene.state.place_of(who)

    def _ahead(self, who: str) -> bool:
        return any(
            place.who == who and not place.acted and self.scene.character(who).can_act
            for place in self.scene.state.order
        )


SINGLE = (
    "size", "marks", "stamina", "resolve", "strength", "dexterity", "wits", "composure", "body_size", "bonus",
    "defence", "athletics", "armour_item", "general", "ballistic",
)  # fmt: skip


UNNAMED = "somebody"
ONE_PERSON = (*SINGLE, *hazards_cases.EFFECTS, *hazards_cases.PERSON_KEYS)


def run(given: Keys, steps: Sequence[Mapping[str, Any]], where: str) -> None:
    """Play the steps one after another on one state."""
    play = Play(given, where)
    _let_hold(play, steps)
    hazards_cases.begin_effects(play)
    for number, table in enumerate(steps, 1):
        step = Keys(table, f"{where} step {number}")
        step.take("what")
        then = Keys(step.take("then"), f"{where} step {number} then")
        verb = step.take("do")
        actor = play.who(step.take("by"))
        target = play.who(step.take("on")) if "on" in step else play.against(actor)
        hazards_cases.foresee(play, steps[number - 1 :])
        before = play.scene.state.round
        if verb not in ("initiative", "time", "fire", "continuous", "damage"):
            play.reach(step.take("round"), actor)
        elif verb != "initiative":
            play.reach(step.take("round"), "")
        play.round_begun = play.scene.state.round != before
        player = STEPS.get(verb) or _hazard_step(verb)
        times = step.take("times", 1) if verb in STEPS else 1
        if then.take("possible", True) is False:
            with pytest.raises(Refusal):
                player(play, actor, target, step, then)
            continue
        for again in range(times):
            if again:
                play.reach(play.scene.state.round + 1, actor)
            player(play, actor, target, step, then)
        look(play, then, actor)
        step.finish()
        then.finish()
    hazards_cases.finish(play)


def _hazard_step(verb: str) -> Callable[..., None]:
    if verb not in hazards_cases.STEPS:
        raise UnknownKey(f"no step does {verb!r}")
    return hazards_cases.STEPS[verb]


def _let_hold(play: Play, steps: Sequence[Mapping[str, Any]]) -> None:
    """Whoever is given as held is held by those who grapple with him in the steps, else by the first other."""
    for held, kind, successes in play.facts.pop("held", ()):
        others = [who for who in play.people.values() if who != held]
        pairs = [
            {play.who(step.get("by")), play.who(step.get("on"))}
            for step in steps
            if step["do"] in ("hold", "break_free", "keep_pin")
        ]
        holders = [who for who in others if {who, held} in pairs] or others[:1]
        for holder in holders:
            grip(play.scene, holder, held)
            if kind == "pinned":
                pin = {"id": f"pinned:{holder}", "source": holder, "amount": successes, "unit": "scene"}
                play.scene.condition(held, "pinned", **pin)


# ---------------------------------------------------------------------- what a step may check


def check_roll(rolled: Rolled, step: Keys, then: Keys) -> None:
    """What the last throw came to; a pool in the step is what given and the step come to."""
    step.check("pool", rolled.pool)
    then.check("successes", rolled.successes)
    then.check("result", rolled.result)
    then.check("chance", rolled.data["chance"])
    then.check("total", rolled.pool)
    then.check("pool", rolled.pool)


def look(play: Play, then: Keys, actor: str = "") -> None:
    """Compare the state of everybody named, or of the only person, with what the step says.

    Rounds in a gun are those of who acts, else of the first who has one.
    """
    scene = play.scene
    then.check(
        "knife_control",
        next(
            (
                name
                for name, who in play.people.items()
                if any(running.kind == "controls-weapon" for running in scene.character(who).conditions.values())
            ),
            next((name for name, who in play.people.items() if scene.character(who).text("weapon")), ""),
        ),
    )
    then.check("due", sorted({due.id.partition(":")[0] for due in scene.state.open_due}))
    for reminder in then.take("reminds", ()):
        assert told(scene.outcome, f"wod.remind.{reminder}"), f"nothing reminds of {reminder!r}"
    then.check("order", [play.names.get(place.who, place.who) for place in scene.state.order])
    for name, who in play.people.items():
        place = scene.state.place_of(who)
        then.check(name, place.value if place else None)
        _look_at(scene, who, then, f"{name}_")
    if actor:
        then.check("aimed", _aimed(scene, actor))
    if play.asked:
        _look_at(scene, play.asked, then, "")
    for who in sorted(play.people.values(), key=lambda who: who != actor):
        if rounds := scene.character(who).pools.get(rounds_of(scene, who)):
            then.check("loaded", rounds.value)
    for key in ("held", "pinned", "prone"):
        then.check(key, any(scene.character(who).has_condition(key) for who in play.people.values()))
    for value in scene.state.scene.values():
        if isinstance(value, Mapping):
            then.check("structure", value["structure"])
            then.check("barrier_broken", value["structure"] == 0)


def _look_at(scene: Scene, who: str, then: Keys, prefix: str) -> None:
    character = scene.character(who)
    then.check(f"{prefix}marks", character.tracks["health"].marks)
    then.check(f"{prefix}penalty", lambda: scene.derived(who, "wound-penalty").value)
    then.check(f"{prefix}state", scene.status(who))
    then.check(f"{prefix}defence", lambda: scene.derived(who, "defence").value)
    then.check(f"{prefix}acted", character.count("acted") == 1)
    then.check(f"{prefix}may_move", lambda: "walk" not in scene.unavailable(who))
    then.check(f"{prefix}may_act", lambda: character.can_act and "attack" not in scene.unavailable(who))
    willpower = character.pools["willpower"]
    then.check(f"{prefix}willpower_spent", (willpower.maximum or 0) - willpower.value)
    then.check(f"{prefix}aimed", _aimed(scene, who))
    covers = [kind.kind.removeprefix("cover-") for kind in character.conditions.values() if "cover-" in kind.kind]
    then.check(f"{prefix}cover", covers[0] if covers else "none")
    then.check(f"{prefix}has", character.text("weapon"))
    for key in ("held", "pinned", "prone", "surprised", "unconscious"):
        if prefix or key in ("prone", "surprised"):
            then.check(f"{prefix}{key}", character.has_condition(key))
    then.check(f"{prefix}stabilised", character.has_condition("stabilised"))
    then.check(f"{prefix}alight", hazards_cases.is_alight(scene, who))
    then.check(f"{prefix}held_back", sum(held.amount for held in character.conditions_of_kind("held-back")))


def _aimed(scene: Scene, who: str) -> int:
    return sum(running.amount for running in scene.character(who).conditions_of_kind("aiming"))


def asked(step: Keys) -> dict[str, Any]:
    """What a step adds to a roll by hand."""
    modifier = step.take("modifier", 0) + sum(step.take("modifiers", ()))
    return {"modifier": modifier, "willpower": step.take("willpower", False)}


# ---------------------------------------------------------------------- steps


def notice(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    play.scene.do("notice", targets=actor, faces=faces_of(step), behind=step.take("behind", False), **asked(step))
    check_roll(play.scene.rolls()[0], step, then)
    surprised = play.scene.character(actor).has_condition("surprised")
    then.check("surprised", surprised)
    if surprised:
        play.late.add(actor)


def initiative(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    """A new fight begins: the old order goes, what is known of the dice or totals is given.

    The surprised join the order of the fight that goes on.
    """
    scene = play.scene
    values: dict[str, Any] = {}
    fighters = step.take("fighters")
    people = tuple(play.who(fighter["name"]) for fighter in fighters)
    joining = bool(scene.state.order) and play.late.issuperset(people)
    if joining:
        play.reach(step.peek("round"), "")
        play.late.difference_update(people)
    elif scene.state.order:
        scene.do("scene")
    for who, fighter in zip(people, fighters, strict=True):
        play.names[who] = fighter["name"]
        if fighter.get("surprised"):
            scene.condition(who, "surprised", left=2, unit="round")
            play.late.add(who)
        for trait in fighter.keys() - {"name", "die", "total", "surprised"}:
            scene.put(TraitSet(who, TRAITS[trait], scene.character(who).traits.get(TRAITS[trait]), fighter[trait]))
        for key in ("die", "total"):
            if key in fighter:
                values[f"{key}:{who}"] = fighter[key]
    rolloffs = [die for row in step.take("rolloffs", ()) for die in row]
    scene.do("initiative", targets=people, faces=rolloffs, **values)
    play.reach(step.take("round"), "")


def begin_round(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    """A round begins: nothing but that."""


def attack(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    scene = play.scene
    if not target:
        target = scene.add("Target", defence=0)
    values: dict[str, Any] = {"kind": step.take("attack"), "later": True}
    for key, name in ATTACK_VALUES.items():
        if key in step:
            values[name] = step.take(key)
    if item := step.take("item"):
        values["weapon"] = item
    if "weapon" in step:
        values["rating"] = step.take("weapon")
    if (cover := step.take("own_cover")) is not None:
        scene.do("cover", actor, level=cover)
    if (own := step.take("cover")) is not None:
        scene.do("cover", target, level=own)
    if "targets" in step:
        values.update({"nameless": step.take("targets") - 1, "only": True})
    if bystanders := step.take("bystanders"):
        values["bystanders"] = tuple(map(play.who, bystanders))
    if "only" in step:
        values["only"] = step.take("only")
    before = step.take("total_before_willpower")
    if before is not None:
        odds = scene.engine.rules.odds(scene.state, Intent("attack", actor, (target,), {**values, "willpower": False}))
        assert odds is not None
        assert odds.pool == before, f"before Willpower the sum is {odds.pool}, not {before}"
    if "dice" in step:
        further = faces_of(step, "knockdown_dice", "knockdown_again")
        scene.do("attack", actor, (target,), faces_of(step), further, **values)
    else:
        scene.at_random("attack", actor, (target,), **values)
    rolled = scene.rolls()[0]
    then.check("targets", len({roll.against for roll in scene.rolls() if roll.what != "knockdown"}))
    check_roll(rolled, step, then)
    hit = told(scene.outcome, "wod.barrier.hit")
    then.check("excess", hit.values["excess"] if hit else 0)
    then.check("touched", told(scene.outcome, "wod.touched") is not None)
    then.check("heart", told(scene.outcome, "wod.heart") is not None)
    dealt = [fact for fact in scene.outcome.facts if isinstance(fact, TrackSet)]
    then.check("damage", sum(fact.amount for fact in dealt))
    then.check("type", dealt[0].damage_type if dealt else rolled.data["type"])
    second_roll(scene, target, step, then)


def second_roll(scene: Scene, target: str, step: Keys, then: Keys) -> None:
    """The roll that an attack leaves behind, where the step has its dice; and what the blow did besides its marks."""
    if "second_dice" in step and not (*scene.prompts("through:"), *scene.prompts("knockout:")):
        faces_of(step, "second_dice", "second_again")  # nothing came of the blow that they could fall for
    elif "second_dice" in step:
        (prompt,) = (*scene.prompts("through:"), *scene.prompts("knockout:"))
        scene.line(prompt.command, faces_of(step, "second_dice", "second_again"))
        rolled = scene.rolls()[0]
        for keys in (step, then):
            keys.check("second_pool", rolled.pool)
        then.check("second_chance", rolled.data["chance"])
        then.check("second_successes", rolled.successes)
    character = scene.character(target)
    out = [condition.amount for condition in character.conditions_of_kind("unconscious")]
    then.check("unconscious_rounds", out[0] if out else 0)
    then.check("loses_next_action", character.has_condition("stunned"))
    then.check("loses_action", character.count("acted") == 1)


def through(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    (prompt,) = play.scene.prompts("through:")
    step.take("type")
    play.scene.line(prompt.command, faces_of(step))
    check_roll(play.scene.rolls()[0], step, then)


def keep_hold(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    scene = play.scene
    held = scene.character(actor).text("weapon")
    scene.do("keep-hold", actor, faces=faces_of(step), damage=step.take("damage"), **asked(step))
    check_roll(scene.rolls()[0], step, then)
    flown = told(scene.outcome, "wod.drops")
    then.check("gun_held", scene.character(actor).text("weapon") == held)
    then.check("kept", flown is None)
    yards = flown.values["yards"] if flown else 0
    then.check("gun_flies_yards", yards)
    then.check("flies_yards", yards)


def draw(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    play.scene.do("draw", actor, weapon=step.take("item", "knife"), hidden_weapon=step.take("hidden", False))


def run_away(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    play.scene.do("run", actor)
    line = told(play.scene.outcome, "wod.runs")
    then.check("yards", line.values["yards"] if line else 0)


def take_cover(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    values: dict[str, Any] = {}
    if name := step.take("barrier"):
        table = play.things.get(name, {})
        values = {"barrier": name, **table}
        if table:
            values["barrier-modifier"] = values.pop("modifier", 0)
    play.scene.do("cover", actor, level=step.take("cover"), **values)


def drop(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    play.scene.do("drop", actor)


def stand(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    play.scene.do("stand", actor)


def aim(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    play.scene.do("aim", actor)


def dodge(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    play.scene.do("dodge", actor)


def roll(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    traits, handling = step.take("traits"), step.take("handling", 0)
    for trait in traits if isinstance(traits, Mapping) else ():
        if trait not in play.named.get(actor, ()):
            play.scene.put(TraitSet(actor, trait, play.scene.character(actor).traits.get(trait), traits[trait]))
    play.scene.do("roll", actor, faces=faces_of(step), traits="+".join(traits), handling=handling, **asked(step))
    check_roll(play.scene.rolls()[0], step, then)


def damage(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    values = {key: step.take(key) for key in ("spot", "stuns", "knockdown") if key in step}
    amount, damage_type = step.take("damage"), step.take("type", "bashing")
    faces = faces_of(step, "knockdown_dice", "knockdown_again")
    play.scene.do("damage", targets=target or actor, faces=faces, amount=amount, type=damage_type, **values)
    dealt = [fact for fact in play.scene.outcome.facts if isinstance(fact, TrackSet) and fact.damage_type]
    then.check("damage", sum(fact.amount for fact in dealt))
    second_roll(play.scene, target or actor, step, then)


def knock_down(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    faces = [*faces_of(step), *faces_of(step, "knockdown_dice", "knockdown_again")]
    play.scene.do("knockdown", targets=target or actor, faces=faces, **asked(step))
    check_roll(play.scene.rolls()[0], step, then)
    then.check("loses_action", told(play.scene.outcome, "wod.loses_round") is not None)


def reload(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    loading = step.take("reload", "magazine")
    give_gun(play.scene, actor, loading)
    play.scene.do("reload", actor, singly=loading == "single")
    then.check("keeps_defence", not play.scene.character(actor).has_condition("no-defence"))


def search(sense: str) -> Callable[[Play, str, str, Keys, Keys], None]:
    """A step that places a foe by that sense, in secret."""

    def searching(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
        step.take("hidden")
        play.scene.do(sense, actor, target, faces_of(step), keep=step.take("keep", False), **asked(step))
        rolled = play.scene.rolls()[0]
        check_roll(rolled, step, then)
        then.check("hidden", rolled.hidden)
        placed = play.scene.character(actor).conditions.get(f"placed:{target}")
        then.check("attack_modifier", placed.amount if placed else 0)

    return searching


def delay(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    play.scene.do("delay", actor, trigger=step.take("trigger", ""))


def act_now(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    play.scene.do("act-now", actor, other=target, where=step.take("where", "before"))


def plain(verb: str) -> Callable[[Play, str, str, Keys, Keys], None]:
    """A step that is an act without anything to it."""

    def acting(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
        play.scene.do(verb, actor)

    return acting


def jam(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    """The gun in hand jams."""
    play.scene.condition(actor, "jammed")


def stay_conscious(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    play.scene.do("stay-conscious", actor, faces=faces_of(step), **asked(step))
    check_roll(play.scene.rolls()[0], step, then)


def grapple(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    ways = {key.replace("_", "-"): step.take(key) for key in ("waive", "resist", "charge", "all_out") if key in step}
    play.scene.do("grapple", actor, target, faces_of(step), **asked(step), **ways)
    check_roll(play.scene.rolls()[0], step, then)


def hold(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    manoeuvre = step.take("manoeuvre")
    values: dict[str, Any] = {"manoeuvre": MANOEUVRES.get(manoeuvre, manoeuvre)}
    values.update(asked(step))
    if step.take("free", False):
        values["free"] = True
    for key, name in (("item", "weapon"), ("type", "type")):
        if key in step:
            values[name] = step.take(key)
    if "weapon" in step:
        values["weapon" if isinstance(step.peek("weapon"), str) else "rating"] = step.take("weapon")
    if manoeuvre == "draw":
        values.setdefault("weapon", "knife")
    play.scene.do("hold", actor, target, faces_of(step), **values)
    check_roll(play.scene.rolls()[0], step, then)


def break_free(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    play.scene.do("break-free", actor, faces=faces_of(step), **asked(step))
    check_roll(play.scene.rolls()[0], step, then)
    then.check("free", not play.scene.character(actor).has_condition("held"))


def keep_pin(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    play.scene.do("keep-pin", actor)


def killing_blow(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    values: dict[str, Any] = {"kind": step.take("attack", "weaponry")}
    for key, name in (("item", "weapon"), ("type", "type"), ("modifier", "modifier"), ("weapon", "rating")):
        if key in step:
            values[name] = step.take(key)
    play.scene.do("killing-blow", actor, target, **values)
    dealt = [fact.amount for fact in play.scene.outcome.facts if isinstance(fact, TrackSet)]
    step.check("damage", dealt[0] if dealt else 0)
    then.check("damage", dealt[0] if dealt else 0)


def nothing(play: Play, actor: str, target: str, step: Keys, then: Keys) -> None:
    """Only a look at how things stand."""


STEPS: Mapping[str, Callable[[Play, str, str, Keys, Keys], None]] = {
    "notice": notice,
    "initiative": initiative,
    "round": begin_round,
    "attack": attack,
    "through": through,
    "keep_hold": keep_hold,
    "draw": draw,
    "run": run_away,
    "cover": take_cover,
    "drop": drop,
    "stand": stand,
    "aim": aim,
    "dodge": dodge,
    "roll": roll,
    "damage": damage,
    "knockdown": knock_down,
    "reload": reload,
    "listen": search("listen"),
    "sniff": search("sniff"),
    "clear_jam": plain("clear-jam"),
    "jam": jam,
    "release": plain("release"),
    "delay": delay,
    "act_now": act_now,
    "walk": plain("walk"),
    "stay_conscious": stay_conscious,
    "look": nothing,
    "grapple": grapple,
    "hold": hold,
    "break_free": break_free,
    "keep_pin": keep_pin,
    "killing_blow": killing_blow,
}
