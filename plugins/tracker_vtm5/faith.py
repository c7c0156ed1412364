"""True Faith and what it does to the Kindred (V5-HAZ-12 to V5-HAZ-17)."""

from tracker.api import (
    Action,
    Chance,
    Character,
    Choice,
    Condition,
    ConditionKind,
    ConditionSet,
    Draft,
    Intent,
    Parameter,
    Part,
    Prompted,
    Rolled,
    SceneSet,
    State,
    Term,
    TraitSet,
    Value,
    message,
)
from tracker_vtm5 import contest, damage, dice, exposure, frenzy, hunger, options, people, pool, rolls, sheet, spending
from tracker_vtm5.feature import Feature
from tracker_vtm5.parts import packed

SHIELD_RATING = 2
SENSE_RATING = 3
REMORSE_RATING = 5
TURNS_OF_DEFENCE = 3


def _require_faith(character: Character, rating: int) -> None:
    people.require_mortal(character)
    people.require_senses(character)
    if character.integer("true_faith") < rating:
        people.refuse("too_little_faith", character, rating=rating)


def believer_pool(view: State, who: str, intent: Intent) -> pool.DicePool:
    """Resolve + True Faith."""
    base = tuple(
        Part(Term(name), view.characters[who].integer(name), "V5-HAZ-13") for name in ("resolve", "true_faith")
    )
    return pool.build(view, who, intent, base, "mental")


def resisting_pool(view: State, who: str) -> pool.DicePool:
    """The vampire's Willpower: its unmarked boxes, at least one die, no Hunger dice."""
    track = view.characters[who].tracks["willpower"]
    full = options.is_set(view, "faith_pool", "full_rating")
    label, dice_count = ("willpower", track.size) if full else ("unmarked_willpower", track.marks.count("."))
    base = (Part(Term(label), dice_count, "V5-HAZ-13"),)
    return pool.build(view, who, Intent("faith"), base, "willpower", floor=1)


def _faith(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Hold a vampire off with a symbol or a prayer (V5-HAZ-13)."""
    mortal, vampire = intent.actor, people.subject(Intent(intent.verb, targets=intent.targets))
    _require_faith(draft.character(mortal), 1)
    people.require_vampire(draft.character(vampire))
    people.require_senses(draft.character(vampire))
    successes, resisted, critical = _contest(draft, intent, chance, mortal, vampire)
    won = successes >= resisted and successes > 0
    verdict = "attacker" if won else "defender" if resisted > successes else "nobody"
    draft.say(
        message(
            f"vtm5.faith_{'holds' if won else 'fails'}",
            who=draft.character(mortal).name,
            target=draft.character(vampire).name,
            successes=successes,
            resisted=resisted,
        )
    )
    name = f"faith:{mortal}:{vampire}"
    draft.add(SceneSet(name, draft.state.scene.get(name), {"winner": verdict, "margin": abs(successes - resisted)}))
    if not won:
        return
    draft.add(ConditionSet(vampire, Condition("retreating", "retreating", source=mortal, unit="scene"), "V5-HAZ-13"))
    if critical:
        draft.add(ConditionSet(vampire, Condition("fleeing", "fleeing", source=mortal, unit="scene"), "V5-HAZ-13"))
        rating = draft.character(mortal).integer("true_faith")
        hunger.offer_frenzy(draft, vampire, rating, "terror_frenzy", "V5-HAZ-13")
    _burn_by_touch(draft, intent, vampire, successes, max(successes - resisted, 1))


def _contest(draft: Draft, intent: Intent, chance: Chance, mortal: str, vampire: str) -> tuple[int, int, bool]:
    """Both sides' successes, thrown or counted, and whether the mortal's are a critical win."""
    pools = (believer_pool(draft.state, mortal, intent), resisting_pool(draft.state, vampire))
    if "successes" in intent.values or "resisted" in intent.values:
        successes, resisted = intent.integer("successes"), intent.integer("resisted")
        for who, dice_pool, counted in zip((mortal, vampire), pools, (successes, resisted), strict=True):
            draft.add(
                Rolled(
                    who,
                    "faith",
                    dice_pool.size,
                    (),
                    sides=10,
                    parts=dice_pool.parts,
                    successes=counted,
                    typed=True,
                    rule="V5-HAZ-13",
                )
            )
        return successes, resisted, intent.flag("critical")
    throws = tuple(rolls.throw_pool(chance, dice_pool, "faith") for dice_pool in pools)
    successes, resisted = throws[0].successes, throws[1].successes
    verdicts = (
        dice.judged(throws[0], resisted, even_wins=successes > 0),
        dice.judged(throws[1], successes, even_wins=False),
    )
    for who, other, dice_pool, throw, verdict in zip(
        (mortal, vampire), (vampire, mortal), pools, throws, verdicts, strict=True
    ):
        rolls.tell_roll(
            draft,
            chance,
            who,
            "faith",
            dice_pool,
            throw,
            verdict,
            difficulty=verdict.successes - verdict.margin,
            against=other,
            rule="V5-HAZ-13",
        )
    return successes, resisted, verdicts[0].critical


def _burn_by_touch(draft: Draft, intent: Intent, vampire: str, successes: int, margin: int) -> None:
    """The touch of the symbol: an aggravated point for each success."""
    by_margin = options.is_set(draft.state, "faith_damage", "margin")
    amount = margin if by_margin else successes
    parts = (Part(Term("margin" if by_margin else "successes"), amount, "V5-HAZ-13"),)
    if intent.flag("touch"):
        draft.follow(damage.intent_for(vampire, amount, parts=parts, source="holy_symbol", type="aggravated"))
        return
    hit: dict[str, Value] = {"amount": amount, "type": "aggravated", "source": "holy_symbol", "parts": packed(parts)}
    line = message("vtm5.due.touch", who=draft.character(vampire).name, count=amount)
    contest.make_ready(draft, f"faith:{intent.actor}:{vampire}", vampire, hit, line, "V5-HAZ-13")


def _faith_shield(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Willpower against Dominate and its like, for so many turns as True Faith has dots (V5-HAZ-14)."""
    who = people.subject(intent)
    character = draft.character(who)
    _require_faith(character, SHIELD_RATING)
    spending.spend(draft, who, intent.integer("points", 1), "resist")
    turns = character.integer("true_faith")
    condition = Condition("faith_shield", "faith_shield", left=turns, unit="turn", moment="start")
    draft.add(ConditionSet(who, condition, "V5-HAZ-14"))
    draft.say(message("vtm5.mind_shielded", who=character.name, turns=turns))


def _remorse(draft: Draft, intent: Intent, chance: Chance) -> None:
    """A reckoning of conscience, passed or failed (V5-HAZ-17)."""
    who = people.subject(intent)
    character = draft.character(who)
    people.require_vampire(character)
    people.require_senses(character)
    believer = draft.state.characters.get(intent.text("believer"))
    if believer is not None:
        _require_faith(believer, REMORSE_RATING)
    passed = intent.text("result", "failed") == "passed"
    draft.add(Rolled(who, "remorse", 0, (), result="win" if passed else "failure", typed=True, rule="V5-HAZ-17"))
    if passed:
        turns = intent.integer("turns", TURNS_OF_DEFENCE)
        condition = Condition("only_defends", "only_defends", left=turns, unit="turn")
        draft.add(ConditionSet(who, condition, "V5-HAZ-17"))
        draft.say(message("vtm5.remorse_passed", who=character.name, turns=turns))
        return
    draft.say(message("vtm5.remorse_failed", who=character.name))
    frenzy.fall_into_frenzy(draft, who, "terror_frenzy", "V5-HAZ-17")
    draft.add(ConditionSet(who, Condition("fleeing", "fleeing", unit="scene"), "V5-HAZ-17"))
    _lose_resolve(draft, who)
    if intent.flag("cornered"):
        exposure.expose(draft, who, "sunlight", 1, source="true_faith")


def _lose_resolve(draft: Draft, who: str) -> None:
    """A point of Resolve for good; the Willpower track loses its box, one of typed length too (V5-RES-13)."""
    for trait, lowest in (("resolve", 0), ("willpower_size", 1)):
        before = draft.character(who).integer(trait)
        if before > lowest:
            draft.add(TraitSet(who, trait, before, before - 1, (Part(Term("remorse"), -1, "V5-HAZ-17"),)))
    sheet.resize(draft, who, "willpower")


def initiative_reminders(draft: Draft) -> None:
    """Those who feel the unholy may be told of it when a fight begins (V5-HAZ-15)."""
    if not any(people.is_vampire(character) for character in draft.state.characters.values()):
        return
    for who, character in draft.state.characters.items():
        feels = character.integer("true_faith") >= SENSE_RATING
        if feels and not people.first_of(character, people.SENSELESS):
            line = message("vtm5.due.faith_sense", who=character.name)
            draft.add(Prompted(f"faith_sense:{who}", who, line, "", "V5-HAZ-15", "scene"))


ACTIONS = (
    Action(
        "faith",
        "roll",
        (
            Parameter("touch", "switch"),
            Parameter("successes", "integer", minimum=0, maximum=200),
            Parameter("resisted", "integer", minimum=0, maximum=200),
            Parameter("critical", "switch", common=False),
            *pool.MODIFIERS[:2],
        ),
        targets="one",
        rules=("V5-HAZ-12", "V5-HAZ-13"),
        examples=("faith Vera by=Priest", "faith Vera touch by=Priest"),
        group="faith",
    ),
    Action(
        "faith_shield",
        "act",
        (Parameter("points", "integer", default=1, minimum=1, maximum=30),),
        acts=False,
        targets="one",
        rules=("V5-HAZ-14",),
        examples=("faith_shield Priest",),
        group="faith",
    ),
    Action(
        "remorse",
        "act",
        (
            Parameter("result", "choice", required=True, choices=(Choice("passed"), Choice("failed"))),
            Parameter("cornered", "switch"),
            Parameter("turns", "integer", default=TURNS_OF_DEFENCE, minimum=1, maximum=100),
            Parameter("believer", "character", common=False),
        ),
        acts=False,
        targets="one",
        rules=("V5-HAZ-17",),
        examples=("remorse Vera failed", "remorse Vera passed turns=3"),
        group="faith",
    ),
)
CONDITIONS = (
    ConditionKind("retreating", tone="warning", rule="V5-HAZ-13"),
    ConditionKind("fleeing", tone="warning", rule="V5-HAZ-13"),
    ConditionKind("only_defends", tone="warning", rule="V5-HAZ-17"),
    ConditionKind("faith_shield", tone="good", rule="V5-HAZ-14"),
)

FEATURE = Feature(
    actions=ACTIONS,
    verbs={"faith": _faith, "faith_shield": _faith_shield, "remorse": _remorse},
    conditions=CONDITIONS,
)
