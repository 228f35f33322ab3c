// One moment of a replay on the page: the seats, what the chosen view shows, what stands beside it, and the scrubber.

import { copyWords } from "../lib/copying.js";
import { icon, list, part, text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { game } from "../lib/game.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { isolate } from "../lib/words.js";
import { seatBeside } from "../lib/replay.js";
import { drawEnd, drawFights } from "./replay-after.js";
import { drawHand, drawPack } from "./replay-hand.js";
import { drawJourney } from "./replay-journey.js";
import { drawNotes } from "./replay-notes.js";
import { drawPile } from "./replay-pile.js";
import { Scrubber } from "./replay-scrubber.js";
import { drawRing, drawWhole } from "./replay-table.js";
import { calledPill, chooserPills, passWords, seatMark, wayPill } from "./replay-words.js";

const COPIED_MS = 2500;

export class ReplayScene {
  // `to`: { go, toSeat, toTable }, what presses lead to.
  constructor(root, page, to) {
    Object.assign(this, { root, page, to, go: to.go });
    this.title = document.title;
    this.scrubber = new Scrubber(part(root, "scrub"), (at) => to.go({ at }));
    root.dataset.drawn = "";
    for (const name of ["views", "link", "quiz-open"]) part(root, name).hidden = false;
  }

  // `scene`: { replay, faces, table, at, view, seat, own }; in the view of a pack `seat` is who opened it.
  draw(scene) {
    const { replay, at, view } = scene;
    const moment = replay.moments[at];
    if (!moment) return;
    this.root.dataset.view = view;
    this.root.dataset.kind = moment.kind;
    for (const button of this.root.querySelectorAll("[data-go]")) button.setAttribute("aria-current", String(button.dataset.go === view));
    this.#drawTables(scene);
    this.#drawSeats(scene);
    const name = this.#drawMoment(scene, moment);
    this.scrubber.draw(scene, name);
    part(this.root, "back").disabled = at === 0;
    part(this.root, "on").disabled = at === replay.moments.length - 1;
    document.title = `${name} · ${this.title}`;
  }

  drawPlaying(isPlaying) {
    icon(part(this.root, "play-icon"), isPlaying ? "i-pause" : "i-play");
    part(this.root, "play").setAttribute("aria-pressed", String(isPlaying));
  }

  copy(address) {
    const done = copyWords(this.root, address);
    part(this.root, "link").focus();
    icon(part(this.root, "link"), done ? "i-check" : "i-copy");
    text(this.root, "link-words", done ? gettext("Copied") : gettext("Copy the address"));
    setTimeout(() => this.#drawLink(), COPIED_MS);
  }

  #drawLink() {
    icon(part(this.root, "link"), "i-copy");
    text(this.root, "link-words", gettext("Link to this step"));
  }

  #drawTables({ table }) {
    const root = part(this.root, "tables");
    root.hidden = this.page.tables.length < 2;
    const make = ({ number }) => {
      const button = element("button", "tab", interpolate(gettext("Table %(number)s"), { number }));
      button.type = "button";
      button.addEventListener("click", () => this.to.toTable(number));
      return button;
    };
    list(root, this.page.tables, ({ number }) => number, make, (node, { number }) => node.setAttribute("aria-current", String(number === table)));
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
    list(part(this.root, "seats"), replay.seats, ({ seat }) => `${table} ${seat}`, make, (node, { seat }) => {
      node.setAttribute("aria-pressed", String(seat === chosen && view !== "table"));
      node.lastElementChild.textContent = share(seat);
    });
    part(this.root, "seats").querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // Draws what the view shows, and returns where one is, in words.
  #drawMoment(scene, moment) {
    const { view, at, replay } = scene;
    const isPass = moment.kind === "pass";
    const shown = { hand: isPass ? view !== "table" : moment.kind === "end", whole: isPass && view === "table", fights: moment.kind === "fights" };
    for (const [name, isShown] of Object.entries(shown)) part(this.root, name).hidden = !isShown;
    part(this.root, "journey-panel").hidden = !isPass || view === "table";
    part(this.root, "pile").hidden = view !== "seat" || moment.kind === "end";
    part(this.root, "ring-panel").hidden = !isPass || view === "table";
    drawNotes(part(this.root, "notes"), scene, isPass ? moment.step : { notes: [], undone: [] });
    this.#drawBeside([() => view === "seat" && drawPile(part(this.root, "pile"), scene, scene.seat), ...(isPass ? this.#besidePass(scene, moment.step) : [])]);
    const name = isPass ? interpolate(game().place, { round: moment.step.round, pass: moment.step.number }) : afterName(moment);
    text(this.root, "place", name);
    if (isPass) this.#drawPass(scene, moment.step, replay.turn(at, scene.seat));
    else this.#drawAfter(scene, moment);
    return name;
  }

  #drawPass(scene, step, turn) {
    const { view, seat } = scene;
    const holder = step.turns.findIndex((each) => each.opened_by === seat);
    const held = view === "pack" ? step.turns[holder] : turn;
    const pills = view === "table" ? [] : chooserPills(held, step);
    part(this.root, "pills").replaceChildren(wayPill(step.direction), ...calledPill(step), ...pills);
    const words = { seat: () => passWords(scene, seat, turn, step), pack: () => packWords(scene, holder, held), table: () => gettext("What everybody held and took.") };
    text(this.root, "words", words[view]());
    if (view === "table") drawWhole(part(this.root, "whole"), scene, step, ({ seat }) => this.to.toSeat(seat));
    else {
      if (view === "pack") drawPack(part(this.root, "hand"), scene, scene.replay.pack(step.round, seat));
      else drawHand(part(this.root, "hand"), scene, turn);
    }
  }

  #besidePass(scene, step) {
    const { view, seat } = scene;
    if (view === "table") return [];
    const isPack = view === "pack";
    const opener = isPack ? seat : step.turns[seat].opened_by;
    const looking = isPack ? step.turns.findIndex((turn) => turn.opened_by === seat) : seat;
    return [
      () => drawJourney(part(this.root, "journey"), scene, step.round, opener, (stop) => this.go(isPack ? { at: stop.at } : stop)),
      () => drawRing(part(this.root, "ring"), { ...scene, seat: looking }, (place) => this.go({ ...place, view: "seat" })),
    ];
  }

  // What stands beside the hand is drawn once that is on the screen, a piece at a time: who steps on quickly waits for none of it.
  #drawBeside(pieces) {
    clearTimeout(this.beside);
    const next = () => {
      pieces.shift()?.();
      if (pieces.length) this.beside = setTimeout(next);
    };
    requestAnimationFrame(() => {
      clearTimeout(this.beside);
      this.beside = setTimeout(next);
    });
  }

  #drawAfter(scene, { kind, fights }) {
    part(this.root, "pills").replaceChildren();
    text(this.root, "words", kind === "fights" ? gettext("Who fought whom, and how it ended.") : gettext("What was shared out after the fights."));
    if (kind === "fights") drawFights(part(this.root, "fights"), scene, fights);
    else drawEnd(part(this.root, "hand"), scene, scene.view === "table" ? null : scene.seat);
  }
}

const afterName = ({ kind, round }) => (kind === "fights" ? interpolate(gettext("Fights, round %(round)s"), { round }) : gettext("Whose the cards are"));

const packWords = ({ replay, seat }, holder, turn) => {
  const facts = { opener: isolate(replay.seats[seat].name), name: isolate(replay.seats[holder].name), count: turn.hand.length };
  return interpolate(gettext("The pack that %(opener)s opened, in the hands of %(name)s. It held %(count)s then."), facts);
};
