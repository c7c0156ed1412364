"""What a character is reduced to: impairment, torpor, coma, death, the stake, Final Death (V5-STA-01 to 15)."""

from collections.abc import Iterator

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Character,
    Condition,
    ConditionKind,
    ConditionSet,
    Deed,
    Draft,
    DueItem,
    Highlight,
    Intent,
    Parameter,
    State,
    Status,
    Term,
    Track,
    badges,
    drafted,
    frozen,
    message,
)
from tracker_vtm5 import blood, marks, owed, people
from tracker_vtm5.kinds import choices

TORPOR_REASONS = ("by_choice", "hunger", "wounds", "frozen", "injury", "other")
DEATH_CAUSES = (
    "decapitation", "fire", "sunlight", "destruction", "acid", "explosion", "pressure", "injury", "other",
)  # fmt: skip

ENDED_BY_TORPOR = (
    "half_awake", "immobile", "turn_lost", "retreating", "fleeing", "only_defends", "frenzy_due", "worst_due",
    *people.FRENZIES,
)  # fmt: skip

_CONDITIONS = (
    ConditionKind("torpor", tone="bad", rule="V5-STA-06"),
    ConditionKind("coma", tone="bad", rule="V5-STA-04"),
    ConditionKind("dead", tone="bad", rule="V5-STA-04"),
    ConditionKind("final_death", tone="bad", rule="V5-STA-12"),
    ConditionKind("staked", tone="bad", rule="V5-STA-13", weight=badges.BARRED + 2),
    ConditionKind("immobile", tone="bad", rule="V5-STA-15", weight=badges.BARRED + 1),
    ConditionKind("half_awake", tone="warning", rule="V5-STA-09"),
    ConditionKind("loses_face", tone="warning", rule="V5-STA-05"),
)


def status(view: State, who: str) -> Iterator[Status]:
    """Derive the status words of a character: what keeps it out of the turn order, then its full tracks."""
    character = view.characters[who]
    for kind in people.SENSELESS:
        if character.has_condition(kind):
            weight = badges.GONE if kind in people.GONE else badges.DOWN
            yield Status(kind, can_act=False, weight=weight, tone="bad")
    for name, track in character.tracks.items():
        if marks.is_crossed_out(track):
            yield Status(f"crossed_out_{name}", weight=badges.IN_GAUGE)
        if marks.is_full(track):
            yield Status(f"impaired_{name}", weight=badges.NUMBER + 3)
    yield from _of_this_turn(view, character)


def _of_this_turn(view: State, character: Character) -> Iterator[Status]:
    """The attacks that were met, and the actions spent before the turn is over (V5-DEF-02, V5-TURN-01)."""
    if not view.round_of(character.id) or people.first_of(character, people.SENSELESS):
        return
    if met := character.count("defended"):
        yield Status("defended", value=met, rule="V5-DEF-02", weight=badges.NUMBER - 3)
    if not (acted := character.count("acted")):
        return
    order = view.fight_called(view.fight_of(character.id)).order
    if not any(place.who == character.id and place.acted for place in order):
        yield Status("actions", value=acted, rule="V5-TURN-01", weight=badges.SPENT)


# ---------------------------------------------------------------------- falling


def crossed_out(draft: Draft, who: str) -> None:
    """Do what a Health track of nothing but crosses does: torpor, or a coma that may be turned into death."""
    character = draft.character(who)
    if people.is_vampire(character):
        fall_into_torpor(draft, who, "wounds", "V5-STA-04")
    elif not people.first_of(character, people.SENSELESS):
        coma = Condition("coma", "coma", data=frozen({"reason": "wounds"}))
        draft.tell(message("vtm5.coma", who=character.name), ConditionSet(who, coma, "V5-STA-04"))


def _work_out_defeat(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Work defeat out again after Health has got another length, by the marks that are left (V5-RES-13)."""
    was_out = marks.is_crossed_out(Track(intent.text("before")))
    if marks.is_crossed_out(draft.character(intent.target).tracks["health"]) is not was_out:
        work_out_again(draft, intent.target)


def work_out_again(draft: Draft, who: str) -> None:
    """Work defeat out again after Health was changed otherwise than by harm (V5-RES-13)."""
    if marks.is_crossed_out(draft.character(who).tracks["health"]):
        crossed_out(draft, who)


def ask_again_about_death(draft: Draft, who: str) -> None:
    """Ask once more whether one in a coma dies (V5-DMG-09)."""
    for coma in draft.character(who).conditions_of_kind("coma"):
        asked = int(str(coma.data.get("asked", 1))) + 1
        again = Condition(coma.id, "coma", data=frozen({**coma.data, "asked": asked}))
        draft.add(ConditionSet(who, again, "V5-DMG-09"))


def fall_into_torpor(draft: Draft, who: str, reason: str, rule: str) -> None:
    """Send a vampire into torpor; nothing happens to one that sleeps already."""
    character = draft.character(who)
    if people.first_of(character, people.SENSELESS):
        return
    draft.add(*people.ends_of(character, *ENDED_BY_TORPOR, cause="torpor", rule=rule))
    torpor = Condition("torpor", "torpor", data=frozen({"reason": reason}))
    term = Term(blood.torpor_term(character))
    draft.tell(
        message("vtm5.torpor", who=character.name, reason=Term(reason), term=term), ConditionSet(who, torpor, rule)
    )


def meet_final_death(draft: Draft, who: str, cause: str, rule: str) -> None:
    """End a vampire: nothing that ran on it matters any more."""
    character = draft.character(who)
    gone = Condition("final_death", "final_death", data=frozen({"cause": cause}))
    kinds = {condition.kind for condition in character.conditions.values()}
    draft.tell(message("vtm5.final_death", who=character.name, cause=Term(cause)), ConditionSet(who, gone, rule))
    draft.add(*people.ends_of(character, *kinds, cause="final_death", rule=rule))  # each with the core's own line


def drive_stake(draft: Draft, who: str) -> None:
    """Put a stake into the heart: the vampire is paralysed (V5-STA-13)."""
    line = message("vtm5.staked", who=draft.character(who).name)
    draft.tell(line, ConditionSet(who, Condition("staked", "staked"), "V5-HAZ-11"))


# ---------------------------------------------------------------------- what is due


def due(view: State, who: str) -> Iterator[DueItem]:
    """Ask about death, about a state whose wounds are gone, and what the loss of face means; the dead have none."""
    character = view.characters[who]
    if people.first_of(character, people.GONE):
        return
    wounds_left = marks.is_crossed_out(character.tracks["health"])
    for coma in character.conditions_of_kind("coma"):
        asked = coma.data.get("asked", 1)
        if not people.is_vampire(character) and not character.has_condition("worst_due"):
            name = f"death:{who}" if asked == 1 else f"death:{who}:{asked}"
            line = message("vtm5.due.death", who=character.name)
            yield DueItem(name, who, line, Intent("death", targets=(who,)), "V5-STA-04")
    for state in (*character.conditions_of_kind("coma"), *character.conditions_of_kind("torpor")):
        if state.data.get("reason") == "wounds" and not wounds_left:
            line = message("vtm5.due.stirs", who=character.name, state=Term(state.kind))
            end = Intent("end", targets=(who,), values=frozen({"kind": state.kind}))
            yield DueItem(f"stirs:{who}", who, line, end, "V5-RES-13", "offer")
    if character.has_condition("loses_face"):
        line = message("vtm5.due.loses_face", who=character.name)
        yield DueItem(f"face:{who}", who, line, None, "V5-STA-05", "reminder")


# ---------------------------------------------------------------------- on the GM's call


def _stake(draft: Draft, intent: Intent, chance: Chance) -> None:
    who = people.subject(intent)
    character = draft.character(who)
    people.require_vampire(character)
    if intent.flag("out"):
        if not character.has_condition("staked"):
            people.refuse("not_staked", character)
        ends = people.ends_of(character, "staked", cause="hand", rule="V5-STA-13")
        draft.tell(message("vtm5.stake_out", who=character.name), *ends)
        return
    _refuse_already(draft, who, *people.GONE, "staked")
    drive_stake(draft, who)


def _refuse_already(draft: Draft, who: str, *kinds: str) -> None:
    if state := people.first_of(draft.character(who), kinds):
        people.refuse("already", draft.character(who), state=Term(state))


def _torpor(draft: Draft, intent: Intent, chance: Chance) -> None:
    who = people.subject(intent)
    people.require_vampire(draft.character(who))
    people.require_senses(draft.character(who))
    fall_into_torpor(draft, who, intent.text("reason", "by_choice"), "V5-STA-06")


def _final_death(draft: Draft, intent: Intent, chance: Chance) -> None:
    who, cause = people.subject(intent), intent.text("cause", "destruction")
    _refuse_already(draft, who, *people.GONE)
    if people.is_vampire(draft.character(who)):
        meet_final_death(draft, who, cause, "V5-HAZ-10" if cause == "decapitation" else "V5-STA-12")
    else:
        _kill(draft, who)


def _death(draft: Draft, intent: Intent, chance: Chance) -> None:
    who = people.subject(intent)
    people.require_mortal(draft.character(who))
    _refuse_already(draft, who, "dead")
    _kill(draft, who)


def _kill(draft: Draft, who: str) -> None:
    character = draft.character(who)
    owed.settle_all(draft, who)
    draft.tell(
        message("vtm5.dead", who=character.name),
        *people.ends_of(character, "coma", cause="death", rule="V5-STA-04"),
        ConditionSet(who, Condition("dead", "dead"), "V5-STA-04"),
    )


DEEDS = (
    Deed(
        Action(
            "stake", "act", (Parameter("out", "switch"),), acts=False, targets="one", rules=("V5-STA-13", "V5-STA-14"),
            examples=("stake Vera", "stake Vera out"), group="states",
        ),
        drafted(_stake),
    ),
    Deed(
        Action(
            "torpor", "act",
            (
                Parameter("reason", "choice", default="by_choice", choices=choices(TORPOR_REASONS)),
            ),
            acts=False, targets="one", rules=("V5-STA-06", "V5-STA-07", "V5-STA-08"), examples=("torpor Vera",),
            group="states",
        ),
        drafted(_torpor),
    ),
    Deed(
        Action(
            "final_death", "act",
            (
                Parameter("cause", "choice", default="destruction", choices=choices(DEATH_CAUSES)),
            ),
            acts=False, targets="one", rules=("V5-STA-11", "V5-STA-12", "V5-HAZ-10"),
            examples=("final_death Vera decapitation",), group="states",
        ),
        drafted(_final_death),
    ),
    Deed(
        Action(
            "death", "act", acts=False, targets="one", rules=("V5-STA-04",), examples=("death Hunter",), group="states",
        ),
        drafted(_death),
    ),
)  # fmt: skip

CHAPTER = Chapter(
    deeds=DEEDS,
    inner={"defeat": drafted(_work_out_defeat)},
    conditions=_CONDITIONS,
    status=status,
    due=due,
    highlights=tuple(map(Highlight, ("vtm5.final_death", "vtm5.dead", "vtm5.coma", "vtm5.torpor"))),
)
