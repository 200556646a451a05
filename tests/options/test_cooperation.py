"""T2 4.1: international cooperation. Allies: American, French, Commonwealth; Axis: German, Italian (T2 1.12a)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from immutables import Map

from ocs_engine.kernel.dice import RecordedDice
from ocs_engine.kernel.ruleset import Decision
from ocs_engine.odds.position import prospects
from ocs_engine.players.human_table import Table
from ocs_engine.players.simple_fight import attack as simple_attack
from ocs_engine.series import commands
from ocs_engine.series.air.air_barrage import AirBarrage
from ocs_engine.series.air.missions import mission_refusal
from ocs_engine.series.air.sweep import more_planes
from ocs_engine.series.attaching import Attach
from ocs_engine.series.fight_commands import Attack
from ocs_engine.series.firing import Aim, spotter_near
from ocs_engine.series.reinforcing.rebuilding import place_refusal
from ocs_engine.series.reinforcing.replacements import ReplFrame, _wanted
from ocs_engine.series.story import tell
from ocs_engine.series.supply.access import serves
from ocs_engine.series.teams import factions_of
from ocs_engine.state.air_events import Mission
from ocs_engine.state.barrage_events import BarrageShifted
from ocs_engine.state.model import Attached, State
from ocs_engine.state.option_events import FormationAttached
from ocs_engine.tunisia.game import new_game
from ocs_engine.world.counters import Side
from ocs_engine.world.options import EVERYONE_SUPPLIED, INTERNATIONAL_COOPERATION
from ocs_engine.world.world import load_world
from tests.fights import attack, fight, offered, overrun
from tests.flights import sky
from tests.hands import asks, done, refused
from tests.positions import ALLIED, AXIS, Position, position
from tests.series.barrages import Guns, only
from tests.series.supply.paid_fights import events

FREE = (EVERYONE_SUPPLIED, INTERNATIONAL_COOPERATION)
MIXED = """
    == Axis ==
    A20.21: It Inf Rgt (350)
    == Allied ==
    A20.20: 1 US Inf Div (16 Inf, 18 Inf), 78 Inf Div (11 Inf), Fr Inf Rgt (1 Lgn)
"""
DICE = (3, 4, 3, 4, 3, 4, 3, 4)
US_DIVISION = "1 US Inf Div"


def attached(p: Position, side: Side, formation: str, faction: str) -> Position:
    """The same with a formation attached."""
    state = replace(p.state, attached=Map({side: Attached(formation, faction)}))
    return Position(p.rules, state, RecordedDice(DICE))


# --- a and b


@pytest.mark.rule("T2 4.1")
def test_factions_join_no_attack_together():
    p = fight(MIXED, *DICE, options=FREE)
    attack(p, "16 Inf, 11 Inf", "A20.21", no="T2 4.1")
    attack(p, "1 Lgn, 16 Inf", "A20.21", no="T2 4.1")
    attack(p, "16 Inf, 18 Inf", "A20.21")
    q = fight(MIXED, *DICE)
    attack(q, "16 Inf, 11 Inf", "A20.21")


@pytest.mark.rule("T2 4.1")
def test_the_form_of_an_attack_offers_one_faction():
    p = fight(MIXED, options=FREE)
    target = ("target", "A20.21")
    assert set(offered(p, "attack", target)) == set(p.ids("16 Inf, 18 Inf, 11 Inf, 1 Lgn"))
    assert set(offered(p, "attack", target, ("unit", p.id("16 Inf")))) == {p.id("18 Inf"), "enough"}
    assert offered(p, "attack", target, ("unit", p.id("1 Lgn"))) == ("enough",)


@pytest.mark.rule("T2 4.1")
def test_german_and_italian_units_keep_apart_too():
    note = """
        == Axis ==
        A20.20: March Bn (T-1), It Inf Rgt (350)
        == Allied ==
        A20.21: Para Bn (1)
        """
    p = fight(note, *DICE, when="Axis Combat Phase, Combat Segment", options=FREE)
    attack(p, "T-1, 350", "A20.21", no="T2 4.1")
    assert p.game.check(Attack(side=AXIS, target="A20.21", units=p.ids("350"))) is None


@pytest.mark.rule("T2 4.1")
def test_nor_an_overrun():
    p = position(MIXED, "Allied Movement Phase", ground="all: open", options=FREE)
    p.begin("16 Inf, 11 Inf", all="combat")
    overrun(p, "A20.21", no="T2 4.1")
    assert "overrun" not in p.legal()


@pytest.mark.rule("T2 4.1")
def test_they_stack_and_defend_together_freely():
    note = """
        == Axis ==
        A20.20: 10 Pz Div (86 Inf)
        == Allied ==
        A20.21: 1 US Inf Div (16 Inf), Para Bn (1), Fr Inf Rgt (1 Lgn)
        """
    p = fight(note, *DICE, when="Axis Combat Phase, Combat Segment", options=FREE)
    attack(p, "86 Inf", "A20.21")
    top = p.state.top_frame
    assert top is not None and set(getattr(top, "defenders")) == set(p.ids("16 Inf, 1, 1 Lgn"))  # noqa: B009


GUNS = """
    == Axis ==
    A20.20: March Bn (T-1)
    == Allied ==
    {spotter}
    A20.22: Arty Grp (1 FA), US Arty Rgt (17)
"""


def guns(spotter: str = "A20.21: Commando Bn (6 Cdo)", options: tuple[str, ...] = FREE) -> Guns:
    when = "Allied Combat Phase, Barrage Segment"
    p = position(GUNS.format(spotter=spotter), when, ground="all: open", options=options)
    return Guns(p.rules, p.state, RecordedDice(DICE))


@pytest.mark.rule("T2 4.1")
def test_nor_a_barrage():
    p = guns()
    p.fire("1 FA, 17", "A20.20", no="T2 4.1")
    chosen = [("target", "A20.20"), ("aim", "units"), ("unit", p.id("1 FA"))]
    assert p.offered("barrage", *chosen) == {"enough"}
    p.fire("1 FA", "A20.20")
    guns(options=(EVERYONE_SUPPLIED,)).fire("1 FA, 17", "A20.20")


@pytest.mark.rule("T2 4.1", "OCS 10.0b")
@pytest.mark.parametrize(
    ("spotter", "gun", "spotted"),
    [
        ("A20.21: Commando Bn (6 Cdo)", "1 FA", True), ("A20.21: Commando Bn (6 Cdo)", "17", False),
        ("A20.21: US Commando Bn (1 Rgr)", "17", True), ("A20.21: Fr Inf Rgt (1 Lgn)", "17", False),
    ],
)  # fmt: skip
def test_a_spotter_must_be_of_the_firing_faction(spotter: str, gun: str, spotted: bool):
    assert only(BarrageShifted, guns(spotter).fire(gun, "A20.20")).spotted is spotted
    assert only(BarrageShifted, guns(spotter, (EVERYONE_SUPPLIED,)).fire(gun, "A20.20")).spotted


AIR = "Allied 3 A10.20: us-a-20, us-b-25, com-blenv, com-spitv, us-p-40, fre-leo451"


@pytest.mark.rule("T2 4.1")
def test_all_planes_of_a_mission_are_of_one_faction():
    p = sky(AIR, options=FREE)
    hex_ = p.hex("A20.20")
    for mission in (Mission.BARRAGE, Mission.SWEEP, Mission.TRANSFER, Mission.TRAINBUSTING, Mission.TRANSPORT):
        refusal = mission_refusal(p.state, ALLIED, mission, hex_, ("us-a-20-1", "com-blenv-1"))
        assert refusal is not None and refusal.rule == "T2 4.1"
        assert mission_refusal(p.state, ALLIED, mission, hex_, ("us-a-20-1", "us-p-40-1")) is None
    plain = sky(AIR)
    assert mission_refusal(plain.state, ALLIED, Mission.BARRAGE, hex_, ("us-a-20-1", "com-blenv-1")) is None


@pytest.mark.rule("T2 4.1")
def test_forms_of_missions_offer_planes_of_one_faction():
    p = sky(AIR, options=FREE)
    able = sorted(p.state.planes)
    blank = more_planes(p.state, able, [("plane", "com-blenv-1")], Mission.BARRAGE)
    assert blank is not None and set(blank.values) == {"com-spitv-1", "enough"}
    assert more_planes(p.state, able, [("plane", "fre-leo451-1")]) is None, "there is no other French one"


@pytest.mark.rule("T2 4.1", "OCS 10.0")
def test_a_fighter_without_bombs_is_offered_first_only_where_its_own_bombers_may_follow():
    note = "== Axis ==\nA20.20: March Bn (T-1)"
    when = "Allied Movement Phase, Barrage Segment"
    p = sky("Allied 3 A10.20: us-spitv, com-blenv", note=note, when=when, options=FREE)
    weak = [pid for pid, plane in p.state.planes.items() if not plane.face.barrage]
    first = p.offered("air barrage", ("target", "A20.20"), ("aim", "units"))
    assert "com-blenv-1" in first and not first & set(weak)
    p.do(AirBarrage(side=ALLIED, target="A20.20", aim=Aim.UNITS, planes=("us-spitv-1", "com-blenv-1")), "T2 4.1")


@pytest.mark.rule("T2 4.1", "OCS 14.9")
def test_transports_carry_what_those_of_one_faction_can():
    """Ju.52 carries 1T or 2T at half range, SM.82 the double; together they do not fly."""
    note = "== Axis ==\nA20.20: 3 SP"
    lines = ("Axis 3 A20.20: ger-ju52, ita-sm82", "Axis 3 A25.20:")
    p = sky(*lines, note=note, when="Axis Movement Phase, Movement Segment", options=FREE)
    way = (("start", "A20.20"), ("to", "A25.20"))
    one = (*way, ("plane", "ger-ju52-1"), ("profile", "C"))
    assert p.offered("air transport", *one) == {"enough"}
    assert max(p.offered("air transport", *one, ("plane", "enough"))) == 2
    q = sky(*lines, note=note, when="Axis Movement Phase, Movement Segment")
    assert q.offered("air transport", *one) == {"ita-sm82-1", "enough"}


@pytest.mark.rule("T2 4.1", "OCS 14.7", "OCS 10.0b")
def test_a_spotter_of_another_faction_is_none_for_a_hip_shoot():
    german = "== Allied ==\nA20.20: Para Bn (1)\n== Axis ==\nA20.21: It Inf Rgt (350)"
    p = position(german, "Axis Movement Phase", ground="all: open", options=FREE)
    state = sky("Axis 1 A25.20: ger-bf109g", note=german, when="Axis Movement Phase", options=FREE).state
    assert not spotter_near(state, AXIS, p.hex("A20.20"), ("ger-bf109g-1",))
    assert spotter_near(state, AXIS, p.hex("A20.20"))


# --- c


@pytest.mark.rule("T2 4.1", "OCS 13.1")
def test_hqs_serve_their_own_and_americans_and_french_each_other():
    p = position("== Allied ==\nA20.20: Corps HQ (5), US Corps HQ (2), Fr Corps HQ (19)\n"
                 "A21.21: Para Bn (1), 1 US Inf Div (16 Inf), Fr Inf Rgt (1 Lgn)", options=FREE)  # fmt: skip

    def who(state: State) -> dict[str, set[str]]:
        units = {"british": "br-para-1", "american": "us-1-16", "french": "fr-inf-1lgn"}
        hqs = {"british": "br-hq-5", "american": "us-hq-2", "french": "fr-hq-19"}
        return {
            hq: {name for name, uid in units.items() if serves(state, state.units[hq_id], state.units[uid])}
            for hq, hq_id in hqs.items()
        }

    west = {"american", "french"}
    assert who(p.state) == {"british": {"british"}, "american": west, "french": west}
    plain = position("== Allied ==\nA20.20: Corps HQ (5)\nA21.21: 1 US Inf Div (16 Inf)")
    assert serves(plain.state, plain.unit("5"), plain.unit("16 Inf"))
    both = attached(p, ALLIED, US_DIVISION, "Commonwealth")
    assert who(both.state) == {"british": {"british", "american"}, "american": west, "french": west}


@pytest.mark.rule("T2 4.1", "OCS 12.3b")
def test_supply_is_thrown_to_them_accordingly():
    note = """
        == Axis ==
        A20.21: It Inf Rgt (350)
        == Allied ==
        A20.20: 1 US Inf Div (16 Inf)
        A25.19: {hq}
        A27.19: 2 SP
        """
    p = fight(note.format(hq="Corps HQ (5)"), options=(INTERNATIONAL_COOPERATION,))
    attack(p, "16 Inf", "A20.21")
    assert offered(p, "pay attack")[0] != p.id("16 Inf")
    q = fight(note.format(hq="US Corps HQ (2)"), options=(INTERNATIONAL_COOPERATION,))
    attack(q, "16 Inf", "A20.21")
    assert offered(q, "pay attack")[0] == q.id("16 Inf")


@pytest.mark.rule("T2 4.1", "OCS 13.5")
def test_nor_do_they_rebuild_the_others():
    p = position("== Allied ==\nA20.20: Corps HQ (5)", "Allied Reinforcement Phase", options=FREE)
    counters, here = p.state.world.counters, p.hex("A20.20")
    assert place_refusal(p.state, ALLIED, here, counters["us-1-16"]) is not None
    assert place_refusal(p.state, ALLIED, here, counters["br-para-1"]) is None


@pytest.mark.rule("T2 4.1")
def test_the_hqs_of_the_axis_serve_both_its_factions():
    p = position("== Axis ==\nA20.20: Corps HQ (90)\nA21.21: It Inf Rgt (350)", options=FREE)
    assert serves(p.state, p.unit("90"), p.unit("350"))


# --- d


@pytest.mark.rule("T2 4.1")
def test_an_attached_formation_counts_as_both():
    p = attached(fight(MIXED, options=FREE), ALLIED, US_DIVISION, "Commonwealth")
    counter = p.unit("16 Inf").counter
    assert factions_of(p.state, counter) == {"American", "Commonwealth"}
    attack(p, "16 Inf, 1 Lgn", "A20.21", no="T2 4.1")
    attack(p, "16 Inf, 11 Inf", "A20.21")
    spots = attached(guns("A20.21: 1 US Inf Div (16 Inf)"), ALLIED, US_DIVISION, "Commonwealth")
    assert all(spotter_near(spots.state, ALLIED, spots.hex("A20.20"), spots.ids(gun)) for gun in ("1 FA", "17"))


@pytest.mark.rule("T2 4.1", "T2 1.4a")
def test_a_faction_result_of_either_faction_rebuilds_it():
    p = attached(position(MIXED, options=FREE), ALLIED, US_DIVISION, "Commonwealth")
    names = ("American", "Commonwealth", "French")
    frames = [ReplFrame(side=ALLIED, result="faction", faction=name) for name in names]
    assert [_wanted(p.state, frame, p.id("16 Inf")) for frame in frames] == [True, True, False]


@pytest.mark.rule("T2 4.1")
def test_which_formations_may_be_attached_to_whom():
    game = new_game(load_world("tunisia-campaign"), 1, arrange=True, options=FREE)
    points = game.rules.points  # type: ignore[attr-defined]
    axis, allied = (points.attachments(game.state, side) for side in (AXIS, ALLIED))
    assert {"Superga It Assault Div": ("German",)}.items() <= axis.items()
    assert all(factions in (("German",), ("Italian",)) for factions in axis.values())
    assert "78 Inf Div" not in allied and "6 Arm Div" not in allied
    assert all(factions in (("French", "Commonwealth"), ("American",)) for factions in allied.values())


@pytest.mark.rule("T2 4.1")
def test_it_is_chosen_at_set_up_and_not_in_play():
    game = new_game(load_world("tunisia-campaign"), 1, arrange=True, options=FREE)
    able = game.rules.points.attachments(game.state, AXIS)  # type: ignore[attr-defined]
    formation = next(name for name, to in able.items() if to == ("German",))
    assert game.check(Attach(side=AXIS, formation=formation, faction="Italian")).rule == "T2 4.1"  # type: ignore[union-attr]
    assert game.check(Attach(side=AXIS, formation="no such", faction="German")) is not None
    game.submit(Attach(side=AXIS, formation=formation, faction="German"))
    assert game.state.attached[AXIS] == Attached(formation, "German")
    other = next(name for name in able if name != formation)
    game.submit(Attach(side=AXIS, formation=other, faction=able[other][0]))
    assert game.state.attached[AXIS].formation == other, "one at a time"
    game.submit(Attach(side=AXIS, formation="nobody"))
    assert AXIS not in game.state.attached
    game.submit(Attach(side=AXIS, formation=formation, faction="German"))
    game.submit(commands.EndSegment(side=AXIS))
    assert game.check(Attach(side=AXIS, formation="nobody")) is not None
    game.submit(commands.EndSegment(side=ALLIED))
    assert "attach" not in {kind for side in Side for kind in game.rules.legal(game.state, side)}
    again = game.rules.load(game.rules.dump(game.state))
    assert again.attached == game.state.attached  # type: ignore[attr-defined]


def drawn(p: Position) -> State:
    """The state in which a Faction result of the Allies asks, after its die."""
    frame = ReplFrame(side=ALLIED, step="result", results=("faction",))
    decided = p.rules.begin(p.state.with_frames((frame,)), RecordedDice((1,)), 0)
    assert isinstance(decided, Decision)
    return decided.state


@pytest.mark.rule("T2 4.1", "T2 1.4a")
def test_a_faction_result_lets_it_be_changed():
    p = attached(position(MIXED, "Allied Reinforcement Phase", options=FREE), ALLIED, US_DIVISION, "Commonwealth")
    q = Position(p.rules, drawn(p), RecordedDice(()))
    pending = q.game.pending()
    assert pending is not None and (pending.side, pending.rule, pending.kinds) == (ALLIED, "T2 4.1", ("attach",))
    assert US_DIVISION in offered(q, "attach") and offered(q, "attach")[:2] == ("keep", "nobody")
    assert offered(q, "attach", ("formation", US_DIVISION)) == ("French", "Commonwealth")
    entry = q.do(Attach(side=ALLIED, formation=US_DIVISION, faction="French"))
    assert q.state.attached[ALLIED].faction == "French"
    assert events(q, FormationAttached) and entry is not None
    assert "1 US Inf Div is attached to the French faction" in tell(q.game.start, entry.events)
    kept = Position(p.rules, drawn(p), RecordedDice(()))
    kept.do(Attach(side=ALLIED, formation="keep"))
    assert kept.state.attached[ALLIED].faction == "Commonwealth" and not events(kept, FormationAttached)
    gone = Position(p.rules, drawn(p), RecordedDice(()))
    gone.do(Attach(side=ALLIED, formation="nobody"))
    assert not gone.state.attached


@pytest.mark.rule("T2 4.1")
def test_without_the_option_nobody_is_asked():
    p = position(MIXED, "Allied Reinforcement Phase")
    frame = drawn(p).top_frame
    assert not isinstance(frame, ReplFrame) or frame.step != "choose attachment"


def test_what_cannot_be_attached_is_no_sound_state():
    p = position(MIXED, options=FREE)
    bad = replace(p.state, attached=Map({ALLIED: Attached("10 Pz Div", "French")}))
    with pytest.raises(ValueError, match="attached"):
        p.rules.check_state(bad)


@pytest.mark.rule("T2 4.1")
def test_players_and_odds_keep_factions_apart():
    p = fight(MIXED, options=FREE)
    for each in prospects(p.state, ALLIED):
        assert len({p.state.units[uid].counter.faction for uid in each.units}) == 1
    chosen = simple_attack(p.state, ALLIED)
    assert chosen is not None and len({p.state.units[uid].counter.faction for uid in chosen.units}) == 1


@pytest.mark.rule("T2 4.1")
def test_a_person_attaches_a_formation_by_name_at_set_up():
    """A German or Italian division to the other faction; an American one to either of two (T2 4.1d)."""
    game = new_game(load_world("kasserine-campaign"), 1, arrange=True, options=FREE)
    table = Table(game, (ALLIED, AXIS), arrange=True)
    assert "attach lists which formation can be attached" in asks(table)
    assert "10 Pz Div to Italian" in done(table, "attach").splitlines()
    done(table, "attach 10 pz div")
    assert table.state.attached[AXIS].faction == "Italian"
    done(table, "attach Superga It Assault Div to German")
    assert table.state.attached[AXIS].formation == "Superga It Assault Div"
    assert "is no formation that can be attached now" in refused(table, "attach 11 Pz Div")
    done(table, "attach nobody", "end")
    assert AXIS not in table.state.attached
    assert "French or Commonwealth: say to which" in refused(table, "attach 1 US Arm Div")
    done(table, "attach 1 US Arm Div to French", "end")
    assert table.state.attached[ALLIED].faction == "French"
    assert done(table, "attach") == "no formation can be attached now"
