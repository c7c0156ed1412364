"""People of the cases: from the keys of a table to a character with its gear, wounds and conditions."""

from typing import Any

from tests.plugins.tracker_wod.hazards_cases import let_run, take_effects
from tests.plugins.tracker_wod.scene import Keys, Scene
from tracker.api import Pool, PoolSet
from tracker_wod.magazine import magazine_id
from tracker_wod.merits import MERITS
from tracker_wod.sheet import SPECS

TRAITS = {
    **{spec.replace("-", "_"): spec for spec in SPECS if spec not in ("size", "weapon", "armour", "guns", "fire")},
    "body_size": "size",
    "species": "species-factor",
    "sum": "initiative",
    "armour_item": "armour",
    "item": "weapon",
    "weapon": "weapon-rating",
    "clip": "weapon-clip",
    "chamber": "weapon-chamber",
    "reload_rounds": "weapon-reload",
    "strength_needed": "weapon-strength",
    "armour_strength_needed": "armour-strength",
    "guns": "guns",
}
"""Keys of the cases that are traits of a sheet under the same or another name."""

OWN_WEAPON = ("weapon", "clip", "loaded", "ranges", "strength_needed", "chamber", "reload_rounds", "auto", "piercing")
"""Keys that describe a weapon of the case's own."""

ATTACK_VALUES = {
    "charge": "charge", "close": "close", "spot": "spot", "willpower": "willpower", "burst": "burst", "band": "band",
    "distance": "distance", "modifier": "modifier", "type": "type", "all_out": "all-out", "off_hand": "off-hand",
    "same_burst": "same-burst", "waive": "waive", "resist": "resist", "bare": "bare", "piercing": "piercing",
    "one_hand": "one-hand", "improvised": "improvised", "skin": "skin", "knockdown": "knockdown", "stuns": "stuns",
    "no_armour": "no-armour", "direction": "direction", "unseen": "unseen", "spare": "others",
    "in_grapple": "in-grapple", "scope": "scope",
}  # fmt: skip
"""Keys of an attack that are values of the action under the same or another name."""


def add_fighter(scene: Scene, name: str, table: Keys, skill: str = "", **defaults: Any) -> str:
    """Add a character as the table describes it; `skill` is that of the weapon where the case has one of its own.

    `defaults` are traits of the sheet that the table may replace.
    """
    effects = take_effects(table)
    kind = defaults.pop("kind", "mortal")
    own_weapon = "item" not in table and any(key in table for key in OWN_WEAPON)
    if not skill:
        skill = next((key for key in ("firearms", "weaponry", "brawl") if key in table), "firearms")
    traits: dict[str, Any] = dict(defaults)
    if own_weapon:
        traits.update({"weapon": "own-weapon", "weapon-skill": skill, "weapon-auto": int(table.take("auto", True))})
        if ranges := table.take("ranges"):
            traits.update(zip(("weapon-short", "weapon-medium", "weapon-long"), ranges, strict=True))
        if (piercing := table.take("piercing")) is not None:
            traits["weapon-piercing"] = piercing
    if isinstance(table.peek("armour"), int):
        traits["general"] = table.take("armour")
    merits = [merit for merit in MERITS if table.take(merit.replace("-", "_"), False) is True]
    if merits:
        traits["merits"] = " ".join((*merits, str(traits.get("merits", ""))))
    for key in table:
        if key in TRAITS:
            value = table.take(key)
            traits[TRAITS[key]] = int(value) if isinstance(value, bool) else value
    size, marks = table.take("size"), table.take("marks")
    if marks is not None or size is not None:
        traits["health"] = marks if marks is not None and "bonus" not in table and set(marks) != {"."} else size
    spent = table.take("spent", table.take("willpower_spent", 0))
    who = scene.add(name, kind, **traits)
    if marks is not None:
        assert size is None or "bonus" in table or len(marks) == size, f"{name}: {marks} are not {size} boxes"
        scene.marks(who, marks, table.take("bonus", 0))
    if (loaded := table.take("loaded")) is not None:
        name = rounds_of(scene, who)
        rounds = scene.character(who).pools.get(name)
        most = max(loaded, rounds.maximum or 0) if rounds else loaded
        scene.put(PoolSet(who, name, rounds or Pool(loaded, most), Pool(loaded, most)))
    willpower = scene.character(who).pools["willpower"]
    if spent:
        scene.put(PoolSet(who, "willpower", willpower, Pool((willpower.maximum or 0) - spent, willpower.maximum)))
    _let_be(scene, who, table)
    let_run(scene, who, effects)
    return who


LOADED_BY = {"magazine": "pistol-light", "single": "shotgun", "slowly": "crossbow"}
"""A gun of the table for each way of loading, for cases that name none."""


def give_gun(scene: Scene, who: str, loading: str) -> None:
    """Put an empty gun of that loading in hand, where the case has named no gun."""
    if rounds_of(scene, who) not in scene.character(who).pools:
        scene.do("set", targets=who, weapon=LOADED_BY[loading])
        name = rounds_of(scene, who)
        full = scene.character(who).pools[name]
        scene.put(PoolSet(who, name, full, Pool(0, full.maximum)))


def rounds_of(scene: Scene, who: str) -> str:
    """The pool that counts the rounds of the weapon in hand."""
    return magazine_id(scene.character(who).text("weapon"))


def _let_be(scene: Scene, who: str, table: Keys) -> None:
    """Conditions and counters of a fighter."""
    if (cover := table.take("cover", "none")) != "none":
        scene.condition(who, f"cover-{cover}", unit="scene")
    for key in ("prone", "surprised", "unaware", "unseen"):
        if table.take(key, False):
            scene.condition(who, key)
    if table.take("bound", False):
        scene.condition(who, "immobilised")
    if table.take("no_defence", False):
        scene.condition(who, "no-defence", note="charge", left=1, unit="round")
    if aimed := table.take("aimed", table.take("aim", 0)):
        scene.condition(who, "aiming", amount=aimed, unit="scene")
    if table.take("no_wound_penalty", False):
        scene.condition(who, "painless", data={"no-wound-penalty": True})
    match table.take("state"):
        case "unconscious":
            # Knocked out for some rounds, unless the track itself says it.
            out = {"left": 10, "unit": "round"} if "." in scene.character(who).tracks["health"].marks else {}
            scene.condition(who, "unconscious", data={"until-clear": not out}, **out)
        case None | "up" | "fighting_for_consciousness" | "dying" | "dead":
            pass
        case other:
            raise AssertionError(f"{who}: {other!r} is no state")
    for key in ("defended", "waived", "acted"):
        if number := table.take(key, 0):
            scene.counter(who, key, int(number))
