"""OCS 14.9: Air Transport. C-47: range 100, 1T. Battalions on foot of 1/2 RE take 1T, regiments of 1 RE take 2T.

By profile a C-47 unloads at most 200 (A), 100 (B) or 50 hexes (C, 2T) away.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from ocs_engine.series.air.loads import Profile, lift, reach_out
from ocs_engine.state.events import UnitsDestroyed
from ocs_engine.state.lift_events import CargoFlown
from ocs_engine.state.supply_events import SupplySpent
from ocs_engine.world.calendar import Weather
from tests.flights import abort, asked, events, intercept, land, lies, sky
from tests.lifts import fly, shed, stay, tokens
from tests.positions import ALLIED, Position

FROM, TO = "A10.20", "A30.20"
DUMP = "== Allied ==\nA10.20: 3 SP\n"
BASES = ("Allied 1 A10.20: us-c-47, us-c-47, us-c-47, us-c-47", "Allied 1 A30.20:")


def paras(*lines: str) -> str:
    return "== Allied ==\n" + "\n".join(lines) + "\n"


def at_base(*lines: str, when: str = "Allied Movement Phase", far: str = TO) -> Position:
    """Four C-47s at A10.20 with 3 SP and some more, and an empty base."""
    return sky(BASES[0], f"Allied 3 {far}:", note=DUMP + "\n".join(lines), when=when)


# --- who flies, and when


@pytest.mark.rule("OCS 14.9")
def test_supply_goes_from_the_dump_at_a_base_to_another_base() -> None:
    p = at_base()
    fly(p, FROM, TO, "us-c-47-1 A", tokens=1)
    assert (tokens(p, FROM), tokens(p, TO)) == (11, 1)
    assert lies(p, "us-c-47-1") == "A30.20 inactive"


@pytest.mark.rule("OCS 14.9")
@pytest.mark.parametrize("phase", ["Movement", "Reaction", "Exploitation"])
def test_transports_fly_in_all_three_movement_segments(phase: str) -> None:
    p = at_base(when=f"Allied {phase} Phase, Movement Segment")
    fly(p, FROM, TO, "us-c-47-1 A", tokens=1)
    assert tokens(p, TO) == 1


@pytest.mark.rule("OCS 14.9", "OCS 14.2")
def test_not_in_a_barrage_segment() -> None:
    p = at_base(when="Allied Movement Phase, Barrage Segment")
    assert "air transport" not in p.legal()


@pytest.mark.rule("OCS 14.9", "OCS 14.1f")
def test_no_transport_in_bad_weather() -> None:
    p = sky(*BASES, note=DUMP, weather=Weather.NO_FLIGHT)
    fly(p, FROM, TO, "us-c-47-1 A", tokens=1, no="OCS 14.1f")
    assert p.offered("air transport") == set()


@pytest.mark.rule("OCS 14.9")
def test_only_to_a_base_of_its_own_side() -> None:
    p = sky(BASES[0], "Axis 1 A30.20:", note=DUMP)
    fly(p, FROM, TO, "us-c-47-1 A", tokens=1, no="OCS 14.9")
    fly(p, FROM, "A25.20", "us-c-47-1 A", tokens=1, no="OCS 14.9")
    fly(p, FROM, FROM, "us-c-47-1 A", tokens=1, no="OCS 14.9")


@pytest.mark.rule("OCS 14.9")
def test_cargo_lies_where_its_planes_are_based() -> None:
    p = sky(*BASES, "Allied 1 A12.20: us-c-47", note=DUMP + "A12.20: Para Bn (1) -- move\n")
    fly(p, FROM, TO, "us-c-47-1 B", "1", no="OCS 14.9c")
    fly(p, FROM, TO, "us-c-47-1 A, us-c-47-5 A", tokens=2, no="OCS 14.9")
    fly(p, "A12.20", TO, "us-c-47-5 A", tokens=1, no="OCS 12.2")


@pytest.mark.rule("OCS 14.9", "OCS 14.2")
def test_fighters_may_go_with_a_transport_from_any_base_and_carry_nothing() -> None:
    """Spit.V, range 45: from A20.20 to A30.20 are 10 hexes."""
    p = sky(*BASES, "Allied 1 A20.20: us-spitv", note=DUMP)
    fly(p, FROM, TO, "us-c-47-1 B, us-spitv-1 B", tokens=2, no="OCS 14.9")
    fly(p, FROM, TO, "us-c-47-1 B, us-spitv-1 escort", tokens=2, no="OCS 14.9")
    fly(p, FROM, TO, "us-c-47-1 A, us-spitv-1 escort", tokens=1)
    land(p, us_spitv_1="A20.20")
    assert lies(p, "us-spitv-1") == "A20.20 inactive"


@pytest.mark.rule("OCS 14.9e")
def test_each_plane_has_a_profile() -> None:
    p = at_base()
    command = p.rules.commands.read(
        {"kind": "air transport", "side": "Allied", "start": FROM, "to": TO, "planes": ["us-c-47-1", "us-c-47-2"],
         "profiles": ["A"], "tokens": 1}
    )  # fmt: skip
    p.do(command, no="OCS 14.9e")


# --- capacity


@pytest.mark.rule("OCS 14.9")
def test_planes_of_one_base_pool_their_capacity() -> None:
    """Two C-47s carry a regiment of 2T, one of them does not."""
    p = at_base("A10.20: Fr Inf Rgt (4 Tun) -- move")
    fly(p, FROM, TO, "us-c-47-1 A", "4 Tun", no="OCS 14.9")
    fly(p, FROM, TO, "us-c-47-1 A, us-c-47-2 A", "4 Tun")
    assert p.where("4 Tun") == TO


@pytest.mark.rule("OCS 14.9")
def test_a_reduced_plane_carries_half_which_alone_is_no_token() -> None:
    """1/2T alone lifts no 1T; two of them do, or one of them on half its range."""
    reduced = "Allied 1 A10.20: us-c-47 reduced, us-c-47 reduced"
    for planes, no in (("us-c-47-1 A", "OCS 14.9"), ("us-c-47-1 A, us-c-47-2 A", None), ("us-c-47-1 C", None)):
        p = sky(reduced, BASES[1], note=DUMP)
        fly(p, FROM, TO, planes, tokens=1, no=no)


@pytest.mark.rule("OCS 14.9e")
def test_half_tokens_add_up_over_profiles() -> None:
    """In half tokens: a C-47 2, on half its range 4; a reduced one 1 and 2; an escort none."""
    p = sky("Allied 1 A10.20: us-c-47, us-c-47 reduced")
    whole = [lift(p.state, "us-c-47-1", profile) for profile in ("A", "B", "C", "escort")]
    half = [lift(p.state, "us-c-47-2", profile) for profile in ("A", "B", "C", "escort")]
    assert (whole, half) == ([2, 2, 4, 0], [1, 1, 2, 0])


# --- profiles


@pytest.mark.rule("OCS 14.9e")
@pytest.mark.parametrize(
    ("profile", "fits", "too_far"),
    [("A", "A48.20", None), ("B", "A48.20", None), ("C", "A52.20", "A53.20")],
)
def test_how_far_a_c47_unloads(profile: str, fits: str, too_far: str | None) -> None:
    """From A02.20 to A52.20 are 50 hexes, half of the 100; to A53.20 51."""
    for to, no in ((fits, None), (too_far, "OCS 14.9e")):
        if to:
            p = sky("Allied 1 A02.20: us-c-47", f"Allied 1 {to}:", note="== Allied ==\nA02.20: 1 SP")
            fly(p, "A02.20", to, f"us-c-47-1 {profile}", tokens=1, no=no)


@pytest.mark.rule("OCS 14.9e")
def test_profile_c_is_for_half_the_range() -> None:
    """Me.323, range 60: 50 hexes are within it, 30 within half of it, 31 not."""
    axis = "== Axis ==\nA02.20: 3 SP"
    for to, profile, no in (
        ("A52.20", "B", None),
        ("A52.20", "C", "OCS 14.9e"),
        ("A32.20", "C", None),
        ("A33.20", "C", "OCS 14.9e"),
    ):
        p = sky("Axis 1 A02.20: ger-me323", f"Axis 1 {to}:", note=axis, when="Axis Movement Phase")
        fly(p, "A02.20", to, f"ger-me323-1 {profile}", tokens=2, no=no)


@pytest.mark.rule("OCS 14.9e", "T2 1.1c")
def test_from_a_box_the_entry_point_counts_with_the_tests() -> None:
    """Sicily to A47.31 are 38 hexes. Ju.52: range 74, half of it 37: B but no C."""
    p = sky("Axis Sicily: ger-ju52, ger-me323", "Axis 1 A47.31:", when="Axis Movement Phase", ground=None)
    fly(p, "Sicily", "A47.31", "ger-ju52-1 C", tokens=1, no="OCS 14.9e")
    fly(p, "Sicily", "A47.31", "ger-ju52-1 B", tokens=1)
    assert tokens(p, "A47.31") == 1


@pytest.mark.rule("OCS 14.9e", "T2 1.1c")
def test_profile_a_flies_twice_the_range_and_stays() -> None:
    """Me.323, range 60. From Sicily A47.31 is 38 hexes away, A40.31 45, and from both A24.26 is 61 in all."""
    p = sky("Axis Sicily: ger-me323", "Axis 1 A24.26:", when="Axis Movement Phase", ground=None)
    assert reach_out(p.state, "ger-me323-1", Profile.FAR) == 120
    fly(p, "Sicily", "A24.26", "ger-me323-1 B", tokens=4, no="OCS 14.9e")
    fly(p, "Sicily", "A24.26", "ger-me323-1 A", tokens=4)
    assert lies(p, "ger-me323-1") == "A24.26 inactive" and tokens(p, "A24.26") == 4


@pytest.mark.rule("OCS 14.9e")
def test_profile_b_lands_at_any_base_within_range_of_the_destination() -> None:
    """Me.323, range 60: from A30.20 the base at A10.20 is 20 hexes away, that at A58.20 28."""
    p = sky("Axis 1 A10.20: ger-me323", "Axis 1 A30.20:", "Axis 1 A58.20:", note="== Axis ==\nA10.20: 3 SP",
            when="Axis Movement Phase")  # fmt: skip
    fly(p, FROM, TO, "ger-me323-1 B", tokens=2)
    assert asked(p) == ("Axis", "land")
    land(p, ger_me323_1="A58.20")
    assert lies(p, "ger-me323-1") == "A58.20 inactive"


@pytest.mark.rule("OCS 14.9e")
def test_profile_c_lands_within_half_its_range() -> None:
    """Me.323, half range 30: from A28.20 A10.20 is 18 away, A58.20 30, A59.20 31 and too far."""
    bases = ("Axis 3 A28.20:", "Axis 1 A58.20:", "Axis 1 A59.20:")
    p = sky("Axis 1 A10.20: ger-me323", *bases, note="== Axis ==\nA10.20: 3 SP", when="Axis Movement Phase")
    fly(p, FROM, "A28.20", "ger-me323-1 C", tokens=5)
    assert p.offered("land", ("plane", "ger-me323-1")) == {FROM, "A28.20", "A58.20"}
    land(p, ger_me323_1="A59.20", no="OCS 14.1c")
    land(p, ger_me323_1=FROM)


# --- cargo


@pytest.mark.rule("OCS 14.9c")
def test_what_drives_does_not_fly_nor_do_transport_points() -> None:
    p = at_base("A10.20: Fr Mech Rgt (Coutx) -- move", "A10.20: 1x Truck Point")
    fly(p, FROM, TO, "us-c-47-1 C, us-c-47-2 C", "Coutx", no="OCS 14.9c")
    (truck,) = p.state.transport
    command = p.rules.commands.read(
        {"kind": "air transport", "side": "Allied", "start": FROM, "to": TO, "planes": ["us-c-47-1"],
         "profiles": ["C"], "cargo": [truck]}
    )  # fmt: skip
    p.do(command, no="OCS 14.9c")


@pytest.mark.rule("T2 3.3b")
@pytest.mark.parametrize("name", ["Baren", "Witzig"])
def test_the_motorised_paratroops_never_fly(name: str) -> None:
    kind = {"Baren": "LW Para Rgt (Baren)", "Witzig": "LW Para Eng Bn (Witzig)"}[name]
    p = sky("Axis 1 A10.20: ger-me323", "Axis 3 A30.20:", note=f"== Axis ==\nA10.20: {kind} -- move",
            when="Axis Movement Phase")  # fmt: skip
    fly(p, FROM, TO, "ger-me323-1 C", name, no="T2 3.3b")


@pytest.mark.rule("OCS 14.9c", "OCS 5.10", "OCS 5.6")
@pytest.mark.parametrize(("mode", "when"), [("dg", "Movement"), ("exploit", "Exploitation")])
def test_units_in_dg_or_exploit_mode_do_not_fly(mode: str, when: str) -> None:
    p = at_base(f"A10.20: Para Bn (1) -- {mode}", when=f"Allied {when} Phase, Movement Segment")
    fly(p, FROM, TO, "us-c-47-1 A", "1", no="OCS 5.6")


@pytest.mark.rule("OCS 14.9d", "OCS 5.7", "OCS 5.8")
@pytest.mark.parametrize("mode", ["combat", "reserve", "strat", "move"])
def test_in_the_movement_phase_a_unit_takes_move_mode_first(mode: str) -> None:
    p = at_base(f"A10.20: Para Bn (1) -- {mode}")
    fly(p, FROM, TO, "us-c-47-1 A", "1")
    assert p.where("1") == TO and p.unit("1").mode == "move"


@pytest.mark.rule("OCS 14.9d", "OCS 5.7")
@pytest.mark.parametrize("phase", ["Reaction", "Exploitation"])
def test_in_the_other_phases_nobody_changes_to_move(phase: str) -> None:
    when = f"Allied {phase} Phase, Movement Segment"
    for mode, no in (("combat", "OCS 5.6"), ("reserve", "OCS 5.6"), ("released", "OCS 5.6"), ("move", None)):
        p = at_base(f"A10.20: Para Bn (1) -- {mode}", when=when)
        fly(p, FROM, TO, "us-c-47-1 A", "1", no=no)


@pytest.mark.rule("OCS 12.2", "OCS 14.9d")
def test_supply_that_came_by_air_goes_no_further_in_the_phase() -> None:
    """C-47 4 would take on to A35.20 what came to A30.20; 2T that were there before it may."""
    p = sky(*BASES, "Allied 1 A35.20:", "Allied 3 A31.20:", note=DUMP + "A31.20: 2T")
    fly(p, FROM, "A31.20", "us-c-47-1 A, us-c-47-2 A", tokens=2)
    assert tokens(p, "A31.20") == 4
    q = sky("Allied 1 A31.20: us-c-47, us-c-47", "Allied 3 A35.20:", note="== Allied ==\nA31.20: 2T")
    fly(q, "A31.20", "A35.20", "us-c-47-1 C, us-c-47-2 C", tokens=3, no="OCS 12.2")
    fly(q, "A31.20", "A35.20", "us-c-47-1 A", tokens=1)
    r = sky("Allied 3 A31.20: us-c-47, us-c-47", "Allied 3 A35.20: us-c-47", note="== Allied ==\nA31.20: 2T")
    fly(r, "A31.20", "A35.20", "us-c-47-1 A", tokens=1)
    fly(r, "A35.20", "A31.20", "us-c-47-3 A", tokens=1, no="OCS 12.2")


# --- marching


@pytest.mark.rule("OCS 14.9d", "OCS 4.7d")
def test_a_carried_unit_marches_half_its_ma_before_and_after_together() -> None:
    """MA 5, half 2 1/2: one MP before and one after, no third, nor a fourth by a change of mode."""
    p = at_base("A09.20: Para Bn (1) -- move")
    p.move("1", FROM)
    fly(p, FROM, TO, "us-c-47-1 A", "1")
    assert p.ma("1") == Fraction(5, 2) and p.spent("1") == 1
    p.begin("1")
    p.step("A31.20")
    p.step("A32.20", no="OCS 6.1")
    p.end_move()


@pytest.mark.rule("OCS 14.9d", "OCS 4.7d")
def test_who_marched_more_than_half_its_ma_does_not_fly() -> None:
    p = at_base("A07.20: Para Bn (1) -- move")
    p.move("1", "A08.20 A09.20 A10.20")
    fly(p, FROM, TO, "us-c-47-1 A", "1", no="OCS 4.7d")


@pytest.mark.rule("OCS 14.9d", "OCS 4.7d")
def test_one_flight_a_phase_and_no_other_mode_after_it() -> None:
    p = sky(*BASES, "Allied 1 A35.20: us-c-47", note=DUMP + "A10.20: Para Bn (1) -- move")
    fly(p, FROM, "A35.20", "us-c-47-1 A", "1")
    fly(p, "A35.20", TO, "us-c-47-5 A", "1", no="OCS 4.7d")
    p.begin("1", no="OCS 14.9d", all="combat")
    p.change("1", "combat", no="OCS 14.9d")


@pytest.mark.rule("OCS 14.9d")
@pytest.mark.parametrize(("phase", "ma"), [("Reaction", Fraction(5, 4)), ("Exploitation", Fraction(5, 2))])
def test_a_released_reserve_marches_on_with_half_of_what_the_phase_gives(phase: str, ma: Fraction) -> None:
    """MA 5: 1/4 of it in Reaction, 1/2 in Exploitation."""
    p = at_base("A10.20: Para Bn (1) -- move, released", when=f"Allied {phase} Phase, Movement Segment")
    fly(p, FROM, TO, "us-c-47-1 A", "1")
    assert p.ma("1") == ma
    p.move("1", "A31.20")


@pytest.mark.rule("OCS 14.9d")
@pytest.mark.parametrize("phase", ["Reaction", "Exploitation"])
def test_any_other_carried_unit_marches_no_step_in_those_phases(phase: str) -> None:
    p = at_base("A10.20: Para Bn (1) -- move", when=f"Allied {phase} Phase, Movement Segment")
    fly(p, FROM, TO, "us-c-47-1 A", "1")
    p.move("1", "A31.20", no="OCS 7")


@pytest.mark.rule("OCS 14.9d")
def test_and_does_not_attack_in_exploitation() -> None:
    """A released one does."""
    for mode, attacks in (("move", False), ("move, released", True)):
        note = f"A10.20: Para Bn (1) -- {mode}\n== Axis ==\nA31.20: March Bn (T-1)"
        p = sky(BASES[0], BASES[1], note=DUMP + note, when="Allied Exploitation Phase, Movement Segment")
        fly(p, FROM, TO, "us-c-47-1 A", "1")
        while p.state.now.segment != "Combat" and p.state.now.phase == "Exploitation" and p.legal():
            p.end_segment()
        assert (p.state.now.phase == "Exploitation" and "attack" in p.legal()) is attacks


# --- unloading


@pytest.mark.rule("OCS 14.9f", "OCS 15.2")
@pytest.mark.parametrize(("level", "free"), [(0, 2), (1, 2), (2, 4), (3, 6)])
def test_a_base_unloads_twice_its_level_and_a_strip_two(level: int, free: int) -> None:
    """Four C-47s by profile C bring 8T at most; what is within the limit asks for nobody."""
    for load in (free, free + 1):
        p = sky("Allied 1 A10.20: us-c-47, us-c-47, us-c-47, us-c-47", f"Allied {level} A30.20:", note=DUMP)
        fly(p, FROM, TO, "us-c-47-1 C, us-c-47-2 C, us-c-47-3 C, us-c-47-4 C", tokens=load)
        assert asked(p) == (("Allied", "land") if load == free else ("Allied", "stay"))


@pytest.mark.rule("OCS 14.9f")
def test_what_is_over_the_limit_is_unloaded_by_planes_that_stay() -> None:
    """Level 1: 2T. 3T by B: one plane of 1T must stay, whose choice is the owner's."""
    p = sky("Allied 1 A10.20: us-c-47, us-c-47, us-c-47", "Allied 1 A30.20:", note=DUMP)
    fly(p, FROM, TO, "us-c-47-1 B, us-c-47-2 B, us-c-47-3 B", tokens=3)
    stay(p, no="OCS 14.9f")
    stay(p, "us-c-47-9", no="OCS 14.9f")
    stay(p, "us-c-47-2")
    land(p, us_c_47_1=FROM, us_c_47_3=FROM)
    assert [lies(p, f"us-c-47-{n}") for n in (1, 2, 3)] == ["A10.20 inactive", "A30.20 inactive", "A10.20 inactive"]
    assert tokens(p, TO) == 3


@pytest.mark.rule("OCS 14.9f")
def test_planes_of_profile_a_stay_anyway() -> None:
    """4T by A over a limit of 2T: nobody is asked."""
    p = at_base()
    q = sky(*BASES, note=DUMP)
    assert p.state.bases[p.hex(TO)].level == 3 and q.state.bases[q.hex(TO)].level == 1
    fly(q, FROM, TO, "us-c-47-1 A, us-c-47-2 A, us-c-47-3 A, us-c-47-4 A", tokens=4)
    assert tokens(q, TO) == 4


@pytest.mark.rule("OCS 14.9f")
def test_the_limit_is_for_the_segment_and_where_all_must_stay_nobody_is_asked() -> None:
    """2T first, then 1T by B: it stays."""
    p = sky(*BASES, note=DUMP)
    fly(p, FROM, TO, "us-c-47-1 C", tokens=2)
    land(p, us_c_47_1=FROM)
    fly(p, FROM, TO, "us-c-47-2 B", tokens=1)
    assert lies(p, "us-c-47-2") == "A30.20 inactive"


@pytest.mark.rule("OCS 14.10f")
def test_integral_gliders_are_exempt_from_the_limit() -> None:
    """He.111+Gldr, 2T, on half its range 4T at a base that unloads 2T: it may go home."""
    p = sky("Axis 1 A10.20: ger-he111-gldr", "Axis 1 A30.20:", note="== Axis ==\nA10.20: 3 SP",
            when="Axis Movement Phase")  # fmt: skip
    fly(p, FROM, TO, "ger-he111-gldr-1 C", tokens=4)
    assert asked(p) == ("Axis", "land")
    land(p, ger_he111_gldr_1=FROM)
    assert not p.state.memory.unloaded


# --- boxes


@pytest.mark.rule("OCS 14.9", "T2 1.2", "T2 2.2")
def test_supply_of_a_box_has_no_end_and_no_box_unloads_less() -> None:
    p = sky("Allied Algiers: us-c-47, us-c-47, us-c-47", "Allied 1 A17.26:", ground=None)
    fly(p, "Algiers", "A17.26", "us-c-47-1 A", tokens=1)
    assert tokens(p, "A17.26") == 1


@pytest.mark.rule("T2 3.2a")
def test_paratroops_of_sicily_fly_whatever_waits_in_its_other_box() -> None:
    note = "== Axis ==\nSicily A: March Bn (T-1) -- move\nSicily B: LW Para Bn (I-5) -- move"
    p = sky("Axis Sicily: ger-ju52, ger-ju52", "Axis 1 A47.31:", note=note, when="Axis Movement Phase", ground=None)
    fly(p, "Sicily", "A47.31", "ger-ju52-1 B", "I-5")
    assert p.where("I-5") == "A47.31"


# --- on the way


AXIS_ZONE = "Axis 1 A35.20: ger-bf109g"


@pytest.mark.rule("OCS 14.4a", "OCS 14.4g")
def test_flak_in_an_enemy_patrol_zone_takes_a_token() -> None:
    """+2 in the zone without a Fighter: 9 and 2 are 11. Of 2T by B, 1 1/2T are left, which is rounded up to 2T."""
    p = sky("Allied 1 A10.20: us-c-47, us-c-47", "Allied 1 A30.20:", AXIS_ZONE, note=DUMP, dice=[4, 5, 1])
    fly(p, FROM, TO, "us-c-47-1 A, us-c-47-2 A", tokens=2)
    intercept(p)
    assert lies(p, "us-c-47-1") == "A30.20 inactive reduced" and tokens(p, TO) == 2


@pytest.mark.rule("OCS 14.4g")
def test_a_load_of_1t_survives_a_capacity_of_a_half() -> None:
    p = sky("Allied 1 A10.20: us-c-47", "Allied 1 A30.20:", AXIS_ZONE, note=DUMP, dice=[5, 6])
    fly(p, FROM, TO, "us-c-47-1 A", tokens=1)
    intercept(p)
    assert lies(p, "us-c-47-1") == "A30.20 inactive reduced" and tokens(p, TO) == 1


@pytest.mark.rule("OCS 14.4g")
def test_cargo_over_the_capacity_left_is_destroyed_by_its_owners_choice() -> None:
    """By C a C-47 carries 2T: a battalion of 1T and 1T of SP. With a step lost it carries 1T: one of the two."""
    for lost, left in (("1", ("dead", 1)), ("", (TO, 0))):
        p = sky("Allied 1 A10.20: us-c-47", "Allied 1 A30.20:", AXIS_ZONE, dice=[5, 6],
                note=DUMP + "A10.20: Para Bn (1) -- move")  # fmt: skip
        fly(p, FROM, TO, "us-c-47-1 C", "1", tokens=1)
        intercept(p)
        assert asked(p) == ("Allied", "shed cargo")
        shed(p, "1", 1, no="OCS 14.4g")
        shed(p, "", 0, no="OCS 14.4g")
        told = shed(p, lost, 0 if lost else 1)
        assert len(events(told, UnitsDestroyed)) + len(events(told, SupplySpent)) == 1
        land(p, us_c_47_1=FROM)
        assert (p.where("1"), tokens(p, TO)) == left and tokens(p, FROM) == 11


@pytest.mark.rule("OCS 14.4g", "OCS 14.1c")
def test_cargo_of_a_plane_that_aborts_over_the_base_comes_down_with_it() -> None:
    """The Bf.109G intercepts; 2d6 9, 4 against 0: the transport aborts, no loss. It lands at the base under it."""
    p = sky("Allied 1 A10.20: us-c-47", "Allied 1 A30.20:", AXIS_ZONE, dice=[5, 4, 1], note=DUMP)
    fly(p, FROM, TO, "us-c-47-1 B", tokens=1)
    told = intercept(p, "ger-bf109g-1")
    assert lies(p, "us-c-47-1") == "A30.20 inactive"
    (flown,) = events(told, CargoFlown)
    assert isinstance(flown, CargoFlown) and (flown.to, flown.unloaded) == (TO, 0)
    assert tokens(p, TO) == 1


@pytest.mark.rule("OCS 14.4g")
def test_cargo_is_destroyed_with_the_plane() -> None:
    """A reduced C-47 that aborts with a loss of 5 is dead, and 1T with it."""
    p = sky("Allied 1 A10.20: us-c-47 reduced, us-c-47 reduced", "Allied 1 A30.20:", AXIS_ZONE, note=DUMP,
            dice=[5, 4, 5])  # fmt: skip
    fly(p, FROM, TO, "us-c-47-1 C", tokens=1)
    intercept(p, "ger-bf109g-1")
    assert lies(p, "us-c-47-1") == "dead" and (tokens(p, FROM), tokens(p, TO)) == (11, 0)


@pytest.mark.rule("OCS 14.4a", "OCS 14.5")
def test_outside_a_patrol_zone_there_is_neither_flak_nor_interception() -> None:
    """A35.20 is 11 hexes from A24.20."""
    p = sky("Allied 1 A10.20: us-c-47", "Allied 1 A24.20:", AXIS_ZONE, note=DUMP)
    fly(p, FROM, "A24.20", "us-c-47-1 A", tokens=1)
    assert tokens(p, "A24.20") == 1


@pytest.mark.rule("OCS 14.3d")
def test_a_transport_may_go_on_when_others_abort_before_the_fight() -> None:
    """C-47 1 aborts and lands; 2 fights alone, 2d6 2: the Bf.109G aborts."""
    p = sky("Allied 1 A10.20: us-c-47, us-c-47", "Allied 1 A30.20:", AXIS_ZONE, note=DUMP, dice=[1, 1, 1, 1, 1])
    fly(p, FROM, TO, "us-c-47-1 B, us-c-47-2 B", tokens=2)
    intercept(p, "ger-bf109g-1")
    abort(p, "us-c-47-1")
    while asked(p) == ("Allied", "abort"):
        abort(p)
    land(p, us_c_47_2=FROM)
    assert tokens(p, TO) == 2 and p.state.planes["us-c-47-2"].side is ALLIED


@pytest.mark.rule("OCS 14.9f", "OCS 15.2")
def test_loading_has_no_limit() -> None:
    """A strip unloads 2T, and four C-47s load 8T there for a base of Level 3, which unloads 6T; one of them stays."""
    p = sky(f"Allied 0 {FROM}: us-c-47, us-c-47, us-c-47, us-c-47", f"Allied 3 {TO}:", note=DUMP)
    fly(p, FROM, TO, ", ".join(f"us-c-47-{number} C" for number in range(1, 5)), tokens=8)
    stay(p, "us-c-47-4")
    assert (tokens(p, FROM), tokens(p, TO)) == (4, 8)
    assert lies(p, "us-c-47-4") == f"{TO} inactive"
