// The words of a replay about seats and choices.

import { element, glyph } from "../lib/elements.js";
import { game } from "../lib/game.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { chooserOf, secondsOf, seatBeside, takenIn } from "./replay.js";
import { timeRanOut } from "./sentences.js";
import { cards, isolate } from "../lib/words.js";

export const NO_FIGURES = gettext("The statistics are not there.");

const named = (name) => {
  const node = element("bdi", "", name);
  node.dir = "auto";
  return node;
};

// A seat's glyph in its colour, and its name: "You" for the reader's own.
export const seatMark = ({ replay, own }, seat) => {
  const node = element("span", "seat-mark replay-seat", glyph(`seat-${seat}`), seat === own ? element("span", "", gettext("You")) : named(replay.seats[seat].name));
  node.dataset.seat = seat;
  return node;
};

const nameOf = ({ replay }, seat) => isolate(replay.seats[seat].name);

// The taker of a card, and when, under it.
export const takerCaption = (scene, place, at) => {
  const fate = scene.replay.fate(place);
  if (!fate) return [element("span", "quiet", gettext("nobody took it"))];
  const { number } = scene.replay.stepAt(at);
  const left = scene.replay.pack(scene.replay.stepAt(at).round, openerOf(scene, place))?.cards.length ?? 0;
  const { next, last, then } = game().replay;
  const isLast = left > 1 && isLastOf(scene, place, fate);
  const words = isLast ? last : fate.number === number + 1 ? next : then;
  return [seatMark(scene, fate.seat), element("span", "quiet", interpolate(words, { pass: fate.number }))];
};

const openerOf = ({ replay }, place) => replay.told.packs.find((pack) => pack.cards.includes(place)).opened_by;

const isLastOf = ({ replay }, place, fate) => {
  const pack = replay.told.packs.find(({ cards }) => cards.includes(place));
  return pack.cards.every((other) => other === place || (replay.fate(other)?.number ?? Infinity) < fate.number);
};

// The owner of a pack and what became of it, as sentences.
export const passWords = (scene, seat, turn, step) => {
  const { replay, own } = scene;
  const count = replay.seats.length;
  const [from, to] = [seatBeside(count, seat, step.direction === "left" ? "right" : "left"), seatBeside(count, seat, step.direction)];
  return `${packWords(scene, { seat, turn, step, from })} ${doneWords({ isOwn: seat === own, scene, seat, turn, to })}`;
};

const packWords = (scene, { seat, turn, step, from }) => {
  const facts = { cards: cards(turn.hand.length), name: nameOf(scene, from), opener: nameOf(scene, turn.opened_by) };
  if (!turn.hand.length) return "";
  if (step.number === 1) return interpolate(seat === scene.own ? gettext("Your own pack, %(cards)s.") : gettext("Their own pack, %(cards)s."), facts);
  if (turn.opened_by === seat) return interpolate(gettext("The same pack has come back with %(cards)s."), facts);
  if (turn.opened_by === scene.own) return interpolate(gettext("%(cards)s of your pack, from %(name)s."), facts);
  if (turn.opened_by === from) return interpolate(gettext("%(cards)s of the pack of %(name)s."), facts);
  return interpolate(gettext("%(cards)s of the pack of %(opener)s, from %(name)s."), facts);
};

const doneWords = ({ isOwn, scene, seat, turn, to }) => {
  const taken = takenIn(turn).length;
  const left = turn.hand.length - taken;
  const facts = { who: nameOf(scene, seat), taken, left, name: nameOf(scene, to) };
  if (!turn.hand.length) return game().handless.whole && interpolate(gettext("%(who)s held no cards."), facts);
  if (!taken) return interpolate(gettext("The draft was stopped before %(who)s had chosen."), facts);
  if (!left) return isOwn ? gettext("You took the last of it.") : interpolate(gettext("%(who)s took the last of it."), facts);
  if (to === scene.own) return interpolate(gettext("%(who)s took %(taken)s and passed %(left)s to you."), facts);
  return interpolate(isOwn ? gettext("You took %(taken)s and passed %(left)s to %(name)s.") : gettext("%(who)s took %(taken)s and passed %(left)s to %(name)s."), facts);
};

const pill = (className, ...children) => element("span", `pill ${className}`.trim(), ...children);

export const wayPill = (direction) =>
  direction === "left" ? pill("is-left", glyph("i-left"), gettext("passed left")) : pill("is-right", gettext("passed right"), glyph("i-right"));

const CHOOSERS = {
  time: () => pill("is-bad", glyph("i-clock"), timeRanOut),
  bot: () => pill("is-quiet", glyph("i-bot"), gettext("chosen by a bot")),
  last_card: () => pill("is-quiet", gettext("last card")),
};

// More seconds than the pass had were given during it, by a verified card or by an official: "of 45" would be wrong then.
export const timeWords = (seconds, all) =>
  interpolate(all && seconds <= all ? gettext("%(seconds)s of %(all)s s") : gettext("%(seconds)s s"), { seconds, all });

// How long it took, and who chose where it was not the fighter.
export const chooserPills = (turn, step) => {
  const chooser = chooserOf(turn);
  if (chooser === null || !turn.hand.length) return [];
  const seconds = Math.round(secondsOf(turn));
  const time = chooser === "last_card" || turn.picks.at(-1).how === "entered" ? [] : [pill("", glyph("i-clock"), timeWords(seconds, step.seconds))];
  return chooser ? [...(chooser === "bot" ? [] : time.slice(0, chooser === "time" ? 0 : 1)), CHOOSERS[chooser]()] : time;
};

export const calledPill = (step) => (step.called && game().call ? [pill("is-gold", glyph("i-judge"), game().replay.called)] : []);
