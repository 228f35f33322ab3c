// How packs come and go. Beats of at most 250 milliseconds, which overlap: while one pack leaves, the next is on its way,
// so that no moment is without cards.

import { isStill } from "../lib/dom.js";
import { cardAt, Flyer } from "./flyer.js";

const PLACE = 240; // the chosen cards turn over and fly onto the pile; the rest is squared up
const LEAVE = 160; // the rest goes to the neighbour
const COME = [60, 200]; // the next pack sets out, and is here
const OPEN = 320; // it lies open
const THERE = 250; // its faces are seen
const STILL = 160; // one cross-fade, for those who wish less motion
const CHIP = 22;
const PILE = 26;

export class Pass {
  constructor() {
    this.resting = []; // what is on its way to where the rest lies while others choose
  }

  // Takes up what lies there, before the page is drawn again. `cards`: nodes of cards; `sleeves`: of the waiting rest.
  lift(cards, sleeves) {
    const resting = this.resting.filter((flyer) => flyer.node.isConnected).map((flyer) => ({ box: flyer.place }));
    for (const flyer of this.resting) flyer.remove();
    this.resting = [];
    if (cards.length) return cards.map((face) => ({ face, box: face.getBoundingClientRect() }));
    return resting.length ? resting : sleeves.map((sleeve) => ({ box: sleeve.getBoundingClientRect() }));
  }

  // Those who have chosen see their cards go onto the pile, and the rest squared up, face down, at `rest`.
  settle(lifted, chosen, { pile, rest }) {
    if (isStill()) return fadeOut(lifted);
    this.#place(lifted, chosen, pile);
    const waiting = rest.getBoundingClientRect();
    const others = lifted.filter(({ face }) => !chosen.has(face));
    this.resting = others.map(({ face, box }) => new Flyer(box, face));
    for (const flyer of this.resting) flyer.fly([{ ms: 0, box: flyer.box }, { ms: PLACE, box: cardAt(waiting, waiting.width), isBack: true }]);
    if (others.length) rest.animate([{ opacity: 0 }, { opacity: 0 }], { duration: PLACE });
    return undefined;
  }

  // A pack leaves through the chip `to`, and the next comes from the chip `from`, or is opened where there is none.
  // Resolves when the faces of the new pack are seen.
  async exchange(lifted, chosen, items, { pile, to, from, middle }) {
    if (isStill()) return this.crossFade(lifted, items);
    const lead = lifted.some(({ face }) => face) ? PLACE : 0;
    this.#place(lifted, chosen, pile);
    const { width } = items[0]?.getBoundingClientRect() ?? lifted[0]?.box ?? middle; // the next pack may have no cards
    const centre = cardAt(middle, 0.8 * width);
    for (const { face, box } of lifted) {
      if (chosen.has(face)) continue;
      const squared = lead ? [{ ms: lead, box: cardAt(centre, centre.width), isBack: true }] : [];
      const start = { ms: 0, box, isBack: !face };
      new Flyer(box, face).fly([start, ...squared, { ms: lead + LEAVE, box: chipOf(to, centre), isBack: true, isGone: true }]);
    }
    for (const item of items) come(item, lead, from ? chipOf(from, centre) : centre, centre);
    return after(items, lead + THERE);
  }

  #place(lifted, chosen, pile) {
    const target = cardAt(pile.getBoundingClientRect(), PILE);
    for (const { face, box } of lifted.filter((each) => chosen.has(each.face))) {
      const flyer = new Flyer(box, face);
      flyer.node.classList.add("is-to-pile");
      flyer.fly([{ ms: 0, box }, { ms: PLACE, box: target, isBack: true, isGone: true }]);
    }
    if (chosen.size) pile.animate([{ transform: "none" }, { transform: "translateY(3px)" }, { transform: "none" }], { delay: PLACE - 20, duration: 140 });
  }

  // Nothing moves: for those who wish it, and where no neighbour has anything to do with it.
  crossFade(lifted, items) {
    fadeOut(lifted);
    for (const item of items) item.animate([{ opacity: 0 }, { opacity: 1 }], { duration: STILL });
    return after(items, STILL);
  }
}

const fadeOut = (lifted) => {
  for (const { face, box } of lifted) new Flyer(box, face).fade(STILL);
};

const chipOf = (chip, fallback) => {
  const box = chip?.getBoundingClientRect();
  return cardAt(box?.width ? box : fallback, CHIP);
};

// The card comes face down and turns over at its place; until then its own node is there, but not seen.
const come = (item, lead, start, centre) => {
  const box = item.getBoundingClientRect();
  const face = item.querySelector(".card").cloneNode(true);
  const [out, here] = COME.map((ms) => lead + ms);
  new Flyer(box, face).fly([
    { ms: 0, box: start, isBack: true, isGone: true },
    { ms: out, box: start, isBack: true },
    { ms: here, box: centre, isBack: true },
    { ms: lead + OPEN, box },
  ]);
  item.animate([{ opacity: 0 }, { opacity: 0 }], { duration: lead + OPEN });
};

const after = async (items, duration) => {
  const clock = (items[0] ?? document.body).animate([], { duration });
  await Promise.allSettled([clock.finished]);
};
