// The scene of a fight: the two sides with what is counted of them, the round's clock, the result, and the standings.

import { part, text } from "../lib/dom.js";
import { changeWords, Counts, pairStanding, standing, valueWords } from "./counts.js";
import { eachAlone, hasRoles, isBye, roundWords, sideNamed, TIME_UP_WORDS } from "./fights.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { keep, ownStorage, readKept } from "../lib/kept.js";
import { loadedSoon } from "../lib/later.js";
import { tellLowerBar } from "../components/lower-bar.js";
import { IS_RIGHT, gamesWords, isDropped, isSameResult, otherNames, otherSides, outOf, resultWords, saysWords, stageOf } from "./results.js";
import { goneWords, noneWords } from "./absent-words.js";
import { isOutAlready, refusedWords } from "./refused-words.js";
import { CorrectedFights } from "./corrected-fights.js";
import { PastFight } from "./past-fight.js";
import { isolate } from "../lib/words.js";
import { outOfTheGame, resultsDiffer, roundPaused } from "./sentences.js";
import { FightResult, losers, lossWords } from "./fight-result.js";
import { FightSide } from "./fight-side.js";
import { Notices } from "../components/notices.js";
import { RoundClock } from "./round-clock.js";
import { drawStandings } from "./standings.js";
import { MatchStart, isUndecided } from "./match-start.js";

const OF_RESULT = ["result", "dispute", "game", "out"];
const OF_TURN = ["turn", "roll", "walk"];
const MESSAGES = ["count", "undo", "spare", "rolled", "first", ...OF_TURN, ...OF_RESULT];
const TURNED = "fight-turned";
const AGAIN = 1000; // milliseconds, after the server had too much to do at once

const UNDOES = {
  game: gettext("end of the game"),
  out: outOfTheGame,
  spare: gettext("kept in the game by a card"),
  rolled: gettext("who chooses"),
  first: gettext("who goes first"),
  turn: gettext("the turn"),
  roll: gettext("the roll of the planar die"),
  walk: gettext("the way to this plane"),
};

const TIME = {
  300: gettext("Five minutes left."),
  60: gettext("One minute left."),
  0: TIME_UP_WORDS,
};

export class Fight {
  constructor(root, app) {
    this.root = root;
    this.app = app;
    this.state = null;
    this.fault = null;
    this.doubted = null; // an `out` that was refused, until the next state
    this.counts = new Counts(app.outbox);
    this.past = new PastFight(`fight-${app.root.dataset.seat}`);
    this.corrected = new CorrectedFights(`corrected-${app.root.dataset.seat}`);
    const count = (fighter, counter, by, source) => this.#count(fighter, counter, by, source);
    const spare = (fighter) => this.#ask({ type: "spare", fight: this.state.fight.fight, fighter });
    this.makeSide = () => new FightSide(count, spare);
    this.others = [];
    this.you = this.makeSide();
    part(root, "you-side").replaceChildren(this.you.root);
    tellLowerBar(part(root, "outcome"));
    this.result = new FightResult(part(root, "outcome"), document.getElementById("result"), {
      ask: (message) => this.#ask(message),
    });
    const start = part(root, "match-start"); // in games whose fights begin with dice
    this.start = start && new MatchStart(start, { ask: (message) => this.#ask(message), build: () => app.buildMatch() });
    this.course = null; // is loaded where turns are marked
    const out = (fighters) => this.#ask(outOf(this.state.fight, fighters));
    this.makePod = ({ Pod }) => new Pod(root, { count, out, refresh: () => this.refresh(), makeSide: this.makeSide });
    this.pod = null; // is loaded where more than two fight, or something is counted of two of them
    this.clock = new RoundClock(part(root, "round-clock"), {
      onMark: (seconds) => this.#mark(seconds),
      onTurn: () => this.refresh(),
    });
    this.notices = new Notices(part(root, "fight-notices"));
    document.addEventListener("visibilitychange", () => !root.hidden && this.refresh());
    part(root, "undo").addEventListener("click", () => this.#undo());
    part(root, "turn-round").addEventListener("click", () => {
      keep(TURNED, !this.root.classList.contains("is-turned"), ownStorage());
      this.#turn();
    });
    this.#turn();
  }

  // A state of the phase, whichever scene is on the screen.
  take(state) {
    const before = this.state;
    this.state = state;
    this.counts.take(state.seq, state.round.counters);
    this.clock.take(state.round, state.clock.now);
    this.#tell(before, state);
    this.#settleDoubt();
  }

  // No fight is on: a later one is told anew.
  forget() {
    this.state = null;
    this.clock.stop();
  }

  draw() {
    const { round, fight, you, standings = [] } = this.state;
    const isFought = Boolean(fight) && !isBye(fight);
    document.title = `${roundWords(round)} · ${isolate(this.state.event.name)}`;
    part(this.root, "board").hidden = !isFought;
    part(this.root, "turn").hidden = !isFought || fight.sides.length > 2 || hasRoles(fight);
    part(this.root, "no-fight").hidden = isFought;
    part(this.root, "wishes").hidden = this.state.share?.policy !== "equal";
    text(this.root, "fight-title", this.#title());
    if (isFought) this.refresh();
    else this.#drawNone();
    drawStandings(part(this.root, "standings"), standings, you.name);
    part(this.root, "drop-out").hidden = !this.state.may_drop_out;
  }

  // Draws what depends on this device's requests and connection.
  refresh() {
    const { fight, round, you } = this.state ?? {};
    if (!fight || isBye(fight)) return;
    const me = this.#me();
    const own = this.#ownFighter();
    const pending = this.counts.of(fight.fight);
    const isOver = stageOf(fight, me) === "over";
    const isFree = !round.paused && !isOver;
    this.root.classList.toggle("is-over", isOver);
    this.root.classList.toggle("is-paused", round.paused);
    const shownFight = eachAlone(fight);
    const shownMe = shownFight === fight ? me : own.fighter;
    const isPod = shownFight.sides.length > 2;
    const others = isPod ? [] : otherSides(fight, me);
    this.root.classList.toggle("is-pod", isPod);
    part(this.root, "turn").hidden = isOver || isPod;
    while (this.others.length < others.length) this.others.push(this.makeSide());
    this.others.forEach((view, index) => {
      if (index >= others.length) view.root.remove();
      else if (!view.root.isConnected) part(this.root, "them").append(view.root);
    });
    const sides = [[this.you, sideNamed(shownFight, you.name)], ...others.map((side, index) => [this.others[index], side])];
    const seatOf = (side) => this.state.table.seats.find(({ fighter }) => fighter === side.fighter)?.seat ?? null;
    const draw = (view, side) => {
      const isFirst = shownFight.first === side.fighter && !isOver && !isUndecided(fight) && (!fight.games.length || fight.dice.length > 0);
      view.draw({ side, rules: round.counters, pending, isMe: side.fighter === shownMe, own: own.fighter, isFirst, isFree, seat: seatOf(side) });
    };
    for (const [view, side] of sides) draw(view, side);
    const shown = sides.map(([view, side]) => [view.root, side]);
    this.start?.draw({ fight, me, own, match: you.deck?.match, isFree: isFree && this.app.isLive });
    if (fight.turn) this.#drawCourse(shownFight, shownMe, isFree);
    this.#drawUndo(fight, round.counters, isFree, pending);
    if (isPod || round.counters.some(({ of }) => of === "pair")) this.#drawPod({ fight: shownFight, me: shownMe, rules: round.counters, pending, isFree, seatOf, shown, draw });
    const waiting = this.app.outbox.waiting.find(({ type, fight: of }) => OF_RESULT.includes(type) && of === fight.fight);
    const isByOwnDrop = isDropped(fight, me);
    const next = goneWords(this.state.standings ?? [], this.state.you.name, isByOwnDrop) ?? nextWords(round, this.state.event);
    if (isOver && !document.hidden) this.past.see(fight);
    this.result.draw({ fight, me, own: own.fighter, isFree, waiting: Boolean(waiting), isLive: this.app.isLive, next, isTimed: this.clock.runs });
    this.#drawNotices(pending);
  }

  // An answer: the server has stored what was asked.
  settled(message, seq) {
    if (!this.state || !MESSAGES.includes(message?.type)) return;
    if (message.type === "count" && seq > this.state.seq) this.counts.ack(message, seq);
    this.refresh();
  }

  // An answer: nothing was changed. Requests over the limit are sent again.
  refused(message, code, words) {
    if (!this.state || !MESSAGES.includes(message?.type)) return;
    if (code === "rate_limited") {
      setTimeout(() => this.#ask(withoutId(message)), AGAIN);
      return;
    }
    if (code === "fight_over" && this.#isSo(message)) return this.refresh();
    if (message.type === "out") {
      this.doubted = { message, code, words }; // both sides may have pressed at once: the state that is asked for now tells
      this.app.live.resync();
      return this.refresh();
    }
    this.#refuse(message, code, words);
  }

  #refuse(message, code, words) {
    const isOfNow = message.fight === this.state.fight?.fight;
    this.fault = refusedWords(message, code, words, isOfNow);
    this.app.say(this.fault);
    this.refresh();
  }

  // The task that waits for this fighter while another scene is on the screen, as a notice; null where none does.
  notice(open) {
    const { fight } = this.state ?? {};
    if (!fight || isBye(fight) || stageOf(fight, this.#me()) !== "asked") return null;
    const words = saysWords(fight, fight.result, this.#me());
    return { key: "result", tone: "is-gold", icon: "i-warn", words, button: gettext("Go to the fight"), act: open };
  }

  // How a fight ended that was open when it was last seen here, as a notice; null where there is none. `draw` draws the notices.
  pastNotice({ name }, draw) {
    const words = this.past.wordsFor(name);
    const dismiss = () => {
      this.past.dismiss();
      draw();
    };
    return words ? { key: "past", tone: "is-info", icon: "i-info", words, dismiss } : null;
  }

  // Results that were corrected, as notices. `draw` draws the notices.
  correctedNotices({ name }, draw) {
    return this.corrected.noticesFor(name).map(({ key, words, dismiss }) => ({
      key,
      tone: "is-gold",
      icon: "i-info",
      words,
      dismiss: () => {
        dismiss();
        draw();
      },
    }));
  }

  // Requests --------------------------------------------------------------------------------------------------------

  #ask(message) {
    this.app.ask(message);
    this.refresh();
  }

  #count(fighter, counter, by, source) {
    const { fight, round } = this.state;
    this.fault = null;
    this.#ask({ type: "count", fight: fight.fight, fighter, counter, by, ...(source ? { from: source } : {}) });
    const rule = round.counters.find((each) => each.counter === counter);
    const of = fight.sides.find(({ fighters }) => fighters.some((each) => each.fighter === fighter));
    const side = rule.of === "team" ? of : of.fighters.find((each) => each.fighter === fighter);
    const pending = this.counts.of(fight.fight);
    const value = source ? pairStanding(rule, side, source, pending) : standing(rule, side, pending);
    const facts = { name: isolate(side.name), counter: rule.label, value: valueWords(value) };
    this.app.say(interpolate(gettext("%(name)s: %(counter)s %(value)s"), facts));
  }

  // For a device that lies in the middle of the table.
  #turn() {
    const isTurned = readKept(TURNED, ownStorage()) === true;
    this.root.classList.toggle("is-turned", isTurned);
    part(this.root, "turn-round").setAttribute("aria-pressed", String(isTurned));
  }

  #undo() {
    if (part(this.root, "undo").getAttribute("aria-disabled") === "true") return;
    this.fault = null;
    this.#ask({ type: "undo", fight: this.state.fight.fight });
  }

  // Whether a result that came too late is the one that stands.
  #isSo({ type, fight: number, winner, score }) {
    const of = [this.state.fight, this.state.past].find((fight) => fight?.fight === number);
    return type === "result" && Boolean(of?.result?.confirmed) && isSameResult(of.result, { winner, score });
  }

  #settleDoubt() {
    if (!this.doubted) return;
    const { message, code, words } = this.doubted;
    const { fight } = this.state;
    this.doubted = null;
    if (message.fight !== fight?.fight || !isOutAlready(message, fight)) this.#refuse(message, code, words);
  }

  // Drawing ---------------------------------------------------------------------------------------------------------

  #me() {
    return this.#side().fighter;
  }

  // The viewer in their fight.
  #ownFighter() {
    return this.#side().fighters.find(({ name }) => name === this.state.you.name);
  }

  #side() {
    return sideNamed(this.state.fight, this.state.you.name);
  }

  #title() {
    const { round, fight } = this.state;
    if (!fight || isBye(fight)) return roundWords(round);
    const facts = { round: roundWords(round), name: otherNames(fight, this.#me()), table: fight.table };
    return interpolate(gettext("%(round)s: your fight against %(name)s at table %(table)s"), facts);
  }

  #drawPod(facts) {
    this.loadingPod ??= loadedSoon(() => import("./pod.js")).then((pod) => {
      this.pod = this.makePod(pod);
      this.refresh();
    });
    this.pod?.draw(facts);
  }

  #drawCourse(fight, me, isFree) {
    this.loading ??= loadedSoon(() => import("./course.js")).then(({ Course }) => {
      this.course = new Course(part(this.root, "course"), { ask: (message) => this.#ask(message), say: (words) => this.app.say(words) });
      this.refresh();
    });
    const isWaiting = this.app.outbox.waiting.some(({ type }) => OF_TURN.includes(type));
    const isMine = !fight.plane || fight.plane.controller === me || this.state.event.practice;
    this.course?.draw({ fight, me, isFree: isFree && this.app.isLive, isMine, isWaiting });
  }

  // Taking back asks for the last change, whoever made it: so only when all that is known here is stored.
  #drawUndo(fight, rules, isFree, pending) {
    const button = part(this.root, "undo");
    const isAsked = this.app.outbox.waiting.some(({ type }) => type === "undo");
    const last = pending.length ? null : fight.last_count;
    const label = last && rules.find(({ counter }) => counter === last.counter)?.label;
    const nameOf = (of) => fight.sides.flatMap(({ fighters }) => fighters).find(({ fighter }) => fighter === of)?.name;
    const ofGame = fight.can_undo && !fight.last_count ? (UNDOES[fight.undoes] ?? "") : "";
    text(this.root, "undo-words", last ? changeWords({ by: last.by, label, name: nameOf(last.fighter), source: nameOf(last.from) }) : ofGame);
    button.hidden = stageOf(fight, this.#me()) === "over";
    const isKnown = fight.can_undo && !pending.length && this.app.isLive;
    button.setAttribute("aria-disabled", String(!isFree || isAsked || !isKnown));
  }

  #drawNone() {
    const { round, fight, standings = [] } = this.state;
    const { icon, title, words, next = nextWords(round, this.state.event) } = noneWords(fight, standings, this.state.you.name);
    part(this.root, "no-fight").classList.toggle("is-done", Boolean(fight));
    this.root.classList.remove("is-over");
    part(this.root, "none-icon").setAttribute("href", `#${icon}`);
    text(this.root, "none-title", title);
    text(this.root, "none-words", [words, next].join(" "));
  }

  // The page says itself that it is offline.
  #drawNotices(pending) {
    const isOffline = pending.length && !this.app.isLive;
    const kept = gettext("Your counts are saved here, and sent when the connection is back.");
    const offline = { key: "offline", tone: "is-info", icon: "i-line", words: kept };
    const dismiss = () => {
      this.fault = null;
      this.refresh();
    };
    const fault = { key: "fault", tone: "is-bad", icon: "i-warn", words: this.fault, dismiss };
    this.notices.draw([...(this.fault ? [fault] : []), ...(isOffline ? [offline] : [])]);
  }

  // Messages --------------------------------------------------------------------------------------------------------

  #mark(seconds) {
    this.app.say(TIME[seconds]);
    if (!seconds) this.app.sounds.play("hurry", [200, 100, 200]);
  }

  #tell(before, { round, fight, you }) {
    if (!before || before.round.number !== round.number) {
      if (before) this.app.sounds.play("pass", [60, 60, 60]);
      if (before) this.#goUp();
      this.fault = null;
      this.app.say(this.#title());
      return;
    }
    if (before.round.paused !== round.paused) {
      this.app.say(round.paused ? roundPaused : gettext("The round has resumed."));
    }
    if (fight && !isBye(fight) && before.fight) this.#tellFight(before.fight, fight, you);
  }

  // The first part of a fight or a game stands above what was scrolled to in the one before.
  #goUp() {
    if (!this.root.hidden) scrollTo(0, 0);
  }

  #tellFight(before, fight, you) {
    const me = this.#me();
    const [was, is] = [stageOf(before, me), stageOf(fight, me)];
    const side = (each) => sideNamed(each, you.name);
    if (!side(before).lost && side(fight).lost) this.app.sounds.play("hurry", [200]);
    const had = losers(before).map(({ fighter }) => fighter);
    if (losers(fight).some(({ fighter }) => !had.includes(fighter))) {
      const { title, more } = lossWords(fight, me, this.#ownFighter().fighter);
      this.app.say([title, more].filter(Boolean).join(" "));
    }
    if (fight.games.length > before.games.length) {
      this.app.say(gamesWords(fight, me));
      this.#goUp();
    }
    if (JSON.stringify(before.result) === JSON.stringify(fight.result)) return;
    if (is === "asked") {
      this.app.sounds.play("placed", [40, 60, 40]);
      this.app.say(`${saysWords(fight, fight.result, me)} ${IS_RIGHT}`);
    } else if (is === "entered") this.app.say(gettext("Your result is entered. The other side is asked to confirm it."));
    else if (is === "disputed") this.app.say(resultsDiffer);
    else if (is === "over") this.app.say(`${resultWords(fight, fight.result, me)}. ${gettext("The result is final.")}`);
    else if (was === "over") this.app.say(gettext("The organizer has opened your fight again."));
  }
}

const withoutId = ({ id, ...message }) => message;

const nextWords = ({ number, last }, { practice }) => {
  if (practice) return "";
  if (last) return gettext("This is the last round. The organizer ends the fights.");
  return interpolate(gettext("Round %(number)s starts when the organizer starts it."), { number: number + 1 });
};
