"""Hits that are ready, applied by the game master's yes (V5-ATK-01, V5-HAZ-10, 11)."""

from tracker.api import Action, Chance, Chapter, Deed, Draft, Intent, Refusal, SceneSet, drafted, frozen, message
from tracker_vtm5 import contest, damage, owed, people, states
from tracker_vtm5.records import number, word


def _hit(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Apply the hits that are ready: the damage, then the stake or the question of the head."""
    wanted = [(who, hit) for who, hit in contest.ready_hits(draft.state) if who in (intent.targets or (who,))]
    if not wanted:
        raise Refusal(message("vtm5.refused.no_hit"))
    if not intent.targets:
        draft.follow(*(Intent("hit", targets=(who,)) for who in dict.fromkeys(who for who, _ in wanted)))
        return
    for victim, waiting in wanted:
        hit = waiting.data
        owed.end(draft, victim, waiting)
        if record := contest.record_of(draft.state, word(hit, "contest")):
            applied = frozen({**record, "applied": True})
            draft.add(SceneSet(word(hit, "contest"), record, applied))
        named = {name: hit[name] for name in ("type", "source", "track", "conflict", "unhalved") if name in hit}
        by = word(hit, "by") if word(hit, "by") in draft.state.characters else ""
        amount, parts = number(hit, "amount"), contest.parts_of(hit)
        draft.follow(damage.intent_for(victim, amount, parts=parts, by=by, **named))
        if word(hit, "effect") in ("staked", "final_death"):
            draft.follow(Intent("strike_effect", targets=(victim,), values=frozen({"effect": word(hit, "effect")})))


def _strike_effect(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Do what a called strike does after its damage: the stake holds, the head waits for the game master's yes."""
    who = intent.target
    if people.first_of(draft.character(who), people.GONE):
        return
    if intent.text("effect") == "staked":
        states.drive_stake(draft, who)
    else:
        owed.owe(draft, who, "behead_due", "V5-HAZ-10")


DEEDS = (
    Deed(
        Action(
            "hit", "act", acts=False, targets="optional", key="l", rules=("V5-ATK-01", "V5-HAZ-10", "V5-HAZ-11"),
            examples=("hit", "hit on=Vera"), group="fight",
        ),
        drafted(_hit),
    ),
)  # fmt: skip

CHAPTER = Chapter(deeds=DEEDS, inner={"strike_effect": drafted(_strike_effect)})
