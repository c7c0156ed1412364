"""Plays the cases of Ukraine by Night through the engine and the plugin.

It translates the keys of a case into characters, intents and cards, and facts and odds back into keys. It knows no
rule: no sum, no damage, no table of the game is in here. Two people stand in for those of a case: the attacker, who
draws, and the victim, whose marks, Vitae and guards a case speaks of.
"""

from collections.abc import Callable
from typing import Any

from tests.plugins.case_files import Case, UnknownKey
from tests.plugins.kept import KnownActs, kept_commands, kept_rules, typed_alike
from tracker.api import Chances
from tracker.core.chance import MoreFaces, TypedChance
from tracker.core.facts import CounterSet, Fact, InitiativeSet, PoolSet, Rolled, TrackSet
from tracker.core.fold import fold_all
from tracker.core.intents import Intent, Outcome, Refusal
from tracker.core.messages import Term
from tracker.core.state import Character, Pool
from tracker.core.values import Value, frozen
from tracker.engine import Engine
from tracker.names import choose
from tracker_ukraine_by_night.guards import SIDES

RULES = kept_rules("tracker_ukraine_by_night")
ENGINE = Engine(RULES)
ACTS = KnownActs(ENGINE)
COMMANDS = kept_commands("tracker_ukraine_by_night")

ATTACKER, VICTIM, OUTSIDER = "#attacker", "#victim", "#outsider"
"""Ids that no name of a case can be taken for."""
GUARD = "#guard_{side}"

MARKS_WITH_PENALTY = {0: ".......", 1: "/////..", 2: "//////.", 3: "///////"}
"""Marks that a vampire carries on under, by the wound penalty that a case names for somebody."""
TRAITS_OF_FIELD = {
    "physical": ("dexterity", "firearms"),
    "social": ("presence", "persuasion"),
    "mental": ("intelligence", "investigation"),
}
STATES = ("failing", "dying", "dead", "torpor", "final_death")
FAILING_CARDS = (1,)
"""An ace, which fails whatever the Ability."""


class Keys:
    """The keys of one table of a case; what nobody takes is reported."""

    def __init__(self, name: str, table: dict[str, Any]) -> None:
        self.name = name
        self._table = table
        self._taken: set[str] = set()

    def take(self, key: str, default: Any = None) -> Any:
        self._taken.add(key)
        return self._table.get(key, default)

    def has(self, key: str) -> bool:
        return key in self._table

    def expect_all_taken(self) -> None:
        unknown = sorted(set(self._table) - self._taken)
        if unknown:
            raise UnknownKey(f"{self.name}: unknown keys {', '.join(unknown)}")


def card_name(value: int, suit: str) -> str:
    return f"{'A' if value == 1 else value}{suit}"


class World:
    """The state of a case as it goes on, and what the last act came to."""

    def __init__(self, given: Keys) -> None:
        options = given.take("options", {})
        unknown = set(options) - set(RULES.options)
        if unknown:
            raise UnknownKey(f"given.options: {', '.join(sorted(unknown))}")
        self.state = ACTS.begun(**options)
        self.facts: tuple[Fact, ...] = ()
        self.has_declared = False
        self.given = given
        self._set_up_attacker()
        self._set_up_victim()

    # ------------------------------------------------------------------ acting

    def do(self, intent: Intent, cards: list[str] | None = None) -> Outcome:
        chance = TypedChance(cards or [])
        outcome, after = ACTS.worked_out(self.state, intent, chance)
        assert not chance.left_over, f"cards that nobody drew: {chance.left_over}"
        if intent.verb in RULES.actions:
            self._check_typed(intent, cards or [], outcome)
        self.state = after
        self.facts = outcome.facts
        return outcome

    def _check_typed(self, intent: Intent, cards: list[str], outcome: Outcome) -> None:
        """Whoever types the act gets what the intent brought about, so that every case covers its line as well."""
        if other := typed_alike(intent, COMMANDS, self.state):
            assert ENGINE.outcome(self.state, other, TypedChance(cards)) == outcome, other

    def is_possible(self, intent: Intent, cards: list[str] | None = None) -> bool:
        self.facts = ()
        try:
            self.do(intent, cards)
        except Refusal:
            return False
        return True

    def know(self, *facts: Fact) -> None:
        self.state = fold_all(self.state, facts)

    def fact(self, kind: type[Any]) -> Any:
        return next((fact for fact in self.facts if isinstance(fact, kind)), None)

    @property
    def victim(self) -> Character:
        return self.state.characters[VICTIM]

    # ------------------------------------------------------------------ setting up

    def add(self, who: str, kind: str, marks: str = "", **traits: Value) -> None:
        self.do(Intent("add", targets=(who,), values=frozen({"name": who, "kind": kind, **traits})))
        if marks:
            self.do(Intent("set", targets=(who,), values=frozen({"health": marks})))

    def _set_up_attacker(self) -> None:
        given = self.given
        self.field = given.take("field", "physical")
        attribute, skill = given.take("attribute", 0), given.take("skill", 0)
        values = {
            trait: level
            for pair in TRAITS_OF_FIELD.values()
            for trait, level in zip(pair, (attribute, skill), strict=True)
        }
        self.add(
            ATTACKER,
            "vampire",
            MARKS_WITH_PENALTY[given.take("wound", 0)],
            armour_penalty=given.take("own_armour", 0),
            health_levels=7,
            **values,
        )

    def _set_up_victim(self) -> None:
        given = self.given
        bleeds_vitae = any(given.has(key) for key in ("vitae", "blood_potency", "spent"))
        traits = {trait: given.take(trait, 0) for trait in ("dexterity", "armour", "dodge", "resilience")}
        traits["stamina"] = given.take("stamina", 2)
        traits["size"] = given.take("body_size", 5)
        traits["health_levels"] = given.take("size", 0)
        traits["attacker_limit"] = given.take("limit", 0)
        who, potency = given.take("who", "vampire" if bleeds_vitae else "mortal"), given.take("blood_potency", 1)
        if who == "vampire":
            traits["blood_potency"] = potency
        self.add(VICTIM, who, given.take("marks", ""), **traits)
        if given.has("vitae"):
            pool = self.victim.pools["vitae"]
            self.know(PoolSet(VICTIM, "vitae", pool, Pool(given.take("vitae"), pool.maximum)))
        self.know(CounterSet(VICTIM, "vitae_spent", given.take("spent", 0), "turn"))
        self.know(CounterSet(VICTIM, "warnings", given.take("warnings", 0)))
        for side in given.take("guards", []):
            guard = GUARD.format(side=side)
            self.add(guard, "mortal")
            self.do(Intent("guard", guard, (VICTIM,), frozen({"from_side": side})))
        if given.take("total_defence", False):
            self.do(Intent("total_defence", VICTIM, values=frozen({"overrule": True})))
        if given.has("state"):
            assert state_word(self) == given.take("state")

    # ------------------------------------------------------------------ asking for a draw

    def _draw_values(self, when: Keys) -> dict[str, Value]:
        given = self.given
        field = when.take("field", self.field)
        if field not in TRAITS_OF_FIELD:
            raise UnknownKey(f"field: {field}")
        traits = TRAITS_OF_FIELD[field]
        values: dict[str, Value] = {}
        if given.has("ability"):
            values["ability"] = given.take("ability")
        if given.has("attribute"):
            values["attribute"] = traits[0]
        if given.has("skill"):
            values["skill"] = traits[1]
        if given.has("difficulty"):
            values["difficulty"] = given.take("difficulty")
        bonuses = [f"bonus {amount}" for amount in given.take("bonuses", [])]
        penalties = [f"penalty -{amount}" for amount in given.take("penalties", [])]
        values["modifiers"] = ", ".join([*bonuses, *penalties])
        return values

    def test_intent(self, when: Keys) -> Intent:
        values = self._draw_values(when)
        values["equipment"] = self.given.take("weapon", 0)
        return Intent("test", ATTACKER, values=frozen(values))

    def attack_intent(self, when: Keys) -> Intent:
        values = self._draw_values(when)
        if self.given.has("weapon"):
            values["weapon_modifier"] = self.given.take("weapon")
        values["range"] = str(self.given.take("range", "short"))
        values["cover"] = str(self.given.take("cover", 0))
        if when.has("weapon_kind"):
            values["weapon"] = weapon(when)
        return Intent("attack", ATTACKER, (VICTIM,), frozen(values))

    def draw_intent(self, when: Keys) -> Intent:
        """A test, or an attack where the case names no ready Ability and speaks of what only an attack has."""
        of_attack = ("dexterity", "armour", "dodge", "total_defence", "range", "cover", "own_armour")
        speaks_of_attack = any(self.given.has(key) for key in of_attack) and not self.given.has("ability")
        if when.has("weapon_kind") or speaks_of_attack:
            return self.attack_intent(when)
        return self.test_intent(when)


def weapon(when: Keys) -> str:
    """The weapon that a case means, found as a typed word is."""
    choices = next(parameter.choices for parameter in RULES.actions["attack"].parameters if parameter.id == "weapon")
    return choose(when.take("weapon_kind"), {choice.id: (choice.id,) for choice in choices}, Term("weapon"))


def typed_cards(when: Keys) -> list[str]:
    again = when.take("again", [])
    return [card_name(when.take("card"), "H"), *(card_name(value, "S") for value in again)]


def state_word(world: World) -> str:
    words = [status.id for status in world.victim.status if status.id in STATES]
    return words[0].replace("_", " ") if words else "active"


def derived(world: World, name: str) -> int:
    return next(value.value for value in RULES.derived(world.state, VICTIM) if value.id == name)


def guarded_sides(world: World) -> list[str]:
    return [kind.removeprefix("guarded_") for kind in world.victim.conditions if kind.startswith("guarded_")]


STATE_READERS: dict[str, Callable[[World], Any]] = {
    "marks": lambda world: world.victim.tracks["health"].marks,
    "boxes": lambda world: world.victim.tracks["health"].size,
    "penalty": lambda world: -derived(world, "wound_penalty"),
    "state": state_word,
    "vitae": lambda world: world.victim.pools["vitae"].value,
    "spent": lambda world: world.victim.count("vitae_spent"),
    "guards": guarded_sides,
    "warnings": lambda world: world.victim.count("warnings"),
    "removed": lambda world: any(status.id == "removed_from_game" for status in world.victim.status),
    "lost": lambda world: len(hit.lost) if (hit := world.fact(TrackSet)) else 0,
    "raised": lambda world: hit.upgraded if (hit := world.fact(TrackSet)) else 0,
    "damage": lambda world: hit.amount if (hit := world.fact(TrackSet)) else 0,
}
"""What a step may ask of the state, or of the hit that was marked last."""


def read_draw(rolled: Rolled) -> dict[str, Any]:
    return {
        "ability": rolled.pool,
        "chance": rolled.data["chance"],
        "total": rolled.total,
        "success": rolled.result == "success",
        "successes": rolled.successes,
        "botch": rolled.data["botch"],
        "extra_card": rolled.data["extra_card"],
        "defence": rolled.data.get("defence", 0),
        "type": rolled.data.get("type"),
    }


# ---------------------------------------------------------------------- the verbs


def ability(world: World, when: Keys) -> dict[str, Any]:
    before, intent = world.state, world.draw_intent(when)
    world.do(intent, [card_name(2, "H")])
    answer = read_draw(world.fact(Rolled))
    world.state = before
    known = RULES.odds(world.state, intent)
    assert known is not None
    assert known.pool == answer["ability"], "the odds know another Ability than the draw"
    return {key: answer[key] for key in ("ability", "chance", "defence")}


def draw(world: World, when: Keys) -> dict[str, Any]:
    return _drawn(world, world.draw_intent(when), when)


def attack(world: World, when: Keys) -> dict[str, Any]:
    return _drawn(world, world.attack_intent(when), when)


def _drawn(world: World, intent: Intent, when: Keys) -> dict[str, Any]:
    cards = typed_cards(when)
    try:
        world.do(intent, cards)
    except MoreFaces:
        # The case names the first card alone: all that can be told is that another one is due.
        return {"extra_card": True}
    return read_draw(world.fact(Rolled))


def kind(world: World, when: Keys) -> dict[str, Any]:
    before = world.state
    world.do(Intent("damage", targets=(VICTIM,), values=frozen({"amount": 1, "weapon": weapon(when)})))
    answer = {"type": world.fact(TrackSet).damage_type}
    world.state, world.facts = before, ()
    return answer


def hit(world: World, when: Keys) -> dict[str, Any]:
    values: dict[str, Value] = {"amount": when.take("damage")}
    if when.has("type"):
        values["type"] = when.take("type")
    if when.has("weapon_kind"):
        values["weapon"] = weapon(when)
    world.do(Intent("damage", targets=(VICTIM,), values=frozen(values)))
    return {"type": world.fact(TrackSet).damage_type}


def only_look(world: World, when: Keys) -> dict[str, Any]:
    return {}


def declare_all(world: World) -> None:
    """Let everybody whom the case names declare an attack; a declaration over the limit is taken and listed."""
    for entry in world.given.take("attackers"):
        somebody = Keys("given.attackers", entry)
        who, rank = somebody.take("name"), somebody.take("rank", 0)
        if who not in world.state.characters:
            world.add(who, "mortal", dexterity=rank // 2, composure=rank - rank // 2)
        total = frozen({f"total:{who}": somebody.take("initiative")})
        world.do(Intent("initiative", targets=(who,), values=total))
        flags = {"harmless": not somebody.take("harm", True), "area": somebody.take("area", False)}
        for _ in range(somebody.take("times", 1)):
            declaration = Intent("declare", who, (VICTIM,), frozen(flags))
            if not world.is_possible(declaration):  # four guards let nobody declare but by the Storyteller's word
                assert len(guarded_sides(world)) == len(SIDES)
                world.do(declaration.with_values(overrule=True))
        somebody.expect_all_taken()


def attackers(world: World, when: Keys) -> dict[str, Any]:
    if not world.has_declared:
        declare_all(world)
        world.has_declared = True
    shown = world.do(Intent("attackers", targets=(VICTIM,))).lines
    told = {name: value for line in shown for name, value in line.values.items()}
    lists = {name: [] if isinstance(told[name], Term) else list(told[name]) for name in ("may", "others", "exempt")}
    refused = {who for who in (*lists["may"], *lists["others"]) if not finds_place(world, who)}
    assert refused == set(lists["others"])
    return {"places": told.get("places"), **lists}


def finds_place(world: World, who: str) -> bool:
    """Whether an attack on the victim would not be refused for want of a place."""
    try:
        ENGINE.outcome(world.state, Intent("attack", who, (VICTIM,)), TypedChance(_any_card()))
    except Refusal as refusal:
        return refusal.reason.id not in ("ubn.refused.no_place", "ubn.refused.no_side")
    return True


def from_side(world: World, when: Keys) -> dict[str, Any]:
    flags = {"from_side": when.take("side"), "area": when.take("area", False)}
    return {"allowed": world.is_possible(Intent("attack", ATTACKER, (VICTIM,), frozen(flags)), _any_card())}


def _any_card() -> list[str]:
    return [card_name(value, "H") for value in FAILING_CARDS]


def guard_falls(world: World, when: Keys) -> dict[str, Any]:
    fall = frozen({"amount": 50, "type": "aggravated"})
    world.do(Intent("damage", targets=(GUARD.format(side=when.take("side")),), values=fall))
    return {}


def outward(world: World, when: Keys) -> dict[str, Any]:
    at, flags = when.take("at"), frozen({"area": when.take("area", False)})
    if at == "guard":
        target = GUARD.format(side=guarded_sides(world)[0])
    elif at == "outsider":
        target = OUTSIDER
        if OUTSIDER not in world.state.characters:
            world.add(OUTSIDER, "mortal")
    else:
        raise UnknownKey(f"when.at: {at}")
    return {"allowed": world.is_possible(Intent("attack", VICTIM, (target,), flags), _any_card())}


def initiative(world: World, when: Keys) -> dict[str, Any]:
    names: list[str] = []
    first: list[str] = []
    again: list[str] = []
    ties: list[list[int]] = []
    for entry in world.given.take("fighters"):
        fighter = Keys("given.fighters", entry)
        names.append(fighter.take("name"))
        first.append(card_name(fighter.take("card"), "H"))
        again += [card_name(value, "S") for value in fighter.take("again", [])]
        ties.append(fighter.take("tie", []))
        world.add(
            names[-1],
            "vampire",
            MARKS_WITH_PENALTY[fighter.take("wound", 0)],
            dexterity=fighter.take("dexterity"),
            composure=fighter.take("composure"),
            health_levels=7,
        )
        fighter.expect_all_taken()
    waves = [
        card_name(cards[wave], "C")
        for wave in range(max(map(len, ties), default=0))
        for cards in ties
        if wave < len(cards)
    ]
    world.do(Intent("initiative", targets=tuple(names)), [*first, *again, *waves])
    totals = {fact.who: fact.value for fact in world.facts if isinstance(fact, InitiativeSet)}
    order = [place.who for place in world.state.order if place.who in names]
    return {"totals": [totals[name] for name in names], "order": order}


def spend(world: World, when: Keys) -> dict[str, Any]:
    return {"allowed": world.is_possible(Intent("spend", VICTIM, values=frozen({"amount": when.take("amount")})))}


def heal(world: World, when: Keys) -> dict[str, Any]:
    values = frozen({"type": when.take("type"), "vitae": when.take("vitae")})
    return {"allowed": world.is_possible(Intent("heal", targets=(VICTIM,), values=values))}


def rest(world: World, when: Keys) -> dict[str, Any]:
    seconds = frozen({"seconds": when.take("minutes") * 60})
    return {"allowed": world.is_possible(Intent("rest", targets=(VICTIM,), values=seconds))}


def clock(world: World, when: Keys) -> dict[str, Any]:
    asked = {key: when.take(key) for key in ("round", "minutes") if when.has(key)}
    lines = world.do(Intent("reckon", values=frozen(asked))).lines
    return {name: value for line in lines for name, value in line.values.items() if name not in asked}


def retry(world: World, when: Keys) -> dict[str, Any]:
    values = frozen({"ability": 5, "field": when.take("field")})
    again = Intent("test", ATTACKER, (VICTIM,), values)
    world.do(again, _any_card())
    minutes = when.take("minutes")
    if minutes:
        world.do(Intent("pass", values=frozen({"seconds": minutes * 60})))
    return {"allowed": world.is_possible(again, _any_card())}


def warn(world: World, when: Keys) -> dict[str, Any]:
    world.do(Intent("warn", targets=(VICTIM,)))
    return {}


def odds(world: World, when: Keys) -> dict[str, Any]:
    known = RULES.odds(world.state, world.draw_intent(when))
    assert isinstance(known, Chances)
    events = {event.id: str(probability) for event, probability in known.events if isinstance(event, Term)}
    return {
        "ability": known.pool,
        "chance": "chance_draw" in events,
        "fail": events["failure"],
        "botch": events["botch"],
        "at_least": [str(probability) for probability in known.at_least],
    }


VERBS: dict[str, Callable[[World, Keys], dict[str, Any]]] = {
    "ability": ability,
    "draw": draw,
    "attack": attack,
    "kind": kind,
    "hit": hit,
    "penalty": only_look,
    "attackers": attackers,
    "from side": from_side,
    "guard falls": guard_falls,
    "outward": outward,
    "initiative": initiative,
    "boxes": only_look,
    "spend": spend,
    "heal": heal,
    "clock": clock,
    "rest": rest,
    "retry": retry,
    "warn": warn,
    "odds": odds,
}


def play_step(world: World, step: dict[str, Any], name: str) -> None:
    """Carry out one `when` and compare every key of its `then`."""
    unknown = set(step) - {"when", "then"}
    if unknown:
        raise UnknownKey(f"{name}: unknown keys {', '.join(sorted(unknown))}")
    when = Keys(f"{name} when", step["when"])
    verb = when.take("do")
    if verb not in VERBS:
        raise UnknownKey(f"{name}: unknown verb {verb!r}")
    answer = VERBS[verb](world, when)
    when.expect_all_taken()
    found: dict[str, Any] = {}
    for key in step["then"]:
        if key in answer:
            found[key] = answer[key]
        elif key in STATE_READERS:
            found[key] = STATE_READERS[key](world)
        else:
            raise UnknownKey(f"{name} then: {verb} does not answer {key!r}")
    assert found == step["then"], name


CASE_KEYS = {"id", "rules", "kind", "title", "source", "note", "given", "when", "then", "steps"}


def run_case(case: Case) -> None:
    """Play a case; raises AssertionError where the product answers otherwise, UnknownKey for what is not understood."""
    unknown = set(case) - CASE_KEYS
    if unknown:
        raise UnknownKey(f"{case['id']}: unknown keys {', '.join(sorted(unknown))}")
    given = Keys(f"{case['id']} given", case.get("given", {}))
    world = World(given)
    steps = case.get("steps") or [{"when": case["when"], "then": case["then"]}]
    for number, step in enumerate(steps, 1):
        play_step(world, step, f"{case['id']} step {number}")
    given.expect_all_taken()
