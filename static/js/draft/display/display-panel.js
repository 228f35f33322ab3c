// One of several tables on the big screen (templates/draft/display/panel.html): its ring, its fights, or the sharing of its cards.

import { clone, icon, part, text } from "../../lib/dom.js";
import { Countdown, SHORT, SHORT_OF_ROUND } from "../../lib/clock.js";
import { sentences } from "./display-words.js";
import { fit } from "../../lib/fit.js";
import { gettext, interpolate } from "../../lib/gettext.js";
import { LINE } from "../../lib/live.js";
import { areAllRegistered, isBuilt, registeredCount } from "../../building/progress.js";
import { pilesCount, pilesOf } from "../../paper/piles.js";
import { PASS, time } from "../../lib/words.js";
import { DisplayFights } from "./fights/fights.js";
import { DisplayMoments } from "./display-moments.js";
import { DisplayShare } from "./display-share.js";
import { SmallRing } from "./small-ring.js";

const SCENES = { drafting: "ring", review: "ring", fighting: "stage", sharing: "share" };
const WORDS = [[1, 1], [0.85, 1], [0.74, 1]];
const LONG_WORDS = [...WORDS, [0.66, 1], [0.6, 1], [0.6, 2]];
const SIZES = { two: { width: 58, height: 51 }, four: { width: 76, height: 29 } };
const SILENT = { play: () => {} }; // other tables have their moments at other times

export const makePanel = () => clone("tv-panel");

export class DisplayPanel {
  #measured = 0;
  #said = "";

  constructor(node, number) {
    this.node = node;
    this.number = number;
    this.state = null;
    this.countdown = new Countdown();
    this.ring = new SmallRing(part(node, "ring"));
    this.fights = new DisplayFights(node);
    this.share = new DisplayShare(part(node, "share"));
    this.moments = new DisplayMoments(node, part(node, "pass-moment"), SILENT);
    text(node, "panel-title", interpolate(gettext("Table %(number)s"), { number }));
  }

  get isCalled() {
    return Boolean(this.state?.table.judge_called?.length);
  }

  // `many`: "two" or "four" tables have the screen. `time` is a ServerTime.
  take(state, many, time) {
    const before = this.state;
    this.state = state;
    this.many = many;
    this.countdown.take(state.clock);
    this.draw(time);
    if (before !== state) this.moments.take(before, state);
  }

  draw(time) {
    if (!this.state) return;
    const { state, node } = this;
    const scene = sceneOf(state);
    for (const name of ["ring", "stage", "share"]) part(node, name).hidden = name !== scene;
    node.dataset.scene = scene;
    node.classList.toggle("is-called", this.isCalled);
    node.classList.toggle("is-held", isHeld(state));
    node.classList.toggle("is-quiet", !isDrafting(state));
    const place = part(node, "place"); // a game in which nothing is passed has none of its numbers
    place.hidden = state.event.phase !== "drafting";
    if (!place.hidden) for (const name of ["round", "rounds", "pass", "passes"]) text(place, name, state.table[name]);
    text(node, "panel-where", whereOf(state));
    if (scene === "ring") this.#drawRing(state, time);
    if (scene === "stage") this.fights.draw(state, this.many);
    if (scene === "share") this.share.draw(state);
    this.tick(time);
  }

  // The parts that change with time. `now` is a ServerTime.
  tick(now) {
    if (!this.state) return;
    const { left, isSpent } = this.countdown;
    const digits = part(this.node, "panel-digits");
    digits.hidden = left === null || isSpent || !(isDrafting(this.state) || isBuilt(this.state));
    text(this.node, "panel-digits", left === null ? "" : time(left));
    digits.classList.toggle("is-hurry", this.countdown.isShort(isBuilt(this.state) ? SHORT_OF_ROUND : SHORT));
    if (this.node.dataset.scene === "stage") this.fights.tick();
    this.share.tick();
    this.#say(now);
  }

  // Counts one more of those who are waited for, rather than naming them in small letters.
  #say(now) {
    const wordsOf = (most) => sentences(this.state, now, most)[this.isCalled ? 1 : 0];
    const said = `${this.#measured} ${this.many} ${wordsOf()}`;
    if (this.#said === said) return;
    this.#said = said;
    const node = part(this.node, "panel-words");
    text(this.node, "panel-words", wordsOf());
    if (fit(node, WORDS)) return;
    text(this.node, "panel-words", wordsOf(2));
    fit(node, LONG_WORDS);
  }

  // Facts known before the panel was there.
  catchUp(state, many, now) {
    if (state && (!this.state || this.many !== many)) this.take(state, many, now);
  }

  // Its connection is closed: the next state is no news.
  forget() {
    this.state = null;
    this.moments.leave();
  }

  measureAgain() {
    this.#measured += 1;
    for (const each of [this.ring, this.fights, this.share]) each.measureAgain();
  }

  drawLine(line) {
    part(this.node, "line").dataset.line = line;
    part(this.node, "line").hidden = line === "live";
    text(this.node, "line-words", LINE[line]);
  }

  #drawRing(state, time) {
    const { table, event } = state;
    const root = part(this.node, "ring");
    const isPassed = event.phase === "drafting";
    this.ring.draw(isDrafting(state) ? table : { ...table, judge_called: [] }, isPassed ? table.direction : "", SIZES[this.many], time, { piles: pilesOf(state), showsDecks: isBuilt(state) });
    const what = whatOf(state);
    part(root, "panel-what").hidden = !what;
    text(root, "panel-what", what);
    part(root, "panel-direction").hidden = !isPassed || isHeld(state);
    part(root, "panel-direction").dataset.direction = table.direction;
    icon(part(root, "arrow"), `i-${table.direction}`);
    text(root, "direction-words", PASS[table.direction]);
  }
}

const isDrafting = ({ event }) => ["drafting", "review"].includes(event.phase);

const sceneOf = ({ event, standings, share }) => {
  if (event.phase === "sharing" && !share) return "ring";
  if (event.phase === "finished" && standings) return "stage";
  return SCENES[event.phase] ?? "ring";
};

const isHeld = ({ clock, table, event }) => isDrafting({ event }) && (clock.paused || table.waiting_for_judge);

const whatOf = (state) => {
  const { event, clock, table } = state;
  if (event.stopped) return gettext("Stopped");
  if (event.phase === "building" && pilesOf(state).length) return pilesCount(pilesOf(state));
  if (clock.paused) return gettext("Paused");
  if (isBuilt(state)) return areAllRegistered(table) ? gettext("All registered") : registeredCount(table);
  if (table.waiting_for_judge && isDrafting({ event })) return gettext("Judge");
  if (event.phase === "review") return gettext("Review");
  return isDrafting({ event }) ? "" : gettext("Drafted");
};

const whereOf = ({ event, round }) => {
  if (event.phase === "review") return gettext("Review");
  if (round) return interpolate(gettext("Round %(number)s of %(of)s"), round);
  return "";
};
