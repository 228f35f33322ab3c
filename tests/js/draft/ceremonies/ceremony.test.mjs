import assert from "node:assert/strict";
import { test } from "node:test";
import { ceremoniesBetween, isFirstOfPractice, isVerifiedNow, noted } from "../../../../static/js/draft/ceremonies/ceremony.js";

const VANGUARD = ["left", "left", "left", "right", "right", "right"];
const MAGIC = ["left", "right", "left"];

const state = ({ phase = "drafting", round = 1, pass = 1, directions = VANGUARD, verified = false, pack = [1, 2], judge = "organizer", ...you } = {}) => ({
  event: { phase, directions, judge },
  table: { round, pass, direction: directions[round - 1], legion_rare: verified },
  you: { pack, ...you },
});

// The ceremonies of the last of these states, in a page that has seen all of them.
const shown = (...states) => {
  const last = states.pop();
  const before = states.reduce((kept, each) => noted(kept, each), null);
  return ceremoniesBetween(before, last);
};

const kinds = (...states) => shown(...states).map(({ kind }) => kind);

test("a pack is opened when its round begins, the first one too", () => {
  assert.deepEqual(kinds(state({ phase: "lobby", pack: [] }), state()), ["open"]);
  assert.deepEqual(kinds(state({ pass: 4 }), state({ round: 2 })), ["open"]);
});

test("a packet that is passed on is not opened, nor a pack that one holds already", () => {
  assert.deepEqual(kinds(state(), state({ pass: 2 })), []);
  assert.deepEqual(kinds(state(), state()), []);
});

test("no fighter opens what they do not hold: an empty hand, a real pack", () => {
  assert.deepEqual(kinds(state({ pass: 4 }), state({ round: 2, pack: [] })), []);
  assert.deepEqual(kinds(state({ pass: 4 }), state({ round: 2, pack: null })), []);
});

test("a pack that comes again after passes were taken back was opened before", () => {
  assert.deepEqual(kinds(state({ round: 2 }), state({ round: 1, pass: 4 }), state({ round: 2 })), []);
});

test("the way turns before the fourth pack is opened, over the review", () => {
  const review = state({ phase: "review", round: 3, pack: [] });
  assert.deepEqual(shown(state({ round: 3, pass: 4 }), review, state({ round: 4 })), [
    { kind: "turn", from: "left", to: "right", isBrief: false },
    { kind: "open" },
  ]);
  assert.deepEqual(kinds(state({ round: 3, pass: 4 }), review), []);
});

test("it is brief where the way turns after every pack", () => {
  const [turn, open] = shown(state({ pass: 4, directions: MAGIC }), state({ round: 2, directions: MAGIC }));
  assert.deepEqual([turn.kind, turn.isBrief, open.kind], ["turn", true, "open"]);
});

test("a rare is verified once in a round, and known as one's own by who has called", () => {
  const call = { reason: "legion_rare" };
  assert.deepEqual(shown(state({ call }), state({ verified: true })), [{ kind: "verified", isOwn: true }]);
  assert.deepEqual(shown(state(), state({ verified: true })), [{ kind: "verified", isOwn: false }]);
  assert.deepEqual(kinds(state({ call: { reason: "rules" } }), state({ verified: true }), state({ verified: true })), []);
});

test("where the server judges, it is the own one of who could call", () => {
  const able = state({ judge: "automatic", can_call_judge: true });
  assert.deepEqual(shown(able, state({ judge: "automatic", verified: true })), [{ kind: "verified", isOwn: true }]);
});

test("a screen without a seat can tell that a rare was verified", () => {
  const seen = ({ you, ...rest }) => rest;
  assert.equal(isVerifiedNow(noted(null, seen(state())), seen(state({ verified: true }))), true);
  assert.equal(isVerifiedNow(noted(null, seen(state())), seen(state({ round: 2, verified: true }))), false);
});

test("a practice opens its first pack, as long as nothing of it is placed", () => {
  const first = ({ face_down = 0, practice = true, ...others } = {}) => {
    const { event, table, you } = state(others);
    return isFirstOfPractice({ event: { ...event, practice }, table: { ...table, seats: [{ face_down }] }, you: { ...you, seat: 0 } });
  };
  assert.deepEqual([first(), first({ face_down: 2 }), first({ pass: 2 }), first({ round: 2 }), first({ practice: false })], [true, false, false, false, false]);
});
