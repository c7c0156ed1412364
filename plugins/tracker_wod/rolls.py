"""Rolls of traits: the pool with all its parts, Willpower on it, and the action `roll`."""

from collections.abc import Callable, Iterable, Sequence

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    Choice,
    ConditionKind,
    CounterSet,
    Deed,
    Draft,
    Highlight,
    Intent,
    Message,
    OptionSpec,
    Parameter,
    Part,
    PoolSet,
    Refusal,
    State,
    Term,
    Track,
    as_working,
    drafted,
    message,
)
from tracker.api import (
    Pool as Gauge,
)
from tracker_wod import odds, track
from tracker_wod.dice import NO_AGAIN, SIDES, Pool, Throw, chance_rerolls_on_eight, dice_of, result_of, throw
from tracker_wod.effects import roll_parts, trait_value, wound_part
from tracker_wod.refusing import barred
from tracker_wod.traits import UNTRAINED, named_traits

WILLPOWER_DICE = 3
"""WOD-RES-01."""

RESIST_BONUS = 2
"""WOD-RES-02."""

LARGEST_USUAL_MODIFIER = 5
"""WOD-DICE-11."""

TRAITS = Parameter("traits", "text", default="")
SECOND_TRAIT = Parameter("second-trait", "text")
"""So that a sum may be typed without its sign: `roll strength brawl`."""

AGAIN = {"10": 10, "9": 9, "8": 8, "none": NO_AGAIN}

MODIFIER = Parameter("modifier", "integer", minimum=-50, maximum=50)
WILLPOWER = Parameter("willpower", "switch")
AGAIN_ON = Parameter("again", "choice", choices=tuple(map(Choice, AGAIN)), common=False)
NO_WOUNDS = Parameter("no-wounds", "switch", common=False)
EVEN_SO = Parameter("even-so", "switch", common=False, overrules=True)
POOL = Parameter("pool", "integer", minimum=-50, maximum=200, common=False)
ASKED_EVENTS = {"needed": "needed", "must-exceed": "must_exceed", "at-most": "at_most", "exactly": "just"}
EVENT_PARAMETERS = tuple(Parameter(name, "integer", minimum=0, maximum=200, common=False) for name in ASKED_EVENTS)
"""Numbers of successes that only the odds are asked about."""

DIE_PARAMETERS = (MODIFIER, WILLPOWER, AGAIN_ON, POOL)
"""What every rolling action takes: a free modifier, Willpower, other dice that roll again, or a whole pool by the game
master's word."""

ACT_PARAMETERS = (*DIE_PARAMETERS, NO_WOUNDS)
"""What a roll that is an action of a fight takes: wounds may cost nothing this once."""

ROLL_PARAMETERS = (*ACT_PARAMETERS, EVEN_SO)
"""What any other roll of traits takes: the dead may roll if the GM says so."""


def trait_parts(character: Character, traits: Sequence[str]) -> tuple[Part, ...]:
    """The traits of a roll, each as it counts now; a Skill without dots costs dice instead (WOD-DICE-10)."""
    parts: list[Part] = []
    for trait in traits:
        value = trait_value(character, trait)
        if value or trait not in UNTRAINED:
            parts.append(Part(Term(trait), value, "WOD-DICE-01"))
        else:
            parts.append(Part(message("wod.untrained", skill=Term(trait)), UNTRAINED[trait], "WOD-DICE-10"))
    return tuple(parts)


def burdens(view: State, character: Character, traits: Sequence[str], *, wounds: bool = True) -> tuple[Part, ...]:
    """What wounds and running effects take from a roll with these traits."""
    wound = wound_part(view, character) if wounds else ()
    return (*wound, *roll_parts(character, traits))


def asked_parts(intent: Intent) -> tuple[Part, ...]:
    """What the game master adds by hand: the free modifier and the three dice of Willpower."""
    parts: list[Part] = []
    if modifier := intent.integer("modifier"):
        parts.append(Part(Term("modifier"), modifier))
    if intent.flag("willpower"):
        parts.append(Part(Term("willpower"), WILLPOWER_DICE, "WOD-RES-01"))
    return tuple(parts)


def again_on(intent: Intent, default: int) -> int:
    """The lowest face that brings another die."""
    return AGAIN.get(intent.text("again"), default)


def overruled(intent: Intent, pool: Pool) -> Pool:
    """The pool, or the one that the game master gives in its place."""
    if "pool" not in intent.values:
        return pool
    return Pool((Part(Term("pool"), intent.integer("pool")),), pool.again_on)


def pool_of(
    view: State,
    intent: Intent,
    who: str,
    traits: Sequence[str],
    further: Sequence[Part] = (),
    *,
    wounds: bool = True,
) -> Pool:
    """The whole pool of a roll with these traits: traits, `further` parts, wounds, effects, the game master's words.

    Refuses rolls of the dead.
    """
    character = view.characters[who]
    insisted = intent.flag("even-so") or intent.flag("free")
    if track.is_spent(character.tracks.get(track.HEALTH, Track(""))) and not insisted:
        raise barred(view, who, "wod.reason.dead", "even-so" if wounds else "")
    parts = (
        *trait_parts(character, traits),
        *further,
        *burdens(view, character, traits, wounds=wounds and not intent.flag("no-wounds")),
        *asked_parts(intent),
    )
    return overruled(intent, Pool(parts, again_on(intent, SIDES)))


def spend_willpower(draft: Draft, who: str, rule: str = "WOD-RES-01") -> None:
    """Take one point of Willpower. Refuses if none is left; a second point in a round is only pointed out."""
    character = draft.character(who)
    gauge = character.pools["willpower"]
    if not gauge.value:
        raise Refusal(message("wod.refused.willpower", who=character.name))
    after = Gauge(gauge.value - 1, gauge.maximum, gauge.minimum)
    told = draft.record(PoolSet(who, "willpower", gauge, after, rule=rule))
    draft.say(
        message("wod.willpower.spent", who=character.name, before=told("before.value"), left=told("after.value")),
        working=True,
    )
    if draft.state.round and character.count("willpower-spent"):
        draft.say(message("wod.willpower.twice", who=character.name), working=True)
    if draft.state.round:
        draft.add(CounterSet(who, "willpower-spent", character.count("willpower-spent") + 1, "round"))


def throw_for(
    draft: Draft,
    intent: Intent,
    chance: Chance,
    who: str,
    pool: Pool,
    what: str,
    *,
    against: str = "",
    rule: str = "",
    secret: bool = False,
    failing: bool = False,
    **data: bool | int | str,
) -> Throw:
    """Pay Willpower, throw, record the throw and tell it. `what` is the id of a term; `secret`: by a rule.

    `failing`: nothing else tells that nothing came of it.
    """
    if intent.flag("willpower"):
        spend_willpower(draft, who)
    thrown = throw(draft.state, pool, chance, what, draft.character(who).name)
    is_outcome = failing and not thrown.successes
    record_throw(draft, who, thrown, what, against, rule=rule, secret=secret, is_outcome=is_outcome, **data)
    if abs(intent.integer("modifier")) > LARGEST_USUAL_MODIFIER:
        draft.say(message("wod.five_dice", modifier=intent.integer("modifier")), working=True)
    return thrown


def record_throw(
    draft: Draft,
    who: str,
    thrown: Throw,
    what: str,
    against: str = "",
    *,
    rule: str = "",
    secret: bool = False,
    is_outcome: bool = False,
    **data: bool | int | str,
) -> None:
    """Record a throw with its line of the log, and remind of what a dramatic failure may bring.

    `is_outcome`: nothing tells better what came of it.
    """
    told = draft.record(thrown.fact(who, what, against=against, rule=rule, secret=secret, **data))
    draft.say(
        message(
            "wod.throw",
            who=on_whom(draft.state, who, against),
            what=told.term("what"),
            sum=told("parts"),
            pool=told("pool"),
            dice=as_working(dice_of(thrown)),
            result=result_of(thrown),
        ),
        working=not is_outcome,
    )
    if thrown.result == "dramatic_failure":
        draft.say(message("wod.dramatic", who=draft.character(who).name))


def on_whom(view: State, who: str, target: str) -> Message | str:
    """Who acts, and on whom where that is someone else."""
    if not target or target == who:
        return view.characters[who].name
    if who not in view.characters:
        return view.characters[target].name
    return message("wod.against", who=view.characters[who].name, target=view.characters[target].name)


def chances_of(view: State, pool: Pool, **event: int) -> Chances:
    """The odds of a pool; `event` as `odds.chances` takes it."""
    return odds.chances(
        max(0, pool.total), pool.parts, pool.again_on, eight_on_reroll=chance_rerolls_on_eight(view), **event
    )


def chances_of_first(view: State, people: Iterable[str], pool: Callable[[str], Pool], **event: int) -> Chances | None:
    """The odds of the first who rolls, None if no one does; whoever else cannot roll bars the whole act."""
    pools = [pool(who) for who in people]
    return chances_of(view, pools[0], **event) if pools else None


# ---------------------------------------------------------------------- the action `roll`


def traits_of(intent: Intent, usual: str = "") -> tuple[str, ...]:
    """The ids of the traits that a line names, joined or one by one. Refuses what is none."""
    return named_traits("+".join(filter(None, (intent.text("traits", usual), intent.text("second-trait")))))


def _roll_pool(view: State, intent: Intent) -> Pool:
    tool = intent.integer("handling")
    further = (Part(Term("handling"), tool, "WOD-DICE-01"),) if tool else ()
    return pool_of(view, intent, intent.actor, traits_of(intent), further)


def roll(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Roll traits of one character, with the free modifier and all that is automatic."""
    view = draft.state
    throw_for(draft, intent, chance, intent.actor, _roll_pool(view, intent), "roll", rule="WOD-DICE-01")


def roll_odds(view: State, intent: Intent) -> Chances:
    """The odds of `roll`, those of reaching, beating or exactly meeting a number first where one is named."""
    events = {name: intent.integer(asked) for asked, name in ASKED_EVENTS.items() if asked in intent.values}
    return chances_of(view, _roll_pool(view, intent), **events)


CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            "roll", "roll",
            (
                TRAITS,
                SECOND_TRAIT,
                *ROLL_PARAMETERS,
                Parameter("handling", "integer", minimum=-20, maximum=20, common=False),
                *EVENT_PARAMETERS,
            ),
            key="r", rules=("WOD-DICE-01", "WOD-DICE-10"),
            examples=(
                "roll wits+composure", "roll strength+brawl", "roll dexterity+drive handling=2 by=David", "roll pool=5",
            ),
            group="dice",
        ), drafted(roll), roll_odds),
    ),
    conditions=(ConditionKind("modifier", amount=True),),
    highlights=(Highlight("dramatic_failure"), Highlight("wod.dramatic")),
    options=(OptionSpec("chance-rerolls", "ten", (Choice("ten"), Choice("eight")), "WOD-DICE-06"),),
)  # fmt: skip
