"""Throwing a pool, telling it, and throwing dice of it again for Willpower (V5-DICE-01 to V5-DICE-09, V5-DICE-12)."""

from collections.abc import Mapping

from tracker.api import (
    Action,
    Chance,
    Choice,
    Draft,
    Intent,
    Parameter,
    Prompted,
    Refusal,
    Rolled,
    SceneSet,
    Term,
    Value,
    message,
)
from tracker_vtm5 import dice, marks, people, pool, sheet, spending, states
from tracker_vtm5.dice import Throw, Verdict
from tracker_vtm5.feature import Feature
from tracker_vtm5.parts import dice_in_words
from tracker_vtm5.pool import DicePool

MOST_REROLLED = 3
PROOF_RATING = 4
"""The True Faith from which mental Disciplines fail."""
HIGHEST_DIFFICULTY = 50


def throw_pool(chance: Chance, dice_pool: DicePool, what: str) -> Throw:
    """Throw a pool: the regular dice first, then the Hunger dice."""
    faces = chance.dice(dice_pool.size, 10, what) if dice_pool.size else ()
    return Throw(faces[: dice_pool.regular], faces[dice_pool.regular :])


def tell_roll(
    draft: Draft,
    chance: Chance,
    who: str,
    what: str,
    dice_pool: DicePool,
    throw: Throw,
    verdict: Verdict,
    *,
    difficulty: int,
    against: str = "",
    rule: str = "V5-DICE-03",
    contest: str = "",
    even_wins: bool = True,
    handicap: int = 0,
) -> None:
    """Record a roll with its reading, remember it for a reroll, and remind of what the Beast makes of it."""
    draft.add(
        Rolled(
            who,
            what,
            dice_pool.size,
            throw.faces,
            sides=10,
            parts=dice_pool.parts,
            successes=verdict.successes,
            result=verdict.result,
            against=against,
            typed=chance.typed,
            data={"hunger_dice": dice_pool.hunger, **verdict.as_data(difficulty)},
            rule=rule,
        )
    )
    draft.say(
        message(
            "vtm5.rolled_hungry" if throw.hunger else "vtm5.rolled",
            who=draft.character(who).name,
            what=Term(what),
            dice=dice_in_words(dice_pool.size, dice_pool.parts),
            regular=throw.regular or "–",
            hunger=throw.hunger,
            successes=verdict.successes,
            difficulty=difficulty,
            result=Term(verdict.result),
        )
    )
    kept: Mapping[str, Value] = {
        "what": what,
        "category": dice_pool.category,
        "regular": throw.regular,
        "hunger": throw.hunger,
        "difficulty": difficulty,
        "contest": contest,
        "even_wins": even_wins,
        "handicap": handicap,
        "used": what == "reroll",
    }
    remember(draft, who, kept)
    remind(draft, who, verdict)


def remember(draft: Draft, who: str, kept: Mapping[str, Value]) -> None:
    """Keep the last roll of a character in the scene, so that its dice can be thrown again."""
    name = f"roll:{who}"
    draft.add(SceneSet(name, draft.state.scene.get(name), kept))


def last_roll(scene: Mapping[str, Value], who: str) -> Mapping[str, Value] | None:
    """What the scene remembers of the last roll of a character."""
    kept = scene.get(f"roll:{who}")
    return kept if isinstance(kept, Mapping) else None


def remind(draft: Draft, who: str, verdict: Verdict) -> None:
    """Prompt for the price of a messy critical and of a bestial failure (V5-DICE-06, V5-DICE-07)."""
    name = draft.character(who).name
    for kind, due, rule in (("messy", verdict.messy, "V5-DICE-06"), ("bestial", verdict.bestial, "V5-DICE-07")):
        if due:
            draft.add(Prompted(f"{kind}:{who}", who, message(f"vtm5.due.{kind}", who=name), "", rule, "round"))
        else:
            states.settle_prompt(draft, f"{kind}:{who}")


def take_test(
    draft: Draft,
    intent: Intent,
    chance: Chance,
    who: str,
    what: str,
    dice_pool: DicePool,
    difficulty: int,
    *,
    against: str = "",
    rule: str,
) -> Verdict:
    """A test that the game knows by name: thrown, or with the successes that the table counted."""
    if "successes" in intent.values:
        verdict = dice.from_successes(intent.integer("successes"), difficulty, critical=intent.flag("critical"))
        draft.add(
            Rolled(
                who,
                what,
                dice_pool.size,
                (),
                sides=10,
                parts=dice_pool.parts,
                successes=verdict.successes,
                result=verdict.result,
                against=against,
                typed=True,
                data={"hunger_dice": dice_pool.hunger, **verdict.as_data(difficulty)},
                rule=rule,
            )
        )
        draft.say(
            message(
                "vtm5.counted",
                who=draft.character(who).name,
                what=Term(what),
                dice=dice_in_words(dice_pool.size, dice_pool.parts),
                successes=verdict.successes,
                difficulty=difficulty,
                result=Term(verdict.result),
            )
        )
        return verdict
    throw = throw_pool(chance, dice_pool, what)
    verdict = dice.judged(throw, difficulty)
    tell_roll(draft, chance, who, what, dice_pool, throw, verdict, difficulty=difficulty, against=against, rule=rule)
    return verdict


def pool_for(draft: Draft, intent: Intent) -> DicePool:
    """The pool of a plain roll."""
    who = people.subject(intent)
    character = draft.character(who)
    base = pool.base_parts(character, intent)
    if not base:
        people.refuse("roll_what", character)
    return pool.build(draft.state, who, intent, base, pool.category_of(intent), pool.no_cover(intent))


def _roll(draft: Draft, intent: Intent, chance: Chance) -> None:
    who = people.subject(intent)
    character = draft.character(who)
    people.require_senses(character)
    category = pool.category_of(intent)
    if category == "physical":
        people.require_free(character)
    dice_pool = pool_for(draft, intent)
    difficulty = intent.integer("difficulty", 1)
    if intent.flag("without_roll"):
        _win_without_roll(draft, who, dice_pool, difficulty)
        return
    throw = throw_pool(chance, dice_pool, "roll")
    verdict = dice.judged(throw, difficulty)
    tell_roll(
        draft, chance, who, "roll", dice_pool, throw, verdict, difficulty=difficulty, against=intent.text("against")
    )
    _remind_of_automatic_win(draft, who, dice_pool, difficulty)
    remind_of_faith(draft, intent, intent.text("against"))
    _remind_of_impairment(draft, intent, who, dice_pool)
    if dice_pool.surge:
        draft.follow(Intent("rouse", targets=(who,), values={"reason": "surge"}))


def _without_surge(dice_pool: DicePool) -> int:
    return dice_pool.size - sum(
        part.value for part in dice_pool.parts if isinstance(part.label, Term) and part.label.id == "blood_surge"
    )


def _win_without_roll(draft: Draft, who: str, dice_pool: DicePool, difficulty: int) -> None:
    """A pool of at least twice the Difficulty may win without a roll, with margin 0 (V5-DICE-12)."""
    character = draft.character(who)
    if _without_surge(dice_pool) < 2 * difficulty:
        people.refuse("no_automatic_win", character, pool=_without_surge(dice_pool), difficulty=difficulty)
    verdict = Verdict(difficulty, 0, True)
    data = {"hunger_dice": dice_pool.hunger, **verdict.as_data(difficulty)}
    draft.add(
        Rolled(
            who,
            "roll",
            dice_pool.size,
            (),
            sides=10,
            parts=dice_pool.parts,
            successes=difficulty,
            result="win",
            data=data,
            rule="V5-DICE-12",
        )
    )
    draft.say(message("vtm5.won_without_roll", who=character.name, pool=dice_pool.size, difficulty=difficulty))


def _remind_of_automatic_win(draft: Draft, who: str, dice_pool: DicePool, difficulty: int) -> None:
    if draft.state.round == 0 and difficulty > 1 and _without_surge(dice_pool) >= 2 * difficulty:
        draft.say(message("vtm5.could_win_without_roll", who=draft.character(who).name))


def _remind_of_impairment(draft: Draft, intent: Intent, who: str, dice_pool: DicePool) -> None:
    """A bare number of dice does not tell whether impairment concerns it (V5-STA-02)."""
    character = draft.character(who)
    full = [track for track in character.tracks.values() if marks.is_full(track)]
    if full and dice_pool.category == "other" and not intent.text("category"):
        draft.say(message("vtm5.impairment_unknown", who=character.name))


def remind_of_faith(draft: Draft, intent: Intent, against: str) -> None:
    """Mental Disciplines fail against a believer of rating 4 (V5-HAZ-16)."""
    victim = draft.state.characters.get(against)
    named = (intent.text("discipline"), intent.text("skill"), intent.text("attribute"))
    power = next((name for name in named if name in sheet.MENTAL_DISCIPLINES), "")
    if victim is not None and victim.integer("true_faith") >= PROOF_RATING and power:
        line = message("vtm5.due.faith_proof", who=victim.name, power=Term(power))
        draft.add(Prompted(f"faith_proof:{victim.id}", victim.id, line, "", "V5-HAZ-16", "round"))


# ---------------------------------------------------------------------- reroll


def picked_faces(text: str) -> tuple[int, ...]:
    """The faces that a player picks for a reroll. Raises Refusal for Hunger dice (`h1`) and anything else."""
    picked: list[int] = []
    for piece in text.replace(",", " ").replace(";", " ").split():
        if piece[:1].casefold() in ("h", "г") and piece[1:].isdecimal():
            raise Refusal(message("vtm5.refused.hunger_dice_stay"))
        if not piece.isdecimal() or len(piece) > 2 or not 0 <= int(piece) <= 10:
            raise Refusal(message("vtm5.refused.no_face", text=piece))
        picked.append(int(piece) or 10)
    if not 1 <= len(picked) <= MOST_REROLLED:
        raise Refusal(message("vtm5.refused.reroll_count", count=len(picked), maximum=MOST_REROLLED))
    return tuple(picked)


def rerollable(
    scene: Mapping[str, Value], who: str, name: str, picked: tuple[int, ...]
) -> tuple[Mapping[str, Value], Throw]:
    """The last roll of `who` and its dice. Raises Refusal where the picked dice of it cannot be thrown again."""
    kept = last_roll(scene, who)
    if kept is None:
        raise Refusal(message("vtm5.refused.no_roll", who=name))
    if kept.get("used") is True:
        raise Refusal(message("vtm5.refused.rerolled_already", who=name))
    if kept.get("category") in pool.NO_REROLL:
        raise Refusal(message("vtm5.refused.no_reroll_here", category=Term(str(kept.get("category")))))
    throw = dice.thrown(kept)
    left = list(throw.regular)
    for face in picked:
        if face not in left:
            raise Refusal(message("vtm5.refused.face_not_there", face=face, regular=throw.regular))
        left.remove(face)
    return kept, throw


def _reroll(draft: Draft, intent: Intent, chance: Chance) -> None:
    who = people.subject(intent)
    character = draft.character(who)
    picked = picked_faces(intent.text("dice"))
    kept, throw = rerollable(draft.state.scene, who, character.name, picked)
    spending.spend(draft, who, 1, "reroll")
    again = chance.dice(len(picked), 10, "reroll")
    throw = dice.rerolled(throw, picked, again)
    difficulty, handicap = kept.get("difficulty"), kept.get("handicap")
    goal = difficulty if isinstance(difficulty, int) else 1
    even_wins = kept.get("even_wins") is not False
    verdict = dice.judged(throw, goal, even_wins=even_wins, handicap=handicap if isinstance(handicap, int) else 0)
    dice_pool = DicePool(len(throw.faces), len(throw.hunger), (), str(kept.get("category", "other")))
    draft.say(message("vtm5.rerolled", who=character.name, picked=picked, again=again))
    tell_roll(draft, chance, who, "reroll", dice_pool, throw, verdict, difficulty=goal, rule="V5-DICE-09")
    if contest := str(kept.get("contest", "")):
        draft.follow(Intent("settle_contest", targets=(who,), values={"contest": contest}))


ACTIONS = (
    Action(
        "roll",
        "roll",
        (
            Parameter("attribute", "choice", choices=sheet.ATTRIBUTE_CHOICES, open_choice=True),
            Parameter("skill", "choice", choices=sheet.SKILL_CHOICES, open_choice=True),
            pool.POOL_PARAMETER,
            Parameter("difficulty", "integer", default=1, minimum=1, maximum=HIGHEST_DIFFICULTY),
            *pool.MODIFIERS,
            Parameter("discipline", "choice", choices=sheet.DISCIPLINE_CHOICES, common=False),
            Parameter("category", "choice", choices=tuple(Choice(name) for name in pool.CATEGORIES), common=False),
            Parameter("against", "character", common=False),
            Parameter("hunger_dice", "integer", minimum=0, maximum=pool.LARGEST_POOL, common=False),
            Parameter("no_cover", "switch", common=False),
            Parameter("without_roll", "switch", common=False),
        ),
        acts=False,
        targets="one",
        key="r",
        rules=("V5-DICE-01", "V5-DICE-05", "V5-DICE-06", "V5-DICE-07"),
        examples=(
            "roll Vera strength brawl difficulty=2",
            "roll Vera 6 difficulty=3",
            "roll Vera wits awareness surge",
        ),
        group="dice",
    ),
    Action(
        "reroll",
        "roll",
        (Parameter("dice", "text", required=True),),
        acts=False,
        targets="one",
        key="R",
        rules=("V5-DICE-09", "V5-RES-04"),
        examples=("reroll Vera 2,3,5",),
        group="dice",
    ),
)

FEATURE = Feature(actions=ACTIONS, verbs={"roll": _roll, "reroll": _reroll})
