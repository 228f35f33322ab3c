// One moment of a replay on the page: the seats, what the chosen view shows, what stands beside it, and the scrubber.

import { copyWords } from "../lib/copying.js";
import { icon, list, part, text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { game } from "../lib/game.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { tellLowerBar } from "../components/lower-bar.js";
import { isolate } from "../lib/words.js";
import { seatBeside } from "./replay.js";
import { drawEnd, drawFights, drawReview, drawSwap, swapWords } from "./replay-after.js";
import { drawHand, drawPack, emptyPack } from "./replay-hand.js";
import { Beside } from "./replay-beside.js";
import { Journey } from "./replay-journey.js";
import { drawNotes } from "./replay-notes.js";
import { drawPile } from "./replay-pile.js";
import { Scrubber } from "./replay-scrubber.js";
import { fightsOfRound, swapNumber, whoHasWhich } from "./sentences.js";
import { drawRing, drawWhole } from "./replay-table.js";
import { Sheets } from "./sheets.js";
import { calledPill, chooserPills, passWords, seatMark, wayPill } from "./replay-words.js";

const COPIED_MS = 2500;
const HANDS_KEPT = 8;
const TABLES_KEPT = 3;

// How many seats of a whole table a screen shows at once, about.
const seatsSeen = () => (matchMedia("(max-width: 40rem)").matches ? 3 : 6);

export class ReplayScene {
  // `to`: { go, toSeat, toTable }, what presses lead to.
  constructor(root, page, to) {
    Object.assign(this, { root, page, to, go: to.go });
    this.parts = new Map();
    this.title = document.title;
    this.scrubber = new Scrubber(part(root, "scrub"), (at) => to.go({ at }));
    this.hands = new Sheets(part(root, "hand"), { className: "replay-hand", most: HANDS_KEPT });
    this.wholes = new Sheets(part(root, "whole"), { className: "replay-whole", most: TABLES_KEPT });
    this.journey = new Journey(part(root, "journey"), ({ at, seat }) => to.go(this.isOfPack ? { at } : { at, seat }));
    this.beside = new Beside(["pile", "journey-panel", "ring-panel"].map((name) => part(root, name)));
    tellLowerBar(part(root, "bar"));
    root.dataset.drawn = "";
    document.body.classList.add("has-replay");
    this.#drawLink();
    for (const name of ["views", "link", "quiz-open"]) part(root, name).hidden = false;
  }

  // Found once: among the cards of a whole draft the search for a part takes longer than what is done with it.
  #part(name) {
    if (!this.parts.has(name)) this.parts.set(name, part(this.root, name));
    return this.parts.get(name);
  }

  // `scene`: { replay, faces, table, at, view, seat, own }; in the view of a pack `seat` is who opened it.
  draw(scene) {
    const { replay, at, view } = scene;
    const moment = replay.moments[at];
    if (!moment) return;
    this.root.dataset.view = view;
    this.root.dataset.kind = moment.kind;
    for (const button of this.#part("views").children) button.setAttribute("aria-current", String(button.dataset.go === view));
    this.#drawTables(scene);
    this.#drawSeats(scene);
    this.#drawDeckLink(scene);
    const name = this.#drawMoment(scene, moment);
    this.scrubber.draw(scene, name);
    this.#part("back").disabled = at === 0;
    this.#part("on").disabled = at === replay.moments.length - 1;
    document.title = `${name} · ${this.title}`;
  }

  drawPlaying(isPlaying) {
    icon(this.#part("play-icon"), isPlaying ? "i-pause" : "i-play");
    this.#part("play").setAttribute("aria-pressed", String(isPlaying));
  }

  // Returns whether it worked.
  copy(address) {
    const done = copyWords(this.root, address);
    this.#part("link").focus();
    icon(this.#part("link"), done ? "i-check" : "i-copy");
    text(this.root, "link-words", done ? gettext("Copied") : gettext("Copy the address"));
    this.#part("for-whom").textContent = this.#part("for-whom").dataset.words;
    setTimeout(() => this.#drawLink(), COPIED_MS);
    return done;
  }

  #drawLink() {
    icon(this.#part("link"), "i-copy");
    text(this.root, "link-words", gettext("Link to this step"));
  }

  #drawTables({ table }) {
    const root = this.#part("tables");
    root.hidden = this.page.tables.length < 2;
    const make = ({ number }) => {
      const button = element("button", "tab", interpolate(gettext("Table %(number)s"), { number }));
      button.type = "button";
      button.addEventListener("click", () => this.to.toTable(number));
      return button;
    };
    list(root, this.page.tables, ({ number }) => number, make, (node, { number }) => node.setAttribute("aria-current", String(number === table)));
  }

  // To the page of the deck that became of the pile.
  #drawDeckLink({ table, seat }) {
    const address = this.page.tables.find(({ number }) => number === table).decks[seat];
    this.#part("deck").hidden = !address;
    if (address) this.#part("deck").href = address;
  }

  #drawSeats(scene) {
    const { replay, at, seat: chosen, view, table } = scene;
    const isPass = replay.moments[at].kind === "pass";
    const { direction } = replay.stepAt(at);
    const count = replay.seats.length;
    const to = seatBeside(count, chosen, direction);
    const from = seatBeside(count, chosen, direction === "left" ? "right" : "left");
    const make = ({ seat }) => {
      const button = element("button", "replay-seatrow", seatMark(scene, seat), element("span", "replay-seatrow__part"));
      button.type = "button";
      button.addEventListener("click", () => this.to.toSeat(seat));
      return button;
    };
    const share = (seat) => {
      if (view !== "seat" || seat === chosen || count < 3 || !isPass) return "";
      return seat === to ? gettext("passed to") : seat === from ? gettext("got from") : "";
    };
    this.#part("seats").dataset.crowd = count > 5 ? "many" : "few";
    list(this.#part("seats"), replay.seats, ({ seat }) => `${table} ${seat}`, make, (node, { seat }) => {
      node.setAttribute("aria-pressed", String(seat === chosen && view !== "table"));
      if (node.lastElementChild.textContent !== share(seat)) node.lastElementChild.textContent = share(seat);
    });
    if (this.shownSeat !== `${table}/${chosen}`) requestAnimationFrame(() => this.#showSeat()); // laid out once, with all else
    this.shownSeat = `${table}/${chosen}`;
  }

  #showSeat() {
    this.#part("seats").querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // Draws what the view shows, and returns where one is, in words.
  #drawMoment(scene, moment) {
    const { view, at, replay } = scene;
    const isPass = moment.kind === "pass";
    const shown = { hand: isPass ? view !== "table" : moment.kind !== "fights", whole: isPass && view === "table", fights: moment.kind === "fights" };
    for (const [name, isShown] of Object.entries(shown)) this.#part(name).hidden = !isShown;
    this.#part("journey-panel").hidden = !isPass || view === "table";
    this.#part("pile").hidden = view !== "seat" || !["pass", "fights"].includes(moment.kind);
    this.#part("ring-panel").hidden = !isPass || view === "table";
    drawNotes(this.#part("notes"), scene, isPass ? moment.step : { notes: [], undone: [] });
    const name = isPass ? interpolate(game().place, { round: moment.step.round, pass: moment.step.number }) : afterName(moment);
    text(this.root, "place", name);
    if (isPass) this.#drawPass(scene, moment.step, replay.turn(at, scene.seat));
    else this.#drawAfter(scene, moment);
    this.#drawBeside(scene, isPass ? moment.step : null);
    return name;
  }

  #drawPass(scene, step, turn) {
    const { view, seat } = scene;
    const holder = step.turns.findIndex((each) => each.opened_by === seat);
    const held = view === "pack" ? step.turns[holder] : turn;
    const pills = view === "table" ? [] : chooserPills(held, step);
    this.#part("pills").replaceChildren(wayPill(step.direction), ...calledPill(step), ...pills);
    const words = { seat: () => passWords(scene, seat, turn, step), pack: () => packWords(scene, holder, held), table: () => gettext("What everybody held and took.") };
    text(this.root, "words", words[view]());
    const { sheets, key, draw } = this.#sheetOf(scene);
    const sheet = sheets.show(key, draw);
    if (view === "pack") emptyPack(sheet, scene);
    if (view === "table") draw(sheet); // one that was begun may lack seats
  }

  // Which sheet shows a pass, and how it is drawn.
  #sheetOf(scene) {
    const { replay, view, table, at, seat } = scene;
    const { step } = replay.moments[at];
    if (view === "table") return { sheets: this.wholes, key: `${table}/${at}`, draw: (node, most = seatsSeen()) => drawWhole(node, scene, { ...this.#whole(step), most }) };
    if (view === "pack") return { sheets: this.hands, key: `${table}/pack/${seat}/${step.round}`, draw: (node) => drawPack(node, scene, replay.pack(step.round, seat)) };
    return { sheets: this.hands, key: `${table}/seat/${seat}/${at}`, draw: (node) => drawHand(node, scene, step.turns[seat]) };
  }

  #whole(step) {
    return { step, go: ({ seat }) => this.to.toSeat(seat) };
  }

  // The passes before and after this one: drawn before they are asked for, a step shows only what is there.
  #prepare(scene, at) {
    if (scene.replay.moments[at]?.kind !== "pass") return;
    const { sheets, key, draw } = this.#sheetOf({ ...scene, at });
    sheets.prepare(key, draw);
  }

  // A whole table is drawn seat by seat, so that no key waits for more than one: first what the next one shows at once, then the rest
  // of this one, below the screen's edge, and of the next one.
  #wholeAhead(scene) {
    const upTo = (at, most) => () => {
      if (scene.replay.moments[at]?.kind !== "pass") return;
      const { sheets, key, draw } = this.#sheetOf({ ...scene, at });
      sheets.prepare(key, (node) => draw(node, most), (node) => draw(node, most));
    };
    const seats = scene.replay.seats.map((_, place) => place + 1);
    const [now, next] = [scene.at, scene.at + 1].map((at) => seats.map((most) => upTo(at, most)));
    const seen = seatsSeen();
    return [...next.slice(0, seen), ...now.slice(seen), ...next.slice(seen)];
  }

  #drawBeside(scene, step) {
    const { view, seat, at } = scene;
    const pieces = view === "seat" ? [["pile", () => drawPile(this.#part("pile"), scene, seat)]] : [];
    if (step && view !== "table") pieces.push(...this.#besidePass(scene, step));
    const ahead = !step ? [] : view === "table" ? this.#wholeAhead(scene) : [at + 1, at - 1].map((place) => () => this.#prepare(scene, place));
    this.beside.draw(pieces.map(([name, draw]) => [this.#part(name), draw]), ahead);
  }

  #besidePass(scene, step) {
    const { view, seat } = scene;
    this.isOfPack = view === "pack";
    const opener = this.isOfPack ? seat : step.turns[seat].opened_by;
    const looking = this.isOfPack ? step.turns.findIndex((turn) => turn.opened_by === seat) : seat;
    return [
      ["journey-panel", () => this.journey.draw(scene, step.round, opener)],
      ["ring-panel", () => drawRing(this.#part("ring"), { ...scene, seat: looking }, (place) => this.go({ ...place, view: "seat" }))],
    ];
  }

  // The seat whose cards are shown, null for all.
  #seatSeen({ view, seat }) {
    return view === "table" ? null : seat;
  }

  #drawAfter(scene, { kind, fights, swap, name }) {
    this.#part("pills").replaceChildren();
    const words = { review: () => gettext("Everyone may look at their own cards."), fights: () => gettext("Who fought whom, and how it ended."), swap: () => swapWords(scene, swap), end: () => gettext("What was shared out after the fights.") };
    text(this.root, "words", words[kind]());
    if (kind === "fights") drawFights(this.#part("fights"), scene, fights);
    else if (kind === "review") this.hands.show(`${scene.table}/${name}/${this.#seatSeen(scene)}`, (node) => drawReview(node, scene, this.#seatSeen(scene)));
    else if (kind === "swap") this.hands.show(`${scene.table}/${name}`, (node) => drawSwap(node, scene, swap));
    else {
      const seat = this.#seatSeen(scene);
      this.hands.show(`${scene.table}/end/${seat}`, (node) => drawEnd(node, scene, seat));
    }
  }
}

const afterName = ({ kind, round, number, game }) => {
  if (kind === "review") return gettext("Review");
  if (kind === "fights" && game) return interpolate(gettext("Fights, round %(round)s, game %(game)s"), { round, game });
  if (kind === "fights") return interpolate(fightsOfRound, { round });
  return kind === "swap" ? interpolate(swapNumber, { number }) : whoHasWhich;
};

const packWords = ({ replay, seat }, holder, turn) => {
  const facts = { opener: isolate(replay.seats[seat].name), name: isolate(replay.seats[holder].name), count: turn.hand.length };
  return interpolate(gettext("The pack that %(opener)s opened, in the hands of %(name)s. It held %(count)s then."), facts);
};
