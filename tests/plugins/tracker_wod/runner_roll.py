"""Cases that read dice: a pool, its faces, what they come to."""

from tests.plugins.tracker_wod import runner_contest
from tests.plugins.tracker_wod.scene import Keys, Scene, faces_of

AGAIN = {10: "10", 9: "9", 8: "8", 11: "none"}


def run(given: Keys, when: Keys, then: Keys) -> None:
    if runner_contest.listens(given, then):
        runner_contest.run(given, when, then)
        return
    scene = Scene()
    who = scene.add("Roller")
    pool = given.take("pool")
    if given.take("chance", False):
        pool = min(pool, 0)
    scene.do(
        "roll",
        who,
        faces=faces_of(when),
        pool=pool,
        again=AGAIN[given.take("again_on", 10)],
        willpower=given.take("willpower", False),
        hidden=given.take("hidden", False),
    )
    (rolled,) = scene.rolls()
    then.check("successes", rolled.successes)
    then.check("result", rolled.result)
    then.check("hidden", rolled.hidden)
    then.check("chance", rolled.data["chance"])
    then.check("pool", rolled.pool)
    then.check("total", rolled.pool)
    then.check("dice", list(rolled.faces))
    then.check("again", list(rolled.again))
