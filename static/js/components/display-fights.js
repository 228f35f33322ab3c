// The fights on the big screen: the round with its clock, who fights whom, the standings, and in the end the champion.

import { clone, icon, isStill, list, part, text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { isBye, isOver, scoreWords } from "../lib/fights.js";
import { fitOnce } from "../lib/fit.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { MARKS, minutes } from "../lib/seats.js";
import { Turns, shapeOfPairings, shapeOfStandings, viewsOf } from "../lib/turns.js";

const NAME = [[1, 1], [0.88, 1], [0.76, 1], [0.72, 2], [0.62, 1], [0.62, "broken"]];
const LOW_NAME = [[1, 1], [0.88, 1], [0.76, 1], [0.66, 1], [0.6, 1], [0.55, "broken"]];
const ROW = [[1, 1], [0.88, 1], [0.76, 1], [0.66, 1], [0.66, "broken"]];
const CHAMPION = [[1, 1], [0.85, 1], [0.7, 1], [0.6, 1], [0.6, 2], [0.5, 1], [0.5, 2], [0.42, 1], [0.42, "broken"]];
const MOST_PIPS = 9;
const MOST_CHAMPIONS = 8;
const HURRY = 60;
const TURN = 220; // milliseconds
const TURN_STILL = 160;

const narrow = matchMedia("(max-aspect-ratio: 11 / 10)");

export class DisplayFights {
  constructor(root, countdown) {
    this.root = root;
    this.stage = part(root, "stage");
    this.countdown = countdown;
    this.turns = new Turns();
    this.state = null;
    part(root, "turns-hold").addEventListener("click", () => this.#hold(!this.turns.isHeld));
    addEventListener("keydown", (event) => this.#key(event));
    this.measured = 0;
    addEventListener("resize", () => this.#measureAgain());
    document.fonts.ready.then(() => this.#measureAgain());
  }

  // Names fit otherwise: the screen has another size, or the letters have.
  #measureAgain() {
    this.measured += 1;
    if (this.state) this.draw(this.state);
  }

  draw(state) {
    this.state = state;
    const { pairings = [], standings = [], event } = state;
    const isFinished = event.phase !== "fighting";
    const champions = isFinished ? championsOf(standings) : [];
    const facts = { fights: pairings.length, standings: standings.length, isOver: roundIsOver(state), champions: champions.length, isFinished };
    const isOther = this.turns.take(viewsOf(facts));
    this.glyphs = glyphsOf(state);
    this.#drawRound(state);
    this.#drawView();
    if (isOther) this.#fade();
  }

  // What changes with time: the clock of the round, and the page that is seen.
  tick() {
    if (!this.state) return;
    if (this.state.round) this.#drawClock(this.state);
    if (!narrow.matches && this.turns.tick()) this.#turned();
  }

  // Somebody else has the screen again.
  leave() {
    this.state = null;
    this.turns.take([]);
    for (const name of ["turns", "round-bar"]) part(this.root, name).hidden = true;
  }

  #turned() {
    this.#drawView();
    this.#fade();
  }

  #hold(isHeld) {
    this.turns.hold(isHeld);
    this.#drawTurns();
  }

  #key(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by || !this.state || this.turns.views.length < 2 || event.altKey || event.ctrlKey || event.metaKey) return;
    this.turns.step(by);
    this.#hold(true);
    this.#turned();
  }

  #fade() {
    const from = isStill() ? { opacity: 0 } : { opacity: 0, translate: "0 1vh" };
    this.stage.animate([from, {}], { duration: isStill() ? TURN_STILL : TURN, easing: "ease-out" });
  }

  // The round ------------------------------------------------------------------------------------------------------

  #drawRound({ round, pairings }) {
    if (!round) return void (part(this.root, "round-bar").hidden = true);
    text(this.root, "round-words", interpolate(gettext("Round %(number)s of %(of)s"), round));
    this.hasClock = this.countdown.left !== null && !isSettled(pairings);
    part(this.root, "round-digits").hidden = part(this.root, "round-bar").hidden = !this.hasClock;
    part(this.root, "round-state").hidden = !round.paused || !this.hasClock;
    text(this.root, "round-state", gettext("Paused"));
    this.root.classList.toggle("is-held", Boolean(round.paused && this.hasClock));
    this.root.dataset.clock = this.hasClock ? "yes" : "no";
  }

  #drawClock() {
    if (!this.hasClock) return;
    const { left, runs, part: share } = this.countdown;
    const digits = part(this.root, "round-digits");
    text(this.root, "round-digits", left > 0 ? minutes(Math.ceil(left)) : gettext("Time!"));
    digits.classList.toggle("is-up", left === 0);
    digits.classList.toggle("is-hurry", runs && left > 0 && left <= HURRY);
    part(this.root, "round-bar").style.setProperty("--part", share.toFixed(4));
  }

  // What is seen -----------------------------------------------------------------------------------------------------

  #drawView() {
    const { pairings = [], standings = [] } = this.state;
    const isNarrow = narrow.matches;
    const { view, from = 0, to } = isNarrow ? this.#everything() : this.turns.view;
    const isBeside = view === "both";
    this.stage.dataset.view = view;
    const shows = (...views) => views.includes(view);
    part(this.root, "pairings").hidden = !pairings.length || !shows("both", "pairings", "all");
    part(this.root, "standings-box").hidden = !shows("both", "standings", "all", "end");
    part(this.root, "champion-box").hidden = !shows("champion", "end");
    if (shows("both", "pairings", "all")) this.#drawPairings(pairings.slice(from, to), isBeside);
    if (shows("both", "standings", "all", "end")) this.#drawStandings(isBeside ? standings : standings.slice(from, to), isBeside);
    if (shows("champion", "end")) this.#drawChampions(standings);
    this.#drawTurns();
  }

  // On a phone all stands below each other, and nothing turns.
  #everything() {
    if (this.turns.view.view === "champion" || (this.state.event.phase !== "fighting" && championsOf(this.state.standings).length)) return { view: "end" };
    return { view: "all" };
  }

  #drawTurns() {
    const { views, index, isHeld } = this.turns;
    const box = part(this.root, "turns");
    box.hidden = views.length < 2 || narrow.matches;
    list(part(this.root, "turns-dots"), [...views.keys()], Number, () => element("i", ""), (dot, place) => dot.classList.toggle("is-now", place === index));
    text(this.root, "turns-words", interpolate(gettext("Page %(number)s of %(of)s"), { number: index + 1, of: views.length }));
    part(this.root, "turns-hold").setAttribute("aria-pressed", isHeld);
    icon(part(this.root, "turns-icon"), isHeld ? "i-play" : "i-pause");
  }

  #place(...facts) {
    return [this.measured, ...facts].join(" ");
  }

  #drawPairings(pairings, isBeside) {
    const box = part(this.root, "pairings");
    const { columns, rows } = shapeOfPairings(pairings.length, isBeside);
    shape(box, columns, rows);
    const isNumbered = new Set(this.state.pairings.map(({ table }) => table)).size > 1;
    const counters = this.state.round?.counters ?? [];
    list(box, pairings, ({ fight }) => fight, () => this.#makeFight(), (node, fight) => this.#drawFight(node, fight, counters, isNumbered));
    const tries = rows > 4 ? LOW_NAME : NAME;
    for (const name of box.querySelectorAll(".tv-fight__name")) fitOnce(name, tries, this.#place(columns, rows, isBeside, name.closest("li").dataset.stand));
  }

  #makeFight() {
    const node = clone("tv-fight");
    for (const side of ["one", "other"]) part(node, side).append(...clone("tv-fight-side").children);
    return node;
  }

  #drawFight(node, fight, counters, isNumbered) {
    const { result, sides } = fight;
    node.dataset.stand = standOf(fight);
    node.dataset.won = isOver(fight) && !isBye(fight) ? sides.findIndex(({ fighter }) => fighter === result.winner) : "";
    text(node, "table", isNumbered ? fight.table : isBye(fight) ? "" : gettext("vs"));
    part(node, "table").classList.toggle("is-number", isNumbered);
    const hasScore = Boolean(result) && !result.disputed && !isBye(fight) && fight.best_of > 1;
    part(node, "score").hidden = !hasScore;
    text(node, "score", hasScore ? scoreWords(fight) : "");
    text(node, "stand", standWords(fight));
    part(node, "other").hidden = isBye(fight);
    sides.forEach((side, index) => this.#drawSide(part(node, index ? "other" : "one"), fight, side, counters));
  }

  #drawSide(node, fight, side, counters) {
    const glyph = this.glyphs.get(side.name);
    part(node, "glyph-box").toggleAttribute("hidden", glyph === undefined);
    if (glyph !== undefined) {
      node.dataset.seat = glyph % MARKS;
      icon(part(node, "glyph"), `seat-${glyph}`);
    }
    text(node, "name", side.name);
    drawCounters(part(node, "counters"), isBye(fight) ? [] : counters, side);
    const [tag, kind] = tagOf(fight, side, counters);
    part(node, "tag-box").hidden = !tag;
    part(node, "tag-box").dataset.kind = kind;
    part(node, "won").toggleAttribute("hidden", kind !== "won");
    text(node, "tag", tag);
  }

  #drawStandings(standings, isBeside) {
    const box = part(this.root, "standings");
    const { columns, rows } = shapeOfStandings(standings.length, isBeside);
    shape(box, columns, rows);
    text(this.root, "standings-title", this.state.event.phase !== "fighting" ? gettext("Final standings") : gettext("Standings"));
    text(this.root, "standings-when", whenWords(this.state));
    const hasResults = this.state.standings.some(hasFought);
    list(box, standings, ({ fighter }) => fighter, () => clone("tv-standing"), (node, place) => this.#drawPlace(node, place, hasResults));
    for (const name of box.querySelectorAll(".tv-standing__name")) fitOnce(name, ROW, this.#place(columns, rows, isBeside, name.closest("li").className));
  }

  #drawPlace(node, place, hasResults) {
    node.classList.toggle("is-first", hasResults && place.rank === 1);
    node.classList.toggle("is-dropped", place.dropped);
    const glyph = this.glyphs.get(place.name);
    part(node, "glyph-box").toggleAttribute("hidden", glyph === undefined);
    if (glyph !== undefined) {
      node.dataset.seat = glyph % MARKS;
      icon(part(node, "glyph"), `seat-${glyph}`);
    }
    text(node, "rank", hasResults ? place.rank : "–");
    text(node, "name", place.name);
    text(node, "note", place.dropped ? gettext("dropped out") : "");
    text(node, "record", place.dropped ? "" : recordWords(place));
    text(node, "points", place.points);
  }

  #drawChampions(standings) {
    const champions = championsOf(standings);
    const next = standings.slice(champions.length, champions.length + 3);
    part(this.root, "champion-box").dataset.many = champions.length > 4 ? "most" : champions.length > 2 ? "many" : champions.length;
    text(this.root, "champion-what", championWords(champions));
    list(part(this.root, "champions"), champions, ({ fighter }) => fighter, () => clone("tv-champion"), (node, place) => text(node, "name", place.name));
    for (const name of part(this.root, "champions").querySelectorAll("bdi")) fitOnce(name, CHAMPION, this.#place(champions.length));
    text(this.root, "champion-record", champions.length ? pointsWords(champions[0]) : "");
    list(part(this.root, "champion-next"), next, ({ fighter }) => fighter, () => clone("tv-next-place"), (node, place) => {
      text(node, "rank", place.rank);
      text(node, "name", place.name);
      text(node, "points", pointsOf(place));
    });
  }
}

const shape = (box, columns, rows) => {
  box.style.setProperty("--columns", columns);
  box.style.setProperty("--rows", rows);
  box.dataset.crowd = rows * columns === 1 ? "one" : rows <= 2 ? "few" : rows <= 4 ? "some" : rows <= 6 ? "many" : "most"; // 7 and more: standings alone
  box.dataset.columns = columns;
};

const isSettled = (pairings = []) => pairings.every(isOver);

const roundIsOver = ({ round, pairings }) => Boolean(round) && isSettled(pairings);

const hasFought = ({ won, drawn, lost }) => won + drawn + lost > 0;

// Those in the first place, nobody where nobody has fought or too many share it.
const championsOf = (standings) => {
  const first = standings.filter(({ rank }) => rank === 1);
  return standings.some(hasFought) && first.length <= MOST_CHAMPIONS ? first : [];
};

const championWords = (champions) => (champions.length > 1 ? gettext("Shared first place") : gettext("Champion"));

// A fighter's seat at this table, by name, since public seats have no number of their fighter; none where some sit elsewhere.
const glyphsOf = ({ table, standings = [] }) => {
  const seats = new Map(table.seats.map(({ seat, name }) => [name, seat]));
  return standings.every(({ name }) => seats.has(name)) ? seats : new Map();
};

const standOf = (fight) => {
  const { result } = fight;
  if (isBye(fight)) return "bye";
  if (!result) return "open";
  if (result.disputed) return "disputed";
  if (!isOver(fight)) return "waiting";
  return result.winner === null ? "draw" : "over";
};

const DECIDED = { time: gettext("by time"), organizer: gettext("by the organizer"), judge: gettext("by a judge") };

const standWords = (fight) => {
  const words = {
    bye: gettext("has a bye"),
    open: "",
    disputed: gettext("the organizer decides"),
    waiting: gettext("waits for the other side"),
    draw: gettext("a draw"),
    over: DECIDED[fight.result?.by] ?? "",
  };
  return words[standOf(fight)];
};

// What is said at one side: [words, kind].
const tagOf = (fight, side, counters) => {
  const { result } = fight;
  if (isBye(fight)) return ["", ""];
  if (isOver(fight) && result.winner === side.fighter) return [gettext("won"), "won"];
  if (isOver(fight)) return result.by === "drop" && result.winner !== null ? [gettext("dropped out"), "quiet"] : ["", ""];
  if (side.lost) return [gettext("loses"), "loses"];
  if (!result && fight.first === side.fighter && isFresh(fight, counters)) return [gettext("goes first"), "quiet"];
  return ["", ""];
};

const isFresh = ({ sides }, counters) => sides.every((side) => counters.every(({ counter, start }) => side.counters[counter] === start));

// The first counter is always seen, any other once it has moved. Few steps to the loss are pips, many a number.
const drawCounters = (box, counters, side) => {
  const seen = counters.filter(({ counter, start }, index) => !index || side.counters[counter] !== start);
  list(box, seen, ({ counter }) => counter, () => clone("tv-counter"), (node, counter) => drawCounter(node, counter, side));
};

const drawCounter = (node, { counter, label, start, loses_at: end }, side) => {
  const value = side.counters[counter];
  const steps = Math.abs(end - start);
  const hasPips = steps <= MOST_PIPS;
  text(node, "label", label);
  part(node, "label").classList.toggle("only-read", hasPips);
  text(node, "value", value);
  node.classList.toggle("is-lost", side.lost === counter);
  part(node, "pips").hidden = !hasPips;
  node.classList.toggle("has-pips", hasPips);
  const pips = [...Array(hasPips ? steps : 0).keys()];
  list(part(node, "pips"), pips, Number, () => element("i", ""), (pip, place) => pip.classList.toggle("is-full", place < Math.abs(value - start)));
};

const recordWords = ({ won, drawn, lost }) => `${won}–${drawn}–${lost}`;

const pointsOf = ({ points }) => interpolate(ngettext("%(points)s point", "%(points)s points", points), { points });

const pointsWords = (place) => interpolate(gettext("%(points)s · won–drawn–lost %(record)s"), { points: pointsOf(place), record: recordWords(place) });

const whenWords = ({ round, pairings = [], standings = [] }) => {
  if (!round) return "";
  if (isSettled(pairings)) return interpolate(gettext("after round %(number)s of %(of)s"), round);
  if (!standings.some(hasFought)) return gettext("before the first result");
  if (pairings.some((fight) => isOver(fight) && !isBye(fight))) return gettext("so far");
  return interpolate(gettext("after round %(number)s"), { number: round.number - 1 });
};
