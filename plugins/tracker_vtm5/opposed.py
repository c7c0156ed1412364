"""Two pools against each other without harm: the one who acts wins a tie."""

from tracker.api import Action, Chance, Choice, Draft, Intent, Parameter, Part, State, Term, message
from tracker_vtm5 import dice, people, pool, rolls, sheet
from tracker_vtm5.feature import Feature
from tracker_vtm5.pool import DicePool


def contest_pools(view: State, intent: Intent) -> tuple[DicePool, DicePool]:
    """Both pools of a plain contest."""
    character, other = view.characters[intent.actor], view.characters[intent.target]
    base = pool.base_parts(character, intent)
    if "against_pool" in intent.values:
        against: tuple[Part, ...] = (Part(Term("pool"), intent.integer("against_pool"), ""),)
    else:
        against = pool.trait_part(other, intent.text("against_attribute"), label="attribute")
        against += pool.trait_part(other, intent.text("against_skill"), label="skill")
    if not base or not against:
        people.refuse("roll_what", character if not base else other)
    category = pool.category_of(intent)
    theirs = intent.text("category") or sheet.CATEGORY_OF.get(intent.text("against_attribute"), category)
    return (
        pool.build(view, intent.actor, intent, base, category),
        pool.build(view, intent.target, Intent("contest"), against, theirs),
    )


def _contest(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Two pools against each other; the one who acts wins a tie."""
    actor = draft.character(intent.actor)
    people.require_senses(actor)
    pools = contest_pools(draft.state, intent)
    if pools[0].category == "physical":
        people.require_free(actor)
    throws = [rolls.throw_pool(chance, dice_pool, "contest") for dice_pool in pools]
    tie_wins = throws[0].successes > 0
    for at, (who, even_wins) in enumerate(((intent.actor, tie_wins), (intent.target, False))):
        goal = throws[1 - at].successes
        verdict = dice.judged(throws[at], goal, even_wins=even_wins)
        rolls.tell_roll(
            draft,
            chance,
            who,
            "contest",
            pools[at],
            throws[at],
            verdict,
            difficulty=goal,
            against=(intent.target, intent.actor)[at],
            rule="V5-ATK-01",
            even_wins=even_wins,
        )
    lead = throws[0].successes - throws[1].successes
    draft.say(
        message(
            "vtm5.contest_defender" if lead < 0 else "vtm5.contest_attacker" if tie_wins else "vtm5.contest_nobody",
            attacker=draft.character(intent.actor).name,
            defender=draft.character(intent.target).name,
            successes=throws[0].successes,
            against=throws[1].successes,
            margin=abs(lead),
        )
    )
    rolls.remind_of_faith(draft, intent, intent.target)
    if intent.flag("surge"):
        draft.follow(Intent("rouse", targets=(intent.actor,), values={"reason": "surge"}))


ACTIONS = (
    Action(
        "contest",
        "roll",
        (
            Parameter("attribute", "choice", choices=sheet.ATTRIBUTE_CHOICES, open_choice=True),
            Parameter("skill", "choice", choices=sheet.SKILL_CHOICES, open_choice=True),
            Parameter("against_attribute", "choice", choices=sheet.ATTRIBUTE_CHOICES, open_choice=True),
            Parameter("against_skill", "choice", choices=sheet.SKILL_CHOICES, open_choice=True),
            pool.POOL_PARAMETER,
            Parameter("against_pool", "integer", minimum=0, maximum=pool.LARGEST_POOL),
            *pool.MODIFIERS,
            Parameter("discipline", "choice", choices=sheet.DISCIPLINE_CHOICES, common=False),
            Parameter("category", "choice", choices=tuple(Choice(name) for name in pool.CATEGORIES), common=False),
        ),
        targets="one",
        rules=("V5-ATK-01", "V5-DICE-03"),
        examples=("contest Hunter wits stealth against_attribute=wits against_skill=awareness by=Vera",),
        group="dice",
    ),
)

FEATURE = Feature(actions=ACTIONS, verbs={"contest": _contest})
