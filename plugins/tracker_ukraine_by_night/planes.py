"""Reach of powers and planes of existence (UBN-EFF-01 to UBN-EFF-04)."""

from tracker.api import Character, ConditionKind, Draft, Message, Prompted, State, message

HIDDEN = "supernaturally_hidden"


def plane_objection(view: State, who: str, target: Character) -> Message | None:
    """Why a power does not reach a target: another plane. Powers on oneself always do."""
    user = view.characters[who]
    if who == target.id or user.text("plane") == target.text("plane"):
        return None
    return message("ubn.refused.plane", who=user.name, target=target.name)


def remind_of_reach(draft: Draft, who: str, targets: tuple[str, ...]) -> None:
    """Remind of how far powers reach, and of targets that stay hidden."""
    name = draft.character(who).name
    draft.add(Prompted(f"reach:{who}", who, message("ubn.due.reach", who=name), "", "UBN-EFF-01", "turn"))
    for target in targets:
        character = draft.character(target)
        if target != who and character.has_condition(HIDDEN):
            line = message("ubn.due.hidden", who=name, target=character.name)
            draft.add(Prompted(f"hidden:{who}:{target}", who, line, "", "UBN-EFF-04", "turn"))


CONDITIONS = (ConditionKind(HIDDEN, rule="UBN-EFF-04"),)
