"""One short night over real sockets, from the lobby to the end, as each role of it speaks and is spoken to.

Pages are asked as browsers ask them; nothing is known here of what is behind pages and sockets. All that differs from
run to run (seed, code, time, row numbers) is fixed.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from django.contrib.auth.models import User

from drafts.models import Draft, Event, StaffLink
from drafts.rules.draft.timed import JudgeBy
from drafts.rules.formats import Pace
from tests.clients.views import Frame, owes
from tests.factories import make_event
from tests.nets.night import CODE, SEED, number_rows_from_one
from tests.nets.socket_roles import FIGHTERS, SocketRoles
from tests.nets.stepped_loop import StoppedTime

NO_CARD = 99999


class SocketNight:
    """A night of two fighters and a guest, for whom the second fighter acts. `roles` have what was recorded."""

    def __init__(self, organizer: User, time: StoppedTime, **settings: Any) -> None:
        number_rows_from_one()
        event = make_event(organizer, pace=Pace.BRISK, judge=JudgeBy.ORGANIZER, **settings)
        Draft.objects.filter(event=event).update(seed=SEED)
        Event.objects.filter(id=event.id).update(code=CODE)
        self.roles = SocketRoles(organizer, time)
        self._step, self._host, self._time = self.roles.step, self.roles.host, time

    async def play(self) -> None:
        """Play the night to its end."""
        await self.come_in()
        await self._lobby()
        await self._away_while("the lobby", lambda: self._host("start"))
        await self._first_pass()
        await self._second_pass()
        await self._review()
        await self._away_while("the draft", self._bots_end_the_draft)
        await self._away_while("the decks", lambda: self._next_stage("building"))
        await self._first_round()
        await self._second_round()
        await self._away_while("the fights", lambda: self._next_stage("fighting"))
        await self._turns()
        await self._swaps()
        await self._away_while("the sharing", lambda: self._next_stage("sharing"))
        await self._end()

    # Lobby ------------------------------------------------------------------------------------------------------

    async def come_in(self) -> None:
        """Let everybody come into the lobby."""
        roles = self.roles
        await roles.post("fighter 1", f"/join/{CODE}/", nickname="Aichi")
        await roles.post("fighter 2", f"/join/{CODE}/", nickname="Kamui")
        await self._host("add-guest", name="Misaki")
        guest = await roles.database(lambda: Event.objects.get().fighters.get(guest=True))
        await roles.post("fighter 2", f"/rejoin/{guest.token}/")
        await roles.post("organizer", f"/events/{CODE}/host/staff/", name="Kim")
        link = await roles.database(StaffLink.objects.get)
        await roles.visit("judge", f"/judge/{link.token}/")
        roles.add("organizer", "organizer", "?as=host")
        roles.add("judge", "judge", "?as=judge")
        roles.add("fighter 1", "fighter 1")
        roles.add("fighter 2", "fighter 2")
        roles.add("guest", "fighter 2", f"?fighter={guest.id}")
        roles.add("spectator", "organizer", "?table=1")
        roles.add("stranger", "stranger")
        for name, role in roles.of.items():
            await self._step(f"the lobby: {name} comes", role.open())
        await self._step("a second later", self._time.passes(1))

    async def _lobby(self) -> None:
        one, two, stranger = self.roles["fighter 1"], self.roles["fighter 2"], self.roles["stranger"]
        await self._step("a message without an id", one.say({"type": "ready"}))
        await self._step("a choice before the draft", one.ask(type="choose", round=1, cards=[1], **{"pass": 1}))
        await self._step("a stranger is ready", stranger.ask(type="ready"))
        await self._step("fighter 1 is ready", one.ask(type="ready", id="ready"))
        await self._step("the same again", one.ask(type="ready", id="ready"))
        await self._step("fighter 2 is ready", two.ask(type="ready"))
        await self._step("a second later", self._time.passes(1))
        await self._step("all ask for everything", self.roles.all_say({"type": "resync"}))
        await self._step("all ping", self.roles.all_say({"type": "ping", "ms": 40}))

    # Draft ------------------------------------------------------------------------------------------------------

    async def _first_pass(self) -> None:
        one, two, judge = self.roles["fighter 1"], self.roles["fighter 2"], self.roles["judge"]
        card = one.state["you"]["pack"][0]["id"]
        await self._step("fighter 1 marks a card", one.say({"type": "mark", "cards": [card]}))
        await self._step("chooses one that is not in the pack", one.choose(cards=[NO_CARD]))
        await self._step("the same card twice", one.choose(cards=[card, card]))
        await self._step("none", one.choose(cards=[]))
        await self._step("cards of another pass", one.choose(**{"pass": 2}))
        await self._step("as the rules demand", one.choose(id="chosen"))
        await self._step("the same request again", one.choose(id="chosen"))
        await self._step("another card", one.choose(cards=[card]))
        await self._step("a stranger chooses", self.roles["stranger"].choose(cards=[card]))
        await self._step("fighter 2 calls a judge", two.ask(type="call_judge", reason="rules"))
        call = judge.state["judge_calls"][0]["id"]
        await self._step("the judge is on the way", self._host("take", by="judge", call=call))
        verdict = {"call": call, "verdict": "refused", "note": "Shuffle the pack."}
        await self._step("the judge answers", self._host("judge", by="judge", **verdict))
        await self._step("the organizer pauses the table", self._host("pause"))
        await self._step("fighter 2 chooses meanwhile", two.choose())
        await self._step("the organizer lets it go on", self._host("resume"))
        await self._step("fighter 2 chooses", two.choose())
        await self._step("the guest's neighbour chooses", self.roles["guest"].choose())

    async def _second_pass(self) -> None:
        two = self.roles["fighter 2"]
        await self._step("the time of the pass is up", self._time.passes(self._seconds_left() + 0.5))
        await self._step("and the clock chooses", self._time.passes(1))
        await self._step("the organizer lets the table go on", self._host("resume"))
        await self._step("fighter 1 is here", self.roles["fighter 1"].ask(type="here"))
        await self._step("a pass is taken back", self._host("undo", table=1, confirm="undo"))
        await self._step("fighter 2 has a bot", self._host("seat-bot", fighter=self.roles.number_of("fighter 2")))
        await self._step("fighter 2 is back", two.ask(type="return"))
        await self._step("and once more", two.ask(type="return"))

    async def _review(self) -> None:
        one = self.roles["fighter 1"]

        async def play_on() -> None:
            for name in ("fighter 2", "guest"):
                await self._host("seat-bot", fighter=self.roles.number_of(name))
            with self.roles.folded():
                while owes(one.state):
                    assert (await one.choose())["type"] == "ack"
                    await self.roles.settle()

        await self._step("fighter 1 and two bots draft up to the review", play_on())
        assert self.roles.phase == "review"
        await self._step("a choice in the review", one.ask(type="choose", round=1, cards=[1], **{"pass": 1}))
        await self._step("fighter 1 is ready", one.ask(type="ready"))
        await self._step("half a minute later", self._time.passes(31))

    async def _bots_end_the_draft(self) -> None:
        with self.roles.folded():
            await self._host("seat-bot", fighter=self.roles.number_of("fighter 2"))
            await self._host("seat-bot", fighter=self.roles.number_of("fighter 1"))
            while self.roles.phase != "building":
                await self._time.passes(31)
                await self._host("end-review")

    # Fights -----------------------------------------------------------------------------------------------------

    async def _first_round(self) -> None:
        host, judge = self.roles["organizer"], self.roles["judge"]
        one, other, third = self.roles.in_fight()
        fight, first, second = self._fight()
        counter = one.state["round"]["counters"][0]
        by = 1 if counter["start"] < counter["most"] else -1
        count: Frame = {"type": "count", "fight": fight, "fighter": second, "counter": counter["counter"], "by": by}
        await self._step("a fighter counts", one.ask(**count))
        await self._step("the judge counts", judge.ask(**count))
        await self._step("the organizer takes it back", host.ask(type="undo", fight=fight))
        await self._step("a fighter counts too much", one.ask(**count | {"by": 999 * by}))
        await self._step("in a fight that there is not", one.ask(**count | {"fight": 999}))
        await self._step("in a fight of others", third.ask(**count))
        await self._step("as a stranger", self.roles["stranger"].ask(**count))
        await self._step("a game is over", one.ask(type="game", fight=fight, game=1, winner=first))
        await self._step("there is nothing to confirm", one.ask(type="confirm", fight=fight))
        await self._step("a fighter enters a result", one.ask(**self._result()))
        await self._step("the other disputes it", other.ask(type="dispute", fight=fight))
        decided = {"fight": fight, "confirm": "correct"}
        await self._step("the judge decides", self._host("result", by="judge", winner=second, **decided))
        await self._step("a fighter counts too late", one.ask(**count))
        await self._step("the organizer corrects it", self._host("result", winner=first, **decided))

    async def _second_round(self) -> None:
        fighter = self.roles["fighter 1"]
        wanted = [card["id"] for card in fighter.state["you"]["pile"][:2]]
        await self._step("the second round begins", self._host("next-round", round=2, confirm="next"))
        one, other, _ = self.roles.in_fight()
        await self._step("a fighter enters a result", one.ask(**self._result()))
        await self._step("the other confirms it", other.ask(type="confirm", fight=self._fight()[0]))
        await self._step("fighter 1 wishes for cards", fighter.ask(type="wish", cards=wanted))
        await self._step("a stranger wishes for them", self.roles["stranger"].ask(type="wish", cards=wanted))
        await self._step("fighter 1 takes one too early", fighter.ask(type="take", card=wanted[0]))

    def _fight(self) -> tuple[int, int, int]:
        """Return the number of the fight of two, and both of them."""
        fight = self.roles.in_fight()[0].state["fight"]
        first, second = (side["fighter"] for side in fight["sides"])
        return fight["fight"], first, second

    def _result(self) -> Frame:
        """Return the message by which the first side has won all games."""
        fight, first, _ = self._fight()
        wins = self.roles.in_fight()[0].state["fight"]["best_of"] // 2 + 1
        return {"type": "result", "fight": fight, "winner": first, "score": [wins, 0]}

    # Sharing ----------------------------------------------------------------------------------------------------

    async def _turns(self) -> None:
        one, other = self.roles.at_turn()
        card = one.state["share"]["pool"][0]["id"]
        await self._step("a fighter takes a card before their turn", other.ask(type="take", card=card))
        await self._step("one that there is not", one.ask(type="take", card=NO_CARD))
        await self._step("one in their turn", one.ask(type="take", card=card))
        await self._step("a stranger takes one", self.roles["stranger"].ask(type="take", card=card))
        await self._step("the time of a turn is up", self._time.passes(31))
        await self._step("turns pass until all have cards", self._turns_pass())

    async def _turns_pass(self) -> None:
        with self.roles.folded():
            while not all(self.roles[name].state["share"]["yours"] for name in FIGHTERS):
                await self._time.passes(31)
                await self.roles.settle()

    async def _swaps(self) -> None:
        one, two = self.roles["fighter 1"], self.roles["fighter 2"]
        mine, theirs = (role.state["share"]["yours"][0]["id"] for role in (one, two))
        swap = {"type": "swap", "give": mine, "want": theirs}
        await self._step("fighter 1 offers a swap", one.ask(**swap))
        number = one.state["share"]["swaps"][0]["swap"]
        await self._step("and accepts it themselves", one.ask(type="accept", swap=number))
        await self._step("fighter 2 declines it", two.ask(type="decline", swap=number))
        await self._step("fighter 1 offers it again", one.ask(**swap))
        await self._step("and withdraws it", one.ask(type="withdraw", swap=number + 1))
        await self._step("offers it a third time", one.ask(**swap))
        await self._step("fighter 2 accepts it", two.ask(type="accept", swap=number + 2))

    # End --------------------------------------------------------------------------------------------------------

    async def _end(self) -> None:
        roles = self.roles
        await self._step("all ask for everything", roles.all_say({"type": "resync"}))
        await self._step("all ping", roles.all_say({"type": "ping"}))
        await self._step("fighter 1 is ready", roles["fighter 1"].ask(type="ready"))
        await self._step("fighter 1 has a new link", self._host("new-link", fighter=roles.number_of("fighter 1")))
        link = await roles.database(StaffLink.objects.get)
        staff = f"/events/{CODE}/host/staff/"
        await self._step("the judge's link is revoked", roles.post("organizer", staff, revoke=link.id))
        await self._step("a stranger sends no JSON", roles["stranger"].say("lantern"))
        for name, query in (("no organizer", "?as=host"), ("no such table", "?table=9"), ("no seat", "?fighter=1")):
            await self._step(f"a stranger opens {query}", roles.add(name, "stranger", query).open())
        await self._step("the event is deleted", roles.post("organizer", f"/events/{CODE}/delete/", confirm=CODE))
        await roles.all_leave()

    async def _next_stage(self, seen: str) -> None:
        await self._host("next-stage", **{"from": seen, "confirm": "next"})

    async def _away_while(self, stage: str, ends: Callable[[], Awaitable[Any]]) -> None:
        """Let fighter 1 leave and come back within a stage, then leave, and come back when the next one has begun."""
        one = self.roles["fighter 1"]
        await self._step(f"{stage}: fighter 1 leaves", one.leave())
        await self._step(f"{stage}: comes back", one.open())
        await self._step(f"{stage}: leaves again", one.leave())
        await self._step(f"{stage}: is away", self._time.passes(3))
        await self._step(f"{stage}: it ends", ends())
        await self._step(f"{stage}: it has ended, fighter 1 comes back", one.open())
        await self._step(f"{stage}: a moment later", self._time.passes(3))

    def _seconds_left(self) -> float:
        """Return how long the pass still is."""
        clock = self.roles["spectator"].state["clock"]
        return float(clock["seconds"])
