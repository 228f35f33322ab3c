// A table's replay as the server sent it (drafts/log/replay_types.py), and what a page asks of it. Nothing here knows the page.
//
// People step through its moments: each pass and review, then each round of fights, each swap, then whose the cards are.

const ofPass = (step) => ({ kind: "pass", name: `r${step.round}p${step.number}`, round: step.round, step });
const ofReview = ({ round }) => ({ kind: "review", name: `v${round}`, round });
const ofSwap = (swap, place) => ({ kind: "swap", name: `w${place + 1}`, round: null, number: place + 1, swap });
const ofFights = (fights) => [
  { kind: "fights", name: `f${fights.round}`, round: fights.round, fights },
  ...(fights.games ?? []).map(({ game, fights: of }) => ({ kind: "fights", name: `f${fights.round}g${game}`, round: fights.round, game, fights: { ...fights, fights: of } })),
];

// Whether one may look at the own cards between two passes.
const isReviewed = (step, next) => step.review_after && next !== undefined && next.round > step.round;

export class Replay {
  constructor(told) {
    this.told = told;
    this.moments = [
      ...told.steps.flatMap((step, place) => [ofPass(step), ...(isReviewed(step, told.steps[place + 1]) ? [ofReview(step)] : [])]),
      ...told.fights.flatMap(ofFights),
      ...(told.swaps ?? []).map(ofSwap),
      ...(told.shares.length ? [{ kind: "end", name: "e", round: null }] : []),
    ];
  }

  get seats() {
    return this.told.seats;
  }

  // The print of a card, as any message says it.
  card(place) {
    const { id, print, foil } = this.told.cards[place];
    return { ...this.told.prints[print].card, id, foil };
  }

  // The taker, and the pass: { seat, number }, or null.
  fate(place) {
    return this.told.cards[place].fate;
  }

  // The place of the moment of that name, or of the round whose games were not told apart; -1 where there is none.
  find(name) {
    const round = name.replace(/^(f\d+)g\d+$/, "$1");
    return Math.max(...[name, round].map((each) => this.moments.findIndex((moment) => moment.name === each)));
  }

  // The pass that is seen at a moment: the last one before it, where it is none.
  stepAt(at) {
    return this.moments.slice(0, at + 1).findLast(({ step }) => step)?.step ?? this.told.steps[0];
  }

  turn(at, seat) {
    return this.moments[at]?.step?.turns[seat] ?? null;
  }

  // The cards that a seat has after that moment, as they lie.
  pile(at, seat) {
    return this.moments.slice(0, at + 1).flatMap(({ step }) => (step ? takenIn(step.turns[seat]) : []));
  }

  // Where a pack was, pass by pass: [{ at, seat, turn }], `at` the place of the moment.
  journey(round, opener) {
    return this.moments.flatMap(({ step }, at) => {
      if (step?.round !== round) return [];
      const seat = step.turns.findIndex((turn) => turn.opened_by === opener);
      return seat < 0 || !step.turns[seat].hand.length ? [] : [{ at, seat, turn: step.turns[seat] }];
    });
  }

  pack(round, opener) {
    return this.told.packs.find((pack) => pack.round === round && pack.opened_by === opener);
  }

  // The passes of each round: [{ round, direction, review, moments: [place, …] }]; `review` is the place of that after it, or null.
  rounds() {
    const rounds = [];
    this.moments.forEach(({ kind, step }, at) => {
      if (kind !== "pass") return;
      if (rounds.at(-1)?.round !== step.round) rounds.push({ round: step.round, direction: step.direction, review: null, moments: [] });
      rounds.at(-1).moments.push(at);
      if (this.moments[at + 1]?.kind === "review") rounds.at(-1).review = at + 1;
    });
    return rounds;
  }

  // How many cards of a pile count for each name of a tally: [[name, count], …].
  counts(places, tally) {
    const { names } = this.told.tallies[tally];
    const counts = names.map((name) => [name, 0]);
    for (const place of places) {
      for (const name of this.told.prints[this.told.cards[place].print].counts[tally]) counts[name][1] += 1;
    }
    return counts;
  }
}

export const takenIn = (turn) => turn.picks.flatMap((pick) => pick.cards);

// The cards of a hand in the order in which they were taken, whoever took them; those not taken last.
export const inOrderOfTaking = (replay, hand, taken) => {
  const order = (place) => (taken.includes(place) ? taken.indexOf(place) - taken.length : (replay.fate(place)?.number ?? Infinity));
  return [...hand].sort((one, other) => order(one) - order(other));
};

// The chooser for a seat in a pass: "" for the fighter, "time", "bot" or "last_card"; null where none has chosen.
export const chooserOf = (turn) => {
  if (!turn.picks.length) return turn.hand.length ? null : "";
  const { how } = turn.picks.at(-1);
  return how === "chosen" || how === "entered" ? "" : how;
};

// The acts at the table during a pass, and the choices that were taken back, in the order of the clock.
export const actsOf = (step) => [...step.notes, ...step.undone].sort((one, other) => new Date(one.at) - new Date(other.at));

export const secondsOf = (turn) => Math.max(0, ...turn.picks.map((pick) => pick.seconds));

// A seat that is so far from another, round the table.
export const seatBeside = (count, seat, direction) => (seat + (direction === "left" ? 1 : -1) + count) % count;
