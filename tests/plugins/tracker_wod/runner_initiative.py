"""Cases of the turn order: rolling, ties, surprise, holding back."""

from typing import Any

from tests.plugins.tracker_wod.fighters import add_fighter
from tests.plugins.tracker_wod.scene import Keys, Scene
from tracker.api import Intent, TypedChance


def run(given: Keys, when: Keys, then: Keys) -> None:
    if "order" in given:
        _standing(given, when, then)
    else:
        _rolled(given, when, then)


# ---------------------------------------------------------------------- rolling


def _rolled(given: Keys, when: Keys, then: Keys) -> None:
    scene = Scene(**{"initiative-each-round": given.take("each_round", False)})
    dice: dict[str, list[list[int]]] = {}
    marks: dict[str, list[str]] = {}
    values: dict[str, Any] = {}
    people: list[str] = []
    for fighter in given.take("fighters"):
        table = Keys(fighter, "fighter")
        name, surprised = table.take("name"), table.take("surprised", False)
        die, total = table.take("die"), table.take("total")
        rounds, by_round = table.take("dice", []), table.take("marks_by_round", [])
        who = add_fighter(scene, name, table)
        table.finish()
        people.append(who)
        dice[who] = [list(row) if isinstance(row, list) else [row] for row in rounds]
        marks[who] = list(by_round)
        if die is not None and surprised:
            dice[who] = [[], [die]]
        elif die is not None:
            values[f"die:{who}"] = die
        if total is not None:
            values[f"total:{who}"] = total
        if surprised:
            scene.condition(who, "surprised", left=1, unit="round")
    rolloffs = [die for row in when.take("rolloffs", ()) for die in row]
    _mark(scene, marks, 0)
    faces = [die for who in people if dice[who] for die in dice[who][0]]
    _roll(scene, Intent("initiative", targets=tuple(people), values=values), faces, rolloffs)
    _compare(scene, people, then)
    last = max((int(key.removeprefix("round")) for key in then if key.startswith("round")), default=0)
    for number in range(1, last + 1):
        if number > 1:
            _mark(scene, marks, number - 1)
            while scene.state.round < number:
                turn_over = not any(not place.acted and place.who != scene.state.current for place in scene.state.order)
                asked = [who for who in scene.state.in_order(people) if len(dice[who]) >= number]
                fresh = [die for who in asked for die in dice[who][number - 1]]
                if turn_over:
                    _roll(scene, Intent("next"), fresh, rolloffs)
                else:
                    scene.do("next")
        else:
            scene.do("next")
        _compare(scene, people, Keys(then.take(f"round{number}", {}), f"round {number}"), whole=True)
    assert not rolloffs, f"nobody rolled off {rolloffs}"


def _roll(scene: Scene, intent: Intent, faces: list[int], rolloffs: list[int]) -> None:
    """Carry out what rolls Initiative; the roll-offs that become due are taken from those of the case."""
    chance = TypedChance([*faces, *rolloffs])
    scene.perform(intent, chance)
    assert len(chance.left_over) <= len(rolloffs), f"nobody asked for all of {faces}"
    rolloffs[:] = chance.left_over


def _mark(scene: Scene, marks: dict[str, list[str]], index: int) -> None:
    for who, rows in marks.items():
        if len(rows) > index:
            scene.marks(who, rows[index])


def _compare(scene: Scene, people: list[str], then: Keys, *, whole: bool = False) -> None:
    places = [scene.state.place_of(who) for who in people]
    then.check("totals", [place.value for place in places if place])
    then.check("order", scene.order())
    if whole:
        then.finish()


# ---------------------------------------------------------------------- holding back


def _standing(given: Keys, when: Keys, then: Keys) -> None:
    scene = Scene(**{"delay-place": given.take("delay_place", "stays")})
    totals: dict[str, Any] = {}
    people: dict[str, str] = {}
    for fighter in given.take("order"):
        table = Keys(fighter, "fighter")
        name, initiative = table.take("name"), table.take("initiative")
        who = add_fighter(scene, name, table)
        table.finish()
        people[name] = who
        totals[f"total:{who}"] = initiative
    rolloffs = [die for row in when.take("rolloffs", ()) for die in row]
    scene.do("initiative", targets=tuple(people.values()), **totals)
    scene.do("next")
    if "carry_over" in when:
        _carry_over(scene, people, when, then)
        return
    holders = when.take("holds", [])
    if "hold" in when:
        holders = [*holders, when.take("hold")]
    trigger = "as named before" if when.take("trigger", False) else ""
    for name in _in_turn(scene, people, holders):
        _turn_of(scene, people[name])
        scene.do("delay", people[name], trigger=trigger)
    if "act" in when:
        where, other = when.take("act"), when.take("other")
        _turn_of(scene, people[other])
        for number, name in enumerate(_in_turn(scene, people, holders)):
            faces = rolloffs if number == len(holders) - 1 else []
            scene.do("act-now", people[name], where=where, other=people[other], faces=faces)
    who = people[holders[0]]
    place = scene.state.place_of(who)
    then.check("initiative", place.value if place else None)
    then.check("order", scene.order())
    for key in ("next_round", "then_round"):
        if key in then:
            _next_round(scene)
            then.check(key, scene.order())


def _in_turn(scene: Scene, people: dict[str, str], names: list[str]) -> list[str]:
    order = [place.who for place in scene.state.order]
    return sorted(names, key=lambda name: order.index(people[name]))


def _turn_of(scene: Scene, who: str) -> None:
    for _ in scene.state.order:
        if scene.state.current == who:
            return
        scene.do("next")
    assert scene.state.current == who, f"the turn of {who} does not come"


def _next_round(scene: Scene) -> None:
    number = scene.state.round
    while scene.state.round == number:
        scene.do("next")


def _carry_over(scene: Scene, people: dict[str, str], when: Keys, then: Keys) -> None:
    """An action carried over, perhaps again and again, and where the fighter acts at last."""
    name = when.take("carry_over")
    who = people[name]
    again = when.take("again_in_round", ())
    rounds = [1, *([again] if isinstance(again, int) else again)]
    first = when.take("next_round")
    later = when.take("then_round", first)
    acts_in = [number + 1 for number in rounds if number + 1 not in rounds]
    wishes = {number: first if number == 2 else later for number in acts_in}
    last = max((int(key.removeprefix("round")) for key in then if key.startswith("round")), default=1)
    for number in range(1, last + 1):
        if number > 1:
            _next_round(scene)
        if wish := wishes.get(number):
            where, _, other = wish.partition(" ")
            scene.do("act-now", who, where=where, other=people[other])
        place = scene.state.place_of(who)
        expected = Keys(then.take(f"round{number}", {}), f"round {number}")
        expected.check("order", scene.order())
        expected.check("initiative", place.value if place else None)
        if number in rounds:
            _turn_of(scene, who)
            scene.do("carry-over", who)
            unavailable = scene.unavailable(who)
            only = "moves only" if "attack" in unavailable and "walk" not in unavailable else "acts"
            expected.check(name.lower(), only)
            expected.check(name, only)
        expected.finish()
