"""Cases that ask what goes into a pool, how far one can throw, which type the damage is."""

from typing import Any

from tests.plugins.tracker_wod.fighters import ATTACK_VALUES, add_fighter
from tests.plugins.tracker_wod.hazards_cases import EFFECTS, bearing, let_run, take_effects
from tests.plugins.tracker_wod.scene import Keys, Scene, told
from tracker.api import Chances, Intent, Message, RandomChance, Refusal, Rolled, Term, message
from tracker_wod.merits import MERITS

UNTRAINED = {"physical": "athletics", "social": "empathy", "mental": "science"}
"""A Skill of each kind, for rolls that name none."""

SKILL_OF = {
    "brawl": "brawl", "weaponry": "weaponry", "firearms": "firearms", "thrown": "athletics", "touch": "brawl",
    "grapple": "brawl", "hold": "brawl", "explosive": "athletics",
}  # fmt: skip


def run(given: Keys, when: Keys, then: Keys) -> None:
    if "throw" in given:
        _throw(Keys(given.take("throw"), "throw"), then)
        return
    scene = Scene()
    kind = given.take("attack", "")
    if not kind and (sense := given.take("sense")):
        roller, _ = roller_of(scene, given, "")
        foe = scene.add("Foe")
        scene.condition(foe, "unseen")
        values = roll_values(given)
        _compare(scene, then, _tried(scene, Intent("sniff" if sense == "smell" else "listen", roller, (foe,), values)))
        return
    table = given.take("target")
    roller, traits = roller_of(scene, given, kind)
    if not kind:
        values = {"traits": "+".join(traits), **roll_values(given)}
        _compare(scene, then, _tried(scene, Intent("roll", roller, (), values)))
        return
    if kind == "explosive":
        values = {
            "bomb" if key == "item" else key: given.take(key) for key in ("item", "distance", "band") if key in given
        }
        if "weapon" in given:
            values["rating"] = given.take("weapon")
        _compare(scene, then, _tried(scene, Intent("throw-bomb", roller, (), {**values, **roll_values(given)})))
        return
    target = target_of(scene, roller, Keys(table, "target"), kind)
    set_barrier(scene, target, given)
    intent = attack_intent(scene, roller, target, kind, traits, given)
    _compare(scene, then, _tried(scene, intent))


def _throw(table: Keys, then: Keys) -> None:
    scene = Scene()
    size, aerodynamic = table.take("object_size"), table.take("aerodynamic", False)
    thrower = add_fighter(scene, "Thrower", table)
    refusal = scene.refusal("throw-range", thrower, size=size, aerodynamic=aerodynamic)
    then.check("possible", refusal is None)
    line = told(scene.outcome, "wod.throw_range")
    ranges = [line.values[band] for band in ("short", "medium", "long")] if line else None
    then.check("ranges", ranges)
    table.finish()


# ---------------------------------------------------------------------- setting up


def roller_of(scene: Scene, given: Keys, kind: str) -> tuple[str, list[str]]:
    """Add who rolls; return the traits of the roll, a Skill without dots among them where the case says so."""
    shown = given.take("traits", {})
    traits = list(shown)
    untrained = given.take("untrained")
    if untrained:
        skill = SKILL_OF[kind] if kind else UNTRAINED[untrained]
        traits.append(skill)
    for trait, value in shown.items() if "drug" not in given else ():
        assert trait not in given or given.take(trait) == value, f"{trait} stands in the case twice"
    keys = [key for key in (*SELF, *EFFECTS, *MERIT_KEYS) if key in given]
    if kind == "explosive":
        keys = [key for key in keys if key not in ("item", "weapon")]
    if "item" in given:
        keys = [key for key in keys if key != "piercing"]
    own = Keys({key: given.take(key) for key in keys}, "given")
    effects = take_effects(own)
    traits_of_sheet: dict[str, Any] = {key: value for key, value in bearing(effects).items() if key not in own}
    if "own_cover" in given:
        traits_of_sheet["cover"] = given.take("own_cover")
    weapon_skill = kind if kind in ("brawl", "weaponry", "firearms", "thrown") else "brawl"
    armed = weapon_skill != "brawl" or "one_hand" in given
    weapon = {"weapon": "own-weapon", "weapon-skill": weapon_skill, "weapon-auto": 1} if armed else {}
    two_handed = {"weapon-two-handed": 1} if "one_hand" in given else {}
    table = Keys({**{key: own.take(key) for key in own}, **traits_of_sheet, **shown}, "given")
    roller = add_fighter(scene, "Roller", table, weapon_skill, **weapon, **two_handed)
    table.finish()
    let_run(scene, roller, effects)
    return roller, traits


SELF = (
    "weapon", "item", "strength", "strength_needed", "armour_strength_needed", "ranges", "size", "marks", "aim",
    "piercing", "no_wound_penalty", "auto", "prone", "armour_item", "merits", "stamina", "dexterity", "wits",
    "composure", "body_size", "bonus", "clip", "loaded", "armour_speed", "armour_defence", "defence",
    "athletics", "acted",
)  # fmt: skip
"""Keys of a case that belong to whoever rolls."""

MERIT_KEYS = tuple(merit.replace("-", "_") for merit in MERITS)


def target_of(scene: Scene, roller: str, table: Keys, kind: str) -> str:
    """Add the target; a bare one has no Defence and no armour."""
    name = table.take("name", "Target")
    held, pinned, heard = table.take("held", False), table.take("pinned", False), table.take("heard")
    holders = table.take("holders", 1)
    spear, dodge = table.take("spear", False), table.take("dodge", False)
    bare = {} if "dexterity" in table or "wits" in table else {"defence": 0}
    defaults: dict[str, Any] = {**bare, "merits": "brawling-dodge weaponry-dodge"}
    if spear:
        defaults["weapon"] = "spear"
    if isinstance(dodge, int) and not isinstance(dodge, bool) and "defence" not in table:
        # Only its value is told: that of a Merit's Skill alone.
        defaults["brawl"], dodge = dodge, "brawling"
    target = add_fighter(scene, name, table, **defaults)
    table.finish()
    if dodge:
        way = {"brawling": "brawling-dodge", "weaponry": "weaponry-dodge"}.get(dodge, "dodge")
        scene.do("dodge", target, way=way)
    if held or pinned:
        other = scene.add("Holder")
        grip(scene, other, target)
        if pinned:
            scene.condition(target, "pinned", id=f"pinned:{other}", source=other, amount=1)
    if heard:
        scene.condition(target, "unseen")
        scene.do("listen", roller, target, result=heard, keep=True)
    if kind == "hold":
        for number in range(holders):
            holder = target if number == 0 else scene.add(f"Holder {number + 1}", strength=1)
            grip(scene, holder, roller)
    return target


BARRIER = "barrier"


def set_barrier(scene: Scene, target: str, given: Keys) -> bool:
    """Put the target behind the barrier of the case; whether there is one."""
    barrier = given.take("barrier")
    if barrier is None:
        return False
    numbers = {"barrier-modifier" if key == "modifier" else key: number for key, number in barrier.items()}
    scene.do("cover", target, level="full", barrier=BARRIER, **numbers)
    return True


def grip(scene: Scene, holder: str, held: str) -> None:
    """Let one hold the other."""
    scene.condition(held, "held", id=f"held:{holder}", source=holder, unit="scene")
    scene.condition(holder, "holding", id=f"holding:{held}", source=held, unit="scene")


def roll_values(given: Keys) -> dict[str, Any]:
    """The values of any rolling action that the case gives."""
    values: dict[str, Any] = {"modifier": given.take("modifier", 0) + sum(given.take("modifiers", ()))}
    if given.take("willpower", False):
        values["willpower"] = True
    if (handling := given.take("handling")) is not None:
        values["handling"] = handling
    if "again_on" in given:
        values["again"] = {10: "10", 9: "9", 8: "8", 11: "none"}[given.take("again_on")]
    if "pool" in given:
        values["pool"] = given.take("pool")
    if given.take("hidden", False):
        values["hidden"] = True
    return values


MANOEUVRES = {"ground": "throw-down", "to_the_ground": "throw-down", "throw_down": "throw-down"}
"""Manoeuvres of a grapple under the names that cases may use."""


def attack_intent(scene: Scene, roller: str, target: str, kind: str, traits: list[str], given: Keys) -> Intent:
    """The attack of the case."""
    values = roll_values(given)
    for key, name in ATTACK_VALUES.items():
        if key in given:
            values[name] = given.take(key)
    if kind == "hold":
        holders = len(scene.character(roller).conditions_of_kind("held"))
        if holders > 1:
            return Intent("break-free", roller, (), values)
        values.pop("close", None)
        armed = scene.character(roller).text("weapon")
        manoeuvre = given.take("manoeuvre", "weapon" if armed else "damage")
        return Intent("hold", roller, (target,), {**values, "manoeuvre": MANOEUVRES.get(manoeuvre, manoeuvre)})
    if kind == "grapple":
        return Intent("grapple", roller, (target,), values)
    values["traits"] = "+".join(traits) or "none"
    values["kind"] = kind
    if (targets := given.take("targets")) is not None:
        values.update({"nameless": targets - 1, "only": True})
    if names := given.take("spare_names"):
        values["spare"] = tuple(scene.add(name) for name in names)
    return Intent("attack", roller, (target,), values)


# ---------------------------------------------------------------------- comparing


def _tried(scene: Scene, intent: Intent) -> tuple[Rolled | None, Chances | None, Message | None]:
    """The throw and the odds of an intent with dice that do not matter, or why it is refused.

    What an action does not offer at all, such as an all-out attack within a grapple, is refused like on a typed line.
    """
    offered = {parameter.id for parameter in scene.engine.rules.actions[intent.verb].parameters}
    if unknown := [name for name, value in intent.values.items() if value and name not in offered]:
        return None, None, message("not-offered", names=tuple(unknown))
    try:
        chances = scene.engine.rules.odds(scene.state, intent)
        scene.perform(intent, RandomChance(1))
    except Refusal as refusal:
        return None, None, refusal.reason
    return scene.rolls()[0], chances, None


def _compare(scene: Scene, then: Keys, tried: tuple[Rolled | None, Chances | None, Message | None]) -> None:
    rolled, chances, refusal = tried
    then.check("possible", refusal is None)
    check_refusal(refusal, then)
    if rolled is None:
        assert "pool" not in then, f"refused: {refusal}"
        return
    assert chances is not None
    dramatic = any(event == Term("dramatic_failure") for event, _ in chances.events)
    assert dramatic == rolled.data["chance"], "the odds and the roll differ"
    assert rolled.data["chance"] or chances.pool == rolled.pool, "the odds and the roll differ"
    if "pool" in then and "chance" not in then:
        assert not rolled.data["chance"], f"a chance die, the sum is {rolled.pool}"
    then.check("pool", rolled.pool)
    then.check("total", rolled.pool)
    then.check("chance", rolled.data["chance"])
    then.check("type", rolled.data.get("type"))
    then.check("again_on", rolled.data["again_on"])
    then.check("defence", rolled.data.get("defence"))
    then.check("hidden", rolled.hidden)


def check_refusal(refusal: Message | None, then: Keys) -> None:
    """What would be allowed instead of something refused."""
    values = refusal.values if refusal else {}
    then.check("own_penalty", values.get("own"))
    then.check("attackers_penalty", values.get("others"))
    needs = values.get("needs")
    then.check("needs", needs.id.removesuffix("-burst") if isinstance(needs, Term) else None)
    proposes = values.get("proposes")
    then.check(
        "proposes",
        {
            "cover": proposes.id.removeprefix("cover-"),
            "own_penalty": values["own"],
            "attackers_penalty": values["others"],
        }
        if isinstance(proposes, Term)
        else None,
    )
