import assert from "node:assert/strict";
import { test } from "node:test";
import { hurryOf, minutes, presenceOf, seatWords, ServerTime, turnOf } from "../../../static/js/draft/seats.js";

const HERE = { presence: "here", away_since: null, hurried: false };
const AWAY = { presence: "away", away_since: "2026-11-20T19:00:00.000Z", hurried: false };

test("every turn has an icon and a word", () => {
  const words = (turn) => {
    const { name, icon, word } = turnOf({ ...HERE, turn });
    return [name, icon, word];
  };
  assert.deepEqual(words("choosing"), ["choosing", "i-choosing", "choosing"]);
  assert.deepEqual(words("done"), ["done", "i-check", "done"]);
  assert.deepEqual(words("done_by_time"), ["done_by_time", "i-clock", "done by time"]);
  assert.deepEqual(words("bot"), ["bot", "i-bot", "bot"]);
  assert.deepEqual(words("no_cards"), ["no_cards", "i-minus", "no cards"]);
  assert.deepEqual(words("seen"), ["seen", "i-check", "seen"]);
  assert.deepEqual(words("ready"), ["ready", "i-check", "ready"]);
});

test("an absence is counted by the server's clock, whatever the device's own clock says", () => {
  let now = 5000;
  const time = new ServerTime(() => now);
  assert.equal(presenceOf(AWAY, time).word, "away");
  time.take("2026-11-20T19:00:30.000Z");
  now += 4999;
  assert.deepEqual([presenceOf(AWAY, time).word, presenceOf(AWAY, time).short], ["away for 0:34", "away 0:34"]);
  now += 26_000;
  assert.equal(presenceOf(AWAY, time).word, "away for 1:00");
});

test("an absence that began after the last message is not shorter than nothing", () => {
  const time = new ServerTime(() => 0);
  time.take("2026-11-20T18:59:59.000Z");
  assert.equal(presenceOf(AWAY, time).word, "away for 0:00");
});

test("a fighter who is here has no mark of presence, and one whose line is weak has one", () => {
  assert.deepEqual([presenceOf(HERE).icon, presenceOf({ presence: "weak" }).word], [null, "weak signal"]);
});

test("presence and turn are independent", () => {
  const time = new ServerTime(() => 0);
  time.take("2026-11-20T19:00:34.000Z");
  assert.equal(seatWords({ ...AWAY, turn: "done_by_time" }, time), "has run out of time, has been away for 0:34");
  assert.equal(seatWords({ ...HERE, turn: "choosing" }, time, true), "are choosing");
  assert.equal(seatWords({ ...HERE, turn: "choosing", hurried: true }), "is choosing, has 5 seconds until they act");
});

test("only a hurried fighter has the mark of five seconds", () => {
  assert.deepEqual([hurryOf(HERE), hurryOf({ ...HERE, hurried: true }).word], [null, "5 s"]);
});

test("long absences are said in minutes", () => {
  assert.deepEqual([0, 59.9, 60, 3725].map(minutes), ["0:00", "0:59", "1:00", "62:05"]);
});
