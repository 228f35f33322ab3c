import assert from "node:assert/strict";
import { test } from "node:test";

// As the catalogue of another language does before the modules are loaded.
globalThis.django = {
  gettext: (words) => `⟦${words}⟧`,
  ngettext: (one, many, count) => `⟦${count === 1 ? one : many}⟧`,
};
globalThis.document = { documentElement: { lang: "de" } };

await import("../../../static/js/games/vanguard.js");
const { game } = await import("../../../static/js/lib/game.js");
const { interpolate, locale } = await import("../../../static/js/lib/gettext.js");
const { barOf } = await import("../../../static/js/draft/bar-words.js");
const { places } = await import("../../../static/js/draft/choice.js");
const { sentences } = await import("../../../static/js/draft/display/display-words.js");
const { hurryOf, presenceOf, seatWords, turnOf } = await import("../../../static/js/draft/seats.js");
const { cards, duration, fighters, names, number, PASS } = await import("../../../static/js/lib/words.js");

const outside = (words) => {
  for (let before = null; before !== words; ) {
    before = words;
    words = words.replace(/⟦[^⟦⟧]*⟧/g, "");
  }
  return words.match(/\p{Letter}+/gu) ?? [];
};

const TURNS = ["choosing", "done", "done_by_time", "bot", "no_cards", "looking", "seen", "ready", "getting_ready"];
const AWAY = { presence: "away", away_since: "2026-01-01T00:00:00Z" };
const TIME = { since: () => 34 };

test("facts are filled in, and nothing that stands in a fact", () => {
  assert.equal(interpolate("%(name)s and %(count)s", { name: "%(count)s", count: 2 }), "%(count)s and 2");
});

test("numbers are written as the language does", () => {
  assert.deepEqual([locale, number(10000)], ["de", "10.000"]);
});

test("the words for seats, cards and numbers are translated", () => {
  const marks = [
    ...TURNS.map((turn) => turnOf({ turn })),
    ...[AWAY, { presence: "weak" }].flatMap((seat) => [presenceOf(seat), presenceOf(seat, TIME)]),
    hurryOf({ hurried: true }),
  ];
  const words = marks.flatMap(({ word, words, own, short = "" }) => [word, words, own, short]);
  const owed = { trigger: 1, normal: 1, any: 1 };
  const others = [...Object.values(PASS), ...places(owed, []).map(({ label }) => label)];
  const counts = [cards(1), fighters(2), duration(7), duration(70), seatWords({ turn: "done", ...AWAY, hurried: true }, TIME)];
  assert.deepEqual([...words, ...others, ...counts].flatMap(outside), []);
});

test("a game's own words are translated", () => {
  const { call, tallies, title, whole, where } = game();
  const called = Object.values(call).filter((words) => typeof words === "string");
  const decks = [0, 4].map((zone) => whole({ count: 30, main: 26, g_zone: zone }));
  const others = [tallies.grades.title("0"), title({ name: "" }, [{ card_type: "g" }]), where({ pass: 1, passes: 4 })];
  assert.deepEqual([...called, ...decks, ...others].flatMap(outside), []);
});

test("the names of people are the only words of a sentence that are not translated", () => {
  assert.deepEqual(outside(names(["Ann", "Ben"])), []);
  assert.match(names(["Ann", "Ben", "Cem", "Dee"]), /^⟦/);
});

test("every sentence of the big screen is translated", () => {
  const seat = (seat, more = {}) => ({ seat, name: "7", turn: "choosing", in_hand: 4, presence: "here", ...more });
  const clock = { paused: false, seconds: 20, deadline: "x" };
  const at = (event, table, more = {}) => ({ event, table: { seats: [seat(0), seat(1)], round: 1, rounds: 6, pass: 1, ...table }, clock: { ...clock, ...more } });
  const drafting = { phase: "drafting" };
  const states = [
    at({ phase: "lobby" }, { seats: [] }),
    at({ phase: "lobby" }, {}),
    at({ phase: "lobby" }, { seats: [seat(0, { ready: true })] }),
    at(drafting, {}),
    at(drafting, { seats: [seat(0, AWAY)] }),
    at(drafting, { seats: [seat(0, AWAY), seat(1, AWAY), seat(2)] }),
    at(drafting, { seats: [seat(0, { turn: "done" })], legion_rare: true }),
    at(drafting, { judge_called: [0] }),
    at(drafting, { waiting_for_judge: true }),
    at(drafting, { waiting_for_judge: true }, { seconds: null }),
    at(drafting, {}, { paused: true, paused_by: "time" }),
    at(drafting, {}, { paused: true, paused_by: "organizer" }),
    at({ phase: "review" }, {}),
    at({ phase: "review" }, { seats: [seat(0, { turn: "looking" })] }, { deadline: null }),
    at({ phase: "building" }, {}),
    at({ phase: "finished", stopped: true }, {}),
  ];
  assert.deepEqual(states.flatMap((state) => [...sentences(state), ...sentences(state, TIME)]).flatMap(outside), []);
});

test("every word of the confirm button is translated", () => {
  const facts = { phase: "drafting", owed: { trigger: 0, normal: 0, any: 1 }, chosen: [], isLive: true, left: 20, late: 0, grace: 5 };
  const none = { trigger: 0, normal: 0, any: 0 };
  const cases = [
    {},
    { kept: true },
    { kept: true, isLive: false },
    { kept: true, isLive: false, left: null },
    { kept: true, isLive: false, late: 1 },
    { isLive: false, late: 6 },
    { placed: true },
    { bot: true },
    ...TURNS.map((turn) => ({ owed: none, turn })),
    { phase: "review" },
    { phase: "review", ready: true },
  ].map((more) => barOf({ ...facts, ...more }));
  assert.deepEqual(cases.flatMap(({ words, more }) => [...outside(words), ...outside(more)]), []);
});

test("Magic's own words are translated", async () => {
  const { byColour, costWords, figureWords } = await import("../../../static/js/games/magic.js");
  const { over, places: labels, tallies, whole, where } = game();
  const pile = ["Land", "Artifact", "Creature"].map((type_line) => ({ type_line, colors: type_line === "Creature" ? "WU" : "", name: "7" }));
  const cards = [{ power: "1", toughness: "1" }, { loyalty: "3" }, { defense: "4" }];
  const words = [costWords("{2}{W/U}{B/P}{R}{G}{C}{S}{X}"), ...cards.map(figureWords), ...Object.values(labels), over, whole({ count: 42 })];
  const others = [where({ pass: 1, passes: 14 }), tallies.curve.title("7+"), ...byColour(pile).map(({ name }) => name)];
  assert.deepEqual([...words, ...others].flatMap(outside), []);
});
