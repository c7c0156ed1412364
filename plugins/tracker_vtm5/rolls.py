"""Throwing a pool, telling it, and throwing dice of it again for Willpower (V5-DICE-01 to V5-DICE-09, V5-DICE-12)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from tracker.api import (
    Action,
    Chance,
    Chances,
    Chapter,
    Character,
    ConditionSet,
    Deed,
    Dice,
    Draft,
    Faces,
    Highlight,
    Intent,
    Message,
    Parameter,
    Part,
    Refusal,
    Rolled,
    SceneSet,
    State,
    Term,
    Told,
    Value,
    as_working,
    catalogue_languages,
    drafted,
    frozen,
    load_catalogue,
    message,
)
from tracker_vtm5 import chances, contest, dice, fields, marks, odds, people, pool, spending
from tracker_vtm5.dice import Terms, Throw, Verdict
from tracker_vtm5.kinds import ATTRIBUTE_CHOICES, DISCIPLINE_CHOICES, MENTAL_DISCIPLINES, SKILL_CHOICES, choices
from tracker_vtm5.pool import DicePool
from tracker_vtm5.records import faces, number, word

MOST_REROLLED = 3
HUNGER_LETTER = "hunger.letter"
PROOF_RATING = 4
"""The True Faith from which mental Disciplines fail."""
HIGHEST_DIFFICULTY = 50
Kept = Mapping[str, Value]


def throw_pool(chance: Chance, roller: Character, dice_pool: DicePool, what: str) -> Throw:
    """Throw someone's pool: the regular dice first, then the Hunger dice."""
    who, regular, hunger = roller.name, dice_pool.regular, dice_pool.hunger
    return Throw(
        chance.dice(regular, 10, what, who=who) if regular else (),
        chance.dice(hunger, 10, what, who=who, called="vtm5.hunger_dice") if hunger else (),
    )


def _dice_in_words(dice_pool: DicePool) -> Message:
    """A number of dice with what it is made of, where that is more than one thing."""
    if len(dice_pool.parts) > 1:
        return as_working(message("vtm5.dice_of", pool=dice_pool.size, parts=dice_pool.parts))
    return as_working(message("vtm5.dice", pool=dice_pool.size))


def _fact(
    chance: Chance, who: str, what: str, dice_pool: DicePool, throw: Throw, verdict: Verdict, terms: Terms
) -> Rolled:
    """A roll as a fact: what fell and what it comes to, with what the pool brings on average."""
    ways = chances.ways(dice_pool.regular, dice_pool.hunger)
    return Rolled(
        who,
        what,
        dice_pool.size,
        throw.regular,
        sides=10,
        parts=dice_pool.parts,
        successes=verdict.successes,
        result=verdict.result,
        typed=chance.typed or not throw.faces,
        data=frozen({"hunger_dice": dice_pool.hunger, **verdict.as_data(terms.difficulty)}),
        target=terms.difficulty,
        others=(Dice(10, throw.hunger, "hunger_dice", dice_pool.hungry),) if throw.hunger else (),
        expected=float(chances.mean(chances.successes(dice_pool.size))),
        # Successes counted at the table may be more than the pool can show.
        chance=float(chances.results(ways, terms).get(verdict.result, 0)),
    )


def tell_roll(
    draft: Draft,
    chance: Chance,
    who: str,
    what: str,
    dice_pool: DicePool,
    throw: Throw,
    terms: Terms,
    *,
    against: str = "",
    rule: str = "V5-DICE-03",
) -> Verdict:
    """Record a roll with its reading, remember it for a reroll, and owe what the Beast makes of it."""
    verdict = terms.judged(throw)
    fact = replace(_fact(chance, who, what, dice_pool, throw, verdict, terms), against=against, rule=verdict.rule(rule))
    _say_roll(draft, fact, dice_pool, throw, is_working=not verdict.price)
    kept = _kept_of(draft.state, who, dice_pool, throw, terms)
    remember(draft, who, kept)
    contest.settle_price(draft, who, number(kept, "number"), terms, kept)
    return verdict


def _kept_of(
    view: State, who: str, dice_pool: DicePool, throw: Throw, terms: Terms, key: str = "", side: str = ""
) -> Kept:
    """What the scene keeps of a roll, with the contest and the side where it was made in one."""
    return {
        "number": next_roll(view, who),
        "category": dice_pool.category,
        "regular": throw.regular,
        "hunger": throw.hunger,
        "difficulty": terms.difficulty,
        "contest": key,
        "side": side,
        "used": False,
    }


def _say_roll(draft: Draft, fact: Rolled, dice_pool: DicePool, throw: Throw, *, is_working: bool = True) -> Told:
    """Record a roll and tell it, as working where more is told of it; return what other lines may tell of it."""
    told = draft.record(fact)
    line = "vtm5.rolled" if not throw.hunger else "vtm5.rolled_hungry" if throw.regular else "vtm5.rolled_all_hungry"
    draft.say(
        message(
            line,
            who=draft.character(fact.who).name,
            what=Term(fact.what),
            dice=_dice_in_words(dice_pool),
            regular=Faces(throw.regular, dice.SUCCESS_FROM) if throw.regular else "–",
            hunger=Faces(throw.hunger, dice.SUCCESS_FROM, "hunger_dice"),
            successes=told("successes"),
            difficulty=told("target"),
            result=told.term("result"),
        ),
        working=is_working,
    )
    return told


def throw_contest(
    draft: Draft,
    chance: Chance,
    key: str,
    record: contest.Record,
    pools: Sequence[DicePool | None],
    rules: tuple[str, str] = ("V5-ATK-01", "V5-ATK-01"),
    defence: str = "",
) -> contest.Score:
    """Throw the pools of both sides at the same time, read each against the other, and settle the contest.

    The second pool is None if no one defends.
    """
    sides = [(side, dice_pool) for side, dice_pool in zip(contest.OTHER, pools, strict=True) if dice_pool]
    rolled = {"attacker": word(record, "what"), "defender": defence or word(record, "what")}
    settled: dict[str, Value] = {**record}
    for side, dice_pool in sides:
        throw = throw_pool(chance, draft.character(word(record, side)), dice_pool, rolled[side])
        settled = contest.with_throw(settled, side, throw, next_roll(draft.state, word(record, side)))
    told: dict[str, Told] = {}
    for (side, dice_pool), rule in zip(sides, rules, strict=False):
        who, throw, terms = word(record, side), contest.thrown(settled, side), contest.terms_of(settled, side)
        verdict = terms.judged(throw)
        fact = _fact(chance, who, rolled[side], dice_pool, throw, verdict, terms)
        fact = replace(fact, against=word(record, contest.OTHER[side]), rule=verdict.rule(rule))
        told[side] = _say_roll(draft, fact, dice_pool, throw, is_working=not verdict.price)
        # The price of these dice is owed when the contest is settled.
        remember(draft, who, _kept_of(draft.state, who, dice_pool, throw, terms, key, side))
    return contest.settle(draft, key, settled, told)


def next_roll(view: State, who: str) -> int:
    """The number of the next roll that someone makes in this scene."""
    return number(last_roll(view, who), "number") + 1


def remember(draft: Draft, who: str, kept: Kept) -> None:
    """Keep the last roll of a character in the scene, so that its dice can be thrown again."""
    name = f"roll:{who}"
    draft.add(SceneSet(name, draft.state.scene.get(name), frozen(kept)))


def last_roll(view: State, who: str) -> Kept:
    """What the scene remembers of the last roll of a character; nothing where there was none."""
    kept = view.scene.get(f"roll:{who}")
    return kept if isinstance(kept, Mapping) else {}


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
    """Make a test that the game knows by name: thrown, or with the successes that the table counted."""
    terms = Terms(difficulty)
    if "successes" not in intent.values:
        throw = throw_pool(chance, draft.character(who), dice_pool, what)
        return tell_roll(draft, chance, who, what, dice_pool, throw, terms, against=against, rule=rule)
    verdict = dice.from_successes(intent.integer("successes"), difficulty, critical=intent.flag("critical"))
    tell_counted(draft, chance, who, what, dice_pool, verdict, terms, against=against, rule=rule)
    return verdict


def tell_counted(
    draft: Draft,
    chance: Chance,
    who: str,
    what: str,
    dice_pool: DicePool,
    verdict: Verdict,
    terms: Terms,
    *,
    against: str,
    rule: str,
) -> Told:
    """Record a roll whose successes were counted at the table; return what other lines may tell of it."""
    fact = _fact(chance, who, what, dice_pool, Throw(()), verdict, terms)
    told = draft.record(replace(fact, against=against, rule=verdict.rule(rule)))
    draft.say(
        message(
            "vtm5.counted",
            who=draft.character(who).name,
            what=Term(what),
            dice=_dice_in_words(dice_pool),
            successes=told("successes"),
            difficulty=told("target"),
            result=told.term("result"),
        ),
        working=True,
    )
    return told


def pool_for(view: State, intent: Intent) -> DicePool:
    """The pool of a plain roll."""
    who = people.subject(intent)
    base = pool.base_parts(view.characters[who], intent)
    if not base:
        people.refuse("roll_what", view.characters[who])
    return pool.build(view, who, intent, base, pool.category_of(intent), pool.no_cover(intent))


def _roll(draft: Draft, intent: Intent, chance: Chance) -> None:
    who = people.subject(intent)
    character = draft.character(who)
    people.require_senses(character)
    if pool.category_of(intent) == "physical":
        people.require_free(character)
    dice_pool = pool_for(draft.state, intent)
    difficulty = intent.integer("difficulty")
    if intent.flag("without_roll"):
        _win_without_roll(draft, chance, who, dice_pool, difficulty)
        return
    against = intent.text("against")
    throw = throw_pool(chance, character, dice_pool, "roll")
    tell_roll(draft, chance, who, "roll", dice_pool, throw, Terms(difficulty), against=against)
    if draft.state.round == 0 and difficulty > 1 and _without_surge(dice_pool) >= 2 * difficulty:
        draft.say(message("vtm5.could_win_without_roll", who=character.name), working=True)
    remind_of_faith(draft, intent, against)
    if (
        dice_pool.category == "other"
        and not intent.text("category")
        and any(map(marks.is_full, character.tracks.values()))
    ):
        # A bare number of dice does not tell whether impairment concerns it (V5-STA-02).
        draft.say(message("vtm5.impairment_unknown", who=character.name), working=True)
    if dice_pool.surge:
        draft.follow(Intent("rouse", targets=(who,), values=frozen({"reason": "surge"})))


def _without_surge(dice_pool: DicePool) -> int:
    return dice_pool.size - sum(part.value for part in dice_pool.parts if part.label == Term("blood_surge"))


def _win_without_roll(draft: Draft, chance: Chance, who: str, dice_pool: DicePool, difficulty: int) -> None:
    """A pool of at least twice the Difficulty may win without a roll, with margin 0 (V5-DICE-12)."""
    character = draft.character(who)
    if _without_surge(dice_pool) < 2 * difficulty:
        people.refuse("no_automatic_win", character, pool=_without_surge(dice_pool), difficulty=difficulty)
    verdict = Verdict(difficulty, 0, True)
    fact = _fact(chance, who, "roll", dice_pool, Throw(()), verdict, Terms(difficulty))
    line = message("vtm5.won_without_roll", who=character.name, pool=dice_pool.size, difficulty=difficulty)
    draft.tell(line, replace(fact, chance=1.0, rule="V5-DICE-12"))


def remind_of_faith(draft: Draft, intent: Intent, against: str) -> None:
    """Tell that mental Disciplines fail against a believer of rating 4 (V5-HAZ-16)."""
    victim = draft.state.characters.get(against)
    named = (intent.text("discipline"), intent.text("skill"))
    power = next((name for name in named if name in MENTAL_DISCIPLINES), "")
    if victim is not None and victim.integer("true_faith") >= PROOF_RATING and power:
        draft.say(message("vtm5.faith_proof", who=victim.name, power=Term(power)), working=True)


# ---------------------------------------------------------------------- reroll


@cache
def _hunger_letters() -> frozenset[str]:
    """What stands before the face of a Hunger die in any language."""
    tables = (load_catalogue(__package__, language)["term"] for language in catalogue_languages(__package__))
    return frozenset(table[HUNGER_LETTER] for table in tables if HUNGER_LETTER in table)


def picked_faces(text: str) -> tuple[int, ...]:
    """The faces that a player picks for a reroll. Raises Refusal for Hunger dice (`h1`) and anything else."""
    picked: list[int] = []
    for piece in text.replace(",", " ").replace(";", " ").split():
        if piece[:1].casefold() in _hunger_letters() and piece[1:].isdecimal():
            raise Refusal(message("vtm5.refused.hunger_dice_stay"))
        if not piece.isdecimal() or len(piece) > 2 or int(piece) > dice.TEN:
            raise Refusal(message("vtm5.refused.no_face", text=piece))
        picked.append(int(piece) or dice.TEN)
    if not 1 <= len(picked) <= MOST_REROLLED:
        raise Refusal(message("vtm5.refused.reroll_count", count=len(picked), maximum=MOST_REROLLED))
    return tuple(picked)


def _rerollable(view: State, who: str, picked: tuple[int, ...]) -> tuple[Kept, Throw, Terms]:
    """The last roll of `who`, its dice, and what they are read against now.

    Raises Refusal where the picked dice of it cannot be thrown again.
    """
    character, kept = view.characters[who], last_roll(view, who)
    if not kept:
        people.refuse("no_roll", character)
    if kept.get("used") is True:
        people.refuse("rerolled_already", character)
    if word(kept, "category") in pool.NO_REROLL:
        people.refuse("no_reroll_here", character, category=Term(word(kept, "category")))
    throw, terms = Throw(faces(kept, "regular"), faces(kept, "hunger")), Terms(number(kept, "difficulty"))
    if record := contest.record_behind(view, kept):
        if record.get("applied") is True:
            people.refuse("hit_applied", character)
        terms = contest.terms_of(record, word(kept, "side"))
    if not throw.regular:
        people.refuse("only_hunger_dice", character)
    left = list(throw.regular)
    for face in picked:
        if face not in left:
            people.refuse("face_not_there", character, face=face, regular=throw.regular)
        left.remove(face)
    return kept, throw, terms


def _reroll(draft: Draft, intent: Intent, chance: Chance) -> None:
    who = people.subject(intent)
    picked = picked_faces(intent.text("dice"))
    kept, throw, terms = _rerollable(draft.state, who, picked)
    spending.spend(draft, who, 1, "reroll")
    again = chance.dice(len(picked), 10, "reroll", who=draft.character(who).name)
    staying, throw = _without(throw, picked), dice.rerolled(throw, picked, again)
    thrown_again = Faces(again, dice.SUCCESS_FROM)
    draft.say(message("vtm5.rerolled", who=draft.character(who).name, picked=picked, again=thrown_again), working=True)
    verdict = terms.judged(throw)
    parts = (
        Part(Term("dice_that_stay"), len(throw.faces) - len(picked), "V5-DICE-09"),
        Part(Term("reroll"), len(picked), "V5-DICE-09"),
    )
    hungry = (Part(Term("dice_that_stay"), len(throw.hunger), "V5-DICE-09"),)
    dice_pool = DicePool(len(throw.faces), hungry, parts, word(kept, "category"))
    ways = chances.ways(len(picked), 0, staying)
    fact = replace(
        _fact(chance, who, "reroll", dice_pool, throw, verdict, terms),
        rule=verdict.rule("V5-DICE-09"),
        again=again,
        expected=float(chances.mean(chances.successes_in(ways))),
        chance=float(chances.results(ways, terms)[verdict.result]),
    )
    told = _say_roll(draft, fact, dice_pool, throw, is_working=not verdict.price)
    remember(draft, who, {**kept, "regular": throw.regular, "used": True})
    if record := contest.record_behind(draft.state, kept):
        _settle_again(draft, kept, contest.with_throw(record, word(kept, "side"), throw, number(kept, "number")), told)
    else:
        contest.settle_price(draft, who, number(kept, "number"), terms, last_roll(draft.state, who))


def _settle_again(draft: Draft, kept: Kept, record: contest.Record, told: Told) -> None:
    """Work a contest out again, for both sides, after one of them has thrown dice again."""
    key = word(kept, "contest")
    contest.settle(draft, key, record, {word(kept, "side"): told}, anew=True)
    if word(record, "what") == "faith":
        draft.follow(Intent("faith_again", values=frozen({"contest": key})))


def _without(throw: Throw, picked: tuple[int, ...]) -> Throw:
    regular = list(throw.regular)
    for face in picked:
        regular.remove(face)
    return Throw(tuple(regular), throw.hunger)


def _price(draft: Draft, intent: Intent, chance: Chance) -> None:
    """Say that the oldest price of a messy critical or a bestial failure is paid, and perhaps how."""
    who = people.subject(intent)
    character = draft.character(who)
    open_ones = (one for one in contest.prices_of(draft.state, who) if one.data.get("answered") is not True)
    owing = next(open_ones, None)
    if owing is None:
        people.refuse("no_price", character)
    answered = replace(owing, data=frozen({**owing.data, "answered": True}))
    text = intent.text("text")
    line = "vtm5.price_told" if text else "vtm5.price"
    draft.tell(message(line, who=character.name, what=Term(owing.kind), text=text), ConditionSet(who, answered))


# ---------------------------------------------------------------------- odds


def _roll_odds(view: State, intent: Intent) -> Chances:
    return odds.of_test(pool_for(view, intent), intent.integer("difficulty"))


def _reroll_odds(view: State, intent: Intent) -> Chances:
    who = people.subject(intent)
    picked = picked_faces(intent.text("dice"))
    _, throw, terms = _rerollable(view, who, picked)
    ways = chances.ways(len(picked), 0, _without(throw, picked))
    parts = (Part(Term("reroll"), len(picked), "V5-DICE-09"),)
    return odds.of_ways(len(throw.faces), parts, ways, terms)


def _reroll_presets(view: State, intent: Intent) -> dict[str, tuple[str, ...]]:
    """The regular dice of the last roll: failures to throw again, then successes that want a ten, then tens."""
    kept = last_roll(view, people.subject(intent))
    regular = sorted(faces(kept, "regular"))
    sorts = (
        [face for face in regular if face < dice.SUCCESS_FROM],
        [face for face in regular if dice.SUCCESS_FROM <= face < dice.TEN],
        [face for face in regular if face == dice.TEN],
    )
    return {"dice": tuple(",".join(map(str, sort[:MOST_REROLLED])) for sort in sorts if sort)}


DEEDS = (
    Deed(
        Action(
            "roll", "roll",
            (
                Parameter("attribute", "choice", choices=ATTRIBUTE_CHOICES),
                Parameter("skill", "choice", choices=SKILL_CHOICES), pool.POOL_PARAMETER,
                Parameter("difficulty", "integer", default=1, minimum=1, maximum=HIGHEST_DIFFICULTY), *pool.MODIFIERS,
                Parameter("discipline", "choice", choices=DISCIPLINE_CHOICES, common=False),
                Parameter("category", "choice", choices=choices(pool.CATEGORIES), common=False),
                Parameter("against", "character", common=False),
                Parameter("hunger_dice", "integer", minimum=0, maximum=pool.LARGEST_POOL, common=False),
                Parameter("no_cover", "switch", common=False), Parameter("without_roll", "switch", common=False),
            ),
            acts=False, targets="one", key="r", rules=("V5-DICE-01", "V5-DICE-05", "V5-DICE-06", "V5-DICE-07"),
            examples=(
                "roll Vera strength brawl difficulty=2", "roll Vera 6 difficulty=3", "roll Vera wits awareness surge",
            ),
            group="dice",
        ),
        drafted(_roll), _roll_odds, applies=fields.of_roll,
    ),
    Deed(
        Action(
            "reroll", "roll", (Parameter("dice", "text", required=True),), acts=False, targets="one", key="R",
            rules=("V5-DICE-09", "V5-RES-04"), examples=("reroll Vera 2,3,5",), group="dice",
        ),
        drafted(_reroll), _reroll_odds, _reroll_presets,
    ),
    Deed(
        Action(
            "price", "act", (Parameter("text", "text"),), acts=False, targets="one", rules=("V5-DICE-06", "V5-DICE-07"),
            examples=("price Vera", 'price Vera "the lamp breaks"'), group="dice",
        ),
        drafted(_price),
    ),
)  # fmt: skip

HIGHLIGHTS = (
    Highlight("messy_critical"),
    Highlight("bestial_failure"),
    Highlight("total_failure", "bad"),
    Highlight("critical_win", "good"),
    Highlight("hunger_dice", sign="h"),
)

CHAPTER = Chapter(deeds=DEEDS, highlights=HIGHLIGHTS)
