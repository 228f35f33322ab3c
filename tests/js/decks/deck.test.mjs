import assert from "node:assert/strict";
import { test } from "node:test";
import { deckPicture, HEIGHT, linesOf, named, sizeOf, WIDTH } from "../../../static/js/decks/deck-picture-svg.js";
import { beatsOf, layoutOf } from "../../../static/js/decks/reveal-layout.js";
import { packRows } from "../../../static/js/decks/rows.js";

const SCREENS = [[320, 568], [360, 740], [390, 844], [844, 390], [820, 1180], [1280, 800], [1920, 1080]];
const DECKS = [[1], [9, 5, 4, 8], [48], [1, 2, 9, 12, 2, 1, 3, 6], [6, 6, 11, 7, 2]];
const measure = (words, size = 10) => [...words].length * size * 0.5;

const isWithin = ({ left, top, width, height }, [wide, high]) =>
  left >= 0 && top >= 0 && left + width <= wide + 0.01 && top + height <= high + 0.01 && width > 0 && height > 0;

test("a revealed deck fits every screen, whatever its rows are", () => {
  for (const screen of SCREENS) {
    for (const counts of DECKS) {
      const { hero, rows } = layoutOf(counts, ...screen);
      const boxes = rows.flatMap(({ sign, cards }) => [sign, ...cards]);
      assert.deepEqual(rows.map(({ cards }) => cards.length), counts);
      assert.deepEqual([hero, ...boxes].filter((box) => !isWithin(box, screen)), [], `${screen} ${counts}`);
    }
  }
});

test("rows do not lie on each other, and short ones share a line", () => {
  const rows = packRows([1, 2, 9], { left: 0, top: 0, width: 1000, height: 400, gap: 10, sign: 60, highest: 240, seen: 0.6 });
  const [one, two, nine] = rows.map(({ cards }) => cards[0]);
  assert.equal(one.top, two.top);
  assert.ok(two.left > one.left + one.width && nine.top >= one.top + one.height);
});

test("a reveal lasts less than two seconds, and the hero comes when the last card turns", () => {
  for (const count of [1, 2, 25, 48]) {
    const { turns, turn, hero, sound, fade, ends } = beatsOf(count);
    assert.equal(turns.length, count);
    assert.ok(ends < 2000 && fade < ends && sound <= hero && hero >= turns.at(-1), String(count));
    assert.ok(hero < turns.at(-1) + turn);
  }
});

test("words are broken and cut where they do not fit", () => {
  const frame = { width: 50, most: 2, measure };
  assert.deepEqual(linesOf("Halcyon, Sun upon", frame), ["Halcyon,", "Sun upon"]);
  assert.deepEqual(linesOf("Halcyon, Sun upon the Banner", frame), ["Halcyon,", "Sun upon…"]);
  assert.deepEqual(linesOf("Donaudampfschifffahrt", frame), ["Donaudamp…"]);
  assert.equal(sizeOf("Aichi", [80, 40, 20], 120, measure), 40);
});

test("drawings keep their own gradients in one picture", () => {
  const art = '<svg id="x"><use href="#sky"/><rect fill="url(#sky)"/></svg>';
  assert.equal(named(art, "a-"), '<svg id="a-x"><use href="#a-sky"/><rect fill="url(#a-sky)"/></svg>');
});

test("the picture has a piece for every card, its counts and whose it is in words, and nothing of a name becomes markup", () => {
  const card = (name, count = 1) => ({ name, count, gem: null, art: '<svg viewBox="0 0 236 344"><rect id="sky"/></svg>' });
  const rows = [{ sign: { words: "3" }, cards: [card("One"), card("Two", 3)] }, { sign: { words: "0" }, cards: [card("<i>Three")] }];
  const deck = { fighter: "<b>عبد</b>", event: "A & B", day: "today", store: "The Lantern", size: "5 cards", hero: card("One"), rows };
  const { pieces, words } = deckPicture(deck, measure);
  assert.equal(pieces.filter(({ svg }) => svg.includes('id="a-sky"')).length, 4);
  assert.deepEqual(pieces.filter((box) => !isWithin(box, [WIDTH, HEIGHT])), []);
  const said = words.map((each) => each.words);
  for (const one of ["One", "Two", "×3", "<b>عبد</b>", "A & B", "today", "The Lantern", "Pass Left", "5 cards"]) assert.ok(said.includes(one), one);
  for (const { svg } of pieces) assert.ok(!/<[bi]>/.test(svg));
});
