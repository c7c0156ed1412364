"""Drugs and alcohol: what they weigh on, how long, and how one throws them off (WOD-HAZ-10 to -16).

A running drug is a condition of its own kind. While it is held down for an hour (WOD-HAZ-11) its burden is put away
under `data.put-away`, for `data.held-down` seconds.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    Choice,
    Condition,
    ConditionKind,
    ConditionSet,
    Deed,
    Draft,
    DueItem,
    Intent,
    Parameter,
    Refusal,
    State,
    Term,
    Value,
    drafted,
    frozen,
    message,
)
from tracker_wod.dice import Pool
from tracker_wod.effects import trait_value
from tracker_wod.gear import table
from tracker_wod.periodic import Elapsed, Periodic, changed, ended, number
from tracker_wod.recovery import HOUR
from tracker_wod.rolls import ROLL_PARAMETERS, chances_of, pool_of, throw_for

OTHER = "other-drug"
"""A drug that no row describes: it only runs its time."""

ALCOHOL, MARIJUANA, HALLUCINOGEN, COCAINE, HEROIN = "alcohol", "marijuana", "hallucinogen", "cocaine", "heroin"
DRUGS = (ALCOHOL, MARIJUANA, HALLUCINOGEN, COCAINE, HEROIN, OTHER)
RULES = {
    ALCOHOL: "WOD-HAZ-12", MARIJUANA: "WOD-HAZ-13", HALLUCINOGEN: "WOD-HAZ-14", COCAINE: "WOD-HAZ-15",
    HEROIN: "WOD-HAZ-16", OTHER: "WOD-HAZ-10",
}  # fmt: skip
BURDEN_KEYS = ("rolls", "defence", "no-wound-penalty")
USUAL_BONUS = 1
"""The bonus of cocaine by our ruling, WOD-HAZ-15."""


def take(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Give characters a drug: so many doses, of a strength, for the time that the drug lasts or so many hours."""
    drug = intent.text("drug")
    for who in intent.targets:
        character = draft.character(who)
        running = character.conditions.get(drug)
        condition = _dose(character, drug, intent, running)
        takes = "wod.drug.drinks" if drug == ALCOHOL else "wod.drug.takes_again" if running else "wod.drug.takes"
        line = message(takes, who=character.name, drug=Term(drug), count=intent.integer("doses"))
        draft.tell(line, ConditionSet(who, condition, RULES[drug]))
        _tell_burden(draft, who, condition)
        if condition.left == 0:
            nothing = message("wod.drug.nothing", who=character.name, drug=Term(drug))
            ended(draft, who, drug, "time", RULES[drug], nothing)


def _dose(character: Character, drug: str, intent: Intent, running: Condition | None) -> Condition:
    doses = intent.integer("doses")
    known: dict[str, Value] = dict(running.data) if running else {}
    match drug:
        case "alcohol":
            return _drinks(character, intent, doses, running)
        case "marijuana":
            amount = (running.amount if running else 0) + doses
            row = table("drug")[MARIJUANA]
            burden = _burden(row["rolls"], amount * row["per_dose"], amount * row["defence_per_dose"])
            left: int | None = row["hours_after_last"] * HOUR
        case "hallucinogen":
            amount = intent.integer("strength")
            burden = _burden(("all",), -amount, -amount)
            left = _lasting(character)
        case "cocaine":
            amount = intent.integer("bonus")
            row = table("drug")[COCAINE]
            burden = {"rolls": frozen({**dict.fromkeys(row["rolls"], amount), "social": row["social"]})}
            left = None
        case "heroin":
            row = table("drug")[HEROIN]
            amount = -row["modifier"]
            burden = {**_burden(("all",), row["modifier"], row["defence"]), "no-wound-penalty": True}
            left = _lasting(character)
        case _:
            amount, burden, left = intent.integer("strength"), {}, None
    if "hours" in intent.values:
        left = intent.integer("hours") * HOUR
    data = {**known, **burden, "rule": RULES[drug]}
    return Condition(drug, drug, amount, data=frozen(data), left=left, unit="" if left is None else "second")


def _lasting(character: Character) -> int:
    """8 − Stamina hours, in seconds."""
    return max(0, 8 - trait_value(character, "stamina")) * HOUR


def _burden(traits: tuple[str, ...] | list[str], modifier: int, defence: int) -> dict[str, Value]:
    return {"rolls": frozen(dict.fromkeys(traits, modifier)), "defence": defence}


def _drinks(character: Character, intent: Intent, drinks: int, running: Condition | None) -> Condition:
    """Drinks within an hour: those above Stamina count, WOD-HAZ-12."""
    base = running or Condition(ALCOHOL, ALCOHOL)
    stamina = trait_value(character, "stamina")
    hour = number(base, "hour")
    counted = base.amount + max(0, hour + drinks - stamina) - max(0, hour - stamina)
    sick = intent.flag("too-drunk") or base.data.get("too-drunk") is True
    spent = number(base, "spent")
    data = {**base.data, **_drunk(counted, sick), "hour": hour + drinks, "spent": spent, "too-drunk": sick}
    return replace(base, amount=counted, data=frozen(data))


def _drunk(counted: int, too_drunk: bool) -> dict[str, Value]:
    row = table("drug")[ALCOHOL]
    social = min(row["social_max"], counted * row["social_per_dose"])
    rolls = dict.fromkeys(row["rolls"], counted * row["per_dose"])
    rolls["social"] = -social if too_drunk else social
    return {"rolls": frozen(rolls), "defence": counted * row["defence_per_dose"], "rule": "WOD-HAZ-12"}


def _tell_burden(draft: Draft, who: str, condition: Condition) -> None:
    rolls = condition.data.get("rolls")
    if isinstance(rolls, Mapping):
        listed = tuple(
            message("wod.drug.burden", trait=Term(trait), value=value)
            for trait, value in rolls.items()
            if isinstance(value, int) and value
        )
        if listed:
            name = draft.character(who).name
            draft.say(message("wod.drug.burdens", who=name, drug=Term(condition.kind), list=listed))


# ------------------------------------------------------------------ throwing it off


def _running(character: Character, drug: str) -> Condition:
    """The drug that is resisted: the one named, or the only one. Refuses where that is not clear."""
    running = [condition for condition in character.conditions.values() if condition.kind in DRUGS]
    chosen = [condition for condition in running if drug in ("", condition.kind)]
    if len(chosen) != 1:
        known = tuple(Term(condition.kind) for condition in running)
        if not known:
            raise Refusal(message("wod.refused.no_drug", who=character.name))
        raise Refusal(message("wod.refused.which_drug", who=character.name, list=known))
    return chosen[0]


def _resist_pool(view: State, intent: Intent) -> Pool:
    return pool_of(view, intent, intent.actor, ("stamina", "resolve"))


def resist(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Roll Stamina + Resolve against a drug.

    Without numbers one success shakes it off. With `needed` reaching that number holds it down for an hour; with
    `total` the successes of all such rolls are gathered until the drug is thrown off for good.
    """
    view = draft.state
    who = intent.actor
    drug = _running(draft.character(who), intent.text("drug"))
    if drug.kind == HALLUCINOGEN and drug.data.get("clear-head") is not True and not intent.flag("anyway"):
        raise Refusal(message("wod.refused.clear_head", who=draft.character(who).name, way=Term("anyway")))
    needed, total = intent.integer("needed", number(drug, "needed")), intent.integer("total", number(drug, "total"))
    thrown = throw_for(draft, intent, chance, who, _resist_pool(view, intent), "resist-drug", rule="WOD-HAZ-10")
    name = draft.character(who).name
    gathered = number(drug, "gathered") + thrown.successes
    if (total and gathered >= total) or (not total and not needed and thrown.successes):
        line = message("wod.drug.shaken_off", who=name, drug=Term(drug.kind))
        ended(draft, who, drug.id, "WOD-HAZ-11" if total else "WOD-HAZ-10", RULES[drug.kind], line)
        return
    if needed or total:
        drug = changed(draft, who, drug, "WOD-HAZ-11", needed=needed, total=total, gathered=gathered, contest=HOUR)
        if total:
            draft.say(message("wod.extended.running", who=name, task=Term(drug.kind), running=gathered, target=total))
    if needed and thrown.successes >= needed:
        _hold_down(draft, who, drug)
        draft.say(message("wod.drug.held_down", who=name, drug=Term(drug.kind)))
    else:
        _let_up(draft, who, drug)
        draft.say(message("wod.drug.stays", who=name, drug=Term(drug.kind)))


def resist_odds(view: State, intent: Intent) -> Chances:
    """The odds of throwing a drug off or of holding it down."""
    needed = intent.integer("needed")
    return chances_of(view, _resist_pool(view, intent), **({"needed": needed} if needed else {}))


def _hold_down(draft: Draft, who: str, drug: Condition) -> None:
    put_away = {key: value for key, value in drug.data.items() if key in BURDEN_KEYS}
    kept = {key: value for key, value in drug.data.items() if key not in BURDEN_KEYS}
    if put_away:
        kept["put-away"] = frozen(put_away)
    draft.add(ConditionSet(who, replace(drug, data=frozen({**kept, "held-down": HOUR})), "WOD-HAZ-11"))


def _let_up(draft: Draft, who: str, drug: Condition) -> None:
    """Let a burden that was held down weigh again."""
    if "held-down" not in drug.data:
        return
    put_away = drug.data.get("put-away")
    kept = {key: value for key, value in drug.data.items() if key not in ("put-away", "held-down")}
    burden = put_away if isinstance(put_away, Mapping) else {}
    draft.add(ConditionSet(who, replace(drug, data=frozen({**kept, **burden})), "WOD-HAZ-11"))


CLEAR_SKILLS = (Choice("streetwise"), Choice("empathy"))


def _clear_pool(view: State, intent: Intent) -> Pool:
    skill = intent.text("skill", "streetwise")
    return pool_of(view, intent, intent.actor, ("intelligence", skill))


def clear_head(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Roll Intelligence + Streetwise or Empathy under a hallucinogen; its own penalty is its strength."""
    view = draft.state
    who = intent.actor
    drug = view.characters[who].conditions.get(HALLUCINOGEN)
    if drug is None:
        raise Refusal(message("wod.refused.no_drug", who=view.characters[who].name))
    thrown = throw_for(draft, intent, chance, who, _clear_pool(view, intent), "clear-head", rule="WOD-HAZ-14")
    if thrown.successes:
        changed(draft, who, drug, "WOD-HAZ-14", **{"clear-head": True})
        draft.say(message("wod.drug.clear", who=draft.character(who).name))


def clear_head_odds(view: State, intent: Intent) -> Chances:
    """The odds of clearing the head."""
    return chances_of(view, _clear_pool(view, intent))


# ------------------------------------------------------------------ time


def _clocks(condition: Condition) -> list[int]:
    """Seconds until something happens to a drug by itself."""
    clocks = [number(condition, key) for key in ("held-down", "contest") if number(condition, key)]
    if condition.kind == ALCOHOL:
        clocks.append(HOUR - number(condition, "spent"))
    return clocks


def _due(view: State, who: str) -> int | None:
    clocks = [clock for condition in view.characters[who].conditions.values() for clock in _clocks(condition)]
    return min(clocks, default=None)


def _advance(draft: Draft, who: str, elapsed: Elapsed, chance: Chance) -> None:
    for drug in list(draft.character(who).conditions.values()):
        if drug.kind == ALCOHOL:
            _sober_up(draft, who, elapsed.seconds)
        if drug.kind in DRUGS:
            _run_contest(draft, who, drug.id, elapsed.seconds)


def _sober_up(draft: Draft, who: str, seconds: int) -> None:
    """Every hour one of the drinks counted is gone, and a new hour of drinking begins."""
    drunk = draft.character(who).conditions[ALCOHOL]
    hours, spent = divmod(number(drunk, "spent") + seconds, HOUR)
    if not hours:
        changed(draft, who, drunk, spent=spent)
        return
    counted = drunk.amount - hours * table("drug")[ALCOHOL]["fades_per_hour"]
    if counted <= 0:
        ended(draft, who, ALCOHOL, "time", "WOD-HAZ-12", message("wod.drug.sober", who=draft.character(who).name))
        return
    burden = _drunk(counted, drunk.data.get("too-drunk") is True)
    if "held-down" in drunk.data:
        burden = {"put-away": frozen({key: burden[key] for key in BURDEN_KEYS if key in burden})}
    changed(draft, who, drunk, amount=counted, spent=spent, hour=0, **burden)


def _run_contest(draft: Draft, who: str, drug_id: str, seconds: int) -> None:
    drug = draft.character(who).conditions.get(drug_id)
    if drug is None:
        return
    if held := number(drug, "held-down"):
        drug = changed(draft, who, drug, **{"held-down": held - seconds})
        if held <= seconds:
            _let_up(draft, who, drug)
            drug = draft.character(who).conditions[drug_id]
    if contest := number(drug, "contest"):
        changed(draft, who, drug, contest=contest - seconds)


def due(view: State, who: str) -> Iterator[DueItem]:
    """An hour after a roll against a drug the next one is due."""
    character = view.characters[who]
    for drug in character.conditions.values():
        if drug.kind in DRUGS and drug.data.get("contest") == 0:
            line = message("wod.prompt.resist_drug", who=character.name, drug=Term(drug.kind))
            answer = Intent("resist-drug", who, values=frozen({"drug": drug.kind}))
            yield DueItem(f"resist-drug:{who}:{drug.id}", who, line, answer, "WOD-HAZ-11")


PERIODIC = Periodic(_due, _advance)

CHAPTER = Chapter(
    deeds=(
        Deed(Action(
            "drug", "act",
            (
                Parameter("drug", "choice", required=True, choices=tuple(map(Choice, DRUGS))),
                Parameter("doses", "integer", default=1, minimum=1, maximum=50),
                Parameter("strength", "integer", default=1, minimum=1, maximum=3),
                Parameter("bonus", "integer", default=USUAL_BONUS, minimum=0, maximum=5, common=False),
                Parameter("hours", "integer", minimum=1, maximum=1000, common=False),
                Parameter("too-drunk", "switch", common=False),
            ),
            acts=False, targets="many", rules=("WOD-HAZ-12", "WOD-HAZ-13", "WOD-HAZ-14", "WOD-HAZ-15", "WOD-HAZ-16"),
            examples=("drug David alcohol 5", "drug David hallucinogen strength=3"), group="hazards",
        ), drafted(take)),
        Deed(Action(
            "resist-drug", "roll",
            (
                Parameter("drug", "choice", choices=tuple(map(Choice, DRUGS))),
                Parameter("needed", "integer", minimum=0, maximum=50),
                Parameter("total", "integer", minimum=0, maximum=200),
                Parameter("anyway", "switch", common=False),
                *ROLL_PARAMETERS,
            ),
            rules=("WOD-HAZ-10", "WOD-HAZ-11"),
            examples=("resist-drug by=David modifier=-2", "resist-drug heroin needed=3 total=8 by=David"),
            group="hazards",
        ), drafted(resist), resist_odds),
        Deed(Action(
            "clear-head", "roll",
            (Parameter("skill", "choice", default="streetwise", choices=CLEAR_SKILLS), *ROLL_PARAMETERS),
            rules=("WOD-HAZ-14",), examples=("clear-head empathy by=David",), group="hazards",
        ), drafted(clear_head), clear_head_odds),
    ),
    conditions=tuple(ConditionKind(drug, amount=True, tone="warning", rule=rule) for drug, rule in RULES.items()),
    due=due,
)  # fmt: skip
