// The fights on the control panel: the round with its clock, and each fight with its one-tap results
// (templates/events/host_fights.html, host_fight.html). The words stand in the templates; here they are shown and filled.

import { Countdown } from "../lib/clock.js";
import { clone, list, part, text } from "../lib/dom.js";
import { isBye, isOver, nameIn } from "../lib/fights.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { isNext } from "../lib/stages.js";
import { isolate } from "../lib/words.js";

const MOST_PIPS = 8;

export class HostFights {
  #clock = new Countdown();
  #hasRound = false;
  #drawn = new Map();

  // `root` is the round as the server drew it, `bar` shows its clock too as long as there is a round.
  constructor(root, bar) {
    this.root = root;
    this.bar = bar;
    this.panel = root.querySelector(".round");
  }

  draw({ event, round, pairings = [], clock: { now } }) {
    this.#hasRound = Boolean(round);
    this.#clock.take(round ? { ...round, now } : null);
    if (round) this.#drawRound(round, pairings, isNext(event, "sharing"));
    const sorted = [...pairings].sort((one, other) => isDisputed(other) - isDisputed(one));
    list(part(this.root, "pairings"), sorted, ({ fight }) => fight, () => clone("host-fight"), (node, pairing) => {
      const look = JSON.stringify([pairing, round.counters]);
      if (this.#drawn.get(node) !== look) drawFight(node, pairing, round.counters);
      this.#drawn.set(node, look);
    });
    for (const node of this.#drawn.keys()) if (!node.isConnected) this.#drawn.delete(node);
    this.drawClock();
  }

  drawClock() {
    const { left, runs } = this.#clock;
    const words = left === null ? "" : minutes(left);
    const inBar = this.#hasRound ? [part(this.bar, "bar-clock")] : [];
    for (const node of [part(this.panel, "clock"), ...inBar]) {
      if (node.textContent !== words) node.textContent = words;
      node.classList.toggle("is-short", runs && left !== null && left <= SHORT);
    }
    for (const node of inBar) node.hidden = !words;
    part(this.panel, "up").hidden = left === null || left > 0;
  }

  #drawRound({ number, of, paused, last, deadline, left }, pairings, sharingFollows) {
    const open = pairings.filter((pairing) => !isOver(pairing)).length;
    const show = (name, isShown) => showPart(this.panel, name, isShown);
    const isDone = !open && !paused;
    text(this.panel, "number", number);
    text(this.panel, "of", of);
    text(this.panel, "open", open ? openOf(open) : gettext("All fights are over"));
    show("paused", paused);
    show("next", !last);
    show("end", last);
    show("end-alone", !sharingFollows);
    show("end-and-share", sharingFollows);
    showPart(this.root, "end-early", !last);
    show("more-time", deadline !== null || left !== null);
    if (part(this.panel, "next")) {
      text(this.panel, "next-number", number + 1);
      part(this.panel, "next").value = number + 1;
      for (const name of ["next", "end"]) part(this.panel, name).classList.toggle("button--primary", isDone);
    }
    this.panel.classList.toggle("is-paused", paused);
  }
}

const SHORT = 60;

// A judge's page has not all of the panel's buttons.
const showPart = (root, name, isShown) => {
  const node = part(root, name);
  if (node) node.hidden = !isShown;
};

const isDisputed = ({ result }) => Boolean(result?.disputed);

const openOf = (count) => interpolate(ngettext("%(count)s fight is open", "%(count)s fights are open", count), { count });

// A round is long: always minutes and seconds.
const minutes = (seconds) => {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

// As `PanelFight.state` of the server.
export const stateOf = (pairing) => {
  const { result, sides } = pairing;
  if (isBye(pairing)) return "bye";
  if (!result) return sides.some(({ lost }) => lost) ? "ended" : "fighting";
  if (isOver(pairing)) return "over";
  return result.disputed ? "disputed" : "waiting";
};

export const otherThan = ({ sides }, fighter) => sides.find((side) => side.fighter !== fighter)?.name ?? "";

const drawFight = (node, pairing, counters) => {
  const { fight, table, result, must_be_won: mustBeWon, best_of: bestOf } = pairing;
  const state = stateOf(pairing);
  const isOpen = !["over", "bye"].includes(state);
  const show = (name, isShown) => showPart(node, name, isShown);
  node.dataset.fight = fight;
  node.dataset.state = state;
  for (const field of node.querySelectorAll("[name=fight]")) field.value = fight;
  text(node, "table", table);
  for (const words of node.querySelectorAll("[data-state-is]")) words.hidden = words.dataset.stateIs !== state;
  for (const words of node.querySelectorAll("[data-by]")) words.hidden = words.dataset.by !== (result?.by ?? "");
  text(node, "gone", result?.by === "drop" ? pairing.sides.filter(({ fighter }) => fighter !== result.winner).map(({ name }) => isolate(name)).join(", ") : "");
  text(node, "waits-for", state === "waiting" ? otherThan(pairing, result.entered_by) : "");
  show("for-guest", state === "waiting" && pairing.sides.some((side) => side.guest && side.fighter !== result.entered_by));
  text(node, "entered-by", result?.entered_by ? nameIn(pairing, result.entered_by) : "");
  show("entered", isOpen && result?.entered_by);
  show("draw", result && result.winner === null && !result.double_loss);
  show("double-loss", result?.double_loss);
  show("draws", isOpen && !mustBeWon);
  show("both-lose", isOpen && !mustBeWon);
  show("reopen", state === "over");
  show("correct", state === "over");
  part(node, "correct").hash = `fight-${fight}`;
  show("undo-count", pairing.can_undo);
  part(node, "undo-count").value = pairing.counted;
  show("score-form", isOpen && bestOf > 1);
  drawGame(node, pairing);
  drawScores(node, fight, bestOf, !mustBeWon);
  list(part(node, "sides"), pairing.sides, ({ fighter }) => fighter, () => clone("host-side"), (row, side, place) => {
    const score = state === "bye" ? null : (result?.score[place] ?? gamesWon(pairing, side));
    drawSide(row, side, { isOpen, score, winner: isOpen ? null : result?.winner, counters, state });
  });
};

const MOST_GAMES = 9; // as in the rules

// Who has won a game after which another one follows; what decides the fight is its result.
const drawGame = (node, pairing) => {
  const { games, sides, result, best_of: bestOf } = pairing;
  const form = part(node, "game-form");
  form.hidden = bestOf < 2 || sides.length < 2 || Boolean(result) || games.length >= MOST_GAMES;
  if (form.hidden) return;
  form.querySelector("[name=game]").value = games.length + 1;
  text(form, "game-number", games.length + 1);
  ["game-one", "game-other"].forEach((name, place) => {
    const side = sides[place];
    part(form, name).hidden = games.filter((winner) => winner === side.fighter).length >= Math.floor(bestOf / 2);
    part(form, name).value = side.fighter;
    text(form, `${name}-name`, side.name);
  });
};

const gamesWon = ({ games }, { fighter }) => (games.length ? games.filter((winner) => winner === fighter).length : null);

const drawSide = (node, side, { isOpen, score, winner, counters, state }) => {
  const isWinner = winner === side.fighter;
  node.classList.toggle("is-winner", isWinner);
  part(node, "winner").toggleAttribute("hidden", !isWinner);
  text(node, "name", side.name);
  part(node, "score").hidden = score === null;
  text(node, "score", score);
  part(node, "counters").hidden = state === "bye";
  part(node, "wins").hidden = !isOpen;
  part(node, "wins").value = side.fighter;
  part(node, "wins").ariaLabel = interpolate(gettext("%(name)s won"), side);
  list(part(node, "counters"), counters, ({ counter }) => counter, () => clone("host-counter"), (mark, rule) => {
    drawCounter(mark, rule, side.counters[rule.counter]);
    for (const button of mark.querySelectorAll("[data-count]")) drawStep(button, rule, side, isOpen);
  });
};

// A counter can be changed as long as the fight has no result that both agree on.
const drawStep = (button, { counter, label, least, most }, side, isOpen) => {
  const [by, value] = [Number(button.dataset.count), side.counters[counter]];
  const words = by > 0 ? gettext("%(name)s: one more %(counter)s") : gettext("%(name)s: one less %(counter)s");
  button.hidden = !isOpen;
  button.disabled = value + by < least || value + by > most;
  button.value = `${side.fighter} ${counter} ${by} ${value}`;
  button.ariaLabel = interpolate(words, { name: side.name, counter: label });
};

const drawCounter = (node, { label, start, loses_at: losesAt }, value) => {
  const span = losesAt - start;
  const pips = span > 0 && span <= MOST_PIPS ? [...Array(span).keys()] : [];
  node.classList.toggle("is-lost", value === losesAt);
  list(part(node, "pips"), pips, (place) => place, () => document.createElement("i"), (pip, place) =>
    pip.classList.toggle("is-on", place < value - start),
  );
  text(node, "value", value);
  text(node, "label", label);
};

// How a fight of several games can have ended; what is chosen there stays chosen.
const drawScores = (node, fight, bestOf, mayDraw) => {
  const select = node.querySelector("select");
  select.id = `score-${fight}`;
  part(node, "score-form").querySelector("label").htmlFor = select.id;
  if (bestOf < 2 || select.options.length) return;
  const most = Math.floor(bestOf / 2) + 1;
  for (let one = most; one >= 0; one -= 1) {
    for (let other = 0; other <= most && one + other <= bestOf; other += 1) {
      if (mayDraw || one !== other) select.add(new Option(`${one} : ${other}`, `${one},${other}`));
    }
  }
};
