"""People come from files of other tools: all of them in one act, and what no one understood is told."""

from tracker.acts import people
from tracker.core.intents import Draft, Intent, IntentValue
from tracker.core.messages import message
from tracker.core.values import frozen
from tracker.engine import initiative, joining, kept
from tracker.engine.act import Act


def take_in(act: Act, draft: Draft, intent: Intent) -> None:
    """Bring in everyone in the files, with the initiative that they have there."""
    from tracker.exchange.documents import documents_in
    from tracker.exchange.people import PeopleReader, shown_unread

    reader = PeopleReader(act.rules, act.library.spell, act.library)
    totals: dict[str, IntentValue] = {}
    for document in documents_in(intent.text("file")):
        imported = reader.read(document)
        for newcomer in imported.people:
            before = set(draft.state.characters)
            if newcomer.person is not None:
                kept.join_as_kept(act, draft, newcomer.person, people.free_name(draft.state, newcomer.person.name))
                continue
            joining.join(
                act, draft, act.checked(draft.state, Intent("add", values=newcomer.given)), newcomer.conditions
            )
            joined = [who for who in draft.state.characters if who not in before]
            if newcomer.initiative is not None:
                totals |= {f"total:{who}": newcomer.initiative for who in joined}
        draft.say(message("import.done", file=imported.file, format=imported.format, count=len(imported.people)))
        if imported.unread:
            draft.say(message("import.unread", file=imported.file, list=shown_unread(imported.unread)))
    if totals and act.rules.card.turns == "order":
        who = tuple(name.partition(":")[2] for name in totals)
        intent = Intent("initiative", targets=who, values=frozen(totals))
        initiative.initiative(act, draft, act.checked(draft.state, intent))
