// How packs come and go. Beats of at most 250 milliseconds, which overlap: while one pack leaves, the next is on its way,
// so that no moment is without cards.

import { EASE, isStill, nextFrame, part, without } from "../lib/dom.js";
import { BACK, cardAt, EDGE, Flyer, PASS } from "./flyer.js";

const PLACE = 240; // the chosen cards turn over and fly onto the pile; the rest is squared up
const JOIN = [80, 190]; // from when its sleeves are seen there, and when all its cards are
const UNDER = 0.8; // of its width, so large the rest is under its packet
const LEAVE = 160; // the rest goes to the neighbour
const COME = [70, 200]; // the next pack sets out, and is here
const PACKET = 260; // it is a packet no more
const OPEN = 320; // it lies open
const LATE = 220; // for a card that is drawn late: on a slow device it moves until the next are there
const THERE = 250; // its faces are seen
const STILL = 160; // one cross-fade, with reduced motion
const MOST_SLEEVES = 3; // of a packet on its way
const UNSEEN = ".only-read, .card__check, [hidden]"; // one that was held up has words that are only read
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
  async settle(lifted, { pile, rest }) {
    if (isStill()) return fadeOut(lifted);
    const { chosen, others } = this.#take(lifted);
    await drawn();
    if (this.isSkipped) return removeAll([...chosen, ...others]);
    const [target, waiting] = [pile, rest].map((node) => node.getBoundingClientRect());
    place(chosen, pile, target);
    join(others, cardAt(waiting, waiting.width));
    if (others.length) rest.animate(APPEAR, { id: PASS, duration: PLACE });
  }

  // A pack leaves through the chip `to`, and the next comes from the chip `from`, or is opened where there is none; then one card of
  // it rises to be held up. Resolves when the faces of the new pack are seen. All is measured before the first card moves; the next
  // pack is drawn while the first beats play, and where that takes longer it stays a packet until then. A slow device
  // has enough to do in one frame: in the first the room is drawn, with the cards as they lay; in the next all that moves begins at
  // one moment, both packets too: however long the frames after it take, no moment is without cards.
  // `items`: the places of its cards; `draw(each)` draws them and calls `each(item, index)` for each that is there.
  async exchange(lifted, { items, draw }, { pile, to, from, middle, risen }) {
    if (isStill()) return this.crossFade(lifted, { items, draw });
    const { chosen, others } = this.#take(lifted);
    const lead = chosen.length + others.length ? PLACE : 0;
    if (lead) await drawn();
    if (isOvertaken(items)) return removeAll([...chosen, ...others]);
    const table = middle();
    const width = items[0]?.offsetWidth ?? lifted[0]?.box.width ?? table.width; // the next pack may have no cards
    const centre = cardAt(table, 0.8 * width);
    const [end, start, target] = [chipOf(to, centre), from ? chipOf(from, centre) : centre, pile.getBoundingClientRect()];
    const boxes = items.map((item) => item.getBoundingClientRect());
    const clock = clockOf(this.isSkipped ? 0 : lead + THERE);
    const since = lead ? document.timeline.currentTime : null; // where nothing was drawn yet, all begin with the frame that draws them
    if (this.isSkipped) {
      removeAll([...chosen, ...others]);
    } else if (lead) {
      clock.startTime = since;
      place(chosen, pile, target, since);
      join(others, centre, since);
      sendPacket(others.length, centre, lead, end, since);
    } else {
      for (const { box } of lifted) new Flyer(box).fly([{ ms: 0, box, turn: BACK }, { ms: LEAVE, box: end, turn: BACK }]);
    }
    if (!this.isSkipped && (others.length || (!lead && lifted.length))) to?.animate(LIT, { id: PASS, delay: lead + 60, duration: 200 });
    if (!items.length) return over(clock);
    const packet = this.isSkipped ? null : bring(items.length, centre, lead, start, since);
    await draw((item, index) => this.isSkipped || fan(item, clock, lead, boxes[index], centre));
    if (isOvertaken(items)) return packet?.remove(); // what is held up is of the other one
    if (!this.isSkipped) rise(risen, momentOf(clock, lead + THERE));
    packet?.leave(this.isSkipped ? 0 : remaining(clock, lead + PACKET));
    return over(clock);
  }

  // The faces that were lifted lie where they lay, over the page.
  #take(lifted) {
    this.isSkipped = false;
    const faces = lifted.filter(({ face }) => face);
    const chosen = faces.filter(({ isChosen }) => isChosen).map((card) => ({ ...card, flyer: new Flyer(card.box, without(card.face, UNSEEN)) }));
    const others = seenOf(faces.filter(({ isChosen }) => !isChosen)).map((card) => ({ ...card, flyer: new Flyer(card.box, card.face, { sleeves: 0 }) }));
    for (const { flyer, tilt } of [...chosen, ...others]) flyer.lie(tilt);
    for (const { flyer } of chosen) flyer.node.classList.add("is-to-pile");
    this.joining = others.map(({ flyer }) => flyer);
    return { chosen, others };
  }

  // Nothing moves: with reduced motion, and where no neighbour takes part.
  async crossFade(lifted, { items, draw }) {
    const before = stillOf(lifted);
    let clock = null;
    const fade = () => {
      if (clock) return;
      clock = clockOf(STILL);
      for (const flyer of before) flyer.fade(STILL);
    };
    const show = (item) => {
      fade(); // once the first of what comes is there: no moment is without cards
      item.animate([{ opacity: 0 }, { opacity: 1 }], { id: PASS, duration: STILL });
    };
    if (items.length) await draw(show);
    fade();
    return over(clock);
  }
}

// Whether another pack came while this one was on its way: its places are gone.
const isOvertaken = (items) => items[0]?.isConnected === false;

const removeAll = (cards) => {
  for (const { flyer } of cards) flyer.remove();
};

// The chosen cards turn over and fly onto the pile.
const place = (cards, pile, at, since = null) => {
  const target = cardAt(at, PILE);
  for (const { flyer, box, tilt } of cards) flyer.fly([{ ms: 0, box, tilt }, { ms: PLACE, box: target, turn: BACK }], since);
  if (cards.length) pile.animate(SINK, { id: PASS, delay: PLACE - 20, duration: 140 });
};

// The rest is squared up under its packet: an edge that is turned to the viewer is nearer, and would stand out if it were as high.
const join = (cards, box, since = null) => {
  const under = cardAt(box, UNDER * box.width);
  for (const { flyer, tilt } of cards) flyer.join(under, tilt, JOIN[1], since);
};

// Where a card lies, and how it is turned: its box as if it stood upright.
const placeOf = (face) => {
  const turned = face.closest(".pack__place");
  return { box: cardAt(face.getBoundingClientRect(), face.offsetWidth), tilt: turned ? tiltOf(turned) : 0 };
};

const tiltOf = (node) => Number.parseFloat(getComputedStyle(node).rotate) || 0;

const stillOf = (lifted) => lifted.map(({ face, box }) => new Flyer(box, face, { sleeves: face ? 0 : 1 }));

const fadeOut = (lifted) => {
  for (const flyer of stillOf(lifted)) flyer.fade(STILL);
};

const chipOf = (chip, fallback) => {
  const box = chip?.getBoundingClientRect();
  return cardAt(box?.width ? box : fallback, CHIP);
};

// So many whole faces are more than a slow device moves in a moment: of small ones only the pictures go, of large ones no small drawings.
const seenOf = (cards) =>
  cards.map((card) => ({ ...card, face: card.box.width < SMALL ? part(card.face, "art") : without(card.face, SMALL_PARTS) }));

const packetOf = (cards, box) => new Flyer(box, null, { sleeves: Math.min(MOST_SLEEVES, cards) });

// A packet leaves for the neighbour: it turns up first, as its cards come together under it.
const sendPacket = (cards, box, lead, end, since) => {
  if (!cards) return;
  packetOf(cards, box).fly([
    { ms: 0, box, turn: EDGE, isHidden: true },
    { ms: JOIN[0], box, turn: EDGE },
    { ms: lead, box, turn: BACK },
    { ms: lead + LEAVE, box: end, turn: BACK },
  ], since);
};

// The next pack comes as a packet, face down, and lies there until its cards are seen.
const bring = (cards, box, lead, start, since) => {
  const packet = packetOf(cards, box);
  const [out, here] = COME.map((ms) => lead + ms);
  packet.come([
    { ms: 0, box: start, turn: BACK, isHidden: true },
    { ms: out, box: start, turn: BACK },
    { ms: here, box, turn: BACK },
  ], since);
  return packet;
};

// Its cards turn over on their ways from the packet to their places.
const fan = (item, clock, lead, box, centre) => {
  const x = centre.left + centre.width / 2 - box.left - box.width / 2;
  const y = centre.top + centre.height / 2 - box.top - box.height / 2;
  const away = `translate(${x}px, ${y}px) ${ON_EDGE}`;
  const frames = [
    { opacity: 0, transform: away },
    { opacity: 1, transform: away, offset: 0.001, easing: EASE },
    { opacity: 1, transform: "none" },
  ];
  const isLate = !remaining(clock, lead + COME[1]);
  const timing = { id: PASS, duration: isLate ? LATE : OPEN - COME[1], fill: "backwards" };
  item.animate(frames, timing).startTime = momentOf(clock, lead + COME[1]);
};

const rise = (node, since) => {
  const low = { opacity: 0, transform: "translateY(30%) scale(0.6)" };
  node.animate([low, { opacity: 1, transform: "none" }], { id: PASS, duration: 200, easing: EASE, fill: "backwards" }).startTime = since;
};

// The changes of the message are drawn: to measure it costs nothing now.
const drawn = () => nextFrame().then(nextFrame);

// It is finished with all else when a touch skips what moves.
const clockOf = (duration) => document.body.animate([], { id: PASS, duration });

const remaining = (clock, ms) => Math.max(0, ms - (clock.currentTime ?? 0));

// When so many milliseconds of the pass are over, on the page's own time line, and now if they are. An animation that begins at a moment does not
// wait until the compositor is ready for it, which on a busy device would be after the packet has gone.
const momentOf = (clock, ms) => document.timeline.currentTime + remaining(clock, ms);

const over = async (clock) => void (await Promise.allSettled([clock.finished]));
