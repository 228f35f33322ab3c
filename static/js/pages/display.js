// The big screen: the same public facts for everybody, large. One table, or those of an event.

import { Caller } from "../components/caller.js";
import { NextDraft } from "../events/next-draft.js";
import { DisplayScenes, STAGED, sceneOf } from "../draft/display/display-scenes.js";
import { SoundSwitch } from "../components/sound-switch.js";
import { DisplayTables, drawCalled, tablesWords } from "../draft/display/display-tables.js";
import { Countdown } from "../lib/clock.js";
import { isByTables, isOfAllTables, shownOf } from "../draft/display/which-tables.js";
import { sentences } from "../draft/display/display-words.js";
import { part, text } from "../lib/dom.js";
import { Sounds, stayAwake } from "../lib/extras.js";
import { fit } from "../lib/fit.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { Lines } from "../lib/lines.js";
import { LINE } from "../lib/live.js";
import { isBuilt } from "../building/progress.js";
import { isPaper, momentOf } from "../paper/paper-words.js";
import { ServerTime } from "../draft/seats.js";
import { Settings } from "../events/settings.js";

const CUT = [gettext("This screen has lost its connection."), gettext("It comes back by itself. The screen may be out of date.")];
const QUIET = 0.4; // of a phone's sounds: a screen plays to all
const CHAMPION_CARDS = "[data-part=champion-cards]";
const TITLE = [[1, 1], [0.85, 1], [0.7, 1]];
const SENTENCE = [[1, 1], [0.85, 1], [0.75, 1], [0.66, 1], [0.6, 2]];

class Display {
  #states = new Map();

  constructor(root) {
    const { code, table, tables, wanted } = root.dataset;
    this.root = root;
    this.isOfAll = !table;
    this.wanted = wanted ? wanted.split(",").map(Number) : [];
    this.count = Number(tables ?? 1);
    this.main = Number(table || shownOf(this.wanted, this.count)[0]);
    this.countdown = new Countdown();
    this.now = new ServerTime();
    this.sounds = new Sounds({ key: "muted-screen", volume: QUIET });
    new SoundSwitch(part(root, "sound-button"), this.sounds);
    this.scenes = new DisplayScenes(root, this.countdown, this.now, this.sounds);
    this.tables = new DisplayTables(part(root, "tables"), part(root, "turns"), (numbers) => this.#look(numbers), this.now);
    this.settings = new Settings();
    this.caller = new Caller(part(root, "caller"));
    const isLive = () => this.line === "live";
    this.nextDraft = new NextDraft(part(root, "next-draft"), { isLive, addressOf: (next) => this.#addressIn(next) });
    this.lines = new Lines(code, (...what) => this.#hear(...what));
    setInterval(() => this.#tick(), 200);
    addEventListener("resize", () => this.#measureAgain());
    document.fonts.addEventListener("loadingdone", () => this.#measureAgain());
    stayAwake();
    this.lines.show([this.main]);
  }

  get state() {
    return this.#states.get(this.main) ?? null;
  }

  // The tables that are shown, of those that there are.
  get numbers() {
    return this.isOfAll ? shownOf(this.wanted, this.count) : [this.main];
  }

  #hear(number, type, detail) {
    if (type === "state") this.#take(number, detail);
    if (type === "seat") this.#change(number, detail);
    if (type === "line") this.#drawLine(number, detail);
    if (type === "ended") this.isDeleted = detail.reason === "deleted";
    if (type === "closed" && number === this.main) this.#close();
  }

  #take(number, state) {
    const before = this.#states.get(number) ?? null;
    this.#states.set(number, state);
    this.now.take(state.clock.now);
    if (number === this.main) this.#takeMain(state, before);
    this.tables.take(number, state);
    if (this.isMany) drawCalled(this.root, this.tables.called);
  }

  #takeMain(state, before) {
    this.settings.take(state);
    this.nextDraft.take(state.event);
    if (before?.event.next !== state.event.next) fit(this.root.querySelector("h1"), TITLE);
    const { table, event, clock } = state;
    const isCalled = isPaper(state) && event.phase !== "lobby" && this.numbers.length === 1; // two tables would talk across each other
    this.caller.take(isCalled ? momentOf(table, event, clock) : null, clock);
    this.countdown.take(state.round ? { ...state.round, now: state.clock.now } : state.clock);
    if (before && cardsKey(before) !== cardsKey(state)) this.#showChampions();
    if (this.isOfAll && state.event.phase !== "lobby" && (before ? before.event.phase === "lobby" : this.count === 1)) this.isOld = true;
    this.#draw(before);
  }

  #change(number, { type, seq, ...seat }) {
    const state = this.#states.get(number);
    Object.assign(state.table.seats[seat.seat] ?? {}, seat);
    if (number === this.main && !this.isMany) this.scenes.draw(state, state);
    this.tables.change(number);
  }

  #draw(before) {
    const { state } = this;
    this.isMany = this.numbers.length > 1 && isByTables(state);
    const scene = this.isMany ? "tables" : sceneOf(state);
    for (const node of this.root.querySelectorAll("[data-for]")) node.hidden = !node.dataset.for.split(" ").includes(scene);
    part(this.root, "clock-box").hidden = !state.round && !isBuilt(state);
    this.root.dataset.scene = scene;
    if (this.isMany) this.#drawMany();
    else this.#drawOne(before);
    this.#drawBelow();
    this.#tick();
  }

  #drawOne(before) {
    this.tables.leave();
    this.#look([]);
    drawCalled(this.root, []);
    this.scenes.draw(this.state, before);
  }

  #drawMany() {
    this.scenes.leave();
    this.tables.show(this.numbers);
    this.scenes.round.draw(this.state);
    this.root.classList.toggle("is-held", Boolean(this.state.round?.paused));
  }

  #drawBelow() {
    const { event, table, round } = this.state;
    const isAlone = this.isOfAll && (this.count === 1 || this.numbers.length > 1);
    const isNamed = !isAlone && !isOfAllTables(this.state);
    const words = this.isMany ? tablesWords(this.numbers, this.count) : isNamed ? interpolate(gettext("Table %(number)s"), { number: this.main }) : "";
    const set = event.sets?.[Math.max(0, table.round - 1)];
    const more = round ? round.counters.filter(({ loses_at: end, hidden, of }) => end !== null && (!hidden || of === "pair")).map(losesWords) : event.phase === "finished" || !set ? [] : [`${set.name} ${set.code}`];
    text(this.root, "below", [words, ...more].filter(Boolean).join(" · "));
  }

  #tick() {
    if (!this.state || this.isOver) return;
    if (this.isOld) this.#count();
    if (this.isMany) {
      this.scenes.round.tick();
      this.tables.tick();
      return this.#say(["", ""], []);
    }
    this.scenes.tick();
    if (this.isCut) return this.#say(CUT, CUT);
    const said = sentences(this.state, this.now);
    this.#say(said, STAGED.includes(sceneOf(this.state)) ? said : sentences(this.state));
  }

  // The cards of the winner stand in the page once they are public.
  #showChampions() {
    fetchPage()
      .then((page) => {
        for (const cards of this.root.querySelectorAll(CHAMPION_CARDS)) cards.replaceWith(document.importNode(page.querySelector(CHAMPION_CARDS), true));
        if (!this.isMany) this.scenes.draw(this.state, this.state);
      })
      .catch(() => {});
  }

  // How many tables there are is known once the draft has started; the page says it.
  #count() {
    this.isOld = false;
    fetchPage()
      .then((page) => {
        this.count = Number(page.getElementById("display").dataset.tables);
        this.#moveTo(this.numbers[0]);
      })
      .catch(() => setTimeout(() => (this.isOld = true), 2000));
  }

  // Watches these tables and the main one, and returns what is known of them.
  #look(numbers) {
    const shown = [this.main, ...numbers];
    this.lines.show(shown);
    for (const number of this.#states.keys()) if (!shown.includes(number)) this.#states.delete(number);
    return this.#states;
  }

  #moveTo(number) {
    this.main = number;
    this.#look([]);
    if (this.state) this.#draw(null);
  }

  // `quiet`: the same for those who hear it, without the seconds that count up.
  #say([words, more], quiet) {
    const foot = part(this.root, "foot");
    text(foot, "spoken", quiet.join(" "));
    for (const [name, value] of [
      ["words", words],
      ["words-more", more],
    ]) {
      const before = part(foot, name).textContent;
      text(foot, name, value);
      if (part(foot, name).textContent !== before) fit(part(foot, name), SENTENCE);
    }
  }

  #close() {
    this.isOver = true;
    this.#clear();
    // A screen that was offline is not told which of the two it was.
    const words = this.isDeleted ? gettext("This event was deleted.") : gettext("This event or table no longer exists.");
    this.#say([words, ""], [words]);
  }

  #clear() {
    this.tables.leave();
    this.scenes.leave();
    for (const node of [...this.root.querySelectorAll("[data-for]"), part(this.root, "clock-box")]) node.hidden = true;
    this.root.dataset.scene = "none";
  }

  #drawLine(number, line) {
    this.tables.drawLine(number, line);
    if (number !== this.main) return;
    this.line = line;
    if (line !== "connecting") this.isCut = line === "offline"; // it is tried again and again
    this.root.classList.toggle("is-cut", Boolean(this.isCut));
    part(this.root, "line").dataset.line = line;
    text(this.root, "line-words", this.isCut && this.isMany ? CUT.join(" ") : LINE[line]);
    this.#tick();
  }

  // The same screen in another event, in whose lobby there is only one table yet.
  #addressIn(code) {
    const wanted = this.isOfAll ? this.wanted : [this.main];
    if (!this.isOfAll && this.main === 1) return `/events/${code}/table/1/`;
    return `/events/${code}/display/${wanted.length ? `?tables=${wanted}` : ""}`;
  }

  #measureAgain() {
    fit(this.root.querySelector("h1"), TITLE);
    for (const name of ["words", "words-more"]) fit(part(this.root, name), SENTENCE);
    this.scenes.measureAgain();
    this.tables.measureAgain();
  }
}

// Tells when the page may have other cards of champions than before.
const cardsKey = ({ champions = [], event, log_open: isOpen }) => JSON.stringify([champions, event.phase === "finished" && isOpen]);

// This page as it is now.
const fetchPage = async () => {
  const answer = await fetch(location.href);
  if (!answer.ok) throw new Error(answer.statusText);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
};

const losesWords = ({ label, loses_at: count }) => interpolate(gettext("%(label)s: defeated at %(count)s"), { label, count });

new Display(document.getElementById("display"));
