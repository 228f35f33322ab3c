// The big screen: the same public facts for everybody, large.

import { clone, icon, list, part, text } from "../lib/dom.js";
import { Countdown } from "../lib/clock.js";
import { sentences } from "../lib/display-words.js";
import { stayAwake } from "../lib/extras.js";
import { fit, fitOnce } from "../lib/fit.js";
import { game } from "../lib/game.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { Live } from "../lib/live.js";
import { MARKS, ServerTime, isAway, presenceOf, turnOf } from "../lib/seats.js";
import { Settings } from "../lib/settings.js";
import { cards, PASS, time } from "../lib/words.js";
import { drawSeating } from "../components/seating.js";
import { DisplayFights } from "../components/display-fights.js";
import { RoundTable } from "../components/round-table.js";

const SCENES = { lobby: "lobby", drafting: "table", review: "table", fighting: "fights" };
const LINE = { connecting: gettext("Connecting"), live: gettext("Live"), offline: gettext("Offline") };
const STAGED = ["fights", "end"]; // the scenes that components/display-fights.js draws
const HURRY = 10;
// Sizes, in parts of the largest, and lines (lib/fit.js).
const TITLE = [[1, 1], [0.85, 1], [0.7, 1]];
const SENTENCE = [[1, 1], [0.85, 1], [0.75, 1], [0.66, 1], [0.6, 2]];
const PERSON = [[1, 1], [0.89, 1], [0.8, 1], [0.72, 2], [0.72, "broken"]];

class Display {
  constructor(root) {
    this.root = root;
    this.state = null;
    this.countdown = new Countdown();
    this.serverTime = new ServerTime();
    this.table = new RoundTable(root.querySelector(".tv-table"));
    this.fights = new DisplayFights(root, this.countdown);
    const live = new Live(root.dataset.ws);
    new Settings(live);
    live.addEventListener("state", ({ detail }) => this.#take(detail));
    live.addEventListener("seat", ({ detail }) => this.#change(detail));
    live.addEventListener("line", ({ detail }) => this.#drawLine(detail));
    live.addEventListener("closed", () => this.#close());
    setInterval(() => this.#tick(), 200);
    document.fonts.ready.then(() => fit(root.querySelector("h1"), TITLE));
    stayAwake();
    live.open();
  }

  #take(state) {
    const before = this.state;
    this.state = state;
    this.countdown.take(state.round ? { ...state.round, now: state.clock.now } : state.clock);
    this.serverTime.take(state.clock.now);
    const scene = sceneOf(this.state);
    for (const node of this.root.querySelectorAll("[data-for]")) node.hidden = !node.dataset.for.split(" ").includes(scene);
    this.root.dataset.scene = scene;
    text(this.root, "set", setWords(state));
    this.#drawSeed(state, before);
    this.#drawScene(before);
  }

  #change(change) {
    const { type, seq, ...seat } = change;
    Object.assign(this.state.table.seats[change.seat] ?? {}, seat);
    this.#drawScene(this.state);
  }

  #drawScene(before) {
    const scene = sceneOf(this.state);
    if (scene === "lobby") this.#drawLobby(this.state);
    if (scene === "table") this.#drawTable(this.state, before);
    if (scene === "ready") this.#drawReady(this.state);
    if (STAGED.includes(scene)) this.fights.draw(this.state);
    else this.fights.leave();
    this.#tick();
  }

  #drawLobby({ table, event, seating }) {
    drawSeating(part(this.root, "lobby-seating"), seating, table.seats);
    part(this.root, "lobby-seating").hidden = !seating;
    const count = table.seats.length;
    text(this.root, "lobby-count", count ? interpolate(hereOf(count), { count }) : gettext("Nobody is here yet"));
    const free = Array.from({ length: Math.max(0, event.table_size - count) }, (_, place) => freePlace(count + place));
    this.#drawPeople("lobby-people", [...table.seats, ...free], (seat) => this.#lobbyMark(seat));
  }

  #lobbyMark(seat) {
    if (seat.free) return { icon: "i-plus", word: gettext("a free place") };
    const presence = presenceOf(seat, this.serverTime);
    return presence.icon ? presence : turnOf(seat);
  }

  #drawReady({ table, event }) {
    text(this.root, "ready-title", event.stopped ? gettext("The event was stopped") : game().ready);
    this.#drawPeople("ready-people", table.seats, (seat) => ({ icon: `seat-${seat.seat}`, word: cards(seat.face_down) }));
  }

  #drawPeople(name, seats, mark) {
    list(
      part(this.root, name),
      seats,
      (seat) => `${seat.seat}-${seat.name}`,
      () => clone("tv-person"),
      (node, seat) => {
        const { icon: drawing, word } = mark(seat);
        node.classList.toggle("is-free", Boolean(seat.free));
        node.dataset.seat = seat.seat % MARKS;
        node.classList.toggle("is-ready", ["ready", "bot"].includes(seat.turn) && !isAway(seat));
        node.classList.toggle("is-away", isAway(seat) && name === "lobby-people");
        icon(part(node, "glyph"), drawing);
        text(node, "name", seat.name);
        text(node, "doing", word);
      },
    ).forEach((node) => fitOnce(part(node, "name"), PERSON));
  }

  #drawTable(state, before) {
    const { table, event, clock } = state;
    const isReview = event.phase === "review";
    const hasPassed =
      before && !isReview && before.table.round === table.round && table.pass === before.table.pass + 1;
    this.table.draw(table, event.phase, this.serverTime, hasPassed ? table.direction : null);
    const middle = part(this.root, "middle");
    const isHeld = clock.paused || table.waiting_for_judge;
    this.root.classList.toggle("is-held", isHeld);
    text(middle, "what", clock.paused ? gettext("Paused") : table.waiting_for_judge ? gettext("Judge") : isReview ? gettext("Review") : "");
    part(middle, "what").hidden = !isHeld && !isReview;
    part(this.root, "where").hidden = isReview;
    for (const name of ["round", "rounds", "pass", "passes"]) text(this.root, name, table[name]);
    part(middle, "direction").hidden = isReview || isHeld;
    part(middle, "direction").dataset.direction = table.direction;
    icon(part(middle, "arrow"), `i-${table.direction}`);
    text(middle, "direction-words", PASS[table.direction]);
  }

  // What changes with time: the clock, and how long phones have been away.
  #tick() {
    if (!this.state || this.isOver) return;
    const { left, runs } = this.countdown;
    const digits = part(this.root, "digits");
    digits.hidden = left === null;
    text(this.root, "digits", left === null ? "" : time(left));
    digits.classList.toggle("is-hurry", runs && left <= HURRY);
    const scene = sceneOf(this.state);
    const said = sentences(this.state, this.serverTime);
    this.#say(said, STAGED.includes(scene) ? said : sentences(this.state));
    this.fights.tick();
    if (scene === "lobby") this.#drawLobby(this.state);
    if (scene === "table") this.table.drawPresence(this.state.table.seats, this.serverTime);
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
    this.#say([gettext("This table is gone."), ""], [gettext("This table is gone.")]);
  }

  // The number that proves the draw (R4) stands open until the first packs are passed, and when the draft is over.
  #drawSeed(state, before) {
    const box = part(this.root, "seed-box");
    const { seed, seed_hash: hash } = state.event;
    box.hidden = !hash;
    text(box, "seed", interpolate(seed ? gettext("Seed %(seed)s") : gettext("SHA-256 of the seed %(hash)s"), { seed, hash }));
    if (!before || showsSeed(before) !== showsSeed(state)) box.open = showsSeed(state);
  }

  #drawLine(line) {
    part(this.root, "line").dataset.line = line;
    text(this.root, "line-words", LINE[line]);
  }
}

const hereOf = (count) => ngettext("%(count)s fighter here", "%(count)s fighters here", count);

const PAST_FIGHTS = ["sharing", "finished"];

// All other phases are "ready": decks, and an event that ended without fights.
const sceneOf = ({ event, standings }) => SCENES[event.phase] ?? (standings && PAST_FIGHTS.includes(event.phase) ? "end" : "ready");

const showsSeed = (state) => sceneOf(state) === "ready" || (state.table.round === 1 && state.table.pass === 1);

const freePlace = (seat) => ({ seat, name: "", free: true });

const setWords = ({ event, table, round }) => {
  if (round) return round.counters.map(losesWords).join("");
  if (event.phase === "finished") return "";
  const set = event.sets?.[Math.max(0, table.round - 1)];
  return set ? ` · ${set.name} ${set.code}` : "";
};

const losesWords = ({ label, loses_at: count }) => ` · ${interpolate(gettext("%(label)s: %(count)s loses"), { label, count })}`;

new Display(document.getElementById("display"));
