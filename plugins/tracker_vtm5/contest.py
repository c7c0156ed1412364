"""Two sides' successes against each other: who wins, by how much, what harm follows (V5-ATK-01 to 03, 06, 07)."""

from collections.abc import Mapping
from dataclasses import dataclass

from tracker.api import Draft, Message, Part, Prompted, SceneSet, State, Term, Value, message, quoted
from tracker_vtm5 import options, people, states
from tracker_vtm5.parts import packed
from tracker_vtm5.records import number, word

HANDICAP = 2
"""What aiming at a small spot costs (V5-ATK-06)."""
STAKING_DAMAGE = 5
BEHEADING_DAMAGE = 10


@dataclass(frozen=True, slots=True)
class Score:
    """The outcome of a contest: the winner, the lead, and the damage to each side before halving."""

    winner: str
    margin: int
    to_attacker: int = 0
    to_defender: int = 0


def score(
    view: State,
    attacker: int,
    defender: int,
    *,
    two_sided: bool = False,
    surprised: bool = False,
    attacker_weapon: int = 0,
    defender_weapon: int = 0,
) -> Score:
    """Compare successes; `attacker` are those left after a called shot's price."""
    if surprised:
        margin = attacker - 1
        return Score("attacker", margin, 0, margin + attacker_weapon) if margin >= 0 else Score("nobody", margin)
    lead = attacker - defender
    if lead > 0:
        return Score("attacker", lead, 0, lead + attacker_weapon)
    if lead < 0:
        return Score("defender", -lead, -lead + defender_weapon if two_sided else 0)
    if two_sided:
        return Score("both", 0, 1 + defender_weapon, 1 + attacker_weapon)
    if options.is_set(view, "one_sided_tie", "attacker_wins"):
        return Score("attacker", 0, 0, attacker_weapon)
    return Score("nobody", 0)


def called_shot_handicap(view: State, aim: str) -> int:
    """The successes that a called shot costs: none where the table takes dice instead (V5-ATK-06)."""
    return HANDICAP if aim and options.is_set(view, "called_shot", "successes") else 0


def effect_of(view: State, record: Mapping[str, Value], damage: int, *, vampire: bool) -> str:
    """What a called strike does beyond its harm; thresholds look at the unhalved damage (V5-HAZ-10, V5-HAZ-11)."""
    if record.get("aim") == "heart" and vampire and damage >= STAKING_DAMAGE:
        only_stakes = options.is_set(view, "stake_weapon", "hand_held")
        if record.get("hand_stake" if only_stakes else "wood") is True:
            return "staked"
    if record.get("aim") == "head" and damage >= BEHEADING_DAMAGE and record.get("beheads") is True:
        return "final_death"
    return "none"


def settle(draft: Draft, key: str, record: Mapping[str, Value]) -> Score:
    """Work a contest out, remember it, and make the hits ready to be applied."""
    view = draft.state
    attacker, defender = word(record, "attacker"), word(record, "defender")
    handicap = called_shot_handicap(view, word(record, "aim"))
    net = max(number(record, "attacker_successes") - handicap, 0)
    result = score(
        view,
        net,
        number(record, "defender_successes"),
        two_sided=record.get("two_sided") is True,
        surprised=record.get("surprised") is True,
        attacker_weapon=number(record, "attacker_weapon"),
        defender_weapon=number(record, "defender_weapon"),
    )
    effect = effect_of(view, record, result.to_defender, vampire=people.is_vampire(draft.character(defender)))
    told: dict[str, Value] = {
        **record,
        "net": net,
        "winner": result.winner,
        "margin": result.margin,
        "to_attacker": result.to_attacker,
        "to_defender": result.to_defender,
        "effect": effect,
    }
    draft.add(SceneSet(key, view.scene.get(key), told))
    if handicap:
        draft.say(
            message(
                "vtm5.aimed",
                who=draft.character(attacker).name,
                aim=Term(word(record, "aim")),
                successes=number(record, "attacker_successes"),
                price=handicap,
                net=net,
            )
        )
    draft.say(
        message(
            f"vtm5.contest_{result.winner}",
            attacker=draft.character(attacker).name,
            defender=draft.character(defender).name,
            successes=net,
            against=number(record, "defender_successes"),
            margin=result.margin,
        )
    )
    base = (result.margin, "margin", "V5-ATK-01") if result.winner != "both" else (1, "tie", "V5-ATK-03")
    _ready(draft, defender, told, result.to_defender, base, "attacker", effect)
    _ready(draft, attacker, told, result.to_attacker, base, "defender", "none")
    return result


def ready_hits(view: State) -> dict[str, Mapping[str, Value]]:
    """The hits that wait to be applied, by the name under which the scene keeps them."""
    waiting = {prompt.id for prompt in view.prompts}
    return {
        name: record
        for name, record in view.scene.items()
        if name.startswith("hit:") and name in waiting and isinstance(record, Mapping)
    }


def make_ready(
    draft: Draft, contest: str, victim: str, hit: Mapping[str, Value], line: Message, rule: str = "V5-ATK-01"
) -> None:
    """Let a hit wait for the game master's yes."""
    name = f"hit:{victim}:{contest}"
    draft.add(SceneSet(name, draft.state.scene.get(name), {**hit, "victim": victim, "contest": contest}))
    draft.add(Prompted(name, victim, line, f"hit on={quoted(victim)}", rule, "scene"))


def take_back(draft: Draft, contest: str, victim: str) -> None:
    """A reroll has undone a hit, or it has been applied."""
    name = f"hit:{victim}:{contest}"
    if name in draft.state.scene:
        draft.add(SceneSet(name, draft.state.scene[name], None))
    states.settle_prompt(draft, name)


def _ready(
    draft: Draft,
    victim: str,
    record: Mapping[str, Value],
    amount: int,
    base: tuple[int, str, str],
    side: str,
    effect: str,
) -> None:
    """Make the hit on one side ready, or take back one that a reroll has undone."""
    if not amount:
        take_back(draft, word(record, "contest"), victim)
        return
    weapon = number(record, f"{side}_weapon")
    parts: tuple[Part, ...] = (Part(Term(base[1]), base[0], base[2]),)
    if weapon:
        parts += (Part(Term("damage_modifier"), weapon, "V5-EQ-02"),)
    hit: dict[str, Value] = {
        "amount": amount,
        "type": word(record, f"{side}_type"),
        "source": word(record, f"{side}_source"),
        "track": word(record, "track") or "health",
        "conflict": word(record, "conflict"),
        "unhalved": record.get("unhalved") is True,
        "effect": effect,
        "parts": packed(parts),
    }
    line = message(
        f"vtm5.due.hit_{effect}",
        who=draft.character(victim).name,
        damage=amount,
        type=Term(word(record, f"{side}_type") or "superficial"),
    )
    make_ready(draft, word(record, "contest"), victim, hit, line)
