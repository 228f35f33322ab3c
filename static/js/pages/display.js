// The big screen: the same public facts for everybody, large.

import { clone, icon, list, part, text } from "../lib/dom.js";
import { Countdown } from "../lib/clock.js";
import { stayAwake } from "../lib/extras.js";
import { Live } from "../lib/live.js";
import { names, plural, time } from "../lib/words.js";
import { RoundTable } from "../components/round-table.js";

const SCENES = { lobby: "lobby", drafting: "table", review: "table" }; // all later phases: "ready"
const LINE = { connecting: "Connecting", live: "Live", offline: "Offline" };
const HURRY = 10;

class Display {
  constructor(root) {
    this.root = root;
    this.state = null;
    this.countdown = new Countdown();
    this.table = new RoundTable(root.querySelector('[data-for="table"]'));
    const live = new Live(root.dataset.ws);
    live.addEventListener("state", ({ detail }) => this.#take(detail));
    live.addEventListener("seat", ({ detail }) => this.#change(detail));
    live.addEventListener("line", ({ detail }) => this.#drawLine(detail));
    live.addEventListener("closed", () => this.#say("This table is gone.", ""));
    setInterval(() => this.#drawClock(), 200);
    stayAwake();
    live.open();
  }

  #take(state) {
    const before = this.state;
    this.state = state;
    this.countdown.take(state.clock);
    const { phase } = state.event;
    const scene = SCENES[phase] ?? "ready";
    for (const node of this.root.querySelectorAll("[data-for]")) node.hidden = node.dataset.for !== scene;
    this.root.dataset.scene = scene;
    text(this.root, "set", setWords(state));
    text(this.root, "seed", seedWords(state.event));
    if (scene === "lobby") this.#drawLobby(state);
    if (scene === "table") this.#drawTable(state, before);
    if (scene === "ready") this.#drawReady(state);
    this.#drawClock();
  }

  #change(change) {
    const { type, seq, ...seat } = change;
    Object.assign(this.state.table.seats[change.seat] ?? {}, seat);
    const { phase } = this.state.event;
    if (phase === "lobby") this.#drawLobby(this.state);
    else if (SCENES[phase]) this.#drawTable(this.state, this.state);
  }

  #drawLobby({ table, event }) {
    const count = table.seats.length;
    text(this.root, "lobby-count", count ? `${plural(count, "fighter")} here` : "Nobody is here yet");
    part(this.root, "lobby-none").hidden = count > 0;
    const free = Array.from({ length: Math.max(0, event.table_size - count) }, (_, place) => freePlace(count + place));
    this.#drawPeople("lobby-people", [...table.seats, ...free], lobbyWords);
    const missing = table.seats.filter((seat) => !seat.bot && !seat.ready).map((seat) => seat.name);
    const isFull = count > 0 && !missing.length;
    this.#say(isFull ? "Everyone is ready." : missing.length ? `Not ready yet: ${names(missing, 4)}.` : "", "Seats are drawn at random when the draft starts.");
  }

  #drawReady({ table }) {
    this.#drawPeople("ready-people", table.seats, (seat) => plural(seat.face_down, "card"));
    this.#say("The draft is over.", "Sleeve your cards; all that you chose is your deck.");
  }

  #drawPeople(name, seats, words) {
    list(
      part(this.root, name),
      seats,
      (seat) => `${seat.seat}-${seat.name}`,
      () => clone("tv-person"),
      (node, seat) => {
        const isLobby = name === "lobby-people";
        node.classList.toggle("is-free", Boolean(seat.free));
        node.dataset.seat = seat.seat % 9;
        node.classList.toggle("is-ready", Boolean(seat.ready || seat.bot || !isLobby));
        icon(part(node, "glyph"), isLobby ? lobbyIcon(seat) : `seat-${seat.seat}`);
        text(node, "name", seat.name);
        text(node, "doing", words(seat));
      },
    );
  }

  #drawTable(state, before) {
    const { table, event, clock } = state;
    const isReview = event.phase === "review";
    const hasPassed =
      before && !isReview && before.table.round === table.round && table.pass === before.table.pass + 1;
    this.table.draw(table.seats, event.phase, table.direction, hasPassed ? table.direction : null);
    const middle = part(this.root, "middle");
    middle.classList.toggle("is-paused", clock.paused);
    text(middle, "what", clock.paused ? "Paused" : isReview ? "Review" : "");
    part(middle, "what").hidden = !clock.paused && !isReview;
    part(middle, "where").hidden = isReview;
    for (const name of ["round", "rounds", "pass", "passes"]) text(middle, name, table[name]);
    part(middle, "direction").hidden = isReview || clock.paused;
    part(middle, "direction").dataset.direction = table.direction;
    icon(part(middle, "arrow"), `i-${table.direction}`);
    text(middle, "direction-words", `pass ${table.direction}`);
    this.#say(...tableWords(state));
  }

  #drawClock() {
    const { left, runs } = this.countdown;
    const digits = part(this.root, "digits");
    digits.hidden = left === null;
    text(this.root, "digits", left === null ? "" : time(left));
    digits.classList.toggle("is-hurry", runs && left <= HURRY);
  }

  #drawLine(line) {
    part(this.root, "line").dataset.line = line;
    text(this.root, "line-words", LINE[line]);
  }

  #say(words, more) {
    text(this.root, "words", words);
    text(this.root, "words-more", more);
  }
}

const freePlace = (seat) => ({ seat, name: "", free: true });

const lobbyWords = (seat) => (seat.free ? "a free place" : seat.bot ? "bot" : seat.ready ? "ready" : "");

const lobbyIcon = (seat) => (seat.free ? "i-plus" : seat.bot ? "i-bot" : seat.ready ? "i-check" : "i-person");

const setWords = ({ event, table }) => {
  const set = event.sets?.[Math.max(0, table.round - 1)];
  return set ? ` · ${set.name} ${set.code}` : "";
};

const seedWords = ({ seed, seed_hash: hash }) => {
  if (seed) return `Seed ${seed}`;
  return hash ? `SHA-256 of the seed ${hash}` : "";
};

const tableWords = ({ table, event, clock }) => {
  if (clock.paused) return ["The clock stands.", "Nobody chooses until the organizer goes on."];
  if (event.phase === "review") {
    return ["Look at your own cards.", clock.deadline ? "They are closed again when the time is up." : "They are closed again when all have seen them."];
  }
  if (table.waiting_for_judge) return ["A judge looks at a card.", "The clock stands."];
  const late = table.seats.filter((seat) => !seat.chosen);
  const holds = late.length ? `Everyone should hold ${plural(late[0].in_hand, "card")}.` : "";
  const rare = table.legion_rare && table.pass === 1 ? "Legion Rare verified: trigger and two other cards this pack." : holds;
  return [late.length ? `Waiting for ${names(late.map((seat) => seat.name))}.` : "Everyone has chosen.", rare];
};

new Display(document.getElementById("display"));
