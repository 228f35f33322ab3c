"""The page of a battle: what its fighter can do is there as links and buttons, and nobody sees what is face down."""

import re
from dataclasses import replace

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

from drafts.models import Event, EventStage, Fighter
from drafts.presenters.games.rome.board.page import battle_panel, board_page
from drafts.presenters.games.rome.board.view import Asked
from drafts.rules.games.rome.bots.timeouts import timeout_move
from drafts.rules.games.rome.cards import UNIT_NAMES, CommandKind, UnitKind
from drafts.rules.games.rome.spaces import VANGUARD
from drafts.rules.games.rome.state import BattleOptions, BattlePhase, HitUnit
from drafts.rules.night.battles import Ask, LastMove, Note
from drafts.store.battles import BATTLES
from tests.factories import sit_down
from tests.rules.games.rome.positions import battle as position_of
from tests.web.battles.test_leaving import battle_of, begun

pytestmark = pytest.mark.django_db


@pytest.fixture
def practice(client):
    """Begin a practice, and return what shows its page and what sends a form of it."""
    client.post("/practice/", {"format": "rome"})
    event = Event.objects.get()
    stage = EventStage.objects.get(event=event, stage="battle").id
    return Practice(client, f"/events/{event.code}/battle/", stage)


class Practice:
    """A practice as its fighter plays it without scripts."""

    def __init__(self, client, address, stage):
        self.client, self.address, self.stage = client, address, stage

    @property
    def live(self):
        return BATTLES.load(self.stage)

    @property
    def seat(self):
        terms = self.live.battle.terms
        return next(seat for seat in range(len(terms.fighters)) if not terms.is_bot(seat))

    def look(self, **query):
        return self.client.get(self.address, query).content.decode()

    def laid(self, **query):
        """Return the line that the page would send."""
        return re.search('name="move" value="(deploy [^"]+)"', self.look(**query))[1]

    def page_of(
        self,
        own,
        enemy,
        *,
        query="",
        last=None,
        retreat=None,
        of_seat=None,
        drawn="",
        hand=(),
        kills=(0, 0),
        ask=None,
        note=None,
        out=0,
        **facts,
    ):
        """Return the page of a battle as its fighter sees it in their own turn, or in the turn of a seat."""
        live, lines = self.live, (own, enemy) if self.seat == 0 else (enemy, own)
        seat = self.seat if of_seat is None else of_seat
        position = replace(position_of(" / ".join(lines), seat=seat, drawn=drawn, hand=hand), **facts)
        sides = tuple(side._replace(kills=number, out=out) for side, number in zip(position.sides, kills, strict=True))
        position = replace(position, sides=sides)
        before = replace(position, turn=position.turn - 1)
        turns = ((before.turn, before), (position.turn, position))
        timed = replace(live.battle, position=position, turns=turns, last=last, retreat=retreat, ask=ask, note=note)
        asked = Asked(self.address, QueryDict(query), timezone.now())
        return board_page(replace(live, battle=timed), self.seat, asked, str)

    def play(self, move):
        position = self.live.battle.position
        moment = {"fight": 1, "turn": position.turn, "phase": position.phase.value}
        return self.client.post(self.address, {**moment, "move": move})


@pytest.mark.parametrize("side", ["²", "9" * 4400, "-1", "٣"])
def test_a_side_that_is_none_is_not_looked_at(practice, side):
    assert "Front, 2 left of the middle" in practice.look(at=side)


def test_the_page_of_a_fighter_leads_to_their_battle(practice):
    answer = practice.client.get(practice.address.removesuffix("battle/"))
    assert (answer.status_code, answer.url) == (302, practice.address)


def test_a_tap_on_two_units_lets_them_change_places_and_ready_sends_that_line(practice):
    swapped = re.search(
        r'href="[^"]*\?lay=([^"]+)"[^>]*><span class="only-read">Rear, 2 left', practice.look(unit="f-2")
    )
    assert swapped
    lines = practice.laid(), practice.laid(lay=swapped[1].replace("%3A", ":").replace("+", " "))
    before, after = (line.removeprefix("deploy ").split(" ") for line in lines)
    kinds = [dict(each.split(":") for each in line) for line in (before, after)]
    assert (kinds[1]["f-2"], kinds[1]["r-2"]) == (kinds[0]["r-2"], kinds[0]["f-2"])
    practice.play(f"deploy {' '.join(after)}")
    assert practice.live.battle.position.sides[practice.seat].plan is not None


@pytest.mark.parametrize("laid", ["f0:Ce", "attack", "f-2:El f-1:El f0:El f1:El f2:El", "x" * 900])
def test_a_line_in_the_address_that_the_fighter_cannot_lay_is_left_out(practice, laid):
    assert practice.laid(lay=laid) == practice.laid()


def test_a_practice_leads_to_the_lessons(practice):
    assert 'href="/rules/rome/learn/attack/1/"' in practice.look()


def test_a_spectator_sees_no_unit_of_a_line_that_is_laid(practice):
    practice.play(practice.laid())
    page = Client().get(f"{practice.address}1/").content.decode()
    assert not [kind for kind in UnitKind if f'aria-label="{UNIT_NAMES[kind]}' in page]
    assert "battle-form" not in page
    assert Client().get(f"{practice.address}9/").status_code == 404


def test_the_page_of_a_battle_that_is_given_up_says_who_has_lost_and_offers_another(practice):
    practice.client.post(practice.address, {"fight": 1, "resign": "yes"})
    page = practice.look()
    assert "You have lost" in page
    assert "Play again" in page


@pytest.mark.parametrize(
    ("own", "hand", "words"),
    [
        ("In *Pr", (), "Attack, or move first: lit units can do something."),
        ("In *In", (CommandKind.SURPRISE,), "Attack, or play a command first."),
        ("In *In", (CommandKind.NIGHTFALL,), "Attack, or play a command first."),
        ("In *In", (CommandKind.RETREAT,), "Attack: nothing else is left to do in this turn."),
    ],
)
def test_a_fighter_is_told_of_lit_units_and_of_commands_where_there_are_any(practice, own, hand, words):
    assert practice.page_of(own, "In *Ce In", hand=hand).said == words


def test_a_unit_that_is_tapped_has_the_power_that_the_board_shows(practice):
    page = practice.page_of("In *Ce+", "*Ce", query="unit=f0")
    assert page.chosen.power == next(space.power for space in page.field.own[0] if space.is_vanguard) == 5
    assert "Power 5 here, 2 printed" in render_to_string("games/rome/battle_chosen.html", {"chosen": page.chosen})
    infantry = practice.page_of("In *Ce", "*Ce", query="unit=f-1").chosen
    assert "Power 2</p>" in render_to_string("games/rome/battle_chosen.html", {"chosen": infantry})


@pytest.mark.parametrize(
    ("own", "enemy", "is_said"),
    [
        ("*Pr In", "*Ce In", False),
        ("*Pr In", "*. In", True),
        ("*Ca In", "*. | Ce", False),  # it hits two spaces far
    ],
)
def test_before_an_attack_one_sees_that_the_vanguard_faces_a_vacant_space(practice, own, enemy, is_said):
    page = practice.page_of(own, enemy, query="sheet=1")
    assert ("Your vanguard hits nobody: the space ahead of it is vacant." in page.sheet.seen) == is_said


@pytest.mark.parametrize(
    ("own", "is_said"),
    [
        ("In *. In", "its middle is vacant"),
        ("*Pr . In", "its front has a gap"),
        ("*Pr In | . . Sl", "a rear unit has no unit in front of it"),
    ],
)
def test_a_line_that_is_open_says_what_is_amiss_in_it(practice, own, is_said):
    assert practice.page_of(own, "*Ce").said.startswith(f"Close your line: {is_said}. ")


HIT = HitUnit(at=(0, VANGUARD), kind=UnitKind.INFANTRY, by=((1, VANGUARD),), sum=4, defence=2, archer=False, died=True)


def test_the_last_attack_is_drawn_until_the_next_move_is_made(practice):
    hit = HIT._replace(at=(practice.seat, ("f", 3)), by=((1 - practice.seat, VANGUARD),))
    told = practice.page_of("*Pr", "*Ce", report=(hit,), last=LastMove(1 - practice.seat, "attack", "bot"))
    assert (len(told.field.arrows), told.field.is_told, told.field.columns) == (1, True, 7)
    assert [cell.kind for row in told.field.own for cell in row if cell.marks == "dead"] == ["In"]
    assert told.report == ("Your Infantry (front, 3 right of the middle) is hit with 4 and has 2: it dies.",)
    moved = practice.page_of("*Pr In", "*Ce", report=(hit,), last=LastMove(practice.seat, "shift f2 f1", "chosen"))
    assert (moved.field.arrows, moved.moved) == ((), "own f2>f1")


@pytest.mark.parametrize(
    ("line", "move", "moved"),
    [
        ("*Pr In Sl", "place In f2", ">f2"),
        ("*Pr In Sl . Ar", "shift f2 f1", "f2>f1 f3>f2"),
        ("Ar In Sl . *Pr", "shift f-4 f-3", "f-4>f-3 f-5>f-4"),
        ("*Pr In | . .", "shift r1 f1", "r1>f1"),
        ("*Pr In", "switch f0 f1", "f0>f1 f1>f0"),
        ("*Pr In", "flank f-1 f1", "f-1>f1"),
        ("*Pr In", "attack", None),
        ("*Pr In", "resign", None),
    ],
)
def test_the_page_says_from_where_to_where_each_unit_went(practice, line, move, moved):
    for seat, side in ((practice.seat, "own"), (1 - practice.seat, "enemy")):
        lines = (line, "*Ce") if side == "own" else ("*Ce", line)
        page = practice.page_of(*lines, last=LastMove(seat, move, "chosen"))
        assert page.moved == ("" if moved is None else f"{side} {moved}")


@pytest.mark.parametrize("is_own", [True, False])
@pytest.mark.parametrize(
    ("fallen", "kills", "own", "words"),
    [
        ((1,), (1, 0), ": your vanguard alone still stands.", ", whose vanguard alone still stands."),
        ((0, 1), (2, 1), ", with more kills.", ", with more kills."),
        ((), (1, 1), ": your kills had more power.", ", whose kills had more power."),
    ],
)
def test_after_the_first_attack_it_is_said_whose_turn_it_is_and_why(practice, is_own, fallen, kills, own, words):
    first = practice.seat if is_own else 1 - practice.seat
    report = tuple(
        HIT._replace(at=(first if seat == 0 else 1 - first, space))
        for seat, space in ((0, ("f", 1)), *((seat, VANGUARD) for seat in fallen))
    )
    ordered = kills if first == 0 else kills[::-1]
    page = practice.page_of("*Pr", "*Ce", of_seat=first, report=report, turn=1, kills=ordered)
    name = practice.live.names[practice.live.battle.terms.fighters[first]]
    expected = f"The first turn is yours{own}" if is_own else f"The first turn goes to \u2068{name}\u2069{words}"
    assert page.report[-1] == expected


def test_a_fighter_reads_their_own_move_as_theirs_and_others_by_their_name(practice):
    names = [practice.live.names[fighter] for fighter in practice.live.battle.terms.fighters]
    told = [practice.page_of("*Pr", "*Ce", last=LastMove(seat, "attack", "chosen")).last for seat in (0, 1)]
    other = 1 - practice.seat
    assert (told[practice.seat], told[other]) == ("You attacked", f"\u2068{names[other]}\u2069 attacked")


def test_V47_a_retreat_is_read_with_the_end_of_the_turn_that_follows_it(practice):
    other = 1 - practice.seat
    name = practice.live.names[practice.live.battle.terms.fighters[other]]
    retreat = LastMove(other, "retreat r0", "bot")
    told = practice.page_of("*Pr", "*Ce", last=LastMove(other, "end", "bot"), retreat=retreat).last
    assert told == (
        f"\u2068{name}\u2069 played Retreat: the vanguard moved to the rear space in the middle, and ended the turn"
    )
    shifted = practice.page_of("*Pr", "*Ce", last=LastMove(other, "shift f1 f0", "bot"), retreat=retreat).last
    assert "Retreat" not in shifted


@pytest.mark.parametrize(
    ("move", "words"),
    [("end", "Your time was up: the turn ended"), ("attack", "Played for you, as your time was up: Attack")],
)
def test_a_fighter_is_not_told_to_have_made_a_move_of_the_clock(practice, move, words):
    assert practice.page_of("*Pr", "*Ce", last=LastMove(practice.seat, move, "time")).last == words


@pytest.mark.parametrize(
    ("hand", "commanded", "words"),
    [
        ((CommandKind.RETREAT,), None, "Play a Retreat, or end your turn."),
        ((CommandKind.VOLLEY,), None, "Nothing is left to do in this turn."),
        ((CommandKind.RETREAT,), CommandKind.VOLLEY, "Shift a lit unit, or end your turn."),
    ],
)
def test_after_an_attack_only_what_can_be_done_is_said(practice, hand, commanded, words):
    page = practice.page_of("Ce *Pr Ce | Ar *.", "*Ce", phase=BattlePhase.AFTER, hand=hand, commanded=commanded)
    assert page.said == words


@pytest.mark.parametrize(
    ("turns", "out", "words"),
    [
        (0, 1, "Your line was destroyed."),
        (7, 0, "Turn 7 was the last one: kills decide."),
        (0, 0, "No line is destroyed"),
    ],
)
def test_the_end_of_a_battle_says_why_it_is_over(practice, turns, out, words):
    page = practice.page_of("*Pr", "*Ce", phase=BattlePhase.OVER, options=BattleOptions(turns=turns), out=out)
    assert page.said.startswith(words)


def test_V52_the_middle_column_attacks_one_whom_it_can_hit_unless_another_is_chosen(client):
    client.post("/practice/", {"format": "rome", "players": "3"})
    live = BATTLES.load(EventStage.objects.get(stage="battle").id)

    def attacked(*lines, query="sheet=1"):
        position = position_of(" / ".join(("*Pr In", *lines)), seat=0)
        asked = Asked("/battle/", QueryDict(query), timezone.now())
        page = board_page(replace(live, battle=replace(live.battle, position=position)), 0, asked, str)
        return page.sheet.move, [choice.is_chosen for choice in page.sheet.at]

    assert attacked("*Ce In", "*El In") == ("attack at=1", [True, False])
    assert attacked("In *. In", "*El In") == ("attack at=2", [False, True])
    assert attacked("In *. In", "*El In", query="sheet=1&at=1") == ("attack at=1", [True, False])
    assert attacked("In *. In", "Sl *. In") == ("attack at=1", [True, False])


def test_a_fighter_whose_line_is_destroyed_is_told_so_while_the_others_play_on(client):
    client.post("/practice/", {"format": "rome", "players": "3"})
    live = BATTLES.load(EventStage.objects.get(stage="battle").id)
    sides = live.battle.position.sides
    position = replace(
        live.battle.position, sides=(sides[0]._replace(out=1), *sides[1:]), phase=BattlePhase.ACT, seat=1
    )
    asked = Asked("/battle/", QueryDict(), timezone.now())
    page = board_page(replace(live, battle=replace(live.battle, position=position)), 0, asked, str)
    assert (page.said, page.own.state) == ("Your line is destroyed. The others play on.", "out")


def test_where_the_last_line_wins_a_battle_that_was_ended_before_is_not_over_by_those_destroyed(client):
    client.post("/practice/", {"format": "rome", "players": "3"})
    live = BATTLES.load(EventStage.objects.get(stage="battle").id)
    own, *others = live.battle.position.sides
    over = replace(live.battle.position, sides=(own._replace(out=1), *others), phase=BattlePhase.OVER, turn=30)
    asked = Asked("/battle/", QueryDict(), timezone.now())
    said = []
    for options in ({}, {"end_last": True, "turns": 30}, {"end_last": True}):
        position = replace(over, options=over.options._replace(**options))
        said.append(board_page(replace(live, battle=replace(live.battle, position=position)), 0, asked, str).said)
    assert said[0] == "Your line was destroyed. Kills decide among the others."
    assert said[1:] == ["Turn 30 was the last one: kills decide.", "Several lines still stand: kills decide."]


def test_without_a_rear_row_nothing_is_said_of_it(practice):
    options = practice.live.battle.position.options
    for rear in (True, False):
        page = practice.page_of("*Pr", "*Ce", phase=BattlePhase.NIGHT, options=options._replace(rear=rear))
        assert ("The rear stays secret." in page.said) == rear


@pytest.mark.parametrize(
    ("turn", "asks", "words"),
    [
        (1, 1, "You have asked to go back. The others have to agree."),
        (1, 0, "To the first lines"),
        (2, 0, "To the start of turn 1"),
    ],
)
def test_going_back_is_offered_where_something_has_happened_since(practice, turn, asks, words):
    ask = Ask(1, practice.seat, 0) if asks else None
    page = practice.page_of("*Pr", "*Ce", turn=turn, ask=ask)
    returns = [choice.words for choice in page.returns]
    assert (page.asked, returns) == ((words, []) if asks else ("", [words]))


@pytest.mark.parametrize(
    ("by", "to", "words"),
    [
        (None, 3, "The organizer or a judge has gone back to the start of turn 3."),
        (None, 0, "The organizer or a judge has gone back to the first lines."),
        ("enemy", 3, "All went back to the start of turn 3, as {name} had asked."),
        ("enemy", 0, "All went back to the first lines, as {name} had asked."),
        ("enemy", None, "All play on: {name} does not want to go back."),
        ("own", None, "All play on, as you wanted."),
    ],
)
def test_it_is_said_why_all_went_back_or_did_not(practice, by, to, words):
    seat = {None: None, "own": practice.seat, "enemy": 1 - practice.seat}[by]
    page = practice.page_of("*Pr", "*Ce", turn=3, note=Note(seat, to))
    assert page.asked == words.format(name=page.enemy.name)


@pytest.fixture
def of_three(client):
    """Return what makes the page of a practice of three, for its fighter in seat 0, at a position."""
    client.post("/practice/", {"format": "rome", "players": "3"})
    live = BATTLES.load(EventStage.objects.get(stage="battle").id)

    def page_at(position, query="", seat=0, **facts):
        asked = Asked("/battle/", QueryDict(query), timezone.now())
        timed = replace(live.battle, position=position, turns=((position.turn, position),))
        return board_page(replace(live, battle=replace(timed, **facts)), seat, asked, str)

    return page_at


@pytest.mark.parametrize(
    ("kills", "out", "title"),
    [
        ((1, 3, 2), None, "You came third"),
        ((2, 3, 1), None, "You came second"),
        ((2, 3, 2), None, "You share second place"),
        ((3, 1, 2), None, "You have won"),
        ((3, 1, 2), 0, "You have lost"),
        ((1, 3, 2), 2, "You came second"),
    ],
)
def test_of_three_the_title_says_the_place_of_a_fighter_whose_line_stands(of_three, kills, out, title):
    position = position_of("*Pr / *Ce / *El", phase=BattlePhase.OVER)
    sides = [
        side._replace(kills=number, out=int(seat == out))
        for seat, (side, number) in enumerate(zip(position.sides, kills, strict=True))
    ]
    page = of_three(replace(position, sides=tuple(sides)))
    assert (page.title, "Kills decide" in page.said or out is None) == (title, True)


@pytest.mark.parametrize(
    ("kills", "title"),
    [((1, 3, 2), "\u2068{1}\u2069 has won"), ((3, 3, 2), "\u2068{0}\u2069, \u2068{1}\u2069 share the win")],
)
def test_the_title_says_who_has_won_to_those_who_watch(of_three, kills, title):
    position = position_of("*Pr / *Ce / *El", phase=BattlePhase.OVER)
    sides = [side._replace(kills=number) for side, number in zip(position.sides, kills, strict=True)]
    seats = EventStage.objects.get(stage="battle").setup["fighters"]
    names = [Fighter.objects.get(id=fighter).nickname for fighter in seats]
    assert of_three(replace(position, sides=tuple(sides)), seat=None).title == title.format(*names)


def hit_of(hit, by):
    return HIT._replace(at=(hit, VANGUARD), by=((by, VANGUARD),))


@pytest.mark.parametrize(
    ("seats", "phase", "told"),
    [
        ((0, 1, 2, 0), BattlePhase.ACT, [1]),
        ((1, 2, 0), BattlePhase.ACT, [1, None]),  # None: the first attack, of all at once
        ((0, 1), BattlePhase.AFTER, []),
        ((0, 1, 2), BattlePhase.AFTER, [1]),
        ((1, 2, 0), BattlePhase.AFTER, []),
        ((0, 1, 2), BattlePhase.OVER, [1]),
        ((0, 1), BattlePhase.ACT, []),
    ],
)
def test_attacks_of_others_since_the_own_turn_are_told_before_the_last_one_too(of_three, seats, phase, told):
    starts = [replace(position_of("*Pr / *Ce / *El"), turn=0)]
    for turn, seat in enumerate(seats, 1):
        before = starts[-1]
        report = (hit_of((before.seat + 1) % 3, before.seat),)
        starts.append(replace(before, turn=turn, seat=seat, report=report))
    now = starts[-1]
    if phase is not BattlePhase.ACT:
        now = replace(now, phase=phase, report=(hit_of((now.seat + 1) % 3, now.seat),))
    page = of_three(now, turns=tuple((start.turn, start) for start in starts))
    names = {1: page.tabs[0].words, 2: page.tabs[1].words}
    titles = ["The first attack, of all at once" if seat is None else f"{names[seat]}'s attack" for seat in told]
    assert [attack.title for attack in page.earlier] == titles
    assert all(len(attack.words) == 1 for attack in page.earlier)


@pytest.mark.parametrize(
    ("seats", "title", "earlier"), [((0, 1, 2), "Before that, since your turn", 1), ((1, 2, 1), "Before that", 3)]
)
def test_attacks_that_hit_nobody_are_told_too_and_since_the_own_turn_only_where_there_was_one(
    of_three, seats, title, earlier
):
    position = position_of("*Pr / *Ce / *El")
    starts = [(turn, replace(position, turn=turn, seat=seat)) for turn, seat in enumerate((0, *seats))]
    page = of_three(replace(position, turn=3, seat=seats[-1], phase=BattlePhase.AFTER), turns=tuple(starts))
    assert (page.report, page.earlier_title) == (("It hit nobody.",), title)
    assert [attack.words for attack in page.earlier] == [("It hit nobody.",)] * earlier


def test_a_player_who_has_agreed_to_go_back_is_told_so_and_not_asked_again(of_three):
    page = of_three(position_of("*Pr / *Ce / *El"), ask=Ask(1, 1, 7, frozenset({0})))
    assert page.asked == "You have agreed to go back. Another player has yet to answer."
    assert not page.is_asked


@pytest.mark.parametrize(("last", "shown"), [((0, "attack at=2"), 2), ((2, "attack at=0"), 2), ((2, "attack at=1"), 1)])
def test_an_attack_that_hits_nobody_shows_whom_it_was_made_against(of_three, last, shown):
    page = of_three(position_of("*Pr / *Ce / *El"), last=LastMove(*last, "chosen"))
    assert [tab.is_chosen for tab in page.tabs] == [shown == 1, shown == 2]


def test_enemies_are_offered_in_the_order_of_the_tabs(client):
    client.post("/practice/", {"format": "rome", "players": "4"})
    live = BATTLES.load(EventStage.objects.get(stage="battle").id)
    position = position_of("*Pr / *Ce / *El / *In", seat=2)
    asked = Asked("/battle/", QueryDict("sheet=1"), timezone.now())
    page = board_page(replace(live, battle=replace(live.battle, position=position)), 2, asked, str)
    assert [choice.words for choice in page.sheet.at] == [tab.words for tab in page.tabs]


def test_after_an_attack_the_page_follows_the_next_ones_and_after_other_moves_whom_one_looks_at_stays(organizer):
    event = begun(organizer)
    seat = battle_of(event).battle.position.seat
    player = Fighter.objects.get(id=battle_of(event).battle.terms.fighters[seat])
    client, other, kept = Client(), str((seat + 1) % 3), {}
    sit_down(client, player)
    while (position := battle_of(event).battle.position).seat == seat:
        line = timeout_move(position, seat)
        moment = {"fight": 1, "turn": position.turn, "phase": position.phase.value, "enemy": other}
        answer = client.post(f"/events/{event.code}/battle/", {**moment, "move": line})
        kept[line.split(" ")[0]] = QueryDict(answer.url.partition("?")[2]).get("enemy")
    assert {verb: kept[verb] for verb in ("place", "attack", "end")} == {"place": other, "attack": None, "end": None}


@pytest.mark.parametrize(
    ("query", "task"),
    [
        ("unit=drawn:El", "Tap a lit space."),
        ("unit=f1", "Tap a lit space."),
        ("unit=play:flank", "Tap a lit unit."),
        ("unit=play:flank:f1", "Tap a lit space."),
        ("unit=play:javelin", "Tap a lit unit."),
        ("unit=play:nightfall", ""),
    ],
)
def test_a_card_that_is_tapped_says_whether_to_tap_a_unit_or_a_space(practice, query, task):
    drawn, hand = ("El", ()) if "drawn" in query else ("", ("flank", "javelin", "nightfall"))
    page = practice.page_of("*Pr Ce", "In *Ce In", drawn=drawn, hand=hand, query=query)
    assert page.chosen.task == task


def test_of_cards_that_are_alike_one_is_chosen(practice):
    page = practice.page_of("*Pr Ce", "*Ce", hand=("flank", "flank", "volley"), query="unit=play:flank")
    assert [way.is_chosen for way in page.hand] == [True, False, False]
    page = practice.page_of("*Pr", "*Ce", drawn="St St")
    assert [way.is_chosen for way in page.drawn] == [True, False]


def test_options_of_an_attack_say_first_what_tells_them_apart(practice):
    page = practice.page_of("Ar *Pr In | . . Sl", "In *Ce In | . Sl Co", hand=("javelin", "volley"), query="sheet=1")
    words = {choice.words for choice in page.sheet.commands}
    assert words >= {
        "None",
        "Javelin: Infantry, front 1 right",
        "Volley: Archer, front 1 left (1 space)",
        "Volley: Archer, front 1 left (2 spaces)",
        "Volley: Slinger, rear 1 right (2 spaces)",
    }


@pytest.mark.parametrize(
    ("query", "by", "hit", "shown"),
    [
        ("", 0, 2, 2),  # whom one has hit
        ("", 2, 0, 2),  # by whom one was hit
        ("", 1, 2, 1),  # an attack among others moves nothing
        ("enemy=1", 0, 2, 1),
        ("sheet=1&at=2&enemy=1", 0, 1, 2),
    ],
)
def test_of_several_enemies_the_other_side_of_the_last_attack_is_opposite(client, query, by, hit, shown):
    client.post("/practice/", {"format": "rome", "players": "3"})
    live = BATTLES.load(EventStage.objects.get(stage="battle").id)
    position = replace(live.battle.position, report=(HIT._replace(at=(hit, VANGUARD), by=((by, VANGUARD),)),))
    asked = Asked("/battle/", QueryDict(query), timezone.now())
    page = board_page(replace(live, battle=replace(live.battle, position=position)), 0, asked, str)
    assert [tab.is_chosen for tab in page.tabs] == [shown == 1, shown == 2]


def test_a_hint_shows_where_it_leads(practice):
    page = practice.page_of("*Pr Pr", "*Ce Ce", drawn="El", query="hint=1")
    hinted = [cell.where for row in page.field.own for cell in row if "hinted" in cell.marks]
    assert len(hinted) == 1
    assert page.hint.startswith("Place the Elephant on ")
    page = practice.page_of("In *. In", "*Ce", query="hint=1")
    assert [arrow.kind for arrow in page.field.arrows] == ["move"]


def test_the_attack_that_a_hint_names_is_chosen_already_when_its_sheet_is_opened(practice):
    page = practice.page_of("In *El In", "In *In El", hand=("javelin",), query="hint=1")
    assert page.hint.startswith("Attack, with Javelin")
    query = page.sheet_href.partition("?")[2]
    sheet = practice.page_of("In *El In", "In *In El", hand=("javelin",), query=query).sheet
    assert sheet.move == "attack javelin=f1"
    assert [choice.value for choice in sheet.commands if choice.is_chosen] == ["javelin=f1"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_panel_of_a_big_screen_shows_each_line_and_no_unit_that_lies_face_down(client, players):
    client.post("/practice/", {"format": "rome", "players": players})
    event = Event.objects.get()
    stage = EventStage.objects.get(event=event, stage="battle").id
    own = Practice(client, f"/events/{event.code}/battle/", stage)
    own.play(own.laid())
    panel = Client().get(f"{own.address}1/?panel").content.decode()
    sides = [fighter.nickname for fighter in Fighter.objects.filter(event=event)]
    assert all(name in panel for name in sides)
    assert panel.count("rome-field__frame") == (1 if players == 2 else players)
    assert not [kind for kind in UnitKind if f'aria-label="{UNIT_NAMES[kind]}' in panel]


def test_on_a_big_screen_a_line_that_has_grown_to_one_side_has_no_vacant_columns_and_all_lines_have_as_many(client):
    client.post("/practice/", {"format": "rome", "players": "3"})
    live = BATTLES.load(EventStage.objects.get(stage="battle").id)
    position = position_of("In In In In In In *In / *In / In *. In In")
    asked = Asked("/battle/", QueryDict(), timezone.now())
    panel = battle_panel(replace(live, battle=replace(live.battle, position=position)), asked, str)
    drawn = [[cell.name for cell in field.own[0]] for _side, field in panel.alone]
    assert drawn[0] == ["f-6", "f-5", "f-4", "f-3", "f-2", "f-1", "f0"]
    assert [len(names) for names in drawn] == [field.columns for _side, field in panel.alone] == [7, 7, 7]
