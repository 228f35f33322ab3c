// Where everything lies when a deck is revealed, and when each of its cards turns.

import { packRows } from "./rows.js";

const PROPORTION = 59 / 86;
const WORDS = 72; // high, below the hero
const ROWS = { gap: 8, sign: 40, highest: 210, seen: 0.55 };

// `counts`: how many stacks each row has.
export const layoutOf = (counts, width, height) => {
  const edge = Math.max(12, Math.min(width, height) * 0.04);
  const isWide = width > height;
  const heroWidth = isWide ? Math.min(width * 0.24, (height - 2 * edge - WORDS) * 0.8 * PROPORTION) : Math.min(width * 0.42, height * 0.3 * PROPORTION);
  const heroHeight = heroWidth / PROPORTION;
  const heroTop = isWide ? (height - heroHeight - WORDS) / 2 : edge + 8;
  const heroLeft = isWide ? edge * 2 : (width - heroWidth) / 2;
  const hero = { left: heroLeft, top: heroTop, width: heroWidth, height: heroHeight };
  const words = { left: isWide ? 0 : edge, top: heroTop + heroHeight + 10, width: isWide ? heroWidth + edge * 4 : width - 2 * edge };
  const left = isWide ? heroLeft + heroWidth + edge * 2 : edge;
  const top = isWide ? edge : words.top + WORDS;
  return { hero, words, rows: packRows(counts, { ...ROWS, left, top, width: width - left - edge, height: height - top - edge }) };
};

const BEGIN = 100;
const TURN = 240; // one card
const WAVE = 780; // the last card begins to turn at most so long after the first
const RISE = 360;
const HOLD = 400;
const FADE = 180;
const CHORD = 440; // the highest note of the sound comes so long after its first

// In milliseconds from the beginning: every card's turn, the hero, the sound whose highest note meets it, the end.
export const beatsOf = (count) => {
  const step = Math.min(40, WAVE / Math.max(1, count - 1));
  const turns = Array.from({ length: count }, (_, place) => BEGIN + place * step);
  const hero = turns.at(-1) + TURN - 100;
  return { turns, turn: TURN, hero, rise: RISE, sound: Math.max(0, hero - CHORD), fade: hero + RISE + HOLD, ends: hero + RISE + HOLD + FADE };
};
