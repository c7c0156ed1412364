"""The verbs that every session has, described as a ruleset describes its own."""

from collections.abc import Iterable, Mapping

from tracker.acts.names import THROW_AGAIN
from tracker.api.descriptions import Action, CharacterKind, Choice, ConditionKind, OptionSpec, Parameter
from tracker.core.lore import FOES_NUMBERS, ROUGHNESSES
from tracker.core.quoting import quote

SIDES = (Choice("ally"), Choice("foe"))
LARGEST_COUNT = 200
MOST_DEALT = 20
FOES_HIDDEN = "foes_hidden"
"""The core's own table option: new foes join hidden, until their first act."""
CORE_OPTIONS = (
    OptionSpec(FOES_HIDDEN, default=False),
    OptionSpec(FOES_NUMBERS, default="exact", choices=tuple(map(Choice, ROUGHNESSES))),
)


def core_actions(
    kinds: Iterable[CharacterKind], conditions: Iterable[ConditionKind], options: Iterable[OptionSpec]
) -> tuple[Action, ...]:
    """The core's verbs, with the ruleset's kinds, conditions and options as their choices."""
    kinds = tuple(kinds)
    kind_choices = tuple(Choice(kind.id) for kind in kinds)
    conditions = tuple(conditions)
    condition_choices = tuple(Choice(condition.id) for condition in conditions if condition.by_hand)
    shown_conditions = tuple(Choice(condition.id) for condition in conditions if not condition.memory)
    options = tuple(options)
    example = condition_choices[0].id if condition_choices else "blinded"
    condition_kind = Parameter("kind", "choice", required=True, choices=condition_choices, open_choice=True)
    return (
        Action(
            "add",
            "act",
            (
                Parameter("name", "text", required=True),
                Parameter("kind", "choice", choices=kind_choices),
                Parameter("side", "choice", choices=SIDES, open_choice=True),
                Parameter("count", "integer", minimum=1, maximum=LARGEST_COUNT),
                Parameter("from", "text", common=False),
                Parameter("hidden", "switch", common=False),
                Parameter("note", "text", common=False),
            ),
            acts=False,
            key="+",
            examples=(*_add_examples(kinds), 'add "Night guard" foe count=3'),
        ),
        Action(
            "encounter", "act", (Parameter("name", "text", required=True),), acts=False,
            examples=("encounter warehouse",),
        ),
        Action(
            "deal", "act",
            (
                Parameter("name", "text", required=True),
                Parameter("count", "integer", default=1, minimum=1, maximum=MOST_DEALT),
                Parameter("shuffle", "switch"),
                Parameter("public", "switch", common=False),
            ),
            acts=False, examples=("deal omens", "deal fate 3", "deal fate shuffle"),
        ),
        Action(
            "dice", "act",
            (
                Parameter("secret", "switch", common=False),
                Parameter("text", "text", common=False),
                Parameter("expression", "text", required=True),
            ),
            acts=False, examples=("dice 2d6+3", "dice secret 1d10", 'dice text="falling rocks" 2d6'),
        ),
        Action(
            "equip", "act", (Parameter("name", "text", required=True),), targets="many", acts=False,
            examples=("equip Jerry nailed bat",),
        ),
        Action(
            "keep", "act", (Parameter("campaign", "text", common=False),), targets="many", acts=False, asks=True,
            examples=("keep Jerry", 'keep Jerry campaign="Red Dawn"'),
        ),
        Action(
            "bring", "act",
            (Parameter("from", "text", common=False), Parameter("name", "text")), acts=False,
            examples=("bring Jerry", "bring"),
        ),
        Action(
            "import", "act", (Parameter("file", "text", required=True),), acts=False,
            examples=("import Orc; 12; 7; wounded",),
        ),
        Action(
            "copy", "act",
            (Parameter("name", "text"), Parameter("count", "integer", minimum=1, maximum=LARGEST_COUNT)),
            targets="one", acts=False, examples=("copy Killer", "copy Killer count=3"),
        ),
        Action("remove", "act", targets="many", acts=False, examples=("remove Jerry",)),
        Action(
            "rename", "act", (Parameter("name", "text", required=True),), targets="one", acts=False,
            examples=('rename Jerry "Jerry the Hat"',),
        ),
        Action(
            "side", "act", (Parameter("side", "choice", choices=SIDES, open_choice=True),), targets="many", acts=False,
            examples=("side Jerry foe",),
        ),
        Action("hide", "act", targets="many", acts=False, examples=("hide Killer",)),
        Action("show", "act", targets="many", acts=False, examples=("show Killer",)),
        Action(
            "note", "act",
            (
                Parameter("about", "character", common=False),
                Parameter("public", "switch", common=False),
                Parameter("text", "text", required=True),
            ),
            acts=False, key="t",
            examples=("note the alarm goes off", "note about=David he limps", "note public the clock strikes twelve"),
        ),
        Action(
            "bookmark", "act", (Parameter("text", "text", required=True),), acts=False,
            examples=("bookmark the alarm", "bookmark the turning point"),
        ),
        Action(
            "set", "act", targets="many", acts=False,
            examples=_set_examples(kinds),
        ),
        Action(
            "change", "act", targets="many", acts=False,
            examples=_change_examples(kinds),
        ),
        Action(
            "condition", "act",
            (
                condition_kind,
                Parameter("amount", "integer", minimum=-100, maximum=100),
                Parameter("rounds", "integer", minimum=1, maximum=10_000),
                Parameter("turns", "integer", minimum=1, maximum=10_000, common=False),
                Parameter("minutes", "integer", minimum=1, maximum=1_000_000, common=False),
                Parameter("scene", "switch", common=False),
                Parameter("until", "choice", choices=(Choice("start"), Choice("end")), common=False),
                Parameter("clock", "character", common=False),
                Parameter("text", "text", common=False),
            ),
            targets="many", acts=False, key="c",
            examples=(f"condition Killer {example} rounds=2", f"condition Killer {example} until=start clock=David"),
        ),
        Action(
            "end", "act",
            (
                Parameter("kind", "choice", choices=shown_conditions, open_choice=True),
                Parameter("text", "text"),
            ),
            targets="many", acts=False, key="e",
            examples=(f"end Killer {example}", "end Killer", f"end Killer {example} rain"),
        ),
        Action("next", "act", acts=False, key="n", examples=("next",)),
        Action(
            "initiative", "act", targets="many", acts=False, key="i",
            examples=("initiative", "initiative David=13 Killer=9"),
        ),
        Action(
            "move", "act",
            (
                Parameter("where", "choice", required=True, choices=(Choice("before"), Choice("after"))),
                Parameter("anchor", "character", required=True),
            ),
            targets="one", acts=False, key="m", examples=("move David before Killer",),
        ),
        Action("turn", "act", targets="one", acts=False, examples=("turn David",)),
        Action("jump", "act", targets="one", acts=False, examples=("jump David",)),
        Action("leave", "act", targets="many", acts=False, examples=("leave Killer",)),
        Action("scene", "act", (Parameter("name", "text"),), acts=False, examples=("scene", "scene The yard")),
        Action(
            "rename-scene", "act", (Parameter("name", "text", required=True),), acts=False,
            examples=("rename-scene The yard",),
        ),
        Action(
            "fight", "act",
            (Parameter("name", "text", required=True), Parameter("people", "characters")), acts=False,
            examples=("fight yard Jerry,Killer", "fight first"),
        ),
        Action("end-fight", "act", (Parameter("name", "text"),), acts=False, examples=("end-fight yard",)),
        Action(
            "pass", "act", (Parameter("seconds", "duration", required=True),), acts=False, key="p",
            examples=("pass 2 days", "pass 15m"),
        ),
        Action(
            "rename-session", "act", (Parameter("title", "text", required=True),), acts=False,
            examples=("rename-session The long night",),
        ),
        Action("session", "act", acts=False, examples=("session",)),
        Action(
            "dismiss", "act", (Parameter("number", "integer", minimum=1, maximum=1000),), acts=False, key="x",
            examples=("dismiss 1", "dismiss"),
        ),
        Action("option", "act", acts=False, examples=_option_examples(options)),
    )  # fmt: skip


def _add_examples(kinds: tuple[CharacterKind, ...]) -> tuple[str, ...]:
    traits = [trait.id for kind in kinds[:1] for trait in kind.traits if trait.kind == "integer"]
    return (" ".join(["add Jerry", *(f"{trait}=3" for trait in traits[:2])]),)


def _set_examples(kinds: tuple[CharacterKind, ...]) -> tuple[str, ...]:
    if not kinds:
        return ()
    kind = kinds[0]
    traits = [f"set Jerry {trait.id} 3" for trait in kind.traits[:1] if trait.kind == "integer"]
    tracks = [f"set Jerry {track.id} {track.marks[-1].mark}{track.marks[0].mark}....." for track in kind.tracks[:1]]
    return (*traits, *tracks, *(f"set Jerry {pool.id} 2" for pool in kind.pools[:1]))


def _change_examples(kinds: tuple[CharacterKind, ...]) -> tuple[str, ...]:
    return tuple(f"change Jerry {pool.id}=-2" for kind in kinds[:1] for pool in kind.pools[:1])


def _option_examples(options: tuple[OptionSpec, ...]) -> tuple[str, ...]:
    return tuple(f"option {option.id}={_typed(option)}" for option in options[:1])


def _typed(option: OptionSpec) -> str:
    if isinstance(option.default, bool):
        return "yes" if option.default else "no"
    return quote(str(option.default))


def examples_of_other_verbs(kinds: Iterable[CharacterKind], actions: Iterable[Action]) -> Mapping[str, tuple[str, ...]]:
    """Whole lines with the verbs that are no acts; what they speak of is the ruleset's."""
    gauges = [spec.id for kind in kinds for specs in (kind.tracks, kind.pools) for spec in specs]
    acts = [action.examples[0] for action in actions if action.hook == "roll" and action.examples]
    return {
        "undo": ("undo", "undo 3", "undo #12"),
        "redo": ("redo", "redo 3", "redo #12 as note the lamp goes out"),
        THROW_AGAIN: ("throw-again 1 3", "throw-again"),
        "help": ("help", "help add"),
        "why": ("why", *(f"why Jerry {gauge}" for gauge in gauges[:1])),
        "odds": tuple(f"odds {example}" for example in acts[:1]),
        "sheet": ("sheet", "sheet Jerry"),
        "due": ("due",),
    }
