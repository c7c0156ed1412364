"""Cases within one round: how Defence wears, what may be declared when, what it costs."""

from collections.abc import Sequence
from typing import Any

from tests.plugins.case_files import UnknownKey
from tests.plugins.tracker_wod import hazards_cases
from tests.plugins.tracker_wod.fighters import add_fighter, give_gun
from tests.plugins.tracker_wod.runner_pool import check_refusal
from tests.plugins.tracker_wod.scene import Keys, Misses, Scene, told
from tracker.api import Intent, Message, Refusal

DEFAULT_INITIATIVE = 10
OTHER = "Other"


def run(given: Keys, when: Keys, then: Keys) -> None:
    if hazards_cases.play_round(given, when, then):
        return
    scene = Scene()
    who = _fighter(scene, given)
    in_fight = given.take("in_fight", True)
    moment = {key: given.take(key, default) for key, default in MOMENT.items()}
    initiative = given.take("initiative", DEFAULT_INITIATIVE)
    if in_fight:
        _reach(scene, who, initiative, when.take("at", initiative))
    for key in ("defended", "waived"):
        if number := moment[key]:
            scene.counter(who, key, number)
    if moment["acted"]:
        scene.counter(who, "acted", 1)
    if moment["moved"] != "no":
        scene.counter(who, "moved", {"before": 1, "after": 2}[moment["moved"]])
    if moment["dodging"]:
        way = moment["dodging"] if isinstance(moment["dodging"], str) else "dodge"
        scene.do("dodge", who, way=DODGES.get(way, way))
    if moment["holding"]:
        held = scene.add("Held")
        scene.condition(who, "holding", id=f"holding:{held}", source=held, unit="scene")
        scene.condition(held, "held", id=f"held:{who}", source=who, unit="scene")
    if moment["held"]:
        holder = scene.add("Holder")
        scene.condition(who, "held", id=f"held:{holder}", source=holder, unit="scene")
    refusal = None
    if "declare" in when:
        declared = when.take("declare")
        refusal = _declare(scene, who, [declared] if isinstance(declared, str) else declared)
    then.check("allowed", refusal is None)
    check_refusal(refusal, then)
    _look(scene, who, then)
    attacks = when.take("attacks", ())
    then.check(
        "subtract", [_attacked(scene, who, number, Keys(table, "attack")) for number, table in enumerate(attacks)]
    )
    _look_after(scene, who, then)


MOMENT = {"acted": False, "moved": "no", "defended": 0, "waived": 0, "dodging": "", "holding": False, "held": False}
"""What stands at the moment of the case."""


def _fighter(scene: Scene, given: Keys) -> str:
    own = {key: given.take(key) for key in given if key not in MOMENT and key not in ("initiative", "in_fight")}
    table = Keys(own, "given")
    merits = {"merits": "brawling-dodge weaponry-dodge"} if "merits" not in table else {}
    who = add_fighter(scene, "Fighter", table, "firearms", **merits)
    table.finish()
    return who


def _reach(scene: Scene, who: str, initiative: int, at: int) -> None:
    """Begin a fight and let it come to the moment when somebody with this number acts."""
    other = scene.add(OTHER, defence=0)
    totals = {f"total:{who}": initiative, f"total:{other}": at if at != initiative else at - 1}
    scene.do("initiative", targets=(who, other), **totals)
    scene.do("next")
    while (place := scene.state.place_of(scene.state.current)) and (place.value or 0) > at:
        scene.do("next")


DODGES = {"dodge": "dodge", "brawling": "brawling-dodge", "weaponry": "weaponry-dodge",
          "brawling_dodge": "brawling-dodge", "weaponry_dodge": "weaponry-dodge"}  # fmt: skip


def _declare(scene: Scene, who: str, declared: Sequence[str]) -> Message | None:
    """Declare one thing after another; the refusal of the first that is not possible."""
    target = next(other for other in scene.state.characters if other != who) if len(scene.state.characters) > 1 else ""
    target = target or scene.add(OTHER, defence=0)
    flags = [name for name in declared if name in ("charge", "all_out")]
    acts: list[Intent] = [_intent(scene, name, who, target) for name in declared if name not in flags]
    if flags:
        values = {name.replace("_", "-"): True for name in flags}
        acts.append(Intent("attack", who, (target,), {"kind": "brawl", "weapon": "unarmed", **values}))
    for intent in acts:
        try:
            scene.perform(intent, Misses())
        except Refusal as refusal:
            return refusal.reason
    return None


def _intent(scene: Scene, declared: str, who: str, target: str) -> Intent:
    if declared in DODGES:
        return Intent("dodge", who, (), {"way": DODGES[declared]})
    match declared:
        case "drop" | "stand" | "run" | "aim" | "carry_over" | "clear_jam":
            return Intent(declared.replace("_", "-"), who)
        case "move":
            return Intent("walk", who)
        case "shoot":
            return Intent("attack", who, (target,), {"kind": "firearms"})
        case "attack" | "punch":
            return Intent("attack", who, (target,), {"kind": "brawl", "weapon": "unarmed"})
        case "burst_short" | "burst_medium" | "burst_long":
            values: dict[str, Any] = {"kind": "firearms", "burst": declared.removeprefix("burst_")}
            return Intent("attack", who, (target,), values)
        case "draw" | "draw_hidden":
            return Intent("draw", who, (), {"weapon": "pistol-light", "hidden-weapon": declared == "draw_hidden"})
        case "reload_single" | "reload" | "reload_magazine":
            give_gun(scene, who, "single" if declared == "reload_single" else "magazine")
            return Intent("reload", who, (), {"singly": declared == "reload_single"})
        case "surprise":
            return Intent("notice", "", (who,))
        case "grapple":
            return Intent("grapple", who, (target,))
        case _:
            raise UnknownKey(f"nobody can declare {declared!r}")


def _attacked(scene: Scene, who: str, number: int, attack: Keys) -> int:
    """Let a newcomer attack the fighter and miss; what Defence took from the pool."""
    attacker = scene.add(f"Attacker {number + 1}", weapon="own-weapon")
    kind = attack.take("by")
    if way := attack.take("dodge", False):
        scene.do("dodge", who, way=DODGES["dodge" if way is True else way])
    values = {
        "kind": kind,
        "close": attack.take("close", False),
        "waive": attack.take("waive", False),
        "resist": attack.take("willpower", False),
    }
    attack.finish()
    verb = "grapple" if values["kind"] == "grapple" else "attack"
    scene.perform(Intent(verb, attacker, (who,), values), Misses())
    taken = scene.rolls()[0].data["defence"]
    assert isinstance(taken, int)
    return taken


def _look(scene: Scene, who: str, then: Keys) -> None:
    character = scene.character(who)
    then.check("dodge", lambda: scene.derived(who, "defence").value)
    then.check("may_move", lambda: "walk" not in scene.unavailable(who))
    then.check("may_act", lambda: "attack" not in scene.unavailable(who))
    yards = [
        line.values["yards"]
        for line in (told(scene.outcome, f"wod.{way}") for way in ("runs", "charges", "walks"))
        if line is not None
    ]
    then.check("yards", yards[0] if yards else 0)
    then.check("no_defence", character.has_condition("no-defence"))


def _look_after(scene: Scene, who: str, then: Keys) -> None:
    character = scene.character(who)
    then.check("acted", character.count("acted") == 1)
    then.check("prone", character.has_condition("prone"))
    then.check("defence", lambda: scene.derived(who, "defence").value)
    then.check("aimed", sum(condition.amount for condition in character.conditions_of_kind("aiming")))
    then.check("defended", character.count("defended"))
    then.check("waived", character.count("waived"))
