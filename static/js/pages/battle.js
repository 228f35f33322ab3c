// A battle of Rome. The server draws the board after every change and every tap, from its address; this script asks for it, puts it into
// the page with as few changes as possible, and sends what is pressed. Without it links and forms do the same.

import { BoardDrag } from "../games/rome-drag.js";
import { showMotion } from "../games/rome-motion.js";
import { SHORT } from "../lib/clock.js";
import { icon, part, text } from "../lib/dom.js";
import { Sounds, stayAwake } from "../lib/extras.js";
import { gettext } from "../lib/gettext.js";
import { Live, NO_LINE } from "../lib/live.js";
import { morph } from "../lib/morph.js";
import { time } from "../lib/words.js";

const SLOW = 400; // milliseconds after which a button says that its move is on its way
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

class BattlePage {
  constructor(root) {
    this.root = root;
    this.address = location.href;
    this.asked = 0; // the newest request counts, whichever is answered last
    this.sending = false; // a move is on its way: what was drawn meanwhile could be of the moment before it
    this.isLate = false;
    this.isOffline = false;
    this.live = new Live(root.dataset.ws);
    this.live.addEventListener("state", ({ detail }) => this.#hear(detail));
    this.live.addEventListener("line", ({ detail }) => this.#drawLine(detail));
    this.live.addEventListener("closed", () => location.reload());
    this.live.open();
    document.addEventListener("click", (event) => this.#click(event));
    document.addEventListener("submit", (event) => this.#submit(event));
    document.addEventListener("change", (event) => this.#change(event));
    document.addEventListener("keydown", (event) => this.#press(event));
    new BoardDrag(root, (link) => this.#go(link.href));
    this.sounds = new Sounds();
    part(root, "sound-button").addEventListener("click", () => this.#drawSound(this.sounds.toggle()));
    this.#drawSound();
    this.#clock();
    setInterval(() => this.#tick(), 250);
    this.#center();
    stayAwake();
  }

  #hear({ event }) {
    if (event.phase !== "fighting" && this.root.dataset.state !== "over") return location.reload();
    this.#look();
  }

  // After anybody's move the same is shown as before, if it is still there.
  #look() {
    if (this.sending) return void (this.isLate = true);
    return this.#take(() => fetch(this.address, { headers: { "X-Requested-With": "fetch" } }));
  }

  #go(address) {
    this.address = address;
    history.replaceState(null, "", address);
    part(this.root, "unsent").hidden = true; // something else is done
    return this.#look();
  }

  // Returns the address of the server's answer, or "" without one.
  async #take(ask) {
    const number = (this.asked += 1);
    this.root.setAttribute("aria-busy", "true");
    try {
      const answer = await ask();
      if (number !== this.asked) return answer.url;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (number !== this.asked) return answer.url;
      const board = fresh.getElementById("battle");
      if (!board) location.assign(answer.url);
      else this.#draw(fresh, board);
      this.#drawLine(this.live.isLive ? "live" : "offline");
      return answer.url;
    } catch {
      this.#drawLine("offline");
      return "";
    } finally {
      if (number === this.asked) this.root.removeAttribute("aria-busy");
    }
  }

  #draw(fresh, board) {
    const columns = this.#columns();
    const before = { ...this.root.dataset };
    const wasAsked = this.#isAsked();
    morph(this.root, document.adoptNode(board));
    document.title = fresh.title;
    if (before.version !== this.root.dataset.version) part(this.root, "unsent").hidden = true; // what it was about is past
    this.#sound(before, this.root.dataset);
    document.querySelector(".messages")?.remove();
    const messages = fresh.querySelector(".messages");
    if (messages) this.root.before(document.adoptNode(messages));
    this.#clock();
    const isTold = before.version !== this.root.dataset.version && this.root.querySelector(".rome-field[data-told]");
    if (columns !== this.#columns() || isTold) this.#center();
    if (this.#isNews(before, wasAsked)) scrollTo(0, 0); // what to do, the time for it, and how it has ended are said above the board
    if (before.version !== this.root.dataset.version) showMotion(this.root, this.root.dataset.moved);
  }

  #isAsked() {
    return this.root.querySelector(".battle__ask") !== null;
  }

  // Whether something else is to be done or answered than before, or the battle has ended or was paused.
  #isNews(before, wasAsked) {
    const { state, phase, paused } = this.root.dataset;
    const isPaused = paused !== undefined && before.paused === undefined;
    return isPaused || (state !== "wait" && (state !== before.state || phase !== before.phase)) || (this.#isAsked() && !wasAsked);
  }

  #sound(before, now) {
    if (before.version === now.version) return;
    if (now.state === "over") return this.sounds.play(before.state === "over" ? "tick" : "reveal");
    if (before.state === "wait" && now.state === "now") return this.sounds.play("turn", [60]);
    this.sounds.play("placed");
  }

  #drawSound() {
    const button = part(this.root, "sound-button");
    button.setAttribute("aria-pressed", String(this.sounds.muted));
    icon(button, this.sounds.muted ? "i-mute" : "i-sound");
  }

  #click(event) {
    const link = event.target.closest("a");
    if (!link || !this.root.contains(link) || link.dataset.part === "seat" || event.ctrlKey || event.metaKey || event.shiftKey || !this.#isHere(link.href)) return;
    event.preventDefault();
    const look = this.#go(link.href);
    if (link.matches(".battle__card")) look.then(() => document.getElementById("battle-chosen")?.scrollIntoView({ block: "nearest" })); // below the hand
  }

  #isHere(address) {
    return new URL(address, location.href).pathname === location.pathname;
  }

  #submit(event) {
    const { target: form, submitter } = event;
    if (!this.root.contains(form) || !this.#isHere(form.action)) return;
    event.preventDefault();
    if (this.sending) return;
    const fields = new FormData(form, submitter);
    if (form.method === "get") return this.#go(`${form.action.split("?")[0]}?${new URLSearchParams(fields)}`);
    return this.#send(form.action, fields, submitter);
  }

  // A move that did not arrive is named, and the line being laid, or the attack, stays on the screen. After a move the server says what is
  // looked at, unless something else was tapped meanwhile.
  async #send(address, fields, pressed) {
    const { address: before } = this;
    this.sending = true;
    this.isLate = false;
    const letGo = hold(pressed);
    const reached = await this.#take(() => fetch(address, { method: "POST", body: fields, headers: { "X-Requested-With": "fetch" } }));
    letGo();
    this.sending = false;
    part(this.root, "unsent").hidden = Boolean(reached);
    if (reached && this.address === before) {
      this.address = reached;
      history.replaceState(null, "", reached);
    }
    if (this.isLate) this.#look();
  }

  #change({ target }) {
    const form = target.closest("[data-part=parts]");
    if (form) this.#go(`${form.action.split("?")[0]}?${new URLSearchParams(new FormData(form))}`);
  }

  // Arrows go from space to space, Escape lets go of what is chosen.
  #press(event) {
    if (event.target.closest("input, select, textarea")) return;
    if (event.key === "Escape") {
      const chosen = part(this.root, "close") ?? (this.root.querySelector(".is-selected") ?? this.root.querySelector(".is-chosen"))?.closest("a");
      if (chosen) this.#go(chosen.href);
      return;
    }
    const way = ARROWS[event.key];
    if (!way) return;
    const spaces = [...this.root.querySelectorAll(".rome-link")];
    const from = document.activeElement.closest?.(".rome-link");
    if (!from && document.activeElement !== document.body) return;
    event.preventDefault();
    (from ? nearest(from, spaces, way) : spaces.at(-1))?.focus();
  }

  #drawLine(line) {
    if (line !== "connecting") this.isOffline = line === "offline"; // it is tried again and again
    part(this.root, "offline").hidden = !this.isOffline;
    this.root.toggleAttribute("data-offline", this.isOffline);
    this.#tick();
  }

  // Offline, nothing is offered once the time is up: the clock has played by then.
  #close(isClosed) {
    this.root.toggleAttribute("data-closed", isClosed);
    part(this.root, "lines").inert = isClosed;
    text(this.root, "offline-words", isClosed ? gettext("No connection, and the time is up. The battle may have gone on.") : NO_LINE);
  }

  #clock() {
    const clock = part(this.root, "clock");
    this.end = clock ? performance.now() + Number(clock.dataset.seconds) * 1000 : null;
    this.#tick();
  }

  #tick() {
    const clock = part(this.root, "clock");
    const isDue = this.root.dataset.state === "now";
    this.#close(Boolean(this.isOffline && isDue && clock && this.end !== null && performance.now() >= this.end));
    if (!clock || this.end === null) return;
    const left = Math.max(0, (this.end - performance.now()) / 1000);
    const words = time(left);
    if (clock.textContent !== words) clock.textContent = words;
    clock.classList.toggle("is-hurry", left <= SHORT);
  }

  #columns() {
    return this.root.querySelector("[data-columns]").dataset.columns;
  }

  // Long lines scroll; their middle is seen first.
  #center() {
    const lines = part(this.root, "lines");
    lines.scrollLeft = (lines.scrollWidth - lines.clientWidth) / 2;
  }
}

// Marks what was pressed until it is let go of; a button says then that it waits for a slow server.
const hold = (pressed) => {
  const own = [...pressed.childNodes];
  const timer = setTimeout(() => {
    pressed.setAttribute("aria-disabled", "true");
    if (pressed.matches(".button")) pressed.replaceChildren(gettext("Sending…"));
  }, SLOW);
  return () => {
    clearTimeout(timer);
    if (!pressed.hasAttribute("aria-disabled")) return; // what was drawn since has let go of it
    pressed.removeAttribute("aria-disabled");
    if (pressed.matches(".button")) pressed.replaceChildren(...own);
  };
};

const nearest = (from, spaces, [x, y]) => {
  const at = middle(from);
  const found = spaces
    .map((space) => ({ space, along: x * (middle(space).x - at.x) + y * (middle(space).y - at.y), aside: Math.abs(x ? middle(space).y - at.y : middle(space).x - at.x) }))
    .filter(({ along, aside }) => along > 8 && aside <= along);
  return found.sort((one, other) => one.along + 2 * one.aside - other.along - 2 * other.aside)[0]?.space;
};

const middle = (node) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

new BattlePage(document.getElementById("battle"));
