"""Playing the rulebook cases of the fifth edition through the engine.

The keys of a case are written at the head of `cases.toml`. This module translates them into characters, intents and
typed faces, and reads states, facts, lines and odds back; it works nothing of the rules out.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from tests.plugins.case_files import Case, UnknownKey
from tests.plugins.kept import KnownActs, kept_rules
from tracker.core.chance import RandomChance, TypedChance
from tracker.core.facts import CounterSet, DueSet, Rolled, SceneSet, TrackSet
from tracker.core.fold import fold
from tracker.core.intents import Intent, Outcome, Refusal
from tracker.core.messages import Message, Term
from tracker.core.state import Character, Due, State
from tracker.engine import Engine
from tracker_vtm5 import gear, injuries

MAIN = "Main"
STATE_NAMES = {
    "final_death": "final death",
    "dead": "dead",
    "torpor": "torpor",
    "coma": "coma",
    "staked": "staked",
    "immobile": "immobile",
    "half_awake": "half awake",
    "loses_face": "loses face",
}
VAMPIRES = ("vampire", "thin-blood")
HARM = tuple(f"vtm5.harm{by}{kind}" for by in ("", "_from", "_taken") for kind in ("", "_in_vain"))
"""The lines that tell of a hit, with marks or in vain."""
MORTAL_VERBS = ("faith shield", "treat", "hospital")
TRAITS = ("stamina", "composure", "resolve", "medicine", "humanity", "blood_potency", "bane_severity", "armour")


def normal(name: str) -> str:
    """A name of a case as the ruleset writes its ids."""
    return name.replace(" ", "_").replace("-", "_")


class Keys:
    """A table of a case that remembers which of its keys were read."""

    def __init__(self, table: Mapping[str, Any], where: str) -> None:
        self._table = table
        self._where = where
        self._read: set[str] = set()

    def take(self, name: str, default: Any = None) -> Any:
        self._read.add(name)
        return self._table.get(name, default)

    def __contains__(self, name: str) -> bool:
        return name in self._table

    def finish(self) -> None:
        unread = self._table.keys() - self._read
        if unread:
            raise UnknownKey(f"{self._where} has keys that nothing reads: {sorted(unread)}")


ENGINE = Engine(kept_rules("tracker_vtm5"))
ACTS = KnownActs(ENGINE)


class Play:
    """One case being played: the state, and what the last step brought."""

    def __init__(self, case: Case) -> None:
        self.engine = ENGINE
        self.state = ACTS.begun()
        self.given = Keys(case.get("given", {}), "given")
        self.track: str = self.given.take("track", "health")
        self.facts: list[Any] = []
        self.lines: list[Message] = []
        self.refused = False
        self.answers: dict[str, Any] = {}
        self.cold_since: int | None = None
        self._set_options(self.given.take("options", {}))

    # ------------------------------------------------------------------ acting

    def act(
        self, verb: str, who: str = "", target: str = MAIN, faces: Sequence[int] | None = None, **values: Any
    ) -> None:
        """Carry one intent out. Typed faces that are left over fail the case."""
        wanted = {name: value for name, value in values.items() if value is not None}
        chance = TypedChance(faces or ())
        intent = Intent(verb, who, (target,) if target else (), wanted)
        outcome, after = ACTS.worked_out(self.state, intent, chance)
        assert not chance.left_over, f"{verb}: these faces were not asked for: {chance.left_over}"
        self.keep(outcome, after)

    def attempt(self, verb: str, faces: Sequence[int] | None = None, **values: Any) -> None:
        """Carry out an act that the ruleset may refuse; a refused one leaves the state alone."""
        before = self.state
        try:
            self.act(verb, faces=faces, **values)
        except Refusal:
            self.refused = True
            assert self.state is before

    def keep(self, outcome: Outcome, after: State) -> None:
        self.state = after
        self.facts += outcome.facts
        self.lines += outcome.lines

    def add(self, name: str, kind: str, **values: Any) -> None:
        self.act("add", target=name, name=name, kind=kind, **values)

    def count(self, counter: str, *, done: bool) -> None:
        """Whether something that can be done once only was done already."""
        self.state = fold(self.state, CounterSet(MAIN, counter, int(done)))

    def drop_hits(self) -> None:
        """Leave the hits that are ready unapplied: a case that wants them applied says so in a step of its own."""
        for due in [due for due in self.state.open_due if due.id.startswith("hit:")]:
            self.act("dismiss", target="", number=1 + self.state.open_due.index(due))

    def _set_options(self, options: Mapping[str, Any]) -> None:
        specs = self.engine.rules.options
        for name, value in options.items():
            if name not in specs:
                raise UnknownKey(f"there is no table option {name!r}")
            written = normal(value) if isinstance(value, str) else value
            if specs[name].choices and written not in {choice.id for choice in specs[name].choices}:
                raise UnknownKey(f"table option {name} has no value {value!r}")
            self.act("option", target="", **{name: written})

    # ------------------------------------------------------------------ the state before

    def set_up(self, verbs: Sequence[str]) -> None:
        """Make the main character out of what is given."""
        default = "mortal" if set(verbs) & set(MORTAL_VERBS) else "vampire"
        kind = self.given.take("who", default)
        traits = {name: self.given.take(name) for name in TRAITS}
        if kind in ("mortal", "ghoul"):
            traits |= {"blood_potency": None, "bane_severity": None}
            traits["true_faith"] = self.given.take("true_faith")
        starving = self.given.take("state") == "half awake"
        hunger = self.given.take("hunger", 5 if starving else 0)
        traits["hunger"] = hunger if kind in VAMPIRES else None
        self.add(MAIN, kind, **traits)
        marks = {self.track: self.given.take("marks")} if "marks" in self.given else {}
        for track in ("health", "willpower"):
            if track in self.given:
                marks[track] = self.given.take(track)
        if "size" in self.given:
            self._set_length(self.track, self.given.take("size"))
        for track, text in marks.items():
            self._set_length(track, len(text))
            self.act("set", **{track: text})
        for condition in tuple(self.main.conditions):
            # What such marks bring on by themselves; the state that the case names follows below.
            self.act("end", kind=condition)
        for injury in self.given.take("injuries", []):
            self.act("injury", result=normal(injury))
        state = self.given.take("state", "active")
        if state != "active":
            conditions = {name: condition for condition, name in STATE_NAMES.items()}
            if state not in conditions:
                raise UnknownKey(f"there is no state {state!r}")
            self.act("condition", kind=conditions[state])
        self.facts.clear()
        self.lines.clear()

    def _set_length(self, track: str, size: int) -> None:
        if self.main.tracks[track].size != size:
            self.act("set", **{f"{track}_size": size})

    # ------------------------------------------------------------------ reading back

    @property
    def main(self) -> Character:
        return self.state.characters[MAIN]

    def statuses(self) -> list[str]:
        return [status.id for status in self.main.status]

    def track_facts(self) -> list[TrackSet]:
        return [fact for fact in self.facts if isinstance(fact, TrackSet) and fact.who == MAIN]

    def rolled(self, what: str = "", who: str = MAIN) -> Rolled:
        found = [
            fact for fact in self.facts if isinstance(fact, Rolled) and fact.who == who and what in ("", fact.what)
        ]
        assert found, f"nothing was rolled: {what}"
        return found[-1]

    def asked(self, what: str) -> Due | None:
        """What this step has made due."""
        name = f"{what}:{MAIN}"
        found = [fact.due for fact in self.facts if isinstance(fact, DueSet)]
        return next((due for due in reversed(found) if due.id == name or due.id.startswith(f"{name}:")), None)

    def is_due(self, what: str) -> bool:
        return any(due.id == f"{what}:{MAIN}" for due in self.state.open_due)

    def record(self) -> Mapping[str, Any]:
        """What the scene has kept of the contest of this step."""
        for fact in reversed(self.facts):
            if isinstance(fact, SceneSet) and fact.name.startswith(("contest:", "faith:")):
                assert isinstance(fact.after, Mapping)
                return fact.after
        raise AssertionError("there was no contest")

    def damage_told(self) -> list[int]:
        """The damage before halving of every hit that the log tells of."""
        return [int(str(line.values["damage"])) for line in self.lines if line.id in HARM]

    def derived(self, name: str) -> int:
        return next(value.value for value in self.engine.rules.derived(self.state, MAIN) if value.id == name)


# ---------------------------------------------------------------------- verbs


def hit_values(when: Keys) -> dict[str, Any]:
    halve = when.take("halve", True)
    return {
        "amount": when.take("damage"),
        "type": when.take("type"),
        "source": source_of(when.take("cause")),
        "conflict": when.take("conflict"),
        "unhalved": None if halve else True,
    }


OTHER_WORDS = {
    "longsword": "sword", "bullet": "gun", "bullets": "gun", "handgun": "pistol", "fist": "fists", "unarmed": "fists",
    "stake": "wooden_stake", "bite": "teeth", "fang": "teeth", "fangs": "teeth", "claw": "claws", "sun": "sunlight",
    "daylight": "sunlight", "flame": "fire", "flames": "fire", "symbol": "holy_symbol", "shame": "stress",
}  # fmt: skip
"""Words of the cases for sources that the ruleset's list calls otherwise."""


def source_of(name: str | None) -> str | None:
    """The source that a case names, by its last known word; any other is an ordinary weapon."""
    if name is None:
        return None
    words = normal(name).split("_")
    if {"dog", "rat", "wolf", "animal"} & set(words):
        return "animal_bite"
    tried = ["_".join(words), *reversed(words)]
    found = (OTHER_WORDS.get(word, word) for word in tried)
    source = next((word for word in found if word in gear.SOURCES), "weapon")
    on_fire = {"burning", "flaming", "fiery"} & set(words) and gear.SOURCES[source].nature != "fire"
    return "fire" if on_fire else source


def do_size(play: Play, when: Keys) -> None:
    play.answers["lengths"] = {track: play.main.tracks[track].size for track in ("health", "willpower")}


def do_hit(play: Play, when: Keys) -> None:
    play.attempt("damage", track=play.track, **hit_values(when))


def do_spend(play: Play, when: Keys) -> None:
    play.attempt("spend", points=when.take("points"))


def do_resize(play: Play, when: Keys) -> None:
    play.act("set", **{f"{play.track}_size": when.take("size")})


def do_kind(play: Play, when: Keys) -> None:
    before = play.state
    play.act("damage", track=play.track, amount=1, source=source_of(when.take("weapon")))
    play.answers["type"] = play.track_facts()[-1].damage_type
    play.state = before


def do_pool(play: Play, when: Keys) -> None:
    before = play.state
    if when.take("frenzied", False):
        play.act("condition", kind="fury_frenzy")
    skill, attribute = when.take("skill"), when.take("attribute")
    values: dict[str, Any] = {
        "pool": attribute + skill,
        "bonus": when.take("bonus"),
        "penalty": when.take("penalty"),
        "surge": when.take("surge"),
        "no_cover": when.take("no_cover"),
        "category": when.take("category"),
    }
    intent = Intent("roll", targets=(MAIN,), values={name: item for name, item in values.items() if item is not None})
    try:
        worked = play.engine.worked_out(play.state, intent, RandomChance(1))
    except Refusal:
        play.refused = True
        play.state = before
        return
    odds = play.engine.odds(play.state, intent)
    play.keep(*worked)
    fact = play.rolled("roll")
    assert odds is not None
    assert odds.pool == fact.pool
    assert odds.parts == fact.parts
    assert len(fact.faces) + sum(len(dice.faces) for dice in fact.others) == fact.pool
    read_pool(play, fact)
    # The case only asks for the pool; what the throw may have cost does not count.
    play.state = before


def roll_dice(play: Play, regular: Sequence[int], hungry: Sequence[int]) -> None:
    faces = [*regular, *hungry]
    play.act(
        "roll",
        faces=faces,
        pool=len(faces),
        hunger_dice=len(hungry),
        category="other",
        difficulty=play.given.take("difficulty", 1),
    )


def read_roll(play: Play, what: str, who: str = MAIN) -> None:
    fact = play.rolled(what, who)
    names = ("win", "margin", "critical", "messy", "bestial", "total_failure")
    play.answers |= {"successes": fact.successes, **{name: fact.data[name] for name in names}}
    read_pool(play, fact)


def read_pool(play: Play, fact: Rolled) -> None:
    hungry = int(str(fact.data["hunger_dice"]))
    play.answers |= {"pool": fact.pool, "hunger_count": hungry, "regular_count": fact.pool - hungry}


def do_roll(play: Play, when: Keys) -> None:
    roll_dice(play, when.take("regular_dice", []), when.take("hunger_dice", []))
    read_roll(play, "roll")


def do_reroll(play: Play, when: Keys) -> None:
    roll_dice(play, when.take("regular_dice", []), when.take("hunger_dice", []))
    picked = [str(face) for face in when.take("reroll", [])]
    picked += [f"h{face}" for face in when.take("hunger_picked", [])]
    again = when.take("again", [])
    play.attempt("reroll", faces=again, dice=",".join(picked))
    read_roll(play, "roll" if play.refused else "reroll")


def do_rouse(play: Play, when: Keys) -> None:
    faces = when.take("dice", [])
    play.attempt(
        "rouse",
        faces=faces,
        reason=when.take("reason"),
        forced=when.take("forced"),
        level=when.take("level"),
        two_dice=True if len(faces) == 2 else None,
    )
    read_rouse(play)


def read_rouse(play: Play) -> None:
    play.answers["effect_happens"] = False if play.refused else play.rolled("rouse_check").data["effect_happens"]


def do_mend(play: Play, when: Keys) -> None:
    play.count("mended", done=when.take("already", False))
    play.attempt("mend", faces=when.take("dice", []))
    read_rouse(play)


def do_mend_aggravated(play: Play, when: Keys) -> None:
    wake = when.take("wake")
    if wake is not None:
        play.attempt("rouse", faces=[wake], reason="wake", forced=True)
    play.count("mended_tonight", done=when.take("already", False))
    play.attempt("mend_aggravated", faces=when.take("dice", []))
    read_rouse(play)


def do_session(play: Play, when: Keys) -> None:
    if when.take("ambition", False):
        play.act("ambition")
    play.act("session", target="")


def do_treat(play: Play, when: Keys) -> None:
    if "Healer" not in play.state.characters:
        play.add("Healer", "mortal", medicine=play.given.take("medicine"))
    play.count("treated", done=when.take("already", False))
    play.attempt("treat", who="Healer", successes=when.take("successes"), marks=when.take("marks"))
    play.answers["win"] = False
    if not play.refused:
        read_roll(play, "treat", "Healer")


def do_hospital(play: Play, when: Keys) -> None:
    if play.main.kind not in VAMPIRES:
        play.answers["weeks_needed"] = play.derived("hospital_weeks")
    play.attempt("hospital", weeks=when.take("weeks"))


def do_lookup(play: Play, when: Keys) -> None:
    names = {
        "surge": "blood_surge",
        "mend": "mended_marks",
        "power": "discipline_bonus",
        "reroll_level": "rouse_reroll_level",
        "bane": "bane_severity",
    }
    play.answers |= {key: play.derived(name) for key, name in names.items()}


def enter_attacker(play: Play) -> str:
    if "Attacker" not in play.state.characters:
        play.add("Attacker", "mortal")
    return "Attacker"


def weapons_of(play: Play) -> dict[str, Any]:
    """The weapons of both sides: the attacker's modifier has two names, its own and that of a called strike."""
    modifier = play.given.take("weapon_modifier")
    return {
        "weapon": source_of(play.given.take("weapon")),
        "weapon_damage": play.given.take("attacker_weapon", modifier),
        "defender_weapon_damage": play.given.take("defender_weapon"),
    }


def do_contest(play: Play, when: Keys) -> None:
    play.act(
        "attack",
        who=enter_attacker(play),
        successes=when.take("attacker"),
        defence_successes=when.take("defender"),
        strikes_back=when.take("two_sided") or None,
        **weapons_of(play),
    )
    play.drop_hits()


def do_surprise(play: Play, when: Keys) -> None:
    play.act(
        "attack",
        who=enter_attacker(play),
        successes=when.take("attacker"),
        surprised=True,
        **weapons_of(play),
    )
    play.drop_hits()


def do_called_strike(play: Play, when: Keys) -> None:
    play.act(
        "attack",
        who=enter_attacker(play),
        successes=when.take("attacker"),
        defence_successes=when.take("defender"),
        strikes_back=when.take("two_sided") or None,
        aim=when.take("aim"),
        **weapons_of(play),
    )
    record = play.record()
    play.answers |= {"net": record["net"], "damage": record["to_defender"], "effect": normal_effect(record["effect"])}
    if any(due.id.startswith("hit:") for due in play.state.open_due):
        play.act("hit", target="")
    if play.is_due("behead"):
        play.act("final_death", cause="decapitation")


SIDES = {"attacker": "Attacker", "defender": MAIN}


def do_clash(play: Play, when: Keys) -> None:
    """Throw real dice on both sides: an attack on the main character, an argument, or a plain contest."""
    what, attacker = when.take("what", "attack"), SIDES["attacker"]
    if attacker not in play.state.characters:
        play.add(attacker, play.given.take("attacker", "vampire"))
    faces: list[int] = []
    pools = []
    for side, who in SIDES.items():
        regular, hungry = when.take(f"{side}_dice", []), when.take(f"{side}_hunger", [])
        if play.state.characters[who].kind in VAMPIRES:
            play.act("set", target=who, hunger=len(hungry))
        faces += [*regular, *hungry]
        pools.append(len(regular) + len(hungry))
    values: dict[str, Any] = {"pool": pools[0], "against_pool" if what == "contest" else "defence_pool": pools[1]}
    if what == "attack":
        values |= {
            "aim": when.take("aim"),
            "surprised": when.take("surprised"),
            "weapon": source_of(play.given.take("weapon")),
            "weapon_damage": play.given.take("attacker_weapon"),
            "defender_weapon_damage": play.given.take("defender_weapon"),
        }
        if when.take("surprised"):
            del values["defence_pool"]
    if what != "contest":
        values["strikes_back"] = when.take("two_sided") or None
    play.facts.clear()
    play.lines.clear()
    play.act(what, who=attacker, faces=faces, **values)
    read_clash(play)


def do_clash_reroll(play: Play, when: Keys) -> None:
    """Let one side throw dice of the clash again."""
    picked = ",".join(str(face) for face in when.take("picked"))
    play.act("reroll", target=SIDES[when.take("side")], faces=when.take("again"), dice=picked)
    read_clash(play)


def read_clash(play: Play) -> None:
    """How each side's dice are read now, by its own roll or by the line that tells its new verdict; what is due."""
    told = {str(line.values["who"]): line.values["result"] for line in play.lines if line.id == "vtm5.verdict_now"}
    for side, who in SIDES.items():
        rolls = [fact for fact in play.facts if isinstance(fact, Rolled) and fact.who == who]
        if who in told:
            result = told[who]
            assert isinstance(result, Term)
            play.answers[f"{side}_result"] = result.id.replace("_", " ")
        elif rolls:
            play.answers[f"{side}_result"] = rolls[-1].result.replace("_", " ")
        owed = [due.id.partition(":")[0] for due in play.state.open_due if due.who == who]
        play.answers[f"{side}_owes"] = next((kind for kind in owed if kind in ("messy", "bestial")), "none")
        play.answers[f"hit_on_{side}"] = "hit" in owed
    play.answers["effect"] = normal_effect(str(play.record().get("effect", "none")))


def normal_effect(effect: str) -> str:
    return effect.replace("_", " ")


def enter_order(play: Play) -> None:
    """Begin a fight in an order that waits for no declarations."""
    play.act("option", target="", order="fixed")
    play.act("initiative")
    play.act("next", target="")


def do_expose(play: Play, when: Keys) -> None:
    if not play.state.order:
        enter_order(play)
    play.attempt("expose", cause=when.take("cause"), every=when.take("every"), amount=when.take("amount"))
    hits = []
    for _ in range(when.take("turns", 1)):
        told = len(play.damage_told())
        play.act("next", target="")
        hits.append(sum(play.damage_told()[told:]))
    play.answers["hits"] = hits
    play.act("scene", target="")


def do_cold(play: Play, when: Keys) -> None:
    if play.cold_since is None:
        play.cold_since = play.state.seconds
    play.attempt("cold", water=when.take("water") or None)
    if play.refused:
        when.take("tests"), when.take("hours_after")
        return
    for successes in when.take("tests", []):
        if play.main.has_condition("immobile"):
            break
        interval = play.main.conditions["cold"].data["interval"]
        play.act("pass", target="", seconds=interval)
        assert play.is_due("cold"), "the clock has not asked for the test"
        play.act("cold_test", successes=successes)
    for _ in range(when.take("hours_after", 0)):
        play.act("pass", target="", seconds=3600)
    tests = [fact for fact in play.facts if isinstance(fact, Rolled) and fact.what == "cold_test"]
    running = play.main.conditions.get("cold")
    play.answers |= {
        "difficulties": [test.data["difficulty"] for test in tests],
        "passed": [test.data["win"] for test in tests],
        "minutes": (play.state.seconds - play.cold_since) // 60,
        "next_difficulty": running.amount if running else None,
    }


def do_wake(play: Play, when: Keys) -> None:
    play.attempt(
        "wake",
        reason=when.take("reason"),
        successes=when.take("successes"),
        giver_potency=when.take("giver_potency"),
    )


def do_feed(play: Play, when: Keys) -> None:
    play.attempt("feed", amount=when.take("amount"), killed=when.take("killed") or None)


def do_injury(play: Play, when: Keys) -> None:
    die = when.take("die")
    do_hit(play, when)
    play.answers["asked"] = play.is_due("injury")
    if play.is_due("injury"):
        play.act("injury", faces=[die])
        rolled = play.rolled("injury")
        play.answers |= {"total": rolled.data["total"], "result": rolled.result.replace("_", " ")}
        if rolled.result == "death_or_torpor":
            say_yes_to_the_worst(play)


def say_yes_to_the_worst(play: Play) -> None:
    """The game master's yes to what the injury table has offered."""
    if play.is_due("worst"):
        if play.main.kind in VAMPIRES:
            play.act("torpor", reason="injury")
        else:
            play.act("death")


def do_faith(play: Play, when: Keys) -> None:
    believer = enter_believer(play)
    before = play.state
    try:
        play.act(
            "faith",
            who=believer,
            successes=when.take("mortal"),
            resisted=when.take("vampire"),
            critical=when.take("critical") or None,
            touch=when.take("touch") or None,
        )
    except Refusal:
        play.refused = True
        assert play.state is before
    play.answers["damage"] = sum(play.damage_told())
    if not play.refused:
        play.answers["pool"] = play.rolled("resist").pool


def do_faith_shield(play: Play, when: Keys) -> None:
    play.attempt("faith_shield")
    shield = play.main.conditions.get("faith_shield")
    play.answers["turns"] = shield.left if shield else 0


def enter_believer(play: Play) -> str:
    if "Believer" not in play.state.characters:
        play.add("Believer", "mortal", true_faith=play.given.take("true_faith"))
    return "Believer"


def do_remorse(play: Play, when: Keys) -> None:
    believer = enter_believer(play) if "true_faith" in play.given else None
    play.attempt("remorse", result="passed" if when.take("passed") else "failed", believer=believer)


def do_desire(play: Play, when: Keys) -> None:
    play.count("desire_used", done=when.take("already", False))
    play.attempt("desire")


def do_frenzy(play: Play, when: Keys) -> None:
    play.act("frenzy", faces=when.take("dice"), difficulty=play.given.take("difficulty"))
    play.answers["turn_lost"] = play.main.has_condition("turn_lost")
    read_roll(play, "frenzy")


def do_order(play: Play, when: Keys) -> None:
    play.act("option", target="", order=when.take("option", "action"))
    dice: dict[str, int] = {}
    names = []
    for table in play.given.take("fighters"):
        fighter = Keys(table, "fighter")
        name = fighter.take("name")
        names.append(name)
        numbers = {key: fighter.take(key) for key in ("dexterity", "wits", "composure", "awareness")}
        player = 1 if fighter.take("player", False) else None
        play.add(name, fighter.take("who", "vampire"), player=player, **numbers)
        action, skill = fighter.take("action"), fighter.take("skill")
        if action is not None:
            play.act("declare", target=name, action=normal(action), skill=skill)
        if "die" in fighter:
            dice[f"die:{name}"] = fighter.take("die")
        fighter.finish()
    intent = Intent("initiative", targets=tuple(names), values=dice)
    play.keep(*play.engine.worked_out(play.state, intent, TypedChance(())))
    play.answers["order"] = [place.who for place in play.state.order]


def do_defences(play: Play, when: Keys) -> None:
    attacker = enter_attacker(play)
    enter_order(play)
    pool, in_the_open = play.given.take("pool"), when.take("no_cover", False)
    pools = []
    for _ in range(when.take("attacks")):
        values = {"pool": 1, "defence_pool": pool} | ({"no_cover": True} if in_the_open else {})
        intent = Intent("attack", attacker, (MAIN,), values)
        play.keep(*play.engine.worked_out(play.state, intent, RandomChance(1)))
        pools.append(play.rolled("defence").pool)
        play.drop_hits()
    play.answers["pools"] = pools


VERBS: dict[str, Callable[[Play, Keys], None]] = {
    "size": do_size,
    "hit": do_hit,
    "spend": do_spend,
    "resize": do_resize,
    "kind": do_kind,
    "pool": do_pool,
    "roll": do_roll,
    "reroll": do_reroll,
    "rouse": do_rouse,
    "mend": do_mend,
    "mend aggravated": do_mend_aggravated,
    "session start": do_session,
    "treat": do_treat,
    "hospital": do_hospital,
    "lookup": do_lookup,
    "contest": do_contest,
    "surprise": do_surprise,
    "called strike": do_called_strike,
    "clash": do_clash,
    "clash reroll": do_clash_reroll,
    "expose": do_expose,
    "cold": do_cold,
    "wake": do_wake,
    "feed": do_feed,
    "injury": do_injury,
    "faith": do_faith,
    "faith shield": do_faith_shield,
    "remorse": do_remorse,
    "desire": do_desire,
    "frenzy": do_frenzy,
    "order": do_order,
    "defences": do_defences,
}


# ---------------------------------------------------------------------- what must be true


def state_name(play: Play) -> str:
    """The gravest state on the card; who is out of the turn order shows it as a status word too."""
    for kind, name in STATE_NAMES.items():
        if play.main.has_condition(kind):
            assert (kind in play.statuses()) is (not play.main.can_act)
            return name
    assert play.main.can_act
    return "active"


def injuries_on(play: Play) -> list[str]:
    found = [condition for condition in play.main.conditions.values() if condition.kind in injuries.LASTING]
    return [(condition.note or condition.kind).replace("_", " ") for condition in found]


def marks_removed(play: Play) -> int:
    return sum(fact.before.filled - fact.after.filled for fact in play.track_facts())


def crosses_converted(play: Play) -> int:
    return sum(fact.before.marks.count("X") - fact.after.marks.count("X") for fact in play.track_facts())


def frenzy_difficulty(play: Play) -> int:
    asked = play.asked("frenzy")
    return int(str(asked.line.values["difficulty"])) if asked else 0


def only_defends(play: Play) -> int:
    condition = play.main.conditions.get("only_defends")
    return condition.left or 0 if condition else 0


def trait_of(trait: str, play: Play) -> int:
    """A number of the sheet; Bane Severity is what the table makes of Blood Potency where the card names none."""
    return play.derived(trait) if trait == "bane_severity" else play.main.integer(trait)


STATE_READERS: dict[str, Callable[[Play], Any]] = {
    "marks": lambda play: play.main.tracks[play.track].marks,
    "size": lambda play: play.main.tracks[play.track].size,
    "health": lambda play: play.main.tracks["health"].marks,
    "willpower": lambda play: play.main.tracks["willpower"].marks,
    "state": state_name,
    "hunger": lambda play: play.main.pools["hunger"].value if "hunger" in play.main.pools else 0,
    **{trait: partial(trait_of, trait) for trait in (*TRAITS, "true_faith")},
    "injuries": injuries_on,
    "impaired": lambda play: f"impaired_{play.track}" in play.statuses(),
    "out": lambda play: f"crossed_out_{play.track}" in play.statuses(),
    "allowed": lambda play: not play.refused,
    "points": lambda play: sum(fact.amount for fact in play.track_facts()),
    "lost": lambda play: sum(len(fact.lost) for fact in play.track_facts()),
    "removed": marks_removed,
    "converted": crosses_converted,
    "frenzy_difficulty": frenzy_difficulty,
    "winner": lambda play: play.record()["winner"],
    "margin": lambda play: play.record()["margin"],
    "to_attacker": lambda play: play.record()["to_attacker"],
    "to_defender": lambda play: play.record()["to_defender"],
    "retreats": lambda play: play.main.has_condition("retreating"),
    "flees": lambda play: play.main.has_condition("fleeing"),
    "only_defends_turns": only_defends,
}


def compare(play: Play, then: Mapping[str, Any]) -> None:
    wrong = {}
    for key, expected in then.items():
        if key in play.answers:
            actual = play.answers[key]
        elif key in play.answers.get("lengths", {}):
            actual = play.answers["lengths"][key]
        elif key in STATE_READERS:
            actual = STATE_READERS[key](play)
        else:
            raise UnknownKey(f"then.{key} is not understood, or says nothing after this verb")
        if actual != expected:
            wrong[key] = (actual, expected)
    assert not wrong, "; ".join(
        f"{key}: got {actual!r}, wanted {expected!r}" for key, (actual, expected) in wrong.items()
    )


# ---------------------------------------------------------------------- odds


EVENTS = {
    "win": ("win",),
    "critical": ("critical_win", "plain_critical_win", "messy_critical"),
    "messy": ("messy_critical",),
    "bestial": ("bestial_failure",),
}
"""What the events of a roll's odds are called that come to what a case asks for."""


def play_odds(play: Play, when: Keys, then: Mapping[str, Any]) -> None:
    if "rouse_checks" in when:
        rouse_odds(play, when, then)
    elif "attacker_pool" in play.given:
        contest_odds(play, then)
    else:
        roll_odds(play, when, then)


def chance_of(play: Play, event: str, intent: Intent) -> Fraction:
    """The chance of an event; one that cannot happen is not told."""
    chances = play.engine.odds(play.state, intent)
    assert chances is not None
    if event == "total_failure":
        return 1 - (chances.at_least[0] if chances.at_least else 0)
    wanted = EVENTS.get(event, (event,))
    told = (chance for label, chance in chances.events if isinstance(label, Term) and label.id in wanted)
    return sum(told, Fraction(0))


def first_of(chances: Sequence[Fraction], count: int) -> list[Fraction]:
    """So many chances; what is more than there can be has none."""
    return [*chances, *[Fraction(0)] * count][:count]


def roll_odds(play: Play, when: Keys, then: Mapping[str, Any]) -> None:
    difficulty = play.given.take("difficulty", 1)
    if "regular_dice" in when or "hunger_dice" in when:
        roll_dice(play, when.take("regular_dice", []), when.take("hunger_dice", []))
        picked = ",".join(str(face) for face in when.take("reroll", []))
        intent = Intent("reroll", targets=(MAIN,), values={"dice": picked})
    else:
        pool = play.given.take("pool")
        intent = Intent("roll", targets=(MAIN,), values={"pool": pool, "category": "other"})
    for key, expected in then.items():
        if key == "at_least":
            chances = play.engine.odds(play.state, intent)
            assert chances is not None
            assert first_of(chances.at_least, len(expected)) == [Fraction(text) for text in expected]
        elif key in (*EVENTS, "total_failure") and isinstance(expected, list):
            actual = [chance_of(play, key, intent.with_values(difficulty=goal)) for goal in range(1, len(expected) + 1)]
            assert actual == [Fraction(text) for text in expected], key
        elif key in (*EVENTS, "total_failure"):
            asked = intent.with_values(difficulty=difficulty) if intent.verb == "roll" else intent
            assert chance_of(play, key, asked) == Fraction(expected), key
        else:
            raise UnknownKey(f"then.{key} is not understood in odds of a roll")


def rouse_odds(play: Play, when: Keys, then: Mapping[str, Any]) -> None:
    intent = Intent("rouse", targets=(MAIN,), values={"checks": when.take("rouse_checks"), "forced": True})
    chances = play.engine.odds(play.state, intent)
    assert chances is not None
    ends = [chance for label, chance in chances.events if isinstance(label, Message)]
    for key, expected in then.items():
        if key == "hunger":
            assert ends == [Fraction(text) for text in expected]
        elif key == "over":
            assert chance_of(play, "over_hunger_5", intent) == Fraction(expected)
        else:
            raise UnknownKey(f"then.{key} is not understood in odds of Rouse checks")


def contest_odds(play: Play, then: Mapping[str, Any]) -> None:
    pools = {"pool": play.given.take("attacker_pool"), "defence_pool": play.given.take("defender_pool")}
    intent = Intent("attack", enter_attacker(play), (MAIN,), pools)
    events = {"attacker": "attacker_ahead", "tie": "tie", "defender": "defender_ahead"}
    for key, expected in then.items():
        if key == "margin_at_least":
            chances = play.engine.odds(play.state, intent)
            assert chances is not None
            assert first_of(chances.at_least, len(expected)) == [Fraction(text) for text in expected]
        elif key in events:
            assert chance_of(play, events[key], intent) == Fraction(expected), key
        else:
            raise UnknownKey(f"then.{key} is not understood in odds of a contest")


# ---------------------------------------------------------------------- the case


KNOWN_CASE_KEYS = {"id", "rules", "kind", "title", "source", "given", "when", "then", "steps", "note", "notes"}


def run_case(case: Case) -> None:
    """Play one case. Raises AssertionError where the product answers otherwise, UnknownKey where it can't be read."""
    if unknown := case.keys() - KNOWN_CASE_KEYS:
        raise UnknownKey(f"the case has keys that nothing reads: {sorted(unknown)}")
    play = Play(case)
    steps = case.get("steps") or [{"when": case["when"], "then": case["then"]}]
    play.set_up([step["when"]["do"] for step in steps])
    for step in steps:
        if unknown := step.keys() - {"when", "then", "note"}:
            raise UnknownKey(f"a step has keys that nothing reads: {sorted(unknown)}")
        when, then = Keys(step["when"], "when"), step.get("then", {})
        verb = when.take("do")
        play.facts, play.lines, play.answers, play.refused = [], [], {}, False
        if verb == "odds":
            play_odds(play, when, then)
        elif verb in VERBS:
            VERBS[verb](play, when)
            compare(play, then)
        else:
            raise UnknownKey(f"there is no verb {verb!r}")
        when.finish()
    play.given.finish()
