"""People who outlive an evening: kept in a book, brought from one as they were, copied."""

from collections.abc import Iterator, Mapping

from tracker.acts import people
from tracker.core import facts as f
from tracker.core.intents import Draft, Intent, Outcome, Refusal
from tracker.core.messages import Message, MessageValue, Term, message
from tracker.core.record import replace
from tracker.core.sentences import pool_shown
from tracker.core.state import Character, Condition, State
from tracker.core.values import frozen
from tracker.engine.act import Act

FOE = "foe"


def keep(act: Act, draft: Draft, intent: Intent) -> None:
    """Tell who is kept and where; the book itself is written by the one who carries the act out for good."""
    campaign = act.library.campaign_to_keep_in(intent.text("campaign"))
    for who in intent.targets:
        draft.say(message("book.kept", who=draft.character(who).name, campaign=campaign))


def bring(act: Act, draft: Draft, intent: Intent) -> None:
    """Bring someone as they were kept; someone who is here already is brought up to date.

    Without a name, or with the word for all, everyone of a campaign comes who is no foe.
    """
    wanted, campaign = intent.text("name"), intent.text("from")
    if not wanted or act.library.means_everybody(wanted):
        kept = [person for _, person in act.library.cast(campaign).values() if person.side != FOE]
        if not kept:
            raise Refusal(message("book.nothing", what=Term("person")))
    else:
        kept = [act.library.person(wanted, campaign)[1]]
    for person in kept:
        here = next((one for one in draft.state.characters.values() if one.name == person.name), None)
        if here is not None and here.kind != person.kind:
            raise Refusal(message("refused.other_kind_here", who=person.name, kind=Term(here.kind)))
        if here is None:
            join_as_kept(act, draft, person, people.free_name(draft.state, person.name))
        else:
            _bring_up_to_date(act, draft, here, person)


def copy(act: Act, draft: Draft, intent: Intent) -> None:
    """Bring in others who are as someone is now, wounds and conditions included."""
    person = draft.character(intent.target)
    wanted = intent.text("name") or person.name
    count = intent.integer("count", 1)
    for _ in range(count):
        join_as_kept(act, draft, person, people.free_name(draft.state, wanted, numbered=count > 1))


def join_as_kept(act: Act, draft: Draft, person: Character, name: str) -> None:
    """Bring someone in exactly as they are described."""
    added = f.CharacterAdded(
        name, name, person.kind, person.side, person.hidden, person.note, person.traits, person.tracks, person.pools
    )
    joined = Draft(draft.state)
    joined.tell(message("character.added", who=name), added)
    if given := tuple(_as_they_are(person)):
        joined.say(message("character.given", who=name, list=given))
    if draft.state.fight:
        joined.tell(message("fight.joined", who=name, fight=draft.state.fight), f.FightJoined(name, draft.state.fight))
    conditions, left_out = _conditions(act, joined.state, person, name)
    joined.add(*(f.ConditionSet(name, one) for one in conditions.values()))
    joined.add(*(f.CounterSet(name, counter, one.value, one.until) for counter, one in person.counters.items()))
    joined.say(*left_out)
    act.take(draft, joined.outcome())


def _as_they_are(person: Character) -> Iterator[MessageValue]:
    """What a newcomer brings along: side, gauges, the note."""
    if person.side:
        yield Term(person.side)
    if person.hidden:
        yield Term("hidden")
    for name, track in person.tracks.items():
        yield message("character.value", name=Term(name), value=track.marks)
    for name, pool in person.pools.items():
        yield message("character.value", name=Term(name), value=pool_shown(pool))
    if person.note:
        yield person.note


def _bring_up_to_date(act: Act, draft: Draft, here: Character, person: Character) -> None:
    """Change what is different; nothing doubles."""
    conditions, left_out = _conditions(act, draft.state, person, here.id)
    facts = tuple(_differences(here, person, conditions))
    lines = (*left_out, *(() if facts else (message("book.as_kept", who=here.name),)))
    act.take(draft, Outcome(facts, lines))


def _differences(here: Character, person: Character, conditions: Mapping[str, Condition]) -> Iterator[f.Fact]:
    who = here.id
    if here.side != person.side:
        yield f.DetailSet(who, "side", here.side, person.side)
    if here.note != person.note:
        yield f.DetailSet(who, "note", here.note, person.note)
    if here.hidden != person.hidden:
        yield f.DetailSet(who, "hidden", "yes" if here.hidden else "", "yes" if person.hidden else "")
    for trait in dict.fromkeys((*here.traits, *person.traits)):
        if here.traits.get(trait) != person.traits.get(trait):
            yield f.TraitSet(who, trait, here.traits.get(trait), person.traits.get(trait))
    for name, track in person.tracks.items():
        if here.tracks.get(name) != track:
            yield f.TrackSet(who, name, here.tracks.get(name, track), track)
    for name, pool in person.pools.items():
        if here.pools.get(name) != pool:
            yield f.PoolSet(who, name, here.pools.get(name, pool), pool)
    for condition_id in here.conditions:
        if condition_id not in conditions:
            yield f.ConditionEnded(who, condition_id, "hand")
    for condition in conditions.values():
        if here.conditions.get(condition.id) != condition:
            yield f.ConditionSet(who, condition)
    for name in dict.fromkeys((*here.counters, *person.counters)):
        counter = person.counters.get(name)
        if here.counters.get(name) != counter:
            yield f.CounterSet(who, name, counter.value if counter else 0, counter.until if counter else "")


def _conditions(act: Act, state: State, person: Character, who: str) -> tuple[Mapping[str, Condition], list[Message]]:
    """The conditions as `who` bears them, and lines about those that bind to someone who is not here."""
    kept: dict[str, Condition] = {}
    left_out: list[Message] = []
    for condition in person.conditions.values():
        named = [condition.source, *(value for value in condition.data.values() if isinstance(value, str))]
        kind = act.rules.conditions.get(condition.kind)
        present = {**dict.fromkeys(state.characters, True), person.id: True}
        if kind is not None and kind.bound and not any(name in present for name in named):
            if not kind.memory:
                left_out.append(
                    message("book.left_out", who=state.characters[who].name, condition=Term(condition.kind))
                )
            continue
        kept[condition.id] = replace(
            condition,
            source=who if condition.source == person.id else condition.source,
            clock=who if condition.clock == person.id else condition.clock,
            data=frozen({name: who if value == person.id else value for name, value in condition.data.items()}),
        )
    return kept, left_out
