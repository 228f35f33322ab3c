// A fighter's page: what the server sends goes to the scene of the phase, what the fighter does goes to the server.

import { icon, part, text } from "../lib/dom.js";
import { Live } from "../lib/live.js";
import { Outbox } from "../lib/outbox.js";
import { Sounds, stayAwake } from "../lib/extras.js";
import { Deck } from "../components/deck.js";
import { Draft } from "../components/draft.js";
import { Judge } from "../components/judge.js";
import { Lobby } from "../components/lobby.js";

const SCENES = { lobby: "lobby", opening: "opening", drafting: "draft", review: "draft" }; // all later phases: "deck"
const LINE = { connecting: "Connecting", live: "Live", offline: "Offline" };
const OVERTAKEN = ["stale", "already_chosen", "not_drafting"];
const GONE = {
  4003: ["This is nobody’s seat", "This device has no seat in this event any more."],
  4404: ["There is no such event", "The code leads nowhere, or the event was taken down."],
  cancelled: ["This event was cancelled", "The organizer ended it before the draft had started."],
};

class Play {
  constructor(root) {
    this.root = root;
    this.state = null;
    this.line = "connecting";
    this.live = new Live(root.dataset.ws);
    this.outbox = new Outbox(`outbox-${root.dataset.code}`);
    this.sounds = new Sounds();
    this.say = (words) => text(root, "spoken", words);
    this.judge = new Judge(document.getElementById("judge"), this);
    const scene = (name) => root.querySelector(`[data-for="${name}"]`);
    this.scenes = {
      lobby: new Lobby(scene("lobby"), this),
      draft: new Draft(scene("draft"), this),
      deck: new Deck(scene("deck"), this),
    };
    this.#listen();
    this.#tools();
    stayAwake();
    this.live.open();
  }

  // Sends what needs an answer, and again after every reconnect until the answer is there.
  ask(message) {
    this.live.send(this.outbox.add(message));
    this.#drawLine();
  }

  drawConfirm({ words, count, isOff, isDone }) {
    const button = part(this.root, "confirm");
    const isSafe = this.outbox.find("choose") && this.line !== "live";
    button.setAttribute("aria-disabled", String(isOff));
    button.classList.toggle("is-done", isDone);
    text(button, "confirm-words", isSafe ? "Your choice is safe, sending …" : words);
    text(button, "confirm-count", isSafe ? "" : count);
  }

  #listen() {
    const on = (type, handle) => this.live.addEventListener(type, ({ detail }) => handle(detail));
    on("state", (state) => this.#take(state));
    on("seat", (change) => this.#change(change));
    on("ack", ({ id }) => this.#settled(this.outbox.settle(id)));
    on("error", (error) => this.#refused(error));
    on("line", (line) => this.#drawLine(line));
    on("closed", (code) => this.#gone(code));
  }

  #tools() {
    const keys = document.getElementById("keys");
    part(this.root, "keys-button").addEventListener("click", () => keys.showModal());
    part(this.root, "judge-button").addEventListener("click", () => this.judge.open());
    part(this.root, "sound-button").addEventListener("click", () => this.#toggleSound());
    this.#drawSound();
    addEventListener("keydown", (event) => {
      const isTyping = event.target.closest("input, textarea, select, dialog");
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "?") keys.showModal();
      const isFree = event.target === document.body && this.root.dataset.scene === "draft";
      if (isFree && event.key === "Enter") part(this.root, "confirm").click();
      if (isFree && /^Arrow(Left|Right)$/.test(event.key)) this.scenes.draft.hand.focus();
    });
  }

  #take(state) {
    if (!state.you) return this.#gone(4003);
    this.state = state;
    const name = SCENES[state.event.phase] ?? "deck";
    if (name === "deck" && !state.you.summary) return this.#gone("cancelled");
    this.#show(name);
    part(this.root, "judge-button").hidden = name !== "draft";
    if (name === "deck" && this.lastName === "draft") {
      this.sounds.play("done", [40, 60, 40]);
      this.say("The draft is over. This is your deck.");
    }
    this.lastName = name;
    return this.scenes[name]?.draw(state);
  }

  #change(change) {
    const { type, seq, ...seat } = change;
    Object.assign(this.state.table.seats[change.seat] ?? {}, seat);
    const { phase } = this.state.event;
    if (phase === "lobby") this.scenes.lobby.draw(this.state);
    if (SCENES[phase] === "draft") this.scenes.draft.drawTable(this.state);
  }

  #settled(message) {
    if (message?.type === "ready") {
      this.state.you.ready = true;
      if (this.state.event.phase === "lobby") this.scenes.lobby.draw(this.state);
      if (this.state.event.phase === "review") this.scenes.draft.drawReady(this.state.you);
    }
    this.scenes.draft.refresh();
  }

  #refused({ id, code, message }) {
    const asked = this.outbox.settle(id);
    if (asked?.type === "choose") {
      this.scenes.draft.hand.fault(message);
      if (OVERTAKEN.includes(code)) this.live.send({ type: "resync" });
    } else if (asked?.type === "call_judge") {
      this.judge.open();
      this.judge.refuse(message);
    }
    this.scenes.draft.refresh();
  }

  #gone(code) {
    const [title, words] = GONE[code] ?? [];
    if (title) text(this.root, "gone-title", title);
    if (words) text(this.root, "gone-words", words);
    for (const name of ["judge-button", "line"]) part(this.root, name).hidden = true;
    this.#show("gone");
  }

  #show(name) {
    if (this.root.dataset.scene === name) return;
    this.root.dataset.scene = name;
    for (const scene of this.root.querySelectorAll("[data-for]")) scene.hidden = scene.dataset.for !== name;
    scrollTo(0, 0);
  }

  #drawLine(line = this.line) {
    const isBack = line === "live" && this.line !== "live";
    this.line = line;
    part(this.root, "line").dataset.line = line;
    text(this.root, "line-words", LINE[line]);
    if (isBack) for (const message of this.outbox.waiting) this.live.send(message);
    if (isBack) this.scenes?.draft.remind();
    this.scenes?.draft.refresh();
  }

  #toggleSound() {
    this.sounds.toggle();
    this.#drawSound();
  }

  #drawSound() {
    const button = part(this.root, "sound-button");
    button.setAttribute("aria-pressed", String(this.sounds.muted));
    icon(button, this.sounds.muted ? "i-mute" : "i-sound");
  }
}

new Play(document.getElementById("play"));
