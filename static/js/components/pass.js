// How packs come and go. Beats of at most 250 milliseconds, which overlap: while one pack leaves, the next is on its way,
// so that no moment is without cards.

import { isStill, nextFrame, part } from "../lib/dom.js";
import { cardAt, EASE, Flyer, PASS } from "./flyer.js";

const PLACE = 240; // the chosen cards turn over and fly onto the pile; the rest is squared up
const JOIN = [80, 190]; // from when its sleeves are seen there, and when all its cards are
const LEAVE = 160; // the rest goes to the neighbour
const COME = [70, 200]; // the next pack sets out, and is here
const PACKET = 260; // it is a packet no more
const OPEN = 320; // it lies open
const THERE = 250; // its faces are seen
const STILL = 160; // one cross-fade, for those who wish less motion
const MOST_SLEEVES = 3; // of a packet on its way
const UNSEEN = ".only-read, .card__check, [hidden]";
const SMALL_PARTS = `${UNSEEN}, .card__gem, .card__emblem`;
const SMALL = 92; // of cards less wide than this, which leave, only the pictures are seen
const CHIP = 22;
const PILE = 26;
const LIT = [{ scale: "1" }, { scale: "1.06" }, { scale: "1" }];
const ON_EDGE = "perspective(600px) rotateY(84deg)";
const APPEAR = [
  { opacity: 0, transform: ON_EDGE },
  { opacity: 0, transform: ON_EDGE, offset: 0.35 },
  { opacity: 1, transform: ON_EDGE, offset: 0.351 },
  { opacity: 1, transform: "none" },
];
const SINK = [{ transform: "none" }, { transform: "translateY(3px)" }, { transform: "none" }];

export class Pass {
  constructor() {
    this.joining = []; // what is on its way to a packet
  }

  // Takes up what lies there, before the page is drawn again. `cards`: { face, isChosen } of each; `sleeves`: of the waiting rest.
  lift(cards, sleeves) {
    for (const flyer of this.joining) flyer.remove();
    this.joining = [];
    if (cards.length) return cards.map((card) => ({ ...card, ...placeOf(card.face) }));
    return sleeves.map((sleeve) => ({ box: sleeve.getBoundingClientRect() }));
  }

  // All that moves is at once where it goes.
  skip() {
    this.isSkipped = true;
    for (const one of document.getAnimations()) if (one.id === PASS) one.finish();
  }

  // Those who have chosen see their cards go onto the pile, and the rest squared up, face down, at `rest`.
  settle(lifted, { pile, rest }) {
    if (isStill()) return fadeOut(lifted);
    const [target, waiting] = [pile, rest].map((node) => node.getBoundingClientRect());
    this.#place(lifted, pile, target);
    const others = seenOf(lifted.filter(({ isChosen }) => !isChosen));
    this.#join(others, cardAt(waiting, waiting.width));
    if (others.length) rest.animate(APPEAR, { id: PASS, duration: PLACE });
    return undefined;
  }

  // A pack leaves through the chip `to`, and the next comes from the chip `from`, or is opened where there is none; then one card of
  // it rises to be held up. Resolves when the faces of the new pack are seen. All is measured before the first card moves; the next
  // pack is drawn while the first beats play, and where that takes longer it stays a packet until then.
  // `items`: the places of its cards; `draw(each)` draws them and calls `each(item, index)` for each that is there.
  async exchange(lifted, { items, draw }, { pile, to, from, middle, risen }) {
    if (isStill()) return this.crossFade(lifted, { items, draw });
    const lead = lifted.some(({ face }) => face) ? PLACE : 0;
    const width = items[0]?.offsetWidth ?? lifted[0]?.box.width ?? middle.width; // the next pack may have no cards
    const centre = cardAt(middle, 0.8 * width);
    const [leave, start, target] = [chipOf(to, centre), from ? chipOf(from, centre) : centre, pile.getBoundingClientRect()];
    const boxes = items.map((item) => item.getBoundingClientRect());
    this.#place(lifted, pile, target);
    const rest = seenOf(lifted.filter(({ isChosen }) => !isChosen));
    if (lead) this.#join(rest, centre);
    const clock = clockOf(lead + THERE);
    this.isSkipped = false;
    if (lead) await nextFrame(); // until now nothing else is seen
    if (!this.isSkipped) {
      send(lead ? packetOf(rest.length, centre) : rest.map(({ box }) => box), lead, leave, clock.startTime);
      if (rest.length) to?.animate(LIT, { id: PASS, delay: remaining(clock, lead + 60), duration: 200 });
    }
    if (!items.length) return over(clock);
    const packet = this.isSkipped ? [] : bring(packetOf(items.length, centre), lead, start, clock.startTime);
    await draw((item, index) => this.isSkipped || fan(item, remaining(clock, lead + COME[1]), boxes[index], centre));
    if (!this.isSkipped) rise(risen, remaining(clock, lead + THERE));
    for (const sleeve of packet) sleeve.leave(this.isSkipped ? 0 : remaining(clock, lead + PACKET));
    return over(clock);
  }

  #join(cards, box) {
    this.joining = cards.map((card) => new Flyer(card.box, card.face, { hasBack: false }));
    this.joining.forEach((flyer, index) => flyer.join(box, cards[index].tilt, JOIN[1]));
  }

  #place(lifted, pile, place) {
    const target = cardAt(place, PILE);
    const chosen = lifted.filter(({ isChosen }) => isChosen);
    for (const { face, box, tilt } of chosen) {
      const flyer = new Flyer(box, without(face, UNSEEN));
      flyer.node.classList.add("is-to-pile");
      flyer.fly([{ ms: 0, box, tilt }, { ms: PLACE, box: target, isBack: true, isGone: true }]);
    }
    if (chosen.length) pile.animate(SINK, { id: PASS, delay: PLACE - 20, duration: 140 });
  }

  // Nothing moves: for those who wish it, and where no neighbour has anything to do with it.
  async crossFade(lifted, { items, draw }) {
    fadeOut(lifted);
    const clock = clockOf(STILL);
    if (items.length) await draw((item) => item.animate([{ opacity: 0 }, { opacity: 1 }], { id: PASS, duration: STILL }));
    return over(clock);
  }
}

// Where a card lies, and how it is turned: its box as if it stood upright.
const placeOf = (face) => {
  const turned = face.closest(".pack__place");
  return { box: cardAt(face.getBoundingClientRect(), face.offsetWidth), tilt: turned ? tiltOf(turned) : 0 };
};

const tiltOf = (node) => Number.parseFloat(getComputedStyle(node).rotate) || 0;

const fadeOut = (lifted) => {
  for (const { face, box } of lifted) new Flyer(box, face, { hasBack: !face }).fade(STILL);
};

const chipOf = (chip, fallback) => {
  const box = chip?.getBoundingClientRect();
  return cardAt(box?.width ? box : fallback, CHIP);
};

// So many whole faces are more than a slow device moves in a moment: of small ones only the pictures go, of large ones no small drawings.
const seenOf = (cards) =>
  cards.map((card) => ({ ...card, face: card.face && (card.box.width < SMALL ? part(card.face, "art") : without(card.face, SMALL_PARTS)) }));

const without = (face, parts) => {
  for (const node of face.querySelectorAll(parts)) node.remove();
  return face;
};

// Where the sleeves of a packet lie.
const packetOf = (cards, centre) =>
  Array.from({ length: Math.min(MOST_SLEEVES, cards) }, (_, each) => ({ ...centre, left: centre.left + 3 * each, top: centre.top - 3 * each }));

// Sleeves leave for the neighbour. With a lead they turn up first, as the cards of the packet come together under them.
const send = (boxes, lead, leave, since) => {
  for (const box of boxes) {
    const turned = lead ? [{ ms: 0, box }, { ms: JOIN[0], box }, { ms: lead, box, isBack: true }] : [{ ms: 0, box, isBack: true }];
    new Flyer(box).fly([...turned, { ms: lead + LEAVE, box: leave, isBack: true, isGone: true }], since);
  }
};

// The next pack comes as a packet, face down, and lies there until its cards are seen.
const bring = (boxes, lead, start, since) => {
  const [out, here] = COME.map((ms) => lead + ms);
  return boxes.map((there) => {
    const sleeve = new Flyer(there);
    sleeve.come([
      { ms: 0, box: start, isBack: true, isGone: true },
      { ms: out, box: start, isBack: true },
      { ms: here, box: there, isBack: true },
    ], since);
    return sleeve;
  });
};

// Its cards turn over on their ways from the packet to their places.
const fan = (item, delay, box, centre) => {
  const x = centre.left + centre.width / 2 - box.left - box.width / 2;
  const y = centre.top + centre.height / 2 - box.top - box.height / 2;
  const away = `translate(${x}px, ${y}px) ${ON_EDGE}`;
  const frames = [
    { opacity: 0, transform: away },
    { opacity: 1, transform: away, offset: 0.001, easing: EASE },
    { opacity: 1, transform: "none" },
  ];
  item.animate(frames, { id: PASS, delay, duration: OPEN - COME[1], fill: "backwards" });
};

const rise = (node, delay) => {
  const low = { opacity: 0, transform: "translateY(30%) scale(0.6)" };
  node.animate([low, { opacity: 1, transform: "none" }], { id: PASS, delay, duration: 200, easing: EASE, fill: "backwards" });
};

// It is finished with all else when a touch skips what moves.
const clockOf = (duration) => document.body.animate([], { id: PASS, duration });

const remaining = (clock, ms) => Math.max(0, ms - (clock.currentTime ?? 0));

const over = async (clock) => void (await Promise.allSettled([clock.finished]));
