"""Two sides' successes against each other: who wins, by how much, what harm follows (V5-ATK-01 to 03, 06, 07).

The scene keeps a record of each contest, so that it can be settled again, for both sides, when one throws dice again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from tracker.api import (
    Condition,
    ConditionSet,
    Draft,
    Part,
    SceneSet,
    State,
    Term,
    Told,
    Value,
    frozen,
    message,
    record,
)
from tracker_vtm5 import dice, options, owed, people
from tracker_vtm5.dice import Terms
from tracker_vtm5.records import faces, number, word

HANDICAP = 2
"""What aiming at a small spot costs (V5-ATK-06)."""
STAKING_DAMAGE = 5
BEHEADING_DAMAGE = 10
NO_TIE = -1
"""The value of `ties_from` in a record where a tie is no one's win."""
OTHER = {"attacker": "defender", "defender": "attacker"}
Record = Mapping[str, Value]


@record
class Score:
    """The outcome of a contest: the winner, the lead, and the damage to each side before halving."""

    winner: str
    margin: int
    to_attacker: int = 0
    to_defender: int = 0
    is_tie: bool = False


def score(
    attacker: int,
    defender: int,
    *,
    ties_from: int | None,
    tie_damage: int,
    two_sided: bool,
    surprised: bool,
    attacker_weapon: int,
    defender_weapon: int,
) -> Score:
    """Compare successes; `attacker` are those left after a called shot's price.

    `ties_from`: the successes from which the attacker wins a tie, which does `tie_damage` and the weapon's modifier.
    """
    if surprised:
        margin = attacker - 1
        return Score("attacker", margin, 0, margin + attacker_weapon) if margin >= 0 else Score("nobody", margin)
    lead = attacker - defender
    if lead > 0:
        return Score("attacker", lead, 0, lead + attacker_weapon)
    if lead < 0:
        return Score("defender", -lead, -lead + defender_weapon if two_sided else 0)
    if two_sided:
        return Score("both", 0, 1 + defender_weapon, 1 + attacker_weapon, is_tie=True)
    if ties_from is not None and attacker >= ties_from:
        return Score("attacker", 0, 0, tie_damage + attacker_weapon, is_tie=True)
    return Score("nobody", 0, is_tie=True)


def called_shot_handicap(view: State, aim: str) -> int:
    """Return the successes that a called shot costs: none where the table takes dice instead (V5-ATK-06)."""
    return HANDICAP if aim and options.is_set(view, "called_shot", "successes") else 0


def effect_of(view: State, record: Record, damage: int, *, vampire: bool) -> str:
    """What a called strike does beyond its harm; thresholds look at the unhalved damage (V5-HAZ-10, V5-HAZ-11)."""
    if record.get("aim") == "heart" and vampire and damage >= STAKING_DAMAGE:
        only_stakes = options.is_set(view, "stake_weapon", "hand_held")
        if record.get("hand_stake" if only_stakes else "wood") is True:
            return "staked"
    if record.get("aim") == "head" and damage >= BEHEADING_DAMAGE and record.get("beheads") is True:
        return "final_death"
    return "none"


# ---------------------------------------------------------------------- both sides of a record


def thrown(record: Record, side: str) -> dice.Throw:
    """The dice of one side as they lie."""
    return dice.Throw(faces(record, f"{side}_regular"), faces(record, f"{side}_hunger"))


def with_throw(record: Record, side: str, throw: dice.Throw, roll: int) -> dict[str, Value]:
    """The record with the dice of one side, which are that character's roll number `roll`."""
    return {
        **record,
        f"{side}_regular": throw.regular,
        f"{side}_hunger": throw.hunger,
        f"{side}_successes": throw.successes,
        f"{side}_roll": roll,
    }


def terms_of(record: Record, side: str) -> Terms:
    """What one side's dice are read against: the other side's successes as they are now."""
    handicap = number(record, "handicap")
    if side == "defender":
        return Terms(max(number(record, "attacker_successes") - handicap, 0), None)
    if record.get("surprised") is True:
        return Terms(1, handicap=handicap)
    return Terms(number(record, "defender_successes"), _ties_from(record), handicap)


def _ties_from(record: Record) -> int | None:
    """The successes from which the attacker of a record wins a tie; None: no tie is won."""
    ties_from = number(record, "ties_from")
    return None if ties_from == NO_TIE else ties_from


def record_of(view: State, key: str) -> Record | None:
    """The record of a contest of this scene between two who are still here."""
    record = view.scene.get(key)
    if not isinstance(record, Mapping) or any(word(record, side) not in view.characters for side in OTHER):
        return None
    return record


def record_behind(view: State, kept: Record) -> Record | None:
    """The record of the contest in which a remembered roll was made, None once another has taken its place."""
    record = record_of(view, word(kept, "contest"))
    is_of_it = record is not None and number(record, f"{word(kept, 'side')}_roll") == number(kept, "number")
    return record if is_of_it else None


# ---------------------------------------------------------------------- settling


def settle(
    draft: Draft, key: str, record: Record, told: Mapping[str, Told] | None = None, *, anew: bool = False
) -> Score:
    """Work a contest out for both sides, remember it, and make its hits and the prices of its dice ready.

    `told` are the rolls of this act by side: the lines take their successes from them. `anew`: one side
    has thrown dice again; the same hits stay due with other numbers, or are due no more.
    """
    before = record_of(draft.state, key)
    net = terms_of(record, "defender").difficulty
    result = score(
        net,
        number(record, "defender_successes"),
        ties_from=_ties_from(record),
        tie_damage=number(record, "tie_damage"),
        two_sided=record.get("two_sided") is True,
        surprised=record.get("surprised") is True,
        attacker_weapon=number(record, "attacker_weapon"),
        defender_weapon=number(record, "defender_weapon"),
    )
    harms = record.get("harms") is True
    harm = result if harms else Score(result.winner, result.margin)
    vampire = people.is_vampire(draft.character(word(record, "defender")))
    settled: dict[str, Value] = {
        **record,
        "net": net,
        "winner": result.winner,
        "margin": result.margin,
        "to_attacker": harm.to_attacker,
        "to_defender": harm.to_defender,
        "effect": effect_of(draft.state, record, harm.to_defender, vampire=vampire),
    }
    draft.add(SceneSet(key, draft.state.scene.get(key), frozen(settled)))
    _tell(draft, settled, result, told or {})
    for side in OTHER:
        settle_price(draft, word(record, side), number(record, f"{side}_roll"), terms_of(record, side), record, side)
        if anew and before is not None:
            _tell_change(draft, before, record, side)
    if harms:
        _ready(draft, key, settled, "defender", result, anew=anew)
        _ready(draft, key, settled, "attacker", result, anew=anew)
    return result


def _tell(draft: Draft, record: Record, result: Score, told: Mapping[str, Told]) -> None:
    """Tell who is ahead, and by how much; successes that were rolled in this act are those of their rolls."""
    attacker, defender = (draft.character(word(record, side)).name for side in OTHER)
    net, resisted = number(record, "net"), number(record, "defender_successes")
    scored = told["attacker"]("successes") if "attacker" in told else number(record, "attacker_successes")
    against = told["defender"]("successes") if "defender" in told else resisted
    successes = scored
    if handicap := number(record, "handicap"):
        aim, successes = Term(word(record, "aim")), net
        aimed = message("vtm5.aimed", who=attacker, aim=aim, successes=scored, price=handicap, net=net)
        draft.say(aimed, working=True)
    if record.get("what") == "faith":
        line = "vtm5.faith_holds" if result.winner == "attacker" else "vtm5.faith_fails"
        draft.say(message(line, who=attacker, target=defender, successes=successes, resisted=against))
        return
    line = f"vtm5.contest_{result.winner}"
    if result.is_tie and (result.winner == "attacker" or (result.winner == "nobody" and net)):
        line += "_tie"
    draft.say(
        message(line, attacker=attacker, defender=defender, successes=successes, against=against, margin=result.margin)
    )


def _tell_change(draft: Draft, before: Record, record: Record, side: str) -> None:
    """Tell the new verdict of a side whose dice lie still, where the other side's new dice have changed it."""
    throw = thrown(record, side)
    old, new = (terms_of(one, side).judged(throw) for one in (before, record))
    if throw.faces and thrown(before, side) == throw and old.result != new.result:
        name = draft.character(word(record, side)).name
        draft.say(message("vtm5.verdict_now", who=name, result=Term(new.result), before=Term(old.result)))


def settle_price(draft: Draft, who: str, roll: int, terms: Terms, record: Record, side: str = "") -> None:
    """Owe the price of a messy critical or a bestial failure, or owe it no more (V5-DICE-06, V5-DICE-07).

    One who did not wake from torpor gives in to no compulsion.
    """
    throw = thrown(record, side) if side else dice.Throw(faces(record, "regular"), faces(record, "hunger"))
    if not throw.faces:
        return
    price = terms.judged(throw).price
    for waiting in prices_of(draft.state, who):
        if waiting.data.get("roll") == roll:
            if waiting.kind == price:
                return
            owed.end(draft, who, waiting)
    sleeps_on = price == "bestial" and people.first_of(draft.character(who), people.SENSELESS)
    if price and not sleeps_on:
        owed.owe(draft, who, price, roll=roll)


def prices_of(view: State, who: str) -> tuple[Condition, ...]:
    """The prices of messy criticals and bestial failures of this scene, the answered ones too."""
    return tuple(one for one in view.characters[who].conditions.values() if one.kind in ("messy", "bestial"))


# ---------------------------------------------------------------------- hits


def ready_hits(view: State) -> Iterator[tuple[str, Condition]]:
    """The hits that wait for the game master's yes, with their victims; nothing hits those who are gone."""
    for who, character in view.characters.items():
        if people.first_of(character, people.GONE):
            continue
        for hit in character.conditions_of_kind("hit_due"):
            if not owed.is_dismissed(view, who, hit):
                yield who, hit


def make_ready(draft: Draft, key: str, victim: str, data: Record, *, anew: bool) -> None:
    """Let a hit of a contest wait; with no damage in `data` nothing of it waits any more.

    `anew`: a hit that waits stays the same with other numbers; one that was dismissed is asked about once more.
    """
    running = [hit for hit in draft.character(victim).conditions_of_kind("hit_due") if hit.data.get("contest") == key]
    still_waits = bool(running) and not owed.is_dismissed(draft.state, victim, running[0])
    if anew and still_waits and number(data, "amount"):
        draft.add(ConditionSet(victim, replace(running[0], data=frozen({**data, "contest": key})), "V5-ATK-01"))
        return
    if number(data, "amount"):
        owed.owe(draft, victim, "hit_due", "V5-ATK-01", contest=key, **data)
    owed.end(draft, victim, *running)


def _ready(draft: Draft, key: str, record: Record, side: str, result: Score, *, anew: bool) -> None:
    """Make the hit on one side ready, or take back one that a reroll has undone."""
    striker = OTHER[side]
    data: dict[str, Value] = {
        "amount": number(record, f"to_{side}"),
        "by": word(record, striker),
        "type": word(record, f"{striker}_type"),
        "source": word(record, f"{striker}_source"),
        "track": word(record, "track"),
        "conflict": word(record, "conflict"),
        "unhalved": record.get("unhalved") is True,
        "effect": word(record, "effect") if side == "defender" else "none",
        "base": "tie" if result.is_tie else "margin",
        "base_rule": "V5-ATK-03" if result.is_tie else "V5-ATK-01",
        "weapon": number(record, f"{striker}_weapon"),
    }
    make_ready(draft, key, word(record, side), data, anew=anew)


def parts_of(hit: Record) -> tuple[Part, ...]:
    """What the damage of a hit is made of."""
    weapon = number(hit, "weapon")
    base = Part(Term(word(hit, "base")), number(hit, "amount") - weapon, word(hit, "base_rule"))
    return (base, Part(Term("damage_modifier"), weapon, "V5-EQ-02")) if weapon else (base,)
