// How packs come and go. Beats of at most 250 milliseconds, which overlap: while one pack leaves, the next is on its way,
// so that no moment is without cards.

import { isStill } from "../lib/dom.js";
import { cardAt, Flyer, PASS } from "./flyer.js";

const PLACE = 240; // the chosen cards turn over and fly onto the pile; the rest is squared up
const LEAVE = 160; // the rest goes to the neighbour
const COME = [70, 200]; // the next pack sets out, and is here
const OPEN = 320; // it lies open
const THERE = 250; // its faces are seen
const STILL = 160; // one cross-fade, for those who wish less motion
const CHIP = 22;
const PILE = 26;
const LIT = [{ scale: "1" }, { scale: "1.06" }, { scale: "1" }];
const SINK = [{ transform: "none" }, { transform: "translateY(3px)" }, { transform: "none" }];

export class Pass {
  constructor() {
    this.resting = []; // what is on its way to where the rest lies while others choose
  }

  // Takes up what lies there, before the page is drawn again. `cards`: { face, isChosen } of each; `sleeves`: of the waiting rest.
  lift(cards, sleeves) {
    const resting = this.resting.filter((flyer) => flyer.node.isConnected).map((flyer) => ({ box: flyer.place }));
    for (const flyer of this.resting) flyer.remove();
    this.resting = [];
    if (cards.length) return cards.map((card) => ({ ...card, ...placeOf(card.face) }));
    return resting.length ? resting : sleeves.map((sleeve) => ({ box: sleeve.getBoundingClientRect() }));
  }

  // All that moves is at once where it goes.
  skip() {
    for (const one of document.getAnimations()) if (one.id === PASS) one.finish();
  }

  // Those who have chosen see their cards go onto the pile, and the rest squared up, face down, at `rest`.
  settle(lifted, { pile, rest }) {
    if (isStill()) return fadeOut(lifted);
    this.#place(lifted, pile);
    const waiting = rest.getBoundingClientRect();
    const others = lifted.filter(({ isChosen }) => !isChosen);
    this.resting = others.map(({ face, box }) => new Flyer(box, face));
    others.forEach(({ tilt }, index) => {
      const flyer = this.resting[index];
      flyer.fly([{ ms: 0, box: flyer.box, tilt }, { ms: PLACE, box: cardAt(waiting, waiting.width), isBack: true }]);
    });
    if (others.length) rest.animate([{ opacity: 0 }, { opacity: 0 }], { id: PASS, duration: PLACE });
    return undefined;
  }

  // A pack leaves through the chip `to`, and the next comes from the chip `from`, or is opened where there is none; then one card of
  // it rises to be held up. Resolves when the faces of the new pack are seen.
  async exchange(lifted, items, { pile, to, from, middle, risen }) {
    if (isStill()) return this.crossFade(lifted, items);
    const lead = lifted.some(({ face }) => face) ? PLACE : 0;
    this.#place(lifted, pile);
    const width = items[0]?.offsetWidth ?? lifted[0]?.box.width ?? middle.width; // the next pack may have no cards
    const centre = cardAt(middle, 0.8 * width);
    const rest = lifted.filter(({ isChosen }) => !isChosen);
    for (const { face, box, tilt } of rest) {
      const squared = lead ? [{ ms: lead, box: cardAt(centre, centre.width), isBack: true }] : [];
      const start = { ms: 0, box, tilt, isBack: !face };
      new Flyer(box, face).fly([start, ...squared, { ms: lead + LEAVE, box: chipOf(to, centre), isBack: true, isGone: true }]);
    }
    if (rest.length) to?.animate(LIT, { id: PASS, delay: lead + 60, duration: 200 });
    const start = from ? chipOf(from, centre) : centre;
    for (const way of items.map((item) => wayOf(item, lead, start, centre))) come(way, lead + OPEN);
    if (items.length) rise(risen, lead + THERE);
    return after(items, lead + THERE);
  }

  #place(lifted, pile) {
    const target = cardAt(pile.getBoundingClientRect(), PILE);
    const chosen = lifted.filter(({ isChosen }) => isChosen);
    for (const { face, box, tilt } of chosen) {
      const flyer = new Flyer(box, face);
      flyer.node.classList.add("is-to-pile");
      flyer.fly([{ ms: 0, box, tilt }, { ms: PLACE, box: target, isBack: true, isGone: true }]);
    }
    if (chosen.length) pile.animate(SINK, { id: PASS, delay: PLACE - 20, duration: 140 });
  }

  // Nothing moves: for those who wish it, and where no neighbour has anything to do with it.
  crossFade(lifted, items) {
    fadeOut(lifted);
    for (const item of items) item.animate([{ opacity: 0 }, { opacity: 1 }], { id: PASS, duration: STILL });
    return after(items, STILL);
  }
}

// Where a card lies, and how it is turned: its box as if it stood upright.
const placeOf = (face) => {
  const turned = face.closest(".pack__place");
  return { box: cardAt(face.getBoundingClientRect(), face.offsetWidth), tilt: turned ? tiltOf(turned) : 0 };
};

const tiltOf = (node) => Number.parseFloat(getComputedStyle(node).rotate) || 0;

const fadeOut = (lifted) => {
  for (const { face, box } of lifted) new Flyer(box, face).fade(STILL);
};

const chipOf = (chip, fallback) => {
  const box = chip?.getBoundingClientRect();
  return cardAt(box?.width ? box : fallback, CHIP);
};

// All places are measured before the first card moves.
const wayOf = (item, lead, start, centre) => {
  const face = item.querySelector(".card");
  const { box, tilt } = placeOf(face);
  const [out, here] = COME.map((ms) => lead + ms);
  const stops = [
    { ms: 0, box: start, isBack: true, isGone: true },
    { ms: out, box: start, isBack: true },
    { ms: here, box: centre, isBack: true },
    { ms: lead + OPEN, box, tilt },
  ];
  return { item, face: face.cloneNode(true), box, stops };
};

// The card comes face down and turns over at its place; until then its own node is there, but not seen.
const come = ({ item, face, box, stops }, duration) => {
  new Flyer(box, face).fly(stops);
  item.animate([{ opacity: 0 }, { opacity: 0 }], { id: PASS, duration });
};

const rise = (node, delay) => {
  const low = { opacity: 0, transform: "translateY(30%) scale(0.6)" };
  node.animate([low, { opacity: 1, transform: "none" }], { id: PASS, delay, duration: 200, easing: "cubic-bezier(0.2, 0.8, 0.25, 1)", fill: "backwards" });
};

const after = async (items, duration) => {
  const clock = (items[0] ?? document.body).animate([], { id: PASS, duration });
  await Promise.allSettled([clock.finished]);
};
