"""Cases in which several rules meet: statuses together, height over cover, edges of hexes, the last of a warband."""

import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.skirmish.warband import game
from swarmzoo.envs.skirmish.warband.state import ACTING
from tests.envs.skirmish.warband.scenes import NO_ONE, scene

BOW = {"melee": "dagger", "ranged": "short_bow"}


# Several statuses


@pytest.mark.rule("WAR-14", "WAR-17", "WAR-P7")
def test_a_stunned_prone_shaken_target_has_all_of_it_and_loses_only_the_stun_with_its_activation():
    head = "stage: pick a character\nactor: red\ntokens: 1 1"
    says = {"r0": "star 2, stunned, prone, Shaken"}
    down = scene("r0 . . . . . . . b0 b1", says=says, head=head, r1={}).does("activate r0")
    assert down.of("r0", "stunned") == 0 and down.of("r0", "prone") == 1 and down.morale("r0") == "Shaken"
    assert down.of("r0", "activated") == 1 and down.of("r0", "star") == 2


@pytest.mark.rule("WAR-17", "WAR-P9", "WAR-18")
def test_who_is_shaken_and_prone_rallies_first_and_then_gets_up_or_fights_on():
    afraid = scene("r0 . . . . . b0", says={"r0": "Shaken, prone"}, current="r0", r0=BOW)
    assert not afraid.can("shoot at b0") and afraid.can("rally itself") and afraid.can("aim at b0")
    afraid.does("rally itself", [1])
    assert afraid.morale("r0") == "calm" and afraid.can("shoot at b0") and not afraid.can("charge at b0")
    assert (3, 0) in afraid.goals() and (4, 0) not in afraid.goals()  # half of Boots, to get up


@pytest.mark.rule("WAR-10", "WAR-16", "WAR-18")
def test_an_aim_outlasts_fear_and_adds_to_the_near_target():
    shot = scene("r0 . . . b0", says={"r0": "Shaken, aims at blue b0 2"}, current="r0", r0=BOW)
    assert shot.does("rally itself", [1]).does("shoot at b0", [1, 1]).hits == [2]  # 1 + 2 + 1 is more than 3


@pytest.mark.rule("WAR-13", "WAR-15", "WAR-P9")
def test_the_bloodied_and_shaken_breathe_with_a_point_less_of_mallet():
    weak = scene("r0 . . . . . . . b0", says={"r0": "star 1, Shaken"}, current="r0", r0={"runes": 4, "mallet": 3}).does(
        "take a breather", [3, 2]
    )
    assert weak.of("r0", "star") == 2  # two tests of Mallet 2: only the second is passed


# Height, edges


@pytest.mark.rule("WAR-10", "WAR-A2")
@pytest.mark.parametrize(
    ("heights", "needed"),
    [
        ("...", 5),  # the wood between counts
        ("1..", 3),  # from a hill one shoots over it, and down
        ("..1", 4),  # the same from below, but not down
        (".1.", None),  # it stands on a hill of its own: nobody sees over
    ],
)
def test_height_and_cover(heights, needed):
    a, b, c = (("1" if h == "1" else "") for h in heights[:3])
    under = f".{a} . . . *{b} . . . .{c}"
    shot = scene("r0 . . . . . . . b0", under=under, current="r0", r0=BOW)
    if needed is None:
        assert not shot.can("shoot at b0")
        return
    assert shot.does("shoot at b0", [needed, max(needed - 1, 1), 1, 1]).hits == [1]


@pytest.mark.rule("WAR-A2")
def test_a_line_along_an_edge_is_free_if_one_side_of_it_is():
    """Two rows up, one and a half columns on: the middle of the line lies between two hexes."""
    one = scene(". r0 . .\n. X . .\n. b0 . .", current="r0", r0=BOW)
    both = scene(". r0 . .\nX X . .\n. b0 . .", current="r0", r0=BOW)
    assert one.can("shoot at b0") and not both.can("shoot at b0")


# The last of a warband, the last target


@pytest.mark.rule("WAR-14", "WAR-A6")
def test_the_last_of_a_warband_falls_while_its_token_is_in_the_bag():
    last = scene("r0 b0", says={"b0": "star 1"}, current="r0", head="tokens: 0 1", r0={"mallet": 4})
    last.does("strike at b0", [6] * 4 + [NO_ONE] * 4 + [1])
    assert last.fate("b0") != "in the field" and last.winners == ["red"]


@pytest.mark.rule("WAR-9", "WAR-P5")
def test_after_a_failed_test_of_runes_there_is_always_a_target_left():
    """Whoever is chosen can be seen and reached, so the closest can: it is shot at, in whatever cover."""
    shot = scene("r0 . # b1 . . b0", current="r0", r0=BOW | {"runes": 2}).does("shoot at b0", [3, 6, 1])
    assert shot.told(9999) == [] and len(shot.hits) == 1


def test_a_neutral_horde_is_refused_where_there_is_none():
    with pytest.raises(GameError, match="neutral_horde: only versus_swarm has a horde"):
        game(neutral_horde=True)


# The way of a move


@pytest.mark.rule("WAR-6", "WAR-A2")
def test_a_move_takes_the_cheapest_way_around_what_is_in_it():
    moved = scene("r0 , . . . . b0\n. . . .", current="r0").does("go to 2 0")
    field = moved.game.words._plan.field
    way = [field.place(int(cell)) for cell in moved.s["way"][: moved.s["num_way"]]]
    assert way[0] == (0, 0) and way[-1] == (2, 0) and moved.s["stage"] == ACTING
    assert way in ([(0, 0), (1, 0), (2, 0)], [(0, 0), (0, 1), (1, 1), (2, 0)])
    again = scene("r0 , . . . . b0\n. . . .", current="r0").does("go to 2 0")
    assert again.s["way"].tolist() == moved.s["way"].tolist()
    assert moved.does("take cover").s["num_way"] == 0


# What moves and fear leave behind


@pytest.mark.rule("WAR-10")
def test_who_has_gone_shoots_worse_in_the_same_activation():
    gone = scene("r0 . . . . . . . . b0", current="r0", r0=BOW).does("go to 1 0")
    assert gone.does("shoot at b0", [4, 5]).hits == [1]


@pytest.mark.rule("WAR-P3", "WAR-10", "WAR-11")
def test_a_shot_after_a_charge_gains_from_it():
    charged = scene("r0 . . . b0", current="r0", r0=BOW).does("charge at b0")
    assert charged.does("shoot at b0", [3, 2]).hits == [1]  # near and charged, but moved: a point to the good


@pytest.mark.rule("WAR-18")
def test_rallying_all_leaves_the_calm_and_the_far_as_they_are():
    says = {"r1": "Shaken", "r3": "Shaken"}
    drawing = "r0 r1 r2 . . . . . . r3 . . b0"
    all_of_them = scene(drawing, says=says, current="r0", rules={"rally_scope": "all"}).does("rally r1", [1])
    assert [all_of_them.morale(name) for name in ("r1", "r2", "r3")] == ["calm", "calm", "Shaken"]
