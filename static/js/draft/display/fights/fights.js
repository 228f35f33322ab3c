// The stage of the fights on the big screen: who fights whom, the standings, and in the end the champion. Pages that are too many for
// one screen turn by themselves.

import { icon, isStill, list, part, text } from "../../../lib/dom.js";
import { element } from "../../../lib/elements.js";
import { eachAlone, isOver } from "../../../fights/fights.js";
import { game } from "../../../lib/game.js";
import { gettext, interpolate } from "../../../lib/gettext.js";
import { Turns, TurnsInStep, viewsOf, viewsOfPanel } from "./turns.js";
import { drawPairings } from "./pairings.js";
import { drawNames, namesOf } from "./names.js";
import { championsOf, drawChampions, drawStandings } from "./standings.js";

const TURN = 220; // milliseconds
const TURN_STILL = 160;

export const narrow = matchMedia("(max-aspect-ratio: 11 / 10)");

export class DisplayFights {
  #measured = 0;

  // `pager` has the dots of the pages; without one it is the stage of one of several tables.
  constructor(root, pager = null) {
    this.root = root;
    this.stage = part(root, "stage");
    this.pager = pager;
    this.turns = pager ? new Turns() : new TurnsInStep();
    this.state = null;
    if (!pager) return;
    part(pager, "turns-hold").addEventListener("click", () => this.state && this.#hold(!this.turns.isHeld));
    addEventListener("keydown", (event) => this.#key(event));
  }

  // Names fit otherwise: the screen has another size, or the letters have.
  measureAgain() {
    this.#measured += 1;
    if (this.state) this.draw(this.state, this.many);
  }

  // `many`: how many tables have the screen, "two" or "four".
  draw(state, many = "") {
    this.state = state;
    this.many = many;
    const { pairings = [], standings = [], round, event } = state;
    const isFinished = event.phase !== "fighting" || Boolean(state.champions);
    const champions = isFinished ? championsOf(standings) : [];
    const facts = { fights: pairings.length, standings: standings.length, isOver: Boolean(round) && pairings.every(isOver), champions: champions.length, isFinished, names: namesOf(pairings).length, isPod: pairings.some((fight) => eachAlone(fight).sides.length > 2), boards: game().isPlayed && event.phase === "fighting" ? boardsOf(pairings) : 0 };
    const isOther = this.turns.take(this.pager ? viewsOf(facts) : viewsOfPanel(facts, many));
    this.glyphs = glyphsOf(state);
    this.#drawView();
    if (isOther) this.#fade();
  }

  // The part that changes with time: the page that is seen.
  tick() {
    if (this.state && !narrow.matches && this.turns.tick()) this.#turned();
  }

  // Something else has the screen again.
  leave() {
    if (!this.state) return;
    this.state = null;
    this.turns.take([]);
    if (this.pager) this.pager.hidden = true;
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
    if (!this.stage.isConnected) return; // Chromium would not show it, once inserted, if it had moved
    const from = isStill() ? { opacity: 0 } : { opacity: 0, translate: "0 1vh" };
    this.stage.animate([from, {}], { duration: isStill() ? TURN_STILL : TURN, easing: "ease-out" });
  }

  #drawView() {
    const { pairings = [], standings = [], round } = this.state;
    const { view, from = 0, to } = narrow.matches ? this.#everything() : this.turns.view;
    const isBeside = view === "both";
    this.stage.dataset.view = view;
    const shows = (...views) => views.includes(view);
    part(this.root, "pairings").hidden = !pairings.length || !shows("both", "pairings", "all");
    part(this.root, "standings-box").hidden = !shows("both", "standings", "all", "end");
    part(this.root, "champion-box").hidden = !shows("champion", "end");
    const how = { state: this.state, glyphs: this.glyphs, isBeside, isSmall: !this.pager, place: this.#measured };
    const isNumbered = new Set(pairings.map(({ table }) => table)).size > 1;
    if (shows("both", "pairings", "all")) drawPairings(part(this.root, "pairings"), pairings.slice(from, to), { ...how, isNumbered, counters: round?.counters ?? [] });
    part(this.root, "names").hidden = !shows("names");
    if (shows("names")) drawNames(part(this.root, "names"), namesOf(pairings).slice(from, to));
    if (shows("both", "standings", "all", "end")) drawStandings(this.root, isBeside ? standings : standings.slice(from, to), how);
    if (shows("champion", "end")) drawChampions(this.root, this.state, this.#measured);
    this.#drawTurns();
  }

  // On a phone all stands below each other, and nothing turns.
  #everything() {
    if (this.turns.view.view === "champion" || ((this.state.event.phase !== "fighting" || this.state.champions) && championsOf(this.state.standings).length)) return { view: "end" };
    return { view: "all" };
  }

  #drawTurns() {
    if (this.pager) drawPager(this.pager, this.turns, narrow.matches);
  }
}

// How many boards the whole screen has room for: one of more than two fighters has a line of each.
const boardsOf = (pairings) => (pairings.some(({ sides }) => sides.length > 2) ? 2 : 4);

// The dots of pages that turn, and the button that holds them.
export const drawPager = (pager, { views, index, isHeld }, isHidden = false) => {
  pager.hidden = views.length < 2 || isHidden;
  list(part(pager, "turns-dots"), [...views.keys()], Number, () => element("i", ""), (dot, place) => dot.classList.toggle("is-now", place === index));
  text(pager, "turns-words", interpolate(gettext("Page %(number)s of %(of)s"), { number: index + 1, of: views.length }));
  part(pager, "turns-hold").setAttribute("aria-pressed", isHeld);
  icon(part(pager, "turns-icon"), isHeld ? "i-play" : "i-pause");
};

// The seats at this table by their fighters; none where some sit elsewhere.
const glyphsOf = ({ table, standings = [] }) => {
  const seats = new Map(table.seats.map(({ seat, fighter }) => [fighter, seat]));
  return standings.every(({ fighter }) => seats.has(fighter)) ? seats : new Map();
};
