// The control panel, live: drawn from the organizer's state on the socket. The server draws the same for the first look, and
// for devices without scripts; what it drew is kept and filled, so that a button under a finger stays the same button.

import { Caller } from "../components/caller.js";
import { Counting } from "../components/counting.js";
import { Deeds } from "../components/deeds.js";
import { HostAsk } from "../components/host-ask.js";
import { HostBar } from "../components/host-bar.js";
import { HostCalls } from "../components/host-calls.js";
import { HostFaces } from "../components/host-faces.js";
import { HostFights } from "../components/host-fights.js";
import { HostLobby } from "../components/host-lobby.js";
import { HostPiles } from "../components/host-piles.js";
import { HostQueue } from "../components/host-queue.js";
import { HostRings } from "../components/host-rings.js";
import { HostShares } from "../components/host-shares.js";
import { HostSide } from "../components/host-side.js";
import { HostStandings } from "../components/host-standings.js";
import { HostTables } from "../components/host-table.js";
import { drawLine } from "../components/line-pill.js";
import { Toasts } from "../components/toasts.js";
import { Countdown } from "../lib/clock.js";
import { clone, list, part, text } from "../lib/dom.js";
import { Sounds } from "../lib/extras.js";
import { gettext } from "../lib/gettext.js";
import { fightsFollow, lackPiles, sceneOf, sharesFollow } from "../lib/host-scene.js";
import { Live } from "../lib/live.js";
import { Outbox } from "../lib/outbox.js";
import { momentOf } from "../lib/paper.js";
import { localTime } from "../lib/local-time.js";
import { ServerTime } from "../lib/seats.js";
import { Settings } from "../lib/settings.js";
import { time } from "../lib/words.js";

const SHORT = 10;
const NO_CLOCK = { left: null, runs: false };

class Panel {
  #state = null;
  #clocks = new Map();
  #serverTime = new ServerTime();
  #sounds = new Sounds();
  #title = document.title;

  constructor(root) {
    this.root = root;
    const bar = part(root, "bar");
    this.bar = new HostBar(bar);
    this.queue = new HostQueue(part(root, "queue"), this.#serverTime);
    this.rings = new HostRings(part(root, "rings"), this.#serverTime, () => this.#drawClocks());
    this.calls = new HostCalls(part(root, "calls"));
    this.lobby = new HostLobby(part(root, "lobby"), this.#serverTime);
    this.fights = new HostFights(part(root, "fights"), bar);
    this.shares = new HostShares(part(root, "shares"));
    this.piles = new HostPiles(part(root, "piles"));
    const stages = ["fights", "shares", "lobby", "over", "again-stage"].map((name) => part(root, name));
    this.asks = stages.filter(Boolean).map((stage) => new HostAsk(stage));
    this.standings = new HostStandings(part(root, "standings"), part(root, "champions"));
    this.faces = new HostFaces(root);
    this.side = new HostSide(part(root, "side"), document.getElementById("entries"));
    this.tables = new HostTables(part(root, "tables"), this.#serverTime);
    this.caller = new Caller(part(root, "caller"));
    this.toasts = new Toasts(document.querySelector(".toasts"));
    const live = new Live(`/ws/events/${root.dataset.code}/?as=host`);
    new Settings(live);
    new Counting(part(root, "fights"), live, new Outbox(`outbox-host-${root.dataset.code}`), (words) => this.#say(words));
    live.addEventListener("state", ({ detail }) => this.#take(detail));
    live.addEventListener("line", ({ detail }) => drawLine(part(this.root, "line"), detail));
    live.addEventListener("closed", () => location.reload());
    new Deeds(
      (answer) => {
        this.toasts.add(answer);
        live.resync();
      },
      (...question) => this.#ask(...question),
    );
    this.root.addEventListener("click", ({ target }) => target.closest("[data-part=to-help]") && unfold(target.closest("[data-part=to-help]").hash));
    setInterval(() => this.#drawClocks(), 200);
    setInterval(() => this.#drawAbsences(), 1000);
    live.open();
  }

  #say(said) {
    this.toasts.add({ done: false, said, undo: "", about: location.pathname });
  }

  #take(state) {
    this.#state = state;
    this.#serverTime.take(state.clock.now);
    for (const { number, clock } of state.tables) {
      if (!this.#clocks.has(number)) this.#clocks.set(number, new Countdown());
      this.#clocks.get(number).take(clock);
    }
    const moment = JSON.stringify([state.event.phase, state.round?.number, ...state.tables.map(({ phase }) => phase)]);
    this.toasts.settle(moment);
    const open = [state.pairings?.map(({ result }) => Boolean(result?.confirmed)), state.shares?.map(({ over }) => over), state.fighters?.map(({ id, ready }) => [id, ready])];
    for (const ask of this.asks) ask.settle(JSON.stringify([moment, ...open]));
    const rings = this.calls.draw(state);
    this.#draw(state);
    if (rings) {
      this.#sounds.play("call", [300, 100, 300]);
      this.toasts.clear();
    }
  }

  #draw(state) {
    const scene = sceneOf(state);
    this.root.dataset.scene = scene;
    for (const node of this.root.querySelectorAll("[data-for]")) node.hidden = !node.dataset.for.split(" ").includes(scene);
    document.title = this.calls.count ? `(${this.calls.count}) ${this.calls.news} · ${this.#title}` : this.#title;
    this.#drawDisplays(state.tables);
    this.lobby.draw(state);
    this.#call(state);
    this.fights.draw(state);
    this.shares.draw(state);
    this.standings.draw(state, scene);
    this.piles.draw(state, scene);
    this.tables.draw(state.tables, scene, state.event.sets);
    this.rings.draw(state.tables, scene);
    this.queue.draw(state, scene, this.calls.count);
    this.bar.draw(state, scene, !this.calls.count, this.rings.large);
    this.faces.draw(state);
    this.side.draw(scene);
    this.#drawNext(state);
    this.#drawFollowing(state.event, scene);
    this.#drawClocks();
    this.#drawSeed(state.event);
    this.#drawEntries(state.entries);
  }

  // Calls are spoken where there is one table: two would talk across each other.
  #call({ tables, event }) {
    const [only] = tables.length === 1 ? tables : [];
    const isCalled = only?.must_place && event.phase !== "lobby";
    this.caller.take(isCalled ? momentOf(only, { phase: only.phase, sets: event.sets }, only.clock) : null, only?.clock);
  }

  #drawClocks() {
    this.fights.drawClock();
    this.shares.drawClocks();
    this.tables.drawClocks((number) => this.#wordsOf(number));
    this.rings.drawClocks((number) => this.#wordsOf(number));
    if (this.#state && !this.#state.round) this.bar.drawClock(this.#wordsOf(this.rings.large));
  }

  // What is left of the time at a table.
  #wordsOf(number) {
    const { left, runs, isSpent } = this.#clocks.get(number) ?? NO_CLOCK;
    return { words: left === null || isSpent ? "" : time(left), isShort: runs && left !== null && left <= SHORT };
  }

  #drawAbsences() {
    this.tables.drawAbsences();
    this.rings.drawAbsences();
    this.queue.drawAbsences();
    this.lobby.drawAbsences();
    this.calls.drawWaits(this.#serverTime);
  }

  #drawDisplays(tables) {
    const numbers = tables.length > 1 ? tables.map(({ number }) => number) : []; // one of them alone is the screen of all
    list(part(this.root, "displays"), numbers, (number) => number, () => clone("host-display"), (node, number) => {
      node.href = `/events/${this.root.dataset.code}/table/${number}/`;
      text(node, "number", number);
    });
  }

  // In the stage where it was asked for.
  #ask(said, pressed, again) {
    const asked = this.asks.find(({ stage }) => stage.contains(pressed)) ?? this.asks[0];
    asked.ask(said, pressed, again);
  }

  // What comes after the decks, and after all.
  #drawNext(state) {
    const fights = fightsFollow(state);
    const shares = sharesFollow(state);
    part(this.root, "begin-fights").hidden = !fights;
    part(this.root, "begin-fights").classList.toggle("button--primary", !lackPiles(state));
    part(this.root, "begin-sharing").hidden = !shares;
    part(this.root, "read-log").classList.toggle("button--primary", !fights && !shares);
    part(this.root, "read-log").classList.toggle("button--line", fights || shares);
    if (!state.log_open) part(this.root, "read-log").hidden = true; // real packs: it opens with the last pile
    const isLater = this.root.querySelector("[data-part=log-closed]");
    if (isLater) isLater.hidden = state.log_open || this.root.dataset.scene !== "building";
    part(this.root, "hand-over").hidden = this.root.dataset.scene !== "finished" || !state.shares?.length;
  }

  // The next draft of the evening, or the way to make one.
  #drawFollowing({ next }, scene) {
    part(this.root, "next-line").hidden = !next;
    if (next) text(this.root, "next-code", next);
    if (next) part(this.root, "next-panel").href = `/events/${next}/host/`;
    for (const button of this.root.querySelectorAll("[data-again]")) button.hidden = Boolean(next) || scene === "cancelled";
    if (next) part(this.root, "again-stage").hidden = true;
  }

  #drawSeed({ seed, seed_hash: hash }) {
    text(this.root, "seed-hash", hash);
    text(this.root, "seed", seed);
    part(this.root, "seed-box").hidden = !seed;
  }

  #drawEntries(entries) {
    document.getElementById("entries").hidden = !entries.length;
    const keyed = entries.map((entry, index) => ({ ...entry, key: entries.length - index }));
    list(part(this.root, "entries"), keyed, ({ key, at }) => `${key} ${at}`, () => clone("host-entry"), drawEntry);
  }
}

const drawEntry = (node, { at, table, text: words }) => {
  part(node, "time").dateTime = at;
  text(node, "time", localTime(at, "time"));
  part(node, "of").hidden = !table;
  text(node, "table", table);
  text(node, "text", words);
};

// The steps that a link leads to are there to be read.
const unfold = (hash) => (document.querySelector(hash).open = true);

new Panel(document.getElementById("host"));
