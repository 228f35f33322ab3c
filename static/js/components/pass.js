// How packs come and go. Beats of at most 250 milliseconds, which overlap: while one pack leaves, the next is on its way,
// so that no moment is without cards.

import { isStill } from "../lib/dom.js";
import { cardAt, Flyer, PASS } from "./flyer.js";

const PLACE = 240; // the chosen cards turn over and fly onto the pile; the rest is squared up
const LEAVE = 160; // the rest goes to the neighbour
const COME = [70, 200]; // the next pack sets out, and is here
const PACKET = 260; // it is a packet no more
const OPEN = 320; // it lies open
const THERE = 250; // its faces are seen
const STILL = 160; // one cross-fade, for those who wish less motion
const MOST_SLEEVES = 3; // of a packet on its way
const SMALL = 92; // of cards less wide than this, which leave, only the pictures are seen
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
    const [target, waiting] = [pile, rest].map((node) => node.getBoundingClientRect());
    this.#place(lifted, pile, target);
    const others = seenOf(lifted.filter(({ isChosen }) => !isChosen));
    this.resting = others.map(({ face, box }) => new Flyer(box, face));
    others.forEach(({ tilt, box }, index) => {
      this.resting[index].fly([{ ms: 0, box, tilt }, { ms: PLACE, box: cardAt(waiting, waiting.width), isBack: true }]);
    });
    if (others.length) rest.animate([{ opacity: 0 }, { opacity: 0 }], { id: PASS, duration: PLACE });
    return undefined;
  }

  // A pack leaves through the chip `to`, and the next comes from the chip `from`, or is opened where there is none; then one card of
  // it rises to be held up. Resolves when the faces of the new pack are seen. All is measured before the first card moves.
  async exchange(lifted, items, { pile, to, from, middle, risen }) {
    if (isStill()) return this.crossFade(lifted, items);
    const lead = lifted.some(({ face }) => face) ? PLACE : 0;
    const width = items[0]?.offsetWidth ?? lifted[0]?.box.width ?? middle.width; // the next pack may have no cards
    const centre = cardAt(middle, 0.8 * width);
    const [leave, start, target] = [chipOf(to, centre), from ? chipOf(from, centre) : centre, pile.getBoundingClientRect()];
    const boxes = items.map((item) => item.getBoundingClientRect());
    this.#place(lifted, pile, target);
    const rest = seenOf(lifted.filter(({ isChosen }) => !isChosen));
    for (const { face, box, tilt } of rest) {
      const squared = lead ? [{ ms: lead, box: cardAt(centre, centre.width), isBack: true }] : [];
      const stops = [{ ms: 0, box, tilt, isBack: !face }, ...squared, { ms: lead + LEAVE, box: leave, isBack: true, isGone: true }];
      new Flyer(box, face).fly(stops);
    }
    if (rest.length) to?.animate(LIT, { id: PASS, delay: lead + 60, duration: 200 });
    if (items.length) bring(Math.min(MOST_SLEEVES, items.length), lead, start, centre);
    items.forEach((item, index) => fan(item, lead, boxes[index], centre));
    if (items.length) rise(risen, lead + THERE);
    return after(items, lead + THERE);
  }

  #place(lifted, pile, place) {
    const target = cardAt(place, PILE);
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

// So many whole faces are more than a small phone moves in a moment.
const seenOf = (cards) =>
  cards.map((card) => ({ ...card, face: (card.box.width < SMALL && card.face?.querySelector(".card__art")) || card.face }));

// The next pack comes as a packet, face down.
const bring = (sleeves, lead, start, centre) => {
  const [out, here] = COME.map((ms) => lead + ms);
  for (let each = 0; each < sleeves; each += 1) {
    const there = { ...centre, left: centre.left + 3 * each, top: centre.top - 3 * each };
    new Flyer(centre).fly([
      { ms: 0, box: start, isBack: true, isGone: true },
      { ms: out, box: start, isBack: true },
      { ms: here, box: there, isBack: true },
      { ms: lead + PACKET, box: there, isBack: true, isGone: true },
    ]);
  }
};

// Its cards turn over on their ways from the packet to their places.
const fan = (item, lead, box, centre) => {
  const duration = lead + OPEN;
  const offset = (lead + COME[1]) / duration;
  const x = centre.left + centre.width / 2 - box.left - box.width / 2;
  const y = centre.top + centre.height / 2 - box.top - box.height / 2;
  const away = `translate(${x}px, ${y}px) perspective(600px) rotateY(84deg)`;
  const frames = [
    { opacity: 0, transform: away },
    { opacity: 0, transform: away, offset },
    { opacity: 1, transform: away, offset, easing: "cubic-bezier(0.2, 0.8, 0.25, 1)" },
    { opacity: 1, transform: "none" },
  ];
  item.animate(frames, { id: PASS, duration });
};

const rise = (node, delay) => {
  const low = { opacity: 0, transform: "translateY(30%) scale(0.6)" };
  node.animate([low, { opacity: 1, transform: "none" }], { id: PASS, delay, duration: 200, easing: "cubic-bezier(0.2, 0.8, 0.25, 1)", fill: "backwards" });
};

const after = async (items, duration) => {
  const clock = (items[0] ?? document.body).animate([], { id: PASS, duration });
  await Promise.allSettled([clock.finished]);
};
