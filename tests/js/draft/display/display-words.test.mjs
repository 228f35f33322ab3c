import assert from "node:assert/strict";
import { test } from "node:test";
import "../../../../static/js/games/vanguard.js";
import { sentences } from "../../../../static/js/draft/display/display-words.js";
import { game, wear } from "../../../../static/js/lib/game.js";
import { pileMark } from "../../../../static/js/paper/piles.js";
import { ServerTime } from "../../../../static/js/draft/seats.js";

const NOW = "2026-11-20T19:00:34.000Z";
const time = new ServerTime(() => 0);
time.take(NOW);

const seat = (name, more = {}) => ({ name, bot: false, presence: "here", away_since: null, turn: "choosing", hurried: false, in_hand: 5, ready: false, ...more });
const AWAY = { presence: "away", away_since: "2026-11-20T19:00:00.000Z" };
const DONE = { turn: "done", in_hand: 3 };

const state = (seats, { event, clock, ...table } = {}) => ({
  event: { phase: "drafting", stopped: false, ...event },
  clock: { deadline: "2026-11-20T19:01:00.000Z", now: NOW, paused: false, paused_by: null, seconds: 45, left: null, ...clock },
  table: { round: 2, rounds: 6, pass: 2, passes: 4, legion_rare: false, waiting_for_judge: false, judge_called: [], ...table, seats: seats.map((each, index) => ({ seat: index, ...each })) },
});

const said = (...arguments_) => sentences(state(...arguments_), time).map((words) => words.replaceAll(/[\u2068\u2069]/g, ""));

test("where all hold the same, everyone should hold it", () => {
  assert.deepEqual(said([seat("Ann"), seat("Ben")]), ["Waiting for Ann and Ben.", "Everyone should hold 5 cards."]);
});

test("how many cards one should hold is said of those who still choose only", () => {
  assert.deepEqual(said([seat("Ann"), seat("Ben"), seat("Cem", DONE)]), ["Waiting for Ann and Ben.", "Those still choosing should hold 5 cards."]);
  assert.deepEqual(said([seat("Ann"), seat("Cem", DONE)]), ["Waiting for Ann.", "Ann should hold 5 cards."]);
});

test("where there is little room one more is counted and not named", () => {
  const late = state(["Ann", "Ben", "Cem"].map((name) => seat(name)));
  const named = (most) => sentences(late, time, most)[0].replaceAll(/[\u2068\u2069]/g, "");
  assert.deepEqual([named(), named(2)], ["Waiting for Ann, Ben and Cem.", "Waiting for Ann and 2 others."]);
});

test("with uneven hands no number is said", () => {
  assert.deepEqual(said([seat("Ann"), seat("Ben", { in_hand: 4 })]), ["Waiting for Ann and Ben.", ""]);
});

test("a fighter whose phone is away is named as such, and for how long", () => {
  assert.equal(said([seat("Ben", AWAY), seat("Cem", DONE)])[0], "Waiting for Ben, whose phone has been away for 0:34.");
  assert.equal(said([seat("Ann"), seat("Ben", AWAY)])[0], "Waiting for Ann, and for Ben, whose phone has been away for 0:34.");
  assert.equal(said([seat("Ann", AWAY), seat("Ben", AWAY)])[0], "Waiting for Ann and Ben, whose phones are away.");
});

test("no table waits for an away fighter for whom the clock has chosen", () => {
  assert.equal(said([seat("Ann"), seat("Ben", { ...AWAY, turn: "done_by_time", in_hand: 3 })])[0], "Waiting for Ann.");
});

test("a pause says who paused", () => {
  const seats = [seat("Ann"), seat("Ben")];
  assert.deepEqual(said(seats, { clock: { paused: true, paused_by: "organizer" } }), ["The organizer has paused the draft.", "Choosing waits until it resumes."]);
  assert.equal(said(seats, { clock: { paused: true, paused_by: "judge" } })[0], "A judge has paused the draft.");
  assert.deepEqual(said(seats, { clock: { paused: true, paused_by: "time" } }), ["Time ran out before anyone chose.", "The organizer has been called."]);
});

test("in a pause with real packs all can count what they should hold", () => {
  const seats = [seat("Ann", { must_hold: 5 }), seat("Ben", { must_hold: 5 })];
  const paused = { clock: { paused: true, paused_by: "organizer" }, judge_called: [1] };
  assert.equal(said(seats, paused)[1], "Everyone should hold 5 cards.");
  assert.equal(said(seats.map((each) => ({ ...each, ...DONE })), paused)[1], "Ben has called a judge.");
});

test("after real packs it is said whose piles are awaited, until all are known", () => {
  const piles = [{ name: "Ann", entered: 12, expected: 30, state: "open" }, { name: "Ben", entered: 30, expected: 30, state: "checked" }];
  const seats = [seat("Ann", { must_hold: 0 }), seat("Ben", { must_hold: 0 })];
  const after = (all) => said(seats, { event: { phase: "building" }, piles: all })[0];
  assert.equal(after(piles), "Waiting for the pile of Ann.");
  assert.equal(after(piles.map((pile) => ({ ...pile, state: "doubted" }))), "All piles are entered. The organizer looks at what does not fit.");
  assert.deepEqual(piles.map((pile) => pileMark(pile).word), ["12 of 30 entered", "pile checked"]);
});

test("a call for a judge is said of the seat that called, also in a pause and in the review", () => {
  const seats = [seat("Ann"), seat("Ben")];
  assert.equal(said(seats, { judge_called: [1] })[1], "Ben has called a judge.");
  assert.equal(said(seats, { judge_called: [0, 1] })[1], "Ann and Ben have called a judge.");
  assert.equal(said(seats, { judge_called: [1], clock: { paused: true, paused_by: "organizer" } })[1], "Ben has called a judge.");
  assert.equal(said([seat("Ann", { turn: "looking" })], { judge_called: [0], event: { phase: "review" } })[1], "Ann has called a judge.");
});

test("a judge who looks at a card names nobody, and a clock only where there is one", () => {
  const seats = [seat("Ann"), seat("Ben")];
  assert.deepEqual(said(seats, { waiting_for_judge: true }), ["A judge is checking a card.", "The clock is stopped until the judge decides."]);
  assert.deepEqual(said(seats, { waiting_for_judge: true, clock: { seconds: null } }), ["A judge is checking a card.", "The draft resumes when the judge decides."]);
});

test("a verified Legion Rare is said in the first pass of its pack", () => {
  assert.equal(said([seat("Ann")], { legion_rare: true, pass: 1 })[1], "Legion Rare verified. This pack: take the trigger and two other cards.");
});

test("the review says when it ends", () => {
  const looking = [seat("Ann", { turn: "looking" }), seat("Ben", { turn: "seen" })];
  const review = { event: { phase: "review" } };
  assert.deepEqual(said(looking, review), ["Look at your own cards.", "Cards go face down again when everyone is done or time runs out."]);
  assert.equal(said(looking, { ...review, clock: { deadline: null } })[1], "Cards go face down again when everyone is done or the organizer continues.");
});

test("the lobby says whom it waits for, and never that the first to come sits first", () => {
  const lobby = { event: { phase: "lobby" } };
  const drawn = "Seats are drawn at random at the start.";
  assert.deepEqual(said([], lobby), ["Scan the code to take a place.", drawn]);
  assert.deepEqual(said([seat("Ann", { ready: true }), seat("Ben"), seat("Brass Finch", { bot: true })], lobby), ["Not ready yet: Ben.", drawn]);
  assert.deepEqual(said([seat("Ann", { ready: true }), seat("Ben", { ready: true })], lobby), ["Everyone is ready.", drawn]);
});

test("the lobby says what is missing while those who are ready cannot be seated, as two of a form of teams", () => {
  const ready = ["Ann", "Ben"].map((name) => seat(name, { ready: true }));
  const words = (lobby) => sentences({ ...state(ready, { event: { phase: "lobby" } }), ...lobby }, time)[0];
  assert.equal(words({ enough: false, hint: "A table needs two teams of 2." }), "A table needs two teams of 2.");
  assert.equal(words({ enough: false, hint: null }), "It takes two people or more.");
  assert.equal(words({ enough: true, hint: "With so few fighters packs will come round often." }), "Everyone is ready.");
});

test("an event that was stopped is not over, and nobody sleeves cards", () => {
  const seats = [seat("Ann", DONE), seat("Ben", DONE)];
  assert.deepEqual(said(seats, { event: { phase: "finished", stopped: true } }), ["The organizer has stopped the event.", "The draft had come to pack 2 of 6."]);
  assert.deepEqual(said(seats, { event: { phase: "finished" } }), ["The draft is over.", "Your deck is all the cards that you chose."]);
});

test("names are isolated, so that each keeps its direction to itself", () => {
  assert.equal(sentences(state([seat("عمر"), seat("Ben")]), time)[0], "Waiting for \u2068عمر\u2069 and \u2068Ben\u2069.");
});

// The fights

const round = (more = {}) => ({ number: 1, of: 3, deadline: "2026-11-20T19:20:00.000Z", paused: false, last: false, time_up: "less_damage", ...more });
const fight = (one, other, result = null) => ({ fight: 1, result, sides: [{ fighter: 1, name: one }, { fighter: 2, name: other }] });
const entered = { winner: 1, score: [1, 0], entered_by: 1, confirmed: false, disputed: false, by: null };
const settled = { ...entered, confirmed: true, by: "agreed" };
const fights = (pairings, more) => {
  const words = sentences({ ...state([]), event: { phase: "fighting", stopped: false }, round: round(more), pairings, standings: [] }, time);
  return words.map((one) => one.replaceAll(/[\u2068\u2069]/g, ""));
};

test("of battles that are played here nothing is counted or reported, neither in a pause nor when time is up", () => {
  const face = game();
  wear({ ...face, isPlayed: true });
  const late = { deadline: "2026-11-20T19:00:00.000Z" };
  assert.deepEqual(fights([fight("Ann", "Ben")], { paused: true }), ["The organizer has paused the round.", "The clock is stopped. Moves wait until it runs again."]);
  assert.deepEqual(fights([fight("Ann", "Ben")], late), ["Time is up for this round.", "When the organizer ends the round, kills decide the open battles."]);
  wear(face);
  assert.equal(fights([fight("Ann", "Ben")], { paused: true })[1], "The clock is stopped. Counting waits until it runs again.");
});

test("while one fights it is said how many still do, and who is waited for", () => {
  assert.deepEqual(fights([fight("Ann", "Ben"), fight("Cem", "Dan", settled)]), ["1 fight still going.", "One side enters the result, the other confirms it."]);
  assert.deepEqual(fights([fight("Ann", "Ben", entered), fight("Cem", "Dan")]), ["2 fights still going.", "To confirm the result: Ben."]);
  assert.equal(fights([fight("Ann", "Ben", { ...entered, disputed: true })])[1], "One result is being checked: the organizer or a judge decides.");
});

test("M36 of more than two who fight at once any other confirms, and that is said", () => {
  const names = ["Ann", "Ben", "Cem"];
  const pod = (result = null) => ({ fight: 1, result, sides: names.map((name, place) => ({ fighter: place + 1, name })) });
  assert.equal(fights([pod()])[1], "One fighter enters the result, another one confirms it.");
  assert.equal(fights([pod({ ...entered, score: [1, 0, 0] })])[1], "One of them has to confirm the result: Ben and Cem.");
});

test("when the time is up it is said what becomes of open fights", () => {
  const late = { deadline: "2026-11-20T19:00:00.000Z" };
  assert.deepEqual(fights([fight("Ann", "Ben")], late), ["Time is up. Keep playing until the organizer ends the round.", "An open fight is then won by whoever is further from losing, else it is a draw."]);
  assert.equal(fights([fight("Ann", "Ben")], { ...late, time_up: "draw" })[1], "An open fight is then a draw, unless one side has lost by its counters.");
});

test("a paused round says so, whatever its time", () => {
  assert.equal(fights([fight("Ann", "Ben")], { paused: true, deadline: null })[0], "The organizer has paused the round.");
  assert.equal(fights([fight("Ann", "Ben")], { paused: true, paused_by: "judge", deadline: null })[0], "A judge has paused the round.");
});

test("when all results are in the next round is announced, and after the last that there is none", () => {
  assert.equal(fights([fight("Ann", "Ben", settled)])[0], "Round 2 begins soon.");
  assert.equal(fights([fight("Ann", "Ben", settled)], { last: true })[0], "All rounds are done.");
  assert.deepEqual(fights([]), ["No fights here in this round.", "Round 2 comes later."]);
});

const endOf = (standings, fought) =>
  sentences({ ...state([]), event: { phase: "finished", stopped: false }, standings, fought, log_open: true }).map((words) => words.replaceAll(/[\u2068\u2069]/g, ""));
const ended = (standings) => endOf(standings)[0];

test("in the end the winner is named, and those who share the first place", () => {
  const place = (rank, name, drawn, lost) => ({ rank, name, drawn, lost });
  assert.equal(ended([place(1, "Ann", 0, 0), place(2, "Ben", 0, 2)]), "Ann wins!");
  assert.equal(ended([place(1, "Ann", 1, 0), place(1, "Ben", 1, 0)]), "Ann and Ben share first place.");
  assert.equal(ended([place(1, "Ann", 0, 0)]), "The event is over.");
});

test("an event that was closed before its last round has a leader and no winner, and says why", () => {
  const places = [{ rank: 1, name: "Ann", drawn: 0, lost: 0 }, { rank: 2, name: "Ben", drawn: 0, lost: 1 }];
  const fought = { rounds: 1, of: 3, over: false, groups: 1 };
  assert.deepEqual(endOf(places, fought), ["Ann led after round 1 of 3.", "The event was closed before the last result."]);
  assert.equal(endOf([places[0], { ...places[0], name: "Cem" }, places[1]], fought)[0], "Ann and Cem shared the lead after round 1 of 3.");
});

test("the screen of one of several tables says who has won there", () => {
  const places = [{ rank: 1, name: "Ann", drawn: 0, lost: 0 }, { rank: 2, name: "Ben", drawn: 0, lost: 1 }];
  assert.equal(endOf(places, { rounds: 3, of: 3, over: true, groups: 2 })[0], "Ann has won at this table.");
});

const sharing = (share) => {
  const people = [{ fighter: 4, name: "Aichi", cards: 2 }, { fighter: 7, name: "Kamui", cards: 1 }];
  const shared = { people, turn: 7, paused: false, over: false, left: 5, rarity: "RR", ...share };
  return sentences({ ...state([]), event: { phase: "sharing", stopped: false }, standings: [], share: shared }).map((words) => words.replaceAll(/[\u2068\u2069]/g, ""));
};

test("while cards are shared the foot names whose turn it is and no card", () => {
  assert.deepEqual(sharing({}), ["Kamui takes a card.", "5 cards of the rarity RR are left."]);
  assert.deepEqual(sharing({ paused: true, left: 1 }), ["The organizer has paused the sharing.", "1 card of the rarity RR is left."]);
  assert.equal(sharing({ paused: true, paused_by: "judge" })[0], "A judge has paused the sharing.");
  assert.deepEqual(sharing({ over: true, turn: null }), ["Your phone shows which cards to hand to whom.", "Two who want to swap agree on it on their phones."]);
});

test("M11 in the end the big screen names what the log of the event has, and of sealed packs no draft", () => {
  const more = (event) => sentences({ ...state([seat("Ann")], { event: { phase: "finished", ...event } }), standings: [{ rank: 1, name: "Ann", drawn: 0, lost: 0 }], log_open: true }, time)[1];
  assert.equal(more({ format: "magic-sealed", packs_each: 6 }), "The log is open: every pack, every deck and every fight.");
  assert.equal(more({ format: "magic-own" }), "The log is open: every fight.");
  assert.equal(more({ format: "magic-draft" }), "The log is open: every pack, and who took what.");
});

test("where fights are played here the big screen names them alone in the end, whatever the format is called", () => {
  const face = game();
  wear({ ...face, isPlayed: true });
  const ended = { event: { phase: "finished", format: "any", stopped: false }, standings: [{ rank: 1, name: "Ann", drawn: 0, lost: 0 }], log_open: true };
  assert.equal(sentences(ended)[1], "The log is open: every fight.");
  wear(face);
  assert.equal(sentences(ended)[1], "The log is open: every pack, and who took what.");
});

test("M30 where decks are brought along no draft is over, and none is to be built", () => {
  const event = { phase: "finished", format: "magic-own", stopped: false };
  const table = { seats: [{ seat: 0, name: "Ann" }] };
  assert.deepEqual(sentences({ event, table, log_open: true }), ["The event is over.", "The log is open: every fight."]);
  assert.equal(sentences({ event, table, log_open: false })[1], "Thank you for playing.");
  assert.equal(sentences({ event: { ...event, phase: "building" }, table })[0], "The fights begin soon.");
});

test("M35 no commander of one who has left is waited for", () => {
  const event = { phase: "building", format: "magic-own" };
  const missing = (more) => said([seat("Ann", { commander: "Toad King" }), seat("Ben", { commander: null, ...more })], { event })[0];
  assert.deepEqual([missing({}), missing({ gone: true })], ["Ben has not named a commander yet.", "Everyone has named a commander."]);
});

test("M34 of a team that has won one speaks as of several", () => {
  const team = { rank: 1, name: "Ann & Ben", drawn: 0, lost: 0, fighters: [{ name: "Ann" }, { name: "Ben" }] };
  const places = [team, { ...team, rank: 2, name: "Cem & Dan", lost: 1 }];
  assert.equal(ended(places), "Ann & Ben win!");
  assert.equal(endOf(places, { rounds: 3, of: 3, over: true, groups: 2 })[0], "Ann & Ben have won at this table.");
});

test("once seats are drawn the lobby says how one sits down, since their names stand in a line", () => {
  const lobby = { event: { phase: "lobby" } };
  const drawn = { ...state([seat("Ann", { ready: true }), seat("Ben", { ready: true })], lobby), seating: [["Ann", "Ben"]] };
  assert.deepEqual(sentences(drawn, time), ["Everyone is ready.", "Sit clockwise in this order; the last sits next to the first."]);
});
