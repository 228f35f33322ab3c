// The connection to a table: reconnects, drops what is old, asks for what was missed.
//
// Events: "state" (the whole view; also the lobby with what has changed in it), "seat" (a small change), "marked", "ack", "error", "line" ("connecting", "live", "offline"),
// "ended" (why the server is about to close), "closed" (its code; reconnecting makes no sense).

import { gettext } from "./gettext.js";
import { changedLobby } from "./lobby-changes.js";

export const LINE = { connecting: gettext("Connecting"), live: gettext("Live"), offline: gettext("Offline") };
export const NO_LINE = gettext("No connection. This page may be out of date.");

const PING_EVERY = 10_000;
const PING_EVERY_IN_A_HURRY = 2_000; // the server must know at the deadline whether this is online
const FIRST_PING = 1_000; // so that the answer time is soon known
const PONG_WITHIN = 5_000;
const SLEPT = 1_000;
const FIRST_WAIT = 300;
const LONGEST_WAIT = 5_000;
const LONGEST_WAIT_IN_A_HURRY = 1_000; // what was confirmed in time has five seconds to arrive
const FLOOD = 4008;
export const TOO_MANY_PLACES = 4009; // this seat was opened elsewhere so often that the server closed the oldest line
const FINAL = [4001, 4003, TOO_MANY_PLACES, 4404];

export class Live extends EventTarget {
  #socket = null;
  #seq = -1;
  #last = null; // the last state, for what changes in a lobby
  #greeted = false; // this socket has sent its first state, which counts whatever its number is
  #asked = false; // something was missed: the next state counts although its number is the own one
  #tries = 0;
  #retry = 0;
  #ping = 0;
  #pingedAt = 0;
  #took = null; // milliseconds from the last ping to its pong; the next ping carries them
  #silence = 0;
  #over = false;
  #hurry = false;
  #gone = new AbortController(); // aborted by `close`
  #heardOn = 0; // the same by the device's date, which goes on while the device sleeps
  heardAt = 0; // when something last arrived, by performance.now()

  constructor(path) {
    super();
    const url = new URL(path, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    this.url = url.href;
    const { signal } = this.#gone;
    addEventListener("online", () => this.#wake(), { signal });
    addEventListener("offline", () => this.#lost(), { signal });
    addEventListener("pageshow", () => this.#wake(), { signal });
    document.addEventListener("visibilitychange", () => !document.hidden && this.#wake(), { signal });
  }

  open() {
    clearTimeout(this.#retry);
    if (this.#over) return;
    this.#drop();
    this.#greeted = false;
    this.#took = null;
    this.#tell("line", "connecting");
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    this.#expectAnswer();
    socket.onmessage = ({ data }) => socket === this.#socket && this.#receive(JSON.parse(data));
    socket.onclose = ({ code }) => socket === this.#socket && this.#closed(code);
  }

  // Disconnects, and does not reconnect.
  close() {
    this.#over = true;
    this.#gone.abort();
    clearTimeout(this.#retry);
    this.#drop();
  }

  // Connects again after it was closed: "state" tells what this device is now.
  again() {
    this.#over = false;
    this.#tries = 0;
    this.open();
  }

  // Whether the fighter has to choose before long: then it reconnects more often.
  set hurry(hurry) {
    if (hurry === this.#hurry) return;
    this.#hurry = hurry;
    if (hurry && this.isLive) this.#ask();
  }

  get isLive() {
    return this.#greeted && this.#socket?.readyState === WebSocket.OPEN;
  }

  // Sends if online, and returns whether it is. Requests that need an answer are kept in an outbox.
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    if (message.id) this.#expectAnswer();
    return true;
  }

  #receive(message) {
    const hasSlept = Date.now() - this.#heardOn - (performance.now() - this.heardAt) > SLEPT;
    this.heardAt = performance.now();
    this.#heardOn = Date.now();
    this.#heard();
    if (hasSlept && this.#greeted && message.type !== "state") this.resync(); // clocks on the page stood meanwhile
    if (message.type === "state") this.#state(message);
    else if (message.type === "seat") this.#seat(message);
    else if (message.type === "lobby") this.#lobby(message);
    else if (message.type === "pong") this.#pong(message);
    else this.#tell(message.type, message);
  }

  #state(message) {
    const isNewer = this.#asked ? message.seq >= this.#seq : message.seq > this.#seq;
    if (this.#greeted && !isNewer) return;
    const first = !this.#greeted;
    this.#seq = message.seq;
    this.#asked = false;
    this.#greeted = true;
    this.#tries = 0;
    this.#last = message;
    this.#tell("state", message);
    if (first) this.#pingIn(FIRST_PING);
    if (first) this.#tell("line", "live");
  }

  #seat(message) {
    if (!this.#greeted || message.seq <= this.#seq) return;
    if (message.seq > this.#seq + 1) this.resync();
    this.#seq = message.seq;
    this.#tell("seat", message);
  }

  #lobby(message) {
    if (!this.#greeted || message.seq <= this.#seq) return;
    if (message.since > this.#seq) return this.resync();
    this.#seq = message.seq;
    this.#last = changedLobby(this.#last, message);
    this.#tell("state", this.#last);
  }

  #pong(message) {
    const took = Math.round(performance.now() - this.#pingedAt);
    this.#took = took <= PONG_WITHIN ? took : null; // longer ones are those of a page that was asleep
    this.#pingIn(this.#hurry ? PING_EVERY_IN_A_HURRY : PING_EVERY);
    if (message.seq > this.#seq) this.resync();
  }

  // Asks for the whole view, and takes it although it may be no newer.
  resync() {
    this.#asked = true;
    this.send({ type: "resync" });
  }

  #heard() {
    clearTimeout(this.#silence);
    this.#silence = 0;
  }

  #pingIn(wait) {
    clearTimeout(this.#ping);
    this.#ping = setTimeout(() => this.#ask(), wait);
  }

  #ask() {
    this.#pingedAt = performance.now();
    this.send(this.#took === null ? { type: "ping" } : { type: "ping", ms: this.#took });
    this.#expectAnswer();
  }

  // The next message is an answer: a request that has waited for one does not wait longer for a later one.
  #expectAnswer() {
    this.#silence ||= setTimeout(() => this.#lost(), PONG_WITHIN);
  }

  // Someone looks at the page again, or the network is back: ask at once instead of waiting for the next turn, and soon
  // again, since the first try may still come to nothing.
  #wake() {
    if (this.#over) return;
    this.#tries = 0;
    if (this.isLive) this.#ask();
    else if (![WebSocket.CONNECTING, WebSocket.OPEN].includes(this.#socket?.readyState)) this.open();
  }

  #lost() {
    this.#drop();
    this.#later();
  }

  #closed(code) {
    this.#drop();
    if (FINAL.includes(code)) {
      this.#over = true;
      this.#tell("closed", code);
    } else {
      this.#later(code === FLOOD ? LONGEST_WAIT : 0);
    }
  }

  #later(least = 0) {
    if (this.#over) return;
    this.#tell("line", "offline");
    const longest = this.#hurry ? LONGEST_WAIT_IN_A_HURRY : LONGEST_WAIT;
    const wait = Math.min(longest, FIRST_WAIT * 2 ** this.#tries) * (0.7 + 0.6 * Math.random());
    this.#tries += 1;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.open(), Math.max(least, wait));
  }

  #drop() {
    clearTimeout(this.#ping);
    this.#heard();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
