// One table on the big screen: the scene of its phase, which changes by itself.

import { clone, icon, list, part, text } from "../../lib/dom.js";
import { fitAlike } from "../../lib/fit.js";
import { gettext, interpolate, ngettext } from "../../lib/gettext.js";
import { areListed, buildTitle, deckMark, isBuilt } from "../../building/progress.js";
import { pileMark, pilesOf } from "../../paper/piles.js";
import { MARKS, isAway, presenceOf, turnOf } from "../seats.js";
import { allCardsChosen, eventStopped, overTitle } from "../sentences.js";
import { cards, PASS, time } from "../../lib/words.js";
import { drawBeads } from "./display-beads.js";
import { DisplayFights } from "./fights/fights.js";
import { DisplayMoments } from "./display-moments.js";
import { DisplayRound } from "./display-round.js";
import { DisplayShare } from "./display-share.js";
import { RoundTable } from "./round-table.js";
import { drawSeating, teamSize } from "../../events/seating.js";

const SCENES = { lobby: "lobby", opening: "table", drafting: "table", review: "table", fighting: "fights" };
export const STAGED = ["fights", "end"]; // the scenes that draft/display/fights/fights.js draws
const PAST_FIGHTS = ["sharing", "finished"];
// Sizes, in parts of the largest, and lines (lib/fit.js).
const PERSON = [[1, 1], [0.89, 1], [0.8, 1], [0.72, 2], [0.72, "broken"], [0.6, "broken"]];
const LOW_PERSON = [[0.7, 1], [0.6, 1], [0.5, 1]]; // rows of one line, of about one size

// All other phases are "ready": decks, and an event that ended without fights.
export const sceneOf = ({ event, standings, share }) => {
  if (event.phase === "sharing" && share) return "share";
  return SCENES[event.phase] ?? (standings && PAST_FIGHTS.includes(event.phase) ? "end" : "ready");
};

export class DisplayScenes {
  // `root` has the head and the foot too. `now` is a ServerTime.
  constructor(root, countdown, now, sounds) {
    this.root = root;
    this.countdown = countdown;
    this.now = now;
    this.state = null;
    this.table = new RoundTable(root.querySelector(".tv-table"));
    this.round = new DisplayRound(root, countdown);
    this.fights = new DisplayFights(root.querySelector(".tv-stage"), part(root, "turns"));
    this.share = new DisplayShare(root.querySelector(".tv-share"));
    this.sounds = sounds;
    this.ready = part(root, "ready-title").textContent; // the words of the game
    this.moments = new DisplayMoments(root, part(root, "pass-moment"), sounds);
  }

  draw(state, before) {
    const scene = sceneOf(state);
    const isOther = !this.state || sceneOf(this.state) !== scene;
    this.state = state;
    if (isOther) this.#leave(scene);
    this.round.draw(scene === "fights" || isBuilt(state) ? state : {});
    if (scene === "lobby") this.#drawLobby(state);
    if (scene === "table") this.#drawTable(state);
    if (scene === "ready") this.#drawReady(state);
    if (scene === "share") this.share.draw(state);
    if (STAGED.includes(scene)) this.fights.draw(state);
    if (before !== state) this.moments.take(before, state);
  }

  // The parts that change with time: clocks, and how long phones have been away.
  tick() {
    if (!this.state) return;
    const { left, runs, isSpent } = this.countdown;
    const digits = this.root.querySelector(".tv-table__digits");
    digits.hidden = left === null || isSpent;
    text(this.root, "digits", left === null ? "" : time(left));
    const isHurry = this.countdown.isShort();
    if (isHurry && this.isCalm) this.sounds.play("hurry");
    this.isCalm = runs && !isHurry;
    digits.classList.toggle("is-hurry", isHurry);
    const scene = sceneOf(this.state);
    this.round.tick();
    this.fights.tick();
    this.share.tick();
    if (scene === "lobby") this.#drawLobby(this.state);
    if (scene === "table") this.table.drawPresence(this.state.table.seats, this.now);
  }

  measureAgain() {
    for (const each of [this.fights, this.share]) each.measureAgain();
    if (!this.state) return;
    const scene = sceneOf(this.state);
    if (scene === "ready") this.#drawReady(this.state);
    if (scene === "table") this.#drawTable(this.state);
  }

  // Several tables share it.
  leave() {
    this.state = null;
    this.#leave("");
    this.moments.leave();
    this.round.draw({});
  }

  #leave(scene) {
    if (!STAGED.includes(scene)) this.fights.leave();
    if (scene !== "share") this.share.leave();
    if (scene !== "table" && scene !== "fights") this.root.classList.remove("is-held");
  }

  #drawLobby({ table, event, seating }) {
    const line = part(this.root, "lobby-seating");
    drawSeating(line, seating, table.seats, teamSize(line, event));
    part(this.root, "lobby-seating").hidden = !seating;
    const count = table.seats.length;
    text(this.root, "lobby-count", count ? interpolate(hereOf(count), { count }) : gettext("No fighters are here yet"));
    const free = Array.from({ length: Math.max(0, event.table_size - count) }, (_, place) => freePlace(count + place));
    this.#drawPeople("lobby-people", [...table.seats, ...free], (seat) => this.#lobbyMark(seat));
  }

  #lobbyMark(seat) {
    if (seat.free) return { icon: "i-plus", word: gettext("a free place") };
    const presence = presenceOf(seat, this.now);
    return presence.icon ? presence : turnOf(seat);
  }

  #drawReady({ table, event }) {
    text(this.root, "ready-title", this.#readyTitle(this.state));
    if (isBuilt(this.state)) return this.#drawPeople("ready-people", table.seats, deckMark);
    if (areListed(event)) {
      return this.#drawPeople("ready-people", table.seats.filter(({ gone }) => !gone), (seat) => ({ icon: `seat-${seat.seat}`, word: commanderMark(seat) }));
    }
    const piles = pilesOf(this.state);
    const mark = (seat) => (piles.length ? pileMark(piles[seat.seat]) : { icon: `seat-${seat.seat}`, word: event.packs_each ? "" : cards(seat.face_down) });
    this.#drawPeople("ready-people", table.seats, mark);
  }

  #readyTitle({ table, event, log_open: isOpen }) {
    if (isBuilt(this.state)) return buildTitle(this.state);
    if (event.stopped) return eventStopped;
    if (areListed(event)) return event.phase === "finished" ? overTitle : gettext("The fights begin soon");
    const isUnknown = table.seats[0]?.must_hold !== undefined && !isOpen; // real packs, whose piles are not entered
    return isUnknown ? allCardsChosen : this.ready;
  }

  #drawPeople(name, seats, mark) {
    const box = part(this.root, name);
    box.dataset.crowd = seats.length <= 12 ? "some" : seats.length <= 24 ? "many" : seats.length <= 48 ? "most" : "full";
    const nodes = list(box, seats, (seat) => `${seat.seat}-${seat.name}`, () => clone("tv-person"), (node, seat) => {
      const { icon: drawing, word, isDone = false } = mark(seat);
      node.classList.toggle("is-done", isDone);
      node.classList.toggle("is-free", Boolean(seat.free));
      node.dataset.seat = seat.seat % MARKS;
      node.classList.toggle("is-ready", ["ready", "bot"].includes(seat.turn) && !isAway(seat));
      node.classList.toggle("is-away", isAway(seat) && name === "lobby-people");
      icon(part(node, "glyph"), drawing);
      text(node, "name", seat.name);
      text(node, "doing", word);
    });
    fitAlike(nodes.map((node) => part(node, "name")), box.dataset.crowd === "full" ? LOW_PERSON : PERSON, `${box.dataset.crowd} ${innerWidth} ${innerHeight}`);
  }

  #drawTable(state) {
    const { table, event, clock } = state;
    const isReview = event.phase === "review";
    this.table.draw(table, event.phase, this.now);
    const middle = part(this.root, "middle");
    const isHeld = clock.paused || table.waiting_for_judge;
    this.root.classList.toggle("is-held", isHeld);
    text(middle, "what", clock.paused ? gettext("Paused") : table.waiting_for_judge ? gettext("Judge") : isReview ? gettext("Review") : "");
    part(middle, "what").hidden = !isHeld && !isReview;
    const isPlayed = event.phase === "drafting";
    part(this.root, "where").hidden = !isPlayed;
    drawBeads(part(this.root, "beads"), table, event.directions, isReview);
    for (const name of ["round", "rounds", "pass", "passes"]) text(part(this.root, "where"), name, table[name]);
    part(middle, "direction").hidden = !isPlayed || isHeld;
    part(middle, "direction").dataset.direction = table.direction;
    icon(part(middle, "arrow"), `i-${table.direction}`);
    text(middle, "direction-words", PASS[table.direction]);
  }
}

// The commander that a fighter has named (M35); nothing where none is.
const commanderMark = ({ commander }) => (commander === null ? gettext("no commander yet") : (commander ?? ""));

const hereOf = (count) => ngettext("%(count)s fighter here", "%(count)s fighters here", count);

const freePlace = (seat) => ({ seat, name: "", free: true });
