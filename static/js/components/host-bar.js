// What stops and helps all tables at once, or the round, or the turns of the sharing: always within reach, and by keys (templates/events/host_bar.html).

import { part, text } from "../lib/dom.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { deedOfKey } from "../lib/host-keys.js";
import { ledOf, stageOf } from "../lib/host-scene.js";

// A step has been found once it is in the upper part of the window.
const FOUND = { rootMargin: "0px 0px -40% 0px" };

export class HostBar {
  #step = null; // the address of the next step, which may be in sight
  #isFound = false;
  #watch = new IntersectionObserver((entries) => this.#see(entries.at(-1)), FOUND);

  // `root` is the bar as the server drew it.
  constructor(root) {
    this.root = root;
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  // `isFirst`: nobody calls, so that gold may stand here. `large`: the number of the table that is looked at.
  draw(state, scene, isFirst, large) {
    const { tables, round, shares = [] } = state;
    const led = ledOf(state);
    const alone = tables.length === 1 || Boolean(round) || shares.length > 0;
    const show = (name, isShown) => (part(this.root, name).hidden = !isShown);
    if (scene === "sharing") this.root.hidden = !led.length;
    show("pause", led.some(({ paused }) => !paused));
    show("resume", led.some(({ paused }) => paused));
    part(this.root, "resume").classList.toggle("button--primary", alone && isFirst);
    part(this.root, "resume").classList.toggle("button--line", !alone || !isFirst);
    show("extend", led.some(({ isTimed }) => isTimed));
    show("one", alone);
    show("all", !alone);
    const named = round ? gettext("The round") : shares.length ? gettext("The turns") : null;
    this.root.ariaLabel = named ?? (alone ? gettext("The table") : gettext("All tables"));
    this.#drawAdvance(tables, tables.find(({ number }) => number === large));
    this.#drawStage(stageOf(state, scene));
  }

  // Real packs: the way on of the table that is looked at, which is the form of that table.
  #drawAdvance(tables, table) {
    const button = part(this.root, "advance");
    button.hidden = !table?.must_place || table.phase !== "drafting" || table.clock.paused;
    if (button.hidden) return;
    button.setAttribute("form", `advance-${table.number}`);
    button.classList.toggle("button--primary", !table.waiting_for_judge);
    part(button, "advance-at").hidden = tables.length < 2;
    text(button, "advance-words", interpolate(gettext("Table %(number)s"), table));
  }

  // The clock of the table that is looked at; the round has its own.
  drawClock({ words, isShort }) {
    const clock = part(this.root, "bar-clock");
    clock.hidden = !words;
    if (clock.textContent !== words) clock.textContent = words;
    clock.classList.toggle("is-short", isShort);
  }

  #drawStage({ words, next }) {
    part(this.root, "stage").hidden = !words;
    text(this.root, "stage", words);
    if (next) part(this.root, "next-step").setAttribute("href", next.href);
    text(this.root, "next-words", next?.words);
    this.#lookFor(next?.href ?? null);
  }

  // The way to the next step stands here until it is in sight.
  #lookFor(step) {
    if (step === this.#step) return;
    this.#step = step;
    this.#isFound = false;
    this.#watch.disconnect();
    const place = step && document.querySelector(step);
    if (place) this.#watch.observe(place);
    this.#drawNext();
  }

  #see({ isIntersecting }) {
    this.#isFound = isIntersecting;
    this.#drawNext();
  }

  #drawNext() {
    part(this.root, "next-step").hidden = !this.#step || this.#isFound;
  }

  // A key does what its button does, where the button is there.
  #press(event) {
    const deed = deedOfKey(event, event.target);
    const names = deed === "pause" ? ["pause", "resume"] : [deed];
    const button = deed && !this.root.hidden && names.map((name) => part(this.root, name)).find((each) => !each.hidden);
    if (!button) return;
    event.preventDefault();
    button.click();
  }
}
