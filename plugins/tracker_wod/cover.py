"""Cover, and barriers that take the shot first (WOD-DEF-21 to -29)."""

from collections.abc import Mapping

from tracker.api import (
    Action,
    Chance,
    Chapter,
    Character,
    Choice,
    Condition,
    ConditionEnded,
    ConditionKind,
    ConditionSet,
    Deed,
    Draft,
    Intent,
    Parameter,
    Part,
    Refusal,
    SceneSet,
    State,
    Term,
    drafted,
    frozen,
    message,
)
from tracker_wod import gear

BARRIER_NUMBERS = {"durability": "durability", "structure": "structure", "modifier": "barrier-modifier"}
"""The numbers of a barrier, with the parameters that give them."""

UNDESCRIBED = {"structure": 1, "modifier": 0}
"""What a barrier has that no row describes, besides the Durability that the game master gives."""

LEVELS = ("slight", "partial", "good", "full")
OPEN_BARRIER = "barrier"
"""The name of a barrier that the game master does not name."""


def cover_of(character: Character) -> str:
    """The best cover that the character is in: a level, "" for none."""
    kinds = {condition.kind for condition in character.conditions.values()}
    return next((level for level in reversed(LEVELS) if f"cover-{level}" in kinds), "")


def barrier_of(character: Character) -> str:
    """The name of the barrier in front of someone in full cover."""
    condition = next(iter(character.conditions_of_kind("cover-full")), None)
    return (condition.note or OPEN_BARRIER) if condition else ""


def target_cover_parts(character: Character) -> tuple[Part, ...]:
    """What the target's cover takes from a ranged attack (WOD-DEF-21); full cover is a barrier instead."""
    level = cover_of(character)
    penalty = gear.table("cover").get(level, {}).get("modifier")
    return (Part(Term(f"cover-{level}"), penalty, "WOD-DEF-21"),) if penalty else ()


def own_cover_parts(character: Character) -> tuple[Part, ...]:
    """What it costs to shoot out of cover (WOD-DEF-26). Refuses shots out of full cover (WOD-DEF-28)."""
    level = cover_of(character)
    if level == "full":
        rows = gear.table("cover")
        raise Refusal(
            message(
                "wod.refused.full_cover",
                proposes=Term("cover-good"),
                own=rows["good"]["shooting_out"],
                others=rows["good"]["modifier"],
            )
        )
    penalty = gear.table("cover").get(level, {}).get("shooting_out")
    return (Part(Term("from-cover"), penalty, "WOD-DEF-26"),) if penalty else ()


# ---------------------------------------------------------------------- barriers


def scene_name(barrier: str) -> str:
    """The scene value that holds a barrier."""
    return f"barrier:{barrier}"


def barrier_values(view: State, barrier: str) -> Mapping[str, int]:
    """Durability, Structure and the modifier of a shot at a barrier. Refuses a barrier that is not there."""
    value = view.scene.get(scene_name(barrier))
    if not isinstance(value, Mapping):
        raise Refusal(message("wod.refused.no_barrier", barrier=barrier))
    return {name: number for name, number in value.items() if isinstance(number, int)}


def barrier_parts(view: State, barrier: str) -> tuple[Part, ...]:
    """What the barrier itself costs the shot: -1 for glass (WOD-DEF-25)."""
    modifier = barrier_values(view, barrier)["modifier"]
    return (Part(_named(barrier), modifier, "WOD-DEF-25"),) if modifier else ()


def _named(barrier: str) -> Term | str:
    return Term(barrier) if barrier in gear.table("barrier") or barrier == OPEN_BARRIER else barrier


def hit_barrier(draft: Draft, barrier: str, successes: int) -> int:
    """Let successes strike a barrier; return those above its Durability, which go through (WOD-DEF-23).

    Each of them takes one from its Structure; with none left the barrier and the cover behind it are gone (WOD-DEF-24).
    """
    values = barrier_values(draft.state, barrier)
    before = draft.state.scene[scene_name(barrier)]
    excess = max(0, successes - values["durability"])
    structure = max(0, values["structure"] - excess)
    line = message("wod.barrier.hit", barrier=_named(barrier), excess=excess, structure=structure)
    draft.tell(line, SceneSet(scene_name(barrier), before, frozen({**values, "structure": structure})))
    if not structure:
        _break(draft, barrier)
    return excess


def _break(draft: Draft, barrier: str) -> None:
    draft.say(message("wod.barrier.broken", barrier=_named(barrier)))
    for who, character in list(draft.state.characters.items()):
        for condition in character.conditions_of_kind("cover-full"):
            if (condition.note or OPEN_BARRIER) == barrier:
                draft.add(ConditionEnded(who, condition.id, "broken", "WOD-DEF-24"))


def set_barrier(draft: Draft, barrier: str, intent: Intent) -> None:
    """Put a barrier into the scene: a ready-made one, or with the numbers given; one that stands there is kept."""
    name = scene_name(barrier)
    given = {number: intent.integer(key) for number, key in BARRIER_NUMBERS.items() if key in intent.values}
    if name in draft.state.scene and not given and barrier_values(draft.state, barrier)["structure"]:
        return
    known = {**UNDESCRIBED, **gear.table("barrier").get(barrier, {}), **given}
    if "durability" not in known:
        raise Refusal(message("wod.refused.barrier", known=tuple(map(Term, gear.table("barrier")))))
    values = {number: known[number] for number in BARRIER_NUMBERS}
    line = message(
        "wod.barrier.set", barrier=_named(barrier), durability=known["durability"], structure=known["structure"]
    )
    draft.tell(line, SceneSet(name, draft.state.scene.get(name), frozen(values)))


# ---------------------------------------------------------------------- taking cover


def take_cover(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Take cover of a level, or leave it; full cover is behind a barrier. It costs no action of its own."""
    level, who = intent.text("level"), intent.target or intent.actor
    if level == "full":
        barrier = intent.text("barrier", OPEN_BARRIER)
        set_barrier(draft, barrier, intent)
        enter(draft, who, level, barrier)
    elif unused := [name for name in ("barrier", *BARRIER_NUMBERS.values()) if name in intent.values]:
        raise Refusal(message("wod.refused.only_full", list=tuple(map(Term, unused))))
    else:
        enter(draft, who, level)


def enter(draft: Draft, who: str, level: str, barrier: str = "", behind: str = "") -> None:
    """Put someone into cover, out of any other: `behind` a living shield it lasts as long as the hold (WOD-ATK-62)."""
    name, kind = draft.character(who).name, f"cover-{level}"
    gone = _leaving(draft, who)
    if level == "none":
        draft.tell(message("wod.cover.left", who=name), *gone)
        return
    taken = ConditionSet(who, Condition(kind, kind, note=barrier, source=behind, unit="scene"), "WOD-DEF-21")
    draft.tell(message("wod.cover.taken", who=name, cover=Term(kind)), *gone, taken)


def _leaving(draft: Draft, who: str) -> list[ConditionEnded]:
    conditions = draft.character(who).conditions.values()
    return [ConditionEnded(who, one.id, "left") for one in conditions if one.kind.startswith("cover-")]


def leave(draft: Draft, who: str) -> None:
    """End whatever cover someone is in."""
    if gone := _leaving(draft, who):
        draft.tell(message("wod.cover.left", who=draft.character(who).name), *gone)


CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            "cover", "act",
            (
                Parameter("level", "choice", default="good", choices=tuple(map(Choice, ("none", *LEVELS)))),
                Parameter("barrier", "choice", choices=tuple(map(Choice, gear.table("barrier"))), open_choice=True),
                Parameter("durability", "integer", minimum=0, maximum=100, common=False),
                Parameter("structure", "integer", minimum=1, maximum=200, common=False),
                Parameter("barrier-modifier", "integer", minimum=-20, maximum=20, common=False),
            ),
            targets="optional", key="v", rules=("WOD-DEF-21", "WOD-DEF-23", "WOD-DEF-25", "WOD-DEF-28"),
            examples=("cover good by=David", "cover David full window", "cover none by=David"), group="defence",
        ), drafted(take_cover)),
    ),
    conditions=tuple(ConditionKind(f"cover-{level}", tone="good", rule="WOD-DEF-21", bound=True) for level in LEVELS),
)  # fmt: skip
