// The pages of the big screen's fights, which turn by themselves: what each of them shows, and for how long.

const MOST = { beside: 6, rows: 12, pairings: 12, standings: 33, names: 36 };
const SECONDS = { page: 12, only: 20 };

// Splits so many rows into pages of nearly the same length: [{ from, to }].
export const pages = (count, most) => {
  const many = Math.max(1, Math.ceil(count / most));
  const size = Math.ceil(count / many);
  return Array.from({ length: many }, (_, index) => ({ from: index * size, to: Math.min(count, (index + 1) * size) }));
};

// How many columns and rows so many rows are shown in.
export const shapeOfPairings = (count, isBeside) => {
  const columns = count > 5 && !isBeside ? 2 : 1;
  return { columns, rows: Math.max(1, Math.ceil(count / columns)) };
};

export const shapeOfStandings = (count, isBeside) => {
  const columns = isBeside || count <= 8 ? 1 : count <= 22 ? 2 : 3;
  return { columns, rows: Math.max(1, Math.ceil(count / columns)) };
};

const timed = (view, all) => all.map((range) => ({ view, ...range, seconds: all.length > 1 ? SECONDS.page : SECONDS.only }));

export const shapeOfNames = (count) => {
  const columns = count <= 8 ? 1 : count <= 20 ? 2 : 3;
  return { columns, rows: Math.max(1, Math.ceil(count / columns)) };
};

// The views of a stage: { view: "both", "pairings", "names", "standings" or "champion", from, to, seconds }, in the order in which they
// turn. `names`: how many have to find their table among others. `boards`: how many fights there is room for where they are boards, else 0;
// half as many stand beside the standings. Boards stay when the round is over, so that its last attack is seen; those of the last round
// take turns with the champion.
export const viewsOf = ({ fights, standings, isOver, champions, isFinished, names = 0, boards = 0 }) => {
  const places = timed("standings", pages(standings, MOST.standings));
  const played = boards && fights ? timed("pairings", pages(fights, boards)) : [];
  if (isFinished) return champions ? [{ view: "champion", seconds: SECONDS.page }, ...played, ...(standings > champions + 3 ? places : [])] : places;
  if (isOver && !played.length) return places;
  const most = boards ? boards / 2 : MOST.beside;
  if (!isOver && fights <= Math.max(1, most) && standings <= MOST.rows) return [{ view: "both", seconds: SECONDS.only }];
  return [...(names && !isOver ? timed("names", pages(names, MOST.names)) : []), ...timed("pairings", pages(fights, boards || MOST.pairings)), ...places];
};

// The views of one of several tables, which has few fights. Of four (`many`), and where fights are boards or have more than two who are
// counted for (`isPod`), the fights and the standings take turns, since beside each other both would be small.
export const viewsOfPanel = (facts, many) => {
  const [first] = viewsOf({ ...facts, names: 0 });
  if (!["both", "pairings"].includes(first.view)) return [{ ...first, from: 0, to: undefined }];
  if (many !== "four" && !facts.boards && !facts.isPod) return [{ view: "both", seconds: SECONDS.only }];
  const most = facts.boards ? Math.max(1, Math.floor(facts.boards / (many === "four" ? 4 : 2))) : facts.fights;
  return [...pages(facts.fights, most).map((range) => ({ view: "pairings", ...range })), { view: "standings" }].map((view) => ({ ...view, seconds: SECONDS.page }));
};

// Which of the views is seen. They begin anew when others come; the same ones go on.
export class Turns {
  #since = 0;

  constructor(now = () => performance.now()) {
    this.now = now;
    this.views = [];
    this.index = 0;
    this.isHeld = false;
  }

  get view() {
    return this.views[this.index];
  }

  // The view after this one.
  get next() {
    return this.views[(this.index + 1) % this.views.length];
  }

  // Whether the page turns within so many seconds.
  isSoon(seconds) {
    return !this.isHeld && this.views.length > 1 && this.now() - this.#since >= (this.view.seconds - seconds) * 1000;
  }

  // Takes the views, and returns whether they are others than before.
  take(views) {
    const isOther = areOthers(views, this.views);
    this.views = views;
    if (isOther) this.#go(0);
    return isOther;
  }

  // Turns the page when its time is over, and returns whether it did.
  tick() {
    if (this.isHeld || this.views.length < 2) return false;
    if (this.now() - this.#since < this.view.seconds * 1000) return false;
    this.step(1);
    return true;
  }

  step(by) {
    this.#go((this.index + by + this.views.length) % this.views.length);
  }

  // Stays on this page, or goes on from here.
  hold(isHeld) {
    this.isHeld = isHeld;
    this.#since = this.now();
  }

  #go(index) {
    this.index = index;
    this.#since = this.now();
  }
}

// The same for the tables of one screen, which all turn at once: the time says which page is seen, and it cannot be held.
export class TurnsInStep {
  constructor(now = () => performance.now()) {
    this.now = now;
    this.views = [];
    this.index = 0;
  }

  get view() {
    return this.views[this.index];
  }

  take(views) {
    const isOther = areOthers(views, this.views);
    this.views = views;
    this.tick();
    return isOther;
  }

  tick() {
    const before = this.index;
    this.index = this.views.length ? Math.floor(this.now() / 1000 / this.views[0].seconds) % this.views.length : 0;
    return this.index !== before;
  }
}

const areOthers = (views, before) => views.length !== before.length || views.some(({ view }, index) => view !== before[index].view);
