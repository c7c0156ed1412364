"""People join: the ruleset makes them, the core applies what it needs no rule for."""

from collections.abc import Iterable, Iterator, Mapping

from tracker.acts import people
from tracker.acts.overruling import pool_with
from tracker.acts.people import UNSEEN
from tracker.acts.verbs import FOES_HIDDEN
from tracker.api.descriptions import CharacterKind
from tracker.core import facts as f
from tracker.core.intents import Draft, Intent, IntentValue
from tracker.core.messages import MessageValue, Term, message
from tracker.core.record import replace
from tracker.core.sentences import pool_shown, value_shown
from tracker.core.state import Character, Pool, Track
from tracker.core.values import frozen
from tracker.engine import overruling
from tracker.engine.act import Act
from tracker.engine.overruling import changed


def add(act: Act, draft: Draft, intent: Intent) -> None:
    """Bring people in: the ruleset makes them, the core adds their side, note and the gauges that were given."""
    join(act, draft, intent)


def join(act: Act, draft: Draft, intent: Intent, conditions: Iterable[Mapping[str, IntentValue]] = ()) -> None:
    """Bring people in by an `add`; `conditions` are set on each, beside those of the creature that they are."""
    found = act.library.creature(intent.text("from")) if intent.values.get("from") else None
    given, conditions = intent, tuple(conditions)
    if found is not None:
        creature = found.creature
        note = act.library.text(creature.notes)
        of_book = {**act.library.given_of(creature), **({"note": note} if note else {})}
        given = replace(intent, values=frozen({**of_book, **intent.values}))
        conditions = (*creature.conditions, *conditions)
    count = intent.integer("count", 1)
    wanted = intent.text("name")
    names: list[str] = []
    of_side = tuple(people.new_side(draft.state, intent.text("side")))
    for _ in range(count):
        name = people.free_name(draft.state, wanted, numbered=count > 1)
        _add_one(act, draft, given, name)
        names.append(name)
        if name != wanted and count == 1 and wanted in draft.state.former_names:
            draft.say(message("character.former_name", name=wanted, who=name))
    people.tell_alike(draft, names[0])
    if found is not None:
        called, book = act.library.text(found.creature.names), act.library.text(found.book.titles)
        draft.say(message("book.creature", who=tuple(names), creature=called, book=book))
    if told := tuple(_given(draft.character(names[0]), given, intent)):
        draft.say(message("character.given", who=tuple(names), list=told))
    draft.say(*of_side)
    for name in names:
        for condition in conditions:
            one = act.checked(draft.state, Intent("condition", targets=(name,), values=condition))
            overruling.set_condition(act, draft, one)


def _given(character: Character, given: Intent, typed: Intent) -> Iterator[MessageValue]:
    """What was given to those who join, as it now stands; of the traits of a creature those that were typed."""
    if character.side:
        yield Term(character.side)
    if character.hidden:
        yield Term("hidden")
    for name in given.values:
        if name in character.tracks:
            yield message("character.value", name=Term(name), value=character.tracks[name].marks)
        elif name in character.pools:
            yield message("character.value", name=Term(name), value=pool_shown(character.pools[name]))
        elif name in character.traits and name in typed.values:
            yield message("character.value", name=Term(name), value=value_shown(character.traits[name]))
    if character.note:
        yield character.note


def _add_one(act: Act, draft: Draft, intent: Intent, name: str) -> None:
    kind = act.rules.kinds[intent.text("kind") or next(iter(act.rules.kinds))]
    traits = {spec.id for spec in kind.traits}
    gauges = {spec.id for specs in (kind.tracks, kind.pools) for spec in specs}
    given = {key: value for key, value in intent.values.items() if key in traits}
    one = Intent("add", targets=(name,), values=frozen({"name": name, "kind": kind.id, **given}))
    made = act.rules.create_character(draft.state, one, act.chance)
    side = intent.text("side")
    is_unseen = side == "foe" and draft.state.option(FOES_HIDDEN) is True and "hidden" not in intent.values
    facts: list[f.Fact] = []
    for fact in made.facts:
        if isinstance(fact, f.CharacterAdded) and fact.who == name:
            tracks, pools = _gauges_given(fact, kind, intent)
            is_hidden = is_unseen or intent.flag("hidden")
            note = intent.text("note")
            fact = replace(fact, side=side, note=note, hidden=is_hidden, tracks=tracks, pools=pools)
        facts.append(fact)
    act.run(draft, replace(made, facts=tuple(facts)))
    if draft.state.fight:
        draft.add(f.FightJoined(name, draft.state.fight))
        draft.say(message("fight.joined", who=name, fight=draft.state.fight))
    if is_unseen:
        draft.add(f.CounterSet(name, UNSEEN, 1))
    for gauge in intent.values:
        if gauge in gauges:
            changed(act, draft, "gauge_changed", name, {"gauge": gauge})


def _gauges_given(
    fact: f.CharacterAdded, kind: CharacterKind, intent: Intent
) -> tuple[Mapping[str, Track], Mapping[str, Pool]]:
    """The tracks and pools of someone who joins, with those that the game master gave in their place."""
    tracks, pools = dict(fact.tracks), dict(fact.pools)
    for spec in kind.tracks:
        if spec.id in intent.values:
            tracks[spec.id] = Track(intent.text(spec.id))
    for pool_spec in kind.pools:
        value = intent.values.get(pool_spec.id)
        if value is not None:
            pools[pool_spec.id] = pool_with(pools.get(pool_spec.id), pool_spec.id, value)
    return frozen(tracks), frozen(pools)
