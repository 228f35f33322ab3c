// The common part of the pages of organizer and judge: the socket that tells of changes, the parts that are fetched then, what
// is pressed, and what rings.

import { Sounds } from "../../lib/extras.js";
import { Live } from "../../lib/live.js";
import { Outbox } from "../../lib/outbox.js";
import { ServerTime } from "../../draft/seats.js";
import { part } from "../../lib/dom.js";
import { Counting } from "./counting.js";
import { Actions } from "./actions.js";
import { drawLine } from "./line-pill.js";
import { Parts } from "./parts.js";
import { Ticks } from "./ticks.js";
import { Toasts } from "../../components/toasts.js";

export class Official {
  #title = document.title;
  #rung; // the calls that are known
  #entries = null; // what happened, as JSON

  // `as`: "host" or "judge". `onState(state)` hears what the socket tells, `onDrawn()` that parts are drawn; `table()` tells
  // which table is shown large. `onQuestion`: see Actions.
  constructor(root, { as, onState, onDrawn = () => {}, onQuestion = () => {}, table = undefined }) {
    const { code } = root.dataset;
    this.root = root;
    this.onState = onState;
    this.onDrawn = onDrawn;
    this.moment = ""; // how far the night is
    this.time = new ServerTime();
    this.sounds = new Sounds();
    this.ticks = new Ticks(root, this.time);
    this.toasts = new Toasts(document.querySelector(".toasts"));
    this.live = new Live(`/ws/events/${code}/?as=${as}`);
    this.parts = new Parts(root, { table, told: () => this.#entries, onDrawn: () => this.#drawn() });
    this.#rung = this.#calls();
    new Counting(root, this.live, new Outbox(`outbox-${as}-${code}`), (said) => this.#say(said));
    new Actions((answer) => this.#answered(answer), onQuestion, `/events/${code}/host/`);
    this.#listen();
  }

  open() {
    this.live.open();
  }

  #listen() {
    const on = (type, handle) => this.live.addEventListener(type, ({ detail }) => handle(detail));
    on("state", (state) => this.#take(state));
    on("line", (line) => drawLine(part(this.root, "line"), line));
    on("closed", () => location.reload());
  }

  #take(state) {
    const { event, tables, round, clock, entries = null } = state;
    this.#entries = entries && JSON.stringify(entries);
    this.time.take(clock.now);
    this.moment = JSON.stringify([event.phase, round?.number, ...tables.map(({ phase }) => phase)]);
    this.toasts.settle(this.moment);
    this.onState(state);
    this.parts.fetch();
  }

  #answered(answer) {
    this.toasts.add(answer);
    this.live.resync();
    this.parts.fetch();
  }

  #say(said) {
    this.toasts.add({ done: false, said, undo: "", about: location.pathname });
  }

  #drawn() {
    const { calls, news } = this.root.dataset;
    const [before, now] = [this.#rung, this.#calls()];
    this.#rung = now;
    document.title = calls === "0" ? this.#title : `(${calls}) ${news} · ${this.#title}`;
    this.ticks.draw();
    this.onDrawn();
    if (now.every((key) => before.includes(key))) return;
    this.sounds.play("call", [300, 100, 300]);
    this.toasts.clear();
  }

  #calls() {
    return Array.from(part(this.root, "calls").children, (node) => node.dataset.key);
  }
}
