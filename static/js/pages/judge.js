// A judge's page, live: who needs a judge, the fights and the tables. The server draws the same for the first look, and for
// devices without scripts.

import { Deeds } from "../components/deeds.js";
import { HostCalls } from "../components/host-calls.js";
import { HostFights } from "../components/host-fights.js";
import { isPlayed, JudgeTables } from "../components/judge-tables.js";
import { NextDraft } from "../components/next-draft.js";
import { Toasts } from "../components/toasts.js";
import { part, text } from "../lib/dom.js";
import { Sounds, stayAwake } from "../lib/extras.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { Live } from "../lib/live.js";
import { Outbox } from "../lib/outbox.js";
import { ServerTime } from "../lib/seats.js";
import { Settings } from "../lib/settings.js";

const LINE = { connecting: gettext("connecting …"), live: gettext("live"), offline: gettext("no connection") };
const LINE_LOOK = { connecting: "is-quiet", live: "is-done", offline: "is-bad" };
const OVER = ["finished"];

class JudgesPage {
  #serverTime = new ServerTime();
  #sounds = new Sounds();
  #title = document.title;

  constructor(root) {
    this.root = root;
    this.bar = part(root, "bar");
    this.calls = new HostCalls(part(root, "calls"), root.dataset.name);
    this.fights = new HostFights(part(root, "fights"), this.bar);
    this.tables = new JudgeTables(part(root, "tables"), this.#serverTime);
    this.toasts = new Toasts(document.querySelector(".toasts"));
    this.live = new Live(`/ws/events/${root.dataset.code}/?as=judge`);
    this.outbox = new Outbox(`outbox-judge-${root.dataset.code}`);
    this.nextDraft = new NextDraft(part(root, "next-draft"), { isLive: () => this.live.isLive });
    new Settings(this.live);
    this.#listen();
    new Deeds((answer) => this.#answered(answer), () => {}, `/events/${root.dataset.code}/host/`);
    this.#offerSound();
    setInterval(() => this.#tick(), 250);
    stayAwake();
    this.live.open();
  }

  #listen() {
    const on = (type, handle) => this.live.addEventListener(type, ({ detail }) => handle(detail));
    on("state", (state) => this.#take(state));
    on("line", (line) => this.#drawLine(line));
    on("ack", ({ id }) => this.outbox.settle(id));
    on("error", ({ id, message }) => this.outbox.settle(id) && this.#say(message));
    on("closed", () => location.reload());
    part(this.root, "fights").addEventListener("click", ({ target }) => this.#count(target.closest("[data-count]")));
  }

  #answered(answer) {
    this.toasts.add(answer);
    this.live.resync();
  }

  #say(said) {
    this.toasts.add({ done: false, said, undo: "", about: location.pathname });
  }

  // One step of a counter: it is sent until it is answered.
  #count(button) {
    if (!button) return;
    const [fight, side, counter] = [".fight", ".side", ".counter"].map((name) => button.closest(name));
    const step = { fight: Number(fight.dataset.fight), fighter: Number(side.dataset.key), counter: counter.dataset.key };
    this.live.send(this.outbox.add({ type: "count", ...step, by: Number(button.dataset.count) }));
  }

  #take(state) {
    this.#serverTime.take(state.clock.now);
    const { event, tables, round } = state;
    this.root.dataset.scene = event.phase;
    this.toasts.settle(JSON.stringify([event.phase, round?.number, ...tables.map(({ phase }) => phase)]));
    const rings = this.calls.draw(state);
    document.title = this.calls.count ? `(${this.calls.count}) ${this.calls.news} · ${this.#title}` : this.#title;
    this.#draw(state);
    if (rings) {
      this.#sounds.play("call", [300, 100, 300]);
      this.toasts.clear();
    }
  }

  #draw(state) {
    const { event, tables, round, standings } = state;
    const isOver = event.stopped || OVER.includes(event.phase);
    const show = (name, isShown) => (part(this.root, name).hidden = !isShown);
    show("calm", !this.calls.count && !isOver);
    show("before", event.phase === "lobby" && !isOver);
    show("after", isOver);
    show("fights", Boolean(round));
    show("tables", tables.length && !isOver);
    show("standings", standings?.length);
    this.fights.draw(state);
    this.#drawCounters(state);
    this.tables.draw(tables);
    this.nextDraft.take(event);
    this.#drawBar(tables, round);
    this.#tick();
  }

  // A counter can be changed as long as the fight has no result.
  #drawCounters({ round, pairings = [] }) {
    for (const { fight, result, sides } of pairings) {
      const node = part(this.root, "pairings").querySelector(`.fight[data-key="${fight}"]`);
      const isOpen = !result?.confirmed && sides.length > 1;
      for (const button of node.querySelectorAll("[data-count]")) this.#drawStep(button, { isOpen, round, sides });
    }
  }

  #drawStep(button, { isOpen, round, sides }) {
    const counter = button.closest(".counter").dataset.key;
    const side = sides.find(({ fighter }) => fighter === Number(button.closest(".side").dataset.key));
    const rule = round.counters.find((each) => each.counter === counter);
    const [by, value] = [Number(button.dataset.count), side.counters[counter]];
    const words = by > 0 ? gettext("%(name)s: one more %(counter)s") : gettext("%(name)s: one less %(counter)s");
    button.hidden = !isOpen;
    button.disabled = value + by < rule.least || value + by > rule.most;
    button.ariaLabel = interpolate(words, { name: side.name, counter: rule.label });
  }

  #drawBar(tables, round) {
    const drafting = tables.filter(isPlayed).map(({ clock }) => clock);
    const led = round ? [round] : drafting;
    const alone = tables.length === 1 || Boolean(round);
    this.bar.hidden = !led.length;
    part(this.bar, "pause").hidden = led.every(({ paused }) => paused);
    part(this.bar, "resume").hidden = !led.some(({ paused }) => paused);
    part(this.bar, "one").hidden = !alone;
    part(this.bar, "all").hidden = alone;
  }

  #tick() {
    this.calls.drawWaits(this.#serverTime);
    this.fights.drawClock();
    this.tables.drawClocks();
  }

  #offerSound() {
    const button = part(this.root, "sound");
    const draw = () => {
      button.setAttribute("aria-pressed", String(this.#sounds.muted));
      text(button, "sound-words", this.#sounds.muted ? gettext("Sound is off") : gettext("Sound is on"));
    };
    button.hidden = false;
    button.addEventListener("click", () => {
      this.#sounds.toggle();
      draw();
    });
    draw();
  }

  #drawLine(line) {
    const pill = part(this.root, "line");
    pill.hidden = false;
    pill.textContent = LINE[line];
    pill.className = `pill ${LINE_LOOK[line]}`;
    if (line === "live") for (const message of this.outbox.waiting) this.live.send(message);
  }
}

new JudgesPage(document.getElementById("judging"));
