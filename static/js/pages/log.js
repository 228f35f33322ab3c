// The log: a draft to step through, by seats, packs or the whole table. The server has worked out what it shows (log/replay.js).

import "../lib/local-time.js";
import "../components/readable.js";
import { ReplayComments } from "../log/replay-comments.js";
import { Faces, listenToFaces } from "../log/replay-faces.js";
import { ReplayScene } from "../log/replay-scene.js";
import { listenToKeys, listenToSwipes } from "../log/replay-controls.js";
import { afterFrame, json, part } from "../lib/dom.js";
import { linkStyles, loaded } from "../lib/later.js";
import { leadToDecks } from "../log/deck-address.js";
import { readQuizAddress, writeQuizAddress } from "../log/quiz/quiz-questions.js";
import { Replay } from "../log/replay.js";
import { addressOfLink, readAddress, writeAddress, writeLink } from "../log/replay-address.js";

const root = document.getElementById("replay");
const PLAYED_MS = 1600; // how long each step stands while it plays
const WRITTEN_MS = 150; // browsers limit how often the address changes

class LogPage {
  #tables = new Map();
  #playing = null;
  #writing = null;

  constructor() {
    this.page = json("replay-page");
    this.first = json("replay-data").table;
    this.keep(json("replay-data"));
    this.scene = new ReplayScene(root, this.page, { go: (change) => this.go(change), toSeat: (seat) => this.toSeat(seat), toTable: (number) => this.table(number) });
    this.quiz = null; // until somebody asks for it
    this.comments = new ReplayComments(root, json("replay-talk"), (change) => this.go(change));
    this.state = { table: this.first, at: 0, view: "seat", seat: 0 };
    this.listen();
  }

  keep(told) {
    const replay = new Replay(told);
    this.#tables.set(told.table, { replay, faces: new Faces(replay) });
  }

  get here() {
    return this.#tables.get(this.state.table);
  }

  listen() {
    part(root, "back").addEventListener("click", () => this.step(-1));
    part(root, "on").addEventListener("click", () => this.step(1));
    part(root, "play").addEventListener("click", () => this.play());
    for (const button of root.querySelectorAll("[data-go]")) button.addEventListener("click", () => this.look(button.dataset.go));
    part(root, "quiz-open").addEventListener("click", () => this.ask({}));
    part(root, "link").addEventListener("click", () => this.copy());
    listenToFaces(root, () => this.here.faces);
    listenToKeys(this);
    listenToSwipes(part(root, "stage"), this);
    addEventListener("popstate", () => this.open());
    addEventListener("hashchange", () => this.open());
  }

  // Show what the address says; without one, the seat that the page is about, at the beginning.
  async open({ isFirst = false } = {}) {
    const linked = addressOfLink(location.href);
    if (linked) history.replaceState(null, "", linked);
    const asked = readQuizAddress(location.hash);
    if (asked && (await this.openQuiz(asked))) return;
    const found = readAddress(location.hash);
    if (!found && !isFirst && location.hash.length > 1) return; // a part of the page
    clearTimeout(this.#writing);
    const wanted = found && (await this.has(found.table)) ? found : { table: this.first, moment: "", view: "seat", seat: this.page.seat };
    const { replay } = this.#tables.get(wanted.table);
    const own = this.page.own?.table === wanted.table ? this.page.own.seat : 0;
    this.quiz?.close();
    if (isFirst) this.#seeFirst(this.#tables.get(wanted.table).faces);
    this.state = { ...wanted, at: Math.max(0, replay.find(wanted.moment)), seat: Math.min(wanted.seat ?? own, replay.seats.length - 1) };
    this.draw();
  }

  #seeFirst(faces) {
    faces.holdPictures();
    afterFrame(() => faces.loadPictures(root));
  }

  get isAsking() {
    return Boolean(this.quiz?.isOpen);
  }

  async #loadQuiz() {
    const [{ Quiz }] = await Promise.all([import("../log/quiz/quiz.js"), linkStyles(document.getElementById("later-styles"))]);
    this.quiz ??= new Quiz(root, this.page, { leave: (at) => this.leaveQuiz(at), toSeat: (seat) => this.ask({ seat }), address: (place) => this.quizAddress(place) });
  }

  // Whether there is such a seat, whose draft is now asked.
  async openQuiz({ table, seat, beat }) {
    if (!(await this.has(table)) || seat >= this.#tables.get(table).replay.seats.length) return false;
    await loaded(() => this.#loadQuiz());
    this.stop();
    clearTimeout(this.#writing);
    this.state = { table, at: 0, view: "seat", seat };
    this.quiz.open({ ...this.here, table, seat, beat, own: this.ownSeat });
    return true;
  }

  // The quiz of a seat: of the one that is shown, if no other is asked for.
  async ask({ seat = this.state.seat }) {
    if (!this.isAsking) history.replaceState(null, "", this.address());
    const place = { table: this.state.table, seat, beat: null };
    if (await this.openQuiz(place)) history.pushState(null, "", this.quizAddress(place));
  }

  leaveQuiz(at) {
    this.state.at = at;
    history.pushState(null, "", this.address());
    this.open();
  }

  quizAddress(place) {
    return new URL(writeQuizAddress(place), location.href).href;
  }

  get ownSeat() {
    return this.page.own?.table === this.state.table ? this.page.own.seat : null;
  }

  // Whether there is such a table; it is fetched when it is asked for the first time.
  async has(number) {
    if (this.#tables.has(number)) return true;
    const table = this.page.tables.find((each) => each.number === number);
    const answer = table && (await fetch(table.address).catch(() => null));
    if (!answer?.ok) return false;
    this.keep(await answer.json());
    return true;
  }

  get place() {
    const { table, at, view, seat } = this.state;
    return { table, moment: this.here.replay.moments[at].name, view, seat };
  }

  address() {
    return new URL(writeAddress(this.place), location.href).href;
  }

  link() {
    return writeLink(this.place, location.href);
  }

  // Where nothing can be copied the link stands where addresses do.
  copy() {
    if (!this.scene.copy(this.link())) history.replaceState(null, "", this.link());
  }

  // `change` of where one is; the address follows, and "back" leaves the page or the last view.
  go(change, { isNewPlace = false } = {}) {
    const { replay } = this.here;
    const wanted = { ...this.state, ...change };
    const at = Math.min(Math.max(wanted.at, 0), replay.moments.length - 1);
    const next = { ...wanted, at };
    clearTimeout(this.#writing);
    if (isNewPlace) history.replaceState(null, "", this.address()); // it may still wait to be written
    this.state = next;
    this.draw();
    if (isNewPlace) history.pushState(null, "", this.address());
    else this.#writing = setTimeout(() => history.replaceState(null, "", this.address()), WRITTEN_MS);
  }

  step(by) {
    this.go({ at: this.state.at + by });
  }

  // To a seat: of the whole table, one looks at it alone then.
  toSeat(seat) {
    const isWhole = this.state.view === "table";
    this.go(isWhole ? { seat, view: "seat" } : { seat }, { isNewPlace: isWhole });
  }

  // To the seat beside; of a pack, to the pack that the seat beside opened.
  seat(by) {
    const count = this.here.replay.seats.length;
    this.toSeat((this.state.seat + by + count) % count);
  }

  // One pack: the one that this seat holds now.
  look(view) {
    if (view === this.state.view) return;
    const { replay } = this.here;
    const { at, seat } = this.state;
    const step = replay.stepAt(at);
    const opener = step.turns[seat].opened_by;
    const holder = step.turns.findIndex((turn) => turn.opened_by === seat);
    const looksAt = view === "pack" ? opener : this.state.view === "pack" ? Math.max(0, holder) : seat;
    this.go({ view, seat: looksAt }, { isNewPlace: true });
  }

  async table(number) {
    if (!(await this.has(number))) return;
    const { replay } = this.#tables.get(number);
    const own = this.page.own;
    const name = this.here.replay.moments[this.state.at].name;
    const seat = own?.table === number ? own.seat : 0;
    clearTimeout(this.#writing);
    history.replaceState(null, "", this.address());
    this.state = { table: number, at: Math.max(0, replay.find(name)), view: this.state.view, seat };
    this.draw();
    history.pushState(null, "", this.address());
  }

  play() {
    const isOver = this.state.at === this.here.replay.moments.length - 1;
    if (this.#playing) return this.stop();
    if (isOver) this.go({ at: 0 });
    this.#playing = setInterval(() => this.playOn(), PLAYED_MS);
    return this.scene.drawPlaying(true);
  }

  playOn() {
    this.step(1);
    if (this.state.at === this.here.replay.moments.length - 1) this.stop();
  }

  stop() {
    clearInterval(this.#playing);
    this.#playing = null;
    this.scene.drawPlaying(false);
  }

  draw() {
    const scene = { ...this.here, ...this.state, own: this.ownSeat };
    this.scene.draw(scene);
    this.comments.draw(scene);
  }
}

if (root) new LogPage().open({ isFirst: true });
leadToDecks();
