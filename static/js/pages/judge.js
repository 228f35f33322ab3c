// A judge's page, live: who needs a judge, the fights and the tables. The server draws the same for the first look, and for
// devices without scripts.

import { Counting } from "../components/counting.js";
import { Deeds } from "../components/deeds.js";
import { HostCalls } from "../components/host-calls.js";
import { HostFights } from "../components/host-fights.js";
import { HostShares } from "../components/host-shares.js";
import { isPlayed, JudgeTables } from "../components/judge-tables.js";
import { drawLine } from "../components/line-pill.js";
import { NextDraft } from "../components/next-draft.js";
import { Toasts } from "../components/toasts.js";
import { part, text } from "../lib/dom.js";
import { Sounds, stayAwake } from "../lib/extras.js";
import { gettext } from "../lib/gettext.js";
import { Live } from "../lib/live.js";
import { Outbox } from "../lib/outbox.js";
import { ServerTime } from "../lib/seats.js";
import { Settings } from "../lib/settings.js";

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
    this.shares = new HostShares(part(root, "shares"));
    this.tables = new JudgeTables(part(root, "tables"), this.#serverTime);
    this.toasts = new Toasts(document.querySelector(".toasts"));
    this.live = new Live(`/ws/events/${root.dataset.code}/?as=judge`);
    new Counting(part(root, "fights"), this.live, new Outbox(`outbox-judge-${root.dataset.code}`), (words) => this.#say(words));
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
    on("line", (line) => drawLine(part(this.root, "line"), line));
    on("closed", () => location.reload());
  }

  #answered(answer) {
    this.toasts.add(answer);
    this.live.resync();
  }

  #say(said) {
    this.toasts.add({ done: false, said, undo: "", about: location.pathname });
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
    show("after", isOver && !event.stopped);
    show("stopped", event.stopped);
    show("fights", Boolean(round));
    show("shares", event.phase === "sharing");
    show("tables", tables.length && !isOver && event.phase !== "sharing"); // there each has its turns
    show("standings", standings?.length);
    show("all-fights", standings?.length);
    this.fights.draw(state);
    this.shares.draw(state);
    this.tables.draw(tables);
    this.nextDraft.take(event);
    this.#drawBar(tables, round, event.phase === "sharing" ? state.shares.filter(({ turn }) => turn !== null) : []);
    this.#tick();
  }

  // `turns`: the sharing at the tables where somebody has a turn.
  #drawBar(tables, round, turns) {
    const drafting = tables.filter(isPlayed).map(({ clock }) => clock);
    const led = round ? [round] : turns.length ? turns : drafting;
    const alone = tables.length === 1 || Boolean(round) || turns.length > 0;
    this.bar.hidden = !led.length;
    part(this.bar, "pause").hidden = led.every(({ paused }) => paused);
    part(this.bar, "resume").hidden = !led.some(({ paused }) => paused);
    if (!round) part(this.bar, "bar-clock").hidden = true; // its last round's
    part(this.bar, "one").hidden = !alone;
    part(this.bar, "all").hidden = alone;
  }

  #tick() {
    this.calls.drawWaits(this.#serverTime);
    this.fights.drawClock();
    this.shares.drawClocks();
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
}

new JudgesPage(document.getElementById("judging"));
