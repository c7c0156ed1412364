"""The last draw: told in the log with its deck, remembered so that it can be called over (UBN-DICE-16, UBN-SOC-03)."""

from collections.abc import Mapping

from tracker.api import (
    Action,
    Chance,
    Condition,
    ConditionEnded,
    ConditionSet,
    Draft,
    Intent,
    Outcome,
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
    frozen,
    message,
)
from tracker_ukraine_by_night.cards import DrawRules, Reading, card_words, cards_left, tens_left
from tracker_ukraine_by_night.health import HEALTH

LAST_DRAW = "last_draw"
"""The scene value that holds it: verb, actor, targets, values, and the targets' marks before it."""

CALLED_OVER = "called_over"
"""The value of an intent that repeats a draw: nothing is spent or claimed a second time."""


def told(
    draft: Draft,
    intent: Intent,
    what: str,
    parts: tuple[Part, ...],
    cards: tuple[str, ...],
    reading: Reading,
    rules: DrawRules,
    *,
    typed: bool,
    against: str = "",
    data: Mapping[str, Value] | None = None,
    rule: str = "UBN-DICE-04",
) -> None:
    """Add the fact of a draw and its lines: who drew what and what remains in the deck, and what it comes to."""
    name = draft.character(intent.actor).name
    by_storyteller = intent.flag("storyteller")
    details: dict[str, Value] = {
        "chance": reading.is_chance,
        "difficulty": rules.difficulty,
        "botch": reading.is_botch,
        "extra_card": reading.has_extra_card,
        "left": cards_left(cards),
        "storyteller": by_storyteller,
        **(data or {}),
    }
    if reading.total is not None:
        details["total"] = reading.total
    draft.add(
        Rolled(
            who=intent.actor,
            what=what,
            pool=sum(part.value for part in parts),
            faces=cards[:1],
            again=cards[1:],
            parts=parts,
            successes=reading.successes,
            result=reading.result,
            against=against,
            typed=typed,
            hidden=intent.flag("secret"),
            data=frozen(details),
            rule="UBN-DICE-12" if reading.is_chance else rule,
        )
    )
    draft.say(
        message(
            "ubn.draw.cards",
            who=Term("storyteller") if by_storyteller else name,
            cards=tuple(map(card_words, cards)),
            left=cards_left(cards),
            tens=tens_left(cards),
        )
    )
    if reading.total is None:
        draft.say(message(f"ubn.draw.luck.{reading.result}"))
    elif reading.is_success:
        draft.say(
            message("ubn.draw.success", total=reading.total, difficulty=rules.difficulty, successes=reading.successes)
        )
    elif cards[0].startswith("A"):
        draft.say(message("ubn.draw.ace"))
    else:
        draft.say(message("ubn.draw.failure", total=reading.total, difficulty=rules.difficulty))


def remember(
    draft: Draft, intent: Intent, values: Mapping[str, Value] | None = None, began: tuple[str, ...] = ()
) -> None:
    """Keep what was asked for, with the targets' marks as they are now.

    `values` go over those of the intent; `began` are the ids of conditions that the draw brought upon the actor.
    """
    asked = {name: value for name, value in intent.values.items() if name != CALLED_OVER}
    kept: dict[str, Value] = {
        "verb": intent.verb,
        "actor": intent.actor,
        "targets": intent.targets,
        "values": frozen({**asked, **(values or {})}),
        "marks": frozen(_marks(draft.state, intent.targets)),
        "began": began,
    }
    _keep(draft, kept)


def harm_done(draft: Draft, targets: tuple[str, ...], opened: tuple[Value, ...]) -> None:
    """Keep what the last draw did: the targets' marks after it, and the guarded sides that it opened."""
    last = draft.state.scene.get(LAST_DRAW)
    if isinstance(last, Mapping):
        after = frozen({**_table(last, "after"), **_marks(draft.state, targets)})
        _keep(draft, {**last, "after": after, "opened": (*_list(last, "opened"), *opened)})


def _keep(draft: Draft, kept: Mapping[str, Value]) -> None:
    # What was kept before is left out: it would double the journal, and nobody reads it.
    draft.add(SceneSet(LAST_DRAW, after=frozen(kept)))


def _marks(view: State, people: tuple[str, ...]) -> dict[str, Value]:
    tracks = {who: view.characters[who].tracks.get(HEALTH) for who in people}
    return {who: track.marks for who, track in tracks.items() if track is not None}


def _kept(view: State) -> Mapping[str, Value]:
    last = view.scene.get(LAST_DRAW)
    if not isinstance(last, Mapping):
        raise Refusal(message("ubn.refused.no_draw"))
    return last


def call_over(view: State, intent: Intent, chance: Chance) -> Outcome:
    """Call the last draw over again with a fresh deck: what it did is taken back, nothing is spent twice."""
    last = _kept(view)
    actor, targets = str(last["actor"]), tuple(map(str, _list(last, "targets")))
    for who in (actor, *targets):
        if who not in view.characters:
            raise Refusal(message("ubn.refused.draw_gone", who=who))
    draft = Draft(view)
    name = draft.character(actor).name
    reason = intent.text("reason")
    draft.say(
        message("ubn.called_over", who=name, reason=reason) if reason else message("ubn.called_over.plain", who=name)
    )
    _take_back(draft, last, actor)
    values = frozen({**_table(last, "values"), CALLED_OVER: True})
    draft.follow(Intent(str(last["verb"]), actor, targets, values))
    return draft.outcome()


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
            draft.add(TrackSet(who, HEALTH, track, Track(str(before), track.bonus), rule="UBN-SOC-03"))
            draft.say(message("ubn.marks_back", who=character.name, before=track.marks, after=str(before)))
    for opened in _list(last, "opened"):
        target, kind, guard = map(str, opened) if isinstance(opened, tuple) else ("", "", "")
        if target in draft.state.characters:
            draft.add(ConditionSet(target, Condition(kind, kind, source=guard), "UBN-ATK-13"))
    for began in map(str, _list(last, "began")):
        if began in draft.character(actor).conditions:
            draft.add(ConditionEnded(actor, began, "called over"))
    draft.follow(Intent("settle_state", targets=tuple(_table(last, "after"))))


ACTIONS = (
    Action(
        "call_over",
        "act",
        (Parameter("reason", "text"),),
        acts=False,
        key="R",
        rules=("UBN-SOC-03", "UBN-DICE-03", "UBN-DICE-16"),
        examples=("call_over", "call_over the deck held 41 cards"),
        group="test",
    ),
)
ACTS = {"call_over": call_over}
