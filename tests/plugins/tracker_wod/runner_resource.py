"""Cases of what a character has: rounds in the gun, Willpower, derived traits."""

from tests.plugins.tracker_wod import hazards_cases
from tests.plugins.tracker_wod.fighters import add_fighter, give_gun, rounds_of
from tests.plugins.tracker_wod.scene import Keys, Misses, Scene
from tracker.api import Intent, Refusal


def run(given: Keys, when: Keys, then: Keys) -> None:
    if hazards_cases.play_resource(given, when, then):
        return
    scene = Scene()
    who = add_fighter(scene, "Bearer", given, "firearms")
    for act in when:
        if act in ACTS:
            ACTS[act](scene, who, when, then)
    character = scene.character(who)
    if rounds := character.pools.get(rounds_of(scene, who)):
        then.check("loaded", rounds.value)
    willpower = character.pools["willpower"]
    then.check("maximum", willpower.maximum)
    then.check("left", willpower.value)
    then.check("spent", (willpower.maximum or 0) - willpower.value)
    then.check("can_spend", lambda: "spend-willpower" not in scene.unavailable(who))
    then.check("penalty", lambda: scene.derived(who, "wound-penalty").value)
    then.check("state", scene.status(who))
    for name in ("health", "defence", "speed", "run", "initiative", "dodge"):
        if name in then:
            then.check(name, scene.derived(who, name).value)


def _reload(scene: Scene, who: str, when: Keys, then: Keys) -> None:
    scene.do("initiative", targets=who, **{f"total:{who}": 10})
    scene.do("next")
    loading = when.take("reload")
    give_gun(scene, who, loading)
    scene.do("reload", who, singly=loading == "single")
    then.check("acted", scene.character(who).count("acted") == 1)
    then.check("keeps_defence", not scene.character(who).has_condition("no-defence"))


def _reload_for_rounds(scene: Scene, who: str, when: Keys, then: Keys) -> None:
    give_gun(scene, who, "slowly")
    for _ in range(when.take("reload_rounds_spent")):
        scene.do("reload", who)
    running = scene.character(who).conditions.get("reloading")
    then.check("rounds_left", running.amount if running else 0)


def _fire(scene: Scene, who: str, when: Keys, then: Keys) -> None:
    """Pull the trigger again and again; a list of what is loaded wants it after each time."""
    target = scene.add("Target")
    fired: list[bool] = []
    loaded: list[int] = []
    for burst in when.take("fire"):
        try:
            scene.perform(
                Intent("attack", who, (target,), {"kind": "firearms", "burst": burst, "free": True}), Misses()
            )
        except Refusal:
            fired.append(False)
        else:
            fired.append(True)
        loaded.append(scene.character(who).pools[rounds_of(scene, who)].value)
    then.check("fired", fired)
    if isinstance(then.peek("loaded"), list):
        then.check("loaded", loaded)


def _spend(scene: Scene, who: str, when: Keys, then: Keys) -> None:
    possible = True
    for _ in range(when.take("spend")):
        possible = possible and scene.refusal("spend-willpower", who) is None
    then.check("possible", possible)


ACTS = {"reload": _reload, "reload_rounds_spent": _reload_for_rounds, "fire": _fire, "spend": _spend}
"""What a case does, one after another as it stands there."""
