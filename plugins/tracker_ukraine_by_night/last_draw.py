"""The last draw: told in the log, remembered so that it can be called over (UBN-DICE-16, UBN-SOC-03)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Condition,
    ConditionEnded,
    ConditionSet,
    Deed,
    Draft,
    Intent,
    Message,
    Parameter,
    Part,
    Refusal,
    Rolled,
    SceneSet,
    State,
    Term,
    Track,
    TrackSet,
    Value,
    as_working,
    drafted,
    frozen,
    message,
)
from tracker_ukraine_by_night.ability import CALLED_OVER, total
from tracker_ukraine_by_night.cards import DrawRules, Reading, read_cards, value_of
from tracker_ukraine_by_night.health import follow_marks
from tracker_ukraine_by_night.kinds import HEALTH
from tracker_ukraine_by_night.odds import chances

LAST_DRAW = "last_draw"
"""The scene value that holds it: verb, actor, targets, values, and the targets' marks before it."""


def tell_draw(
    draft: Draft,
    intent: Intent,
    head: Message,
    parts: tuple[Part, ...],
    cards: tuple[str, ...],
    rules: DrawRules,
    *,
    typed: bool,
    against: str = "",
    data: Mapping[str, Value] | None = None,
    leads_on: bool = False,
) -> Reading:
    """Read the cards of a draw, record it and tell it in a line: `head`, what came of it, then the sum.

    `leads_on`: what successes come to is told after it.
    """
    reading, known = read_cards(total(parts), cards, rules), chances(total(parts), parts, rules)
    is_storytellers = intent.flag("storyteller")
    details: dict[str, Value] = {
        "chance": reading.is_chance,
        "botch": reading.is_botch,
        "extra_card": reading.extra is not None,
        "storyteller": is_storytellers,
        **(data or {}),
    }
    drawn = draft.record(
        Rolled(
            who=intent.actor,
            what=intent.verb,
            pool=known.pool,
            faces=cards[:1],
            again=cards[1:],
            parts=parts,
            successes=reading.successes,
            result=reading.result,
            against=against,
            typed=typed,
            hidden=intent.hidden,
            data=frozen(details),
            rule=_verdict_rule(reading, cards),
            total=reading.total,
            target=None if reading.is_chance else rules.difficulty,
            expected=float(known.mean),
            chance=float(dict(known.events)[Term(reading.result)]),
        )
    )
    numbers = {name: drawn(name) for name in ("total", "target", "successes") if reading.total is not None}
    first, *others = _cards(cards, reading, "storytellers_card" if is_storytellers else "card")
    ability = Part(Term("ability"), known.pool, "UBN-RES-02")
    draft.say(
        message(
            f"ubn.draw.{_verdict(reading, cards)}",
            head=head,
            sum=as_working(message("ubn.draw.sum", sum=(ability, first, *others))),
            ability=drawn("pool"),
            card=first,
            parts=drawn("parts"),
            **numbers,
        ),
        working=leads_on and reading.is_success,
    )
    return reading


def _verdict(reading: Reading, cards: tuple[str, ...]) -> str:
    """What the sentence of the verdict is called."""
    if reading.is_chance:
        return f"luck.{reading.result}"
    return "ace" if cards[0].startswith("A") else reading.result


def _verdict_rule(reading: Reading, cards: tuple[str, ...]) -> str:
    """The rule that decided: luck, an ace, the bands, or that it was too little."""
    if reading.is_chance:
        return "UBN-DICE-12"
    if cards[0].startswith("A"):
        return "UBN-DICE-07"
    return "UBN-DICE-06" if reading.is_success else "UBN-DICE-08"


def _cards(cards: tuple[str, ...], reading: Reading, label: str) -> Iterator[Part]:
    """What the cards add: the first, and the extra one that a ten brings."""
    yield Part(Term(label), value_of(cards[0]), "UBN-DICE-04")
    if reading.extra is not None:
        is_ace = cards[1].startswith("A")
        yield Part(Term("extra_card"), reading.extra, "UBN-DICE-10" if is_ace else "UBN-DICE-09")


def remember(draft: Draft, intent: Intent, *, boosted: bool = False, began: Iterable[str] = ()) -> None:
    """Keep what was asked for, with the targets' marks as they are now.

    `boosted`: Vitae strengthened it; `began` are the ids of conditions that the draw brought upon the actor.
    """
    asked: dict[str, Any] = {name: value for name, value in intent.values.items() if name != CALLED_OVER}
    kept: dict[str, Value] = {
        "verb": intent.verb,
        "actor": intent.actor,
        "targets": intent.targets,
        "values": frozen({**asked, "boosted": boosted}),
        "hidden": intent.hidden,
        "marks": frozen(_marks(draft.state, intent.targets)),
        "began": tuple(began),
    }
    _keep(draft, kept)


def harm_done(draft: Draft, targets: tuple[str, ...], opened: tuple[Value, ...]) -> None:
    """Keep what the last draw did: the targets' marks after it, and the guarded sides that it opened."""
    last = draft.state.scene.get(LAST_DRAW)
    if isinstance(last, Mapping):
        after = frozen({**_table(last, "after"), **_marks(draft.state, targets)})
        _keep(draft, {**last, "after": after, "opened": (*_list(last, "opened"), *opened)})


def _keep(draft: Draft, kept: Mapping[str, Value]) -> None:
    draft.add(SceneSet(LAST_DRAW, draft.state.scene.get(LAST_DRAW), frozen(kept)))


def _marks(view: State, people: tuple[str, ...]) -> dict[str, Value]:
    tracks = {who: view.characters[who].tracks.get(HEALTH) for who in people}
    return {who: track.marks for who, track in tracks.items() if track is not None}


def _kept(view: State) -> Mapping[str, Value]:
    last = view.scene.get(LAST_DRAW)
    if not isinstance(last, Mapping):
        raise Refusal(message("ubn.refused.no_draw"))
    return last


@drafted
def call_over(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Call the last draw over again with a fresh deck: what it did is taken back, nothing is spent twice."""
    last = _kept(draft.state)
    actor, targets = str(last["actor"]), tuple(map(str, _list(last, "targets")))
    people = (actor, *targets, *_named_in(_table(last, "values")))
    for who in people:
        if who not in draft.state.characters:
            raise Refusal(message("ubn.refused.draw_gone", who=who))
    name, reason = draft.character(actor).name, intent.text("reason")
    draft.say(message("ubn.called_over" if reason else "ubn.called_over.plain", who=name, reason=reason))
    _take_back(draft, last, actor)
    values = frozen({**_table(last, "values"), CALLED_OVER: True})
    draft.follow(Intent(str(last["verb"]), actor, targets, values, hidden=last.get("hidden") is True))


def _named_in(values: Mapping[str, Value]) -> Iterator[str]:
    """Whom the values of the draw named beside its targets, such as the further victims of a power."""
    for value in values.values():
        if isinstance(value, tuple):
            yield from (who for who in value if isinstance(who, str))


def _table(last: Mapping[str, Value], name: str) -> Mapping[str, Value]:
    found = last.get(name)
    return found if isinstance(found, Mapping) else frozen({})


def _list(last: Mapping[str, Value], name: str) -> tuple[Value, ...]:
    found = last.get(name)
    return found if isinstance(found, tuple) else ()


def _take_back(draft: Draft, last: Mapping[str, Value], actor: str) -> None:
    for who, after in _table(last, "after").items():
        character = draft.character(who)
        track, before = character.tracks[HEALTH], _table(last, "marks").get(who, after)
        if track.marks != after:
            draft.say(message("ubn.marks_stay", who=character.name))
        elif track.marks != before:
            back = draft.record(TrackSet(who, HEALTH, track, Track(str(before), track.bonus), rule="UBN-SOC-03"))
            rows = {"before": back("before.marks"), "after": back("after.marks")}
            draft.say(message("ubn.marks_back", who=character.name, **rows))
    for opened in _list(last, "opened"):
        target, kind, guard = map(str, opened) if isinstance(opened, tuple) else ("", "", "")
        if target in draft.state.characters:
            draft.add(ConditionSet(target, Condition(kind, kind, source=guard), "UBN-ATK-13"))
    for began in map(str, _list(last, "began")):
        if began in draft.character(actor).conditions:
            draft.add(ConditionEnded(actor, began, "called over", "UBN-SOC-03"))
    follow_marks(draft, tuple(_table(last, "after")))


CALL_OVER = Action(
    "call_over",
    "act",
    (Parameter("reason", "text"),),
    acts=False,
    key="R",
    rules=("UBN-SOC-03", "UBN-DICE-03", "UBN-DICE-16"),
    examples=("call_over", "call_over the deck held 41 cards"),
    group="test",
)
CHAPTER = Chapter(deeds=(Deed(CALL_OVER, call_over),))
