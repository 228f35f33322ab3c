// The draft room around the hand: where we are, the clock, the table, and what there is to know.

import { clone, icon, part, text } from "../lib/dom.js";
import { game } from "../lib/game.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { loaded, loadedSoon } from "../lib/later.js";
import { missedInARow } from "./missed.js";
import { backWords, callWords, countWords, lateWords, momentOf } from "../paper/paper-words.js";
import { duration, isolate, names, PASS } from "../lib/words.js";
import { Bar } from "./bar.js";
import { Device } from "./device.js";
import { Ceremonies } from "./ceremonies/ceremonies.js";
import { drawCounts, drawGroups, pilesOf } from "../decks/groups.js";
import { Hand } from "./hand.js";
import { verifiedWords } from "./judge/judge-notices.js";
import { Notices } from "../components/notices.js";
import { Strip } from "./strip.js";
import { Timer } from "../components/timer.js";

const MOMENT = 9000;
const AFTER_PACK = gettext("After pack %(round)s of %(rounds)s");
const HURRY = 6; // seconds before the deadline from which the line is tried more often

export class Draft {
  constructor(root, app) {
    this.root = root;
    this.app = app;
    this.before = null;
    this.moment = null;
    this.rares = new Map();
    this.bar = new Bar(part(root, "bar"), { confirm: () => this.#confirm(), place: () => this.hand.enter() });
    this.device = new Device(document.getElementById("keys"), root, () => this.hand.redraw());
    this.hand = new Hand(root, app, this.bar, this.device);
    for (const button of root.querySelectorAll("[data-device]")) button.addEventListener("click", () => this.device.open());
    this.strip = new Strip(part(root, "strip"));
    this.notices = new Notices(part(root, "notices"), 1);
    this.calls = new Notices(part(root, "calls"), 1);
    this.ceremonies = new Ceremonies(root, app, this.hand);
    part(root, "paused-return").addEventListener("click", () => this.#return());
    this.timer = new Timer(part(root, "ring"), (seconds) => this.#mark(seconds), () => this.#tick());
  }

  // `takenBack`: the organizer has taken passes back since the last state, and this one is played again.
  draw(state, takenBack) {
    const { event, table, you, clock } = state;
    const isReview = event.phase === "review";
    this.isPaper = you.must_hold !== undefined;
    if (this.before && this.#isAnotherPack(state)) scrollTo(0, 0); // a long pack, or the review, may have been scrolled
    this.#noteLate(this.state, state);
    this.state = state;
    this.root.dataset.phase = event.phase;
    this.timer.take(clock);
    this.callable = this.#callable(you, table);
    this.#keepMoments(state, takenBack);
    this.#drawPaused(state);
    part(this.root, "hand").hidden = isReview || this.isPaper;
    part(this.root, "review").hidden = !isReview || this.isPaper;
    if (isReview && !this.isPaper) this.#drawReview(state);
    const seen = isReview || this.isPaper ? Promise.resolve() : this.hand.draw(state);
    this.#drawPaper(state);
    this.#drawPicks(state);
    seen.then(() => this.state === state && !this.root.hidden && this.#drawHead(state, isReview)); // head and pack change together
    this.drawTable(state);
    this.app.judge.take(state, this.callable);
    this.#announce(state, takenBack);
    const { round, pass, direction } = table;
    this.before = { phase: event.phase, round, pass, direction, chosen: you.chosen, paused: clock.paused, bot: you.bot };
  }

  // Draws what the small public changes touch.
  drawTable(state) {
    const { event, table, you, clock } = state;
    const own = table.seats[you.seat];
    this.strip.draw(state);
    this.#drawWaiting(event, table, you);
    this.bar.tell({ phase: event.phase, turn: own.turn, ready: you.ready, pile: own.face_down, isInSight: Boolean(you.pile), grace: clock.grace });
    this.refresh();
  }

  drawNotices() {
    if (!this.state) return;
    this.notices.draw(this.#notices(this.state));
    this.calls.draw(this.#calls(this.state));
  }

  loseLine() {
    this.hand.loseLine();
  }

  remind() {
    if (this.state?.event.phase === "drafting") this.hand.remind();
  }

  takeMarks(ids) {
    if (this.state?.event.phase === "drafting") this.hand.takeMarks(ids);
  }

  // Tells the bar what depends only on connection, outbox and time.
  refresh() {
    if (!this.state) return;
    const { left, late, paused } = this.timer.countdown;
    const { isLive } = this.app;
    this.hand.close(!isLive && late > 0);
    this.bar.tell({ isLive, kept: this.#isKept, left, late, paused });
    this.app.live.hurry = !this.root.hidden && this.#mustAct && left !== null && left < HURRY && !paused;
  }

  // The request of the bar was sent here, and has no answer yet.
  get #isKept() {
    if (this.state.event.phase === "review") return Boolean(this.app.outbox.find("ready"));
    return this.isPaper ? this.#isSaid : this.hand.isBusy;
  }

  // Whether this device has said that the cards are placed, without an answer yet.
  get #isSaid() {
    const kept = this.app.outbox.find("done");
    const { round, pass } = this.state.table;
    return Boolean(kept && kept.round === round && kept.pass === pass);
  }

  get #mustAct() {
    const { you, event } = this.state;
    return event.phase === "review" ? !you.ready : !you.chosen;
  }

  #tick() {
    if (this.state && !this.root.hidden) this.refresh();
  }

  #confirm() {
    const { event, table } = this.state;
    if (event.phase === "review") this.app.ask({ type: "ready" });
    else if (this.isPaper) this.app.ask({ type: "done", round: table.round, pass: table.pass });
    else this.hand.confirm();
  }

  // The fighter takes the seat back from a bot, in a pause too.
  #return() {
    this.app.ask({ type: "return" });
  }

  // The cards are in the fighter's own hands.
  #drawPaper(state) {
    if (!this.isPaper) return;
    this.hand.clear();
    part(this.root, "details").hidden = true;
    this.paper ??= loaded(() => import("../paper/paper.js")).then(({ Paper }) => new Paper(part(this.root, "paper")));
    this.paper.then((paper) => paper.draw(this.app.state));
    this.bar.tell({ isPaper: true, owed: state.you.must_choose });
  }

  #drawHead({ table, event }, isReview) {
    const { round, rounds, direction } = table;
    const isPlayed = isReview || event.phase === "drafting";
    part(this.root, "where").hidden = !isPlayed;
    if (!isPlayed) return this.#drawNoPack(event);
    part(this.root, "where-review").hidden = !isReview;
    part(this.root, "where-pack").hidden = isReview;
    text(this.root, "round", round);
    text(this.root, "rounds", rounds);
    text(this.root, "where-pass", isReview ? interpolate(AFTER_PACK, table) : game().where(table));
    part(this.root, "direction").hidden = isReview;
    part(this.root, "direction").dataset.direction = direction;
    icon(part(this.root, "arrow"), `i-${direction}`);
    text(this.root, "direction-words", PASS[direction]);
    const place = isReview ? gettext("Review") : interpolate(game().place, table);
    document.title = `${place} · ${isolate(event.name)}`;
  }

  // Before the first pack, and after the last.
  #drawNoPack(event) {
    part(this.root, "direction").hidden = true;
    document.title = isolate(event.name);
  }

  #drawWaiting(event, table, you) {
    const waits = event.phase === "drafting" && you.chosen;
    part(this.root, "waiting").hidden = !waits;
    this.root.classList.toggle("is-waiting", waits);
    if (!waits) return;
    const others = table.seats.filter((seat) => !seat.chosen && seat.seat !== you.seat).map((seat) => seat.name);
    const own = table.seats[you.seat];
    this.orbit ??= loadedSoon(() => import("./orbit/orbit.js")).then(({ Orbit }) => new Orbit(part(this.root, "orbit")));
    this.orbit.then((orbit) => orbit.draw(table, you.seat));
    const pile = part(this.root, "waiting-pile");
    const sleeves = Math.min(5, Math.max(1, own.in_hand || Math.ceil(own.face_down / 6)));
    if (pile.children.length !== sleeves) pile.replaceChildren(...Array.from({ length: sleeves }, () => clone("sleeve")));
    text(this.root, "waiting-words", others.length ? waitingWords(others) : gettext("Everyone has chosen"));
    const wayBack = this.isPaper ? ` ${WAY_BACK}` : "";
    text(this.root, "waiting-more", `${placedWords(own, table.direction)}${wayBack}`);
  }

  // Own picks are in sight only in some events.
  #drawPicks({ event, you }) {
    if (!this.picks && !(event.phase === "drafting" && you.pile)) return;
    this.picks ??= loaded(() => import("./own-picks.js")).then(
      ({ OwnPicks }) => new OwnPicks(part(this.root, "pile-open"), document.getElementById("picks"), part(this.root, "own")),
    );
    this.picks.then((picks) => picks.take(this.app.state));
  }

  #drawReview({ you, event }) {
    this.hand.clear();
    const { summary, pile } = you;
    drawCounts(part(this.root, "review-counts"), pile, summary);
    drawGroups(part(this.root, "review-cards"), pilesOf(pile, summary), `${event.phase}${pile.length}`);
    part(this.root, "details").hidden = true;
    if (this.before?.phase !== "review" && !document.querySelector("dialog[open]")) {
      document.getElementById("where").focus({ preventScroll: true });
    }
  }

  // The last event, until the next one or for nine seconds.
  #keepMoments({ event, table, you, clock }, takenBack) {
    const { phase, bot } = this.before ?? {};
    if (takenBack) this.#tellTakenBack(this.isPaper ? backWords(you) : interpolate(game().takenBack, table), clock.paused);
    else if (phase === "review" && event.phase === "drafting") this.#keepMoment(CARDS_DOWN);
    if (bot && !you.bot) this.#keepMoment(YOURS_AGAIN);
  }

  // A pause covers the notices: what is played again is said in it then, as long as it lasts.
  #tellTakenBack(words, isPaused) {
    if (isPaused) return text(this.root, "paused-again", words);
    scrollTo(0, 0); // where notices are
    this.#keepMoment({ key: "again", tone: "is-info", icon: "i-info", words, isFirst: true });
  }

  #keepMoment(notice) {
    clearTimeout(this.momentEnds);
    this.moment = notice;
    this.momentEnds = setTimeout(() => {
      this.moment = null;
      this.drawNotices();
    }, MOMENT);
  }

  // A fighter has come before the first pack is opened, and all sit elsewhere.
  #noteLate(before, state) {
    const words = lateWords(before, state);
    if (!words) return;
    this.reseated = words;
    this.app.say(words);
  }

  // In the strip's place, the most urgent one.
  #notices({ table, you, event, clock }) {
    const { judgeNotices } = this.app;
    const judge = you.call ? "" : judgeWords(table.waiting_for_judge, clock);
    const isFirst = table.pass === 1 && event.phase === "drafting";
    return [
      !clock.paused && this.app.offlineNotice, // a pause says it itself
      event.phase === "opening" && this.reseated && { key: "reseated", tone: "is-gold", icon: "i-people", words: this.reseated },
      this.moment?.isFirst && this.moment,
      judgeNotices.answer({ you }),
      judgeNotices.call({ you, clock }),
      judge && { key: "judge", tone: "is-gold", icon: "i-judge", words: judge },
      this.callable.length > 0 && !you.call && { ...callOffer(), act: () => this.app.judge.open(this.callable[0]) },
      this.app.missedNotice(),
      this.moment,
      table.legion_rare && isFirst && callVerified(you),
    ].filter(Boolean);
  }

  // In the bar's place, where a thumb reaches them.
  #calls({ you, table }) {
    return [
      you.bot && this.app.line !== "offline" && { ...BOT, act: () => this.#return() },
      you.hurried && !you.bot && this.app.isLive && { ...hurried(missedInARow(you.by_time, table.passes)), act: () => this.app.sayHere() },
    ].filter(Boolean);
  }

  #drawPaused({ clock, event, table, you }) {
    const isCounted = this.isPaper && event.phase === "drafting";
    part(this.root, "paused-count").hidden = !isCounted;
    text(this.root, "paused-count", isCounted ? countWords({ ...you, must_place: table.must_place }) : "");
    part(this.root, "paused").hidden = !clock.paused;
    for (const name of ["hand", "details", "bar", "review"]) part(this.root, name).inert = clock.paused;
    this.drawLine();
    if (!clock.paused) text(this.root, "paused-again", "");
  }

  // A pause that an offline device knows of may be over.
  drawLine() {
    if (!this.state) return;
    const isLost = this.app.line === "offline";
    part(this.root, "paused").classList.toggle("is-lost", isLost);
    icon(part(this.root, "paused-icon"), isLost ? "i-line" : "i-pause");
    text(this.root, "paused-title", isLost ? gettext("No connection") : gettext("Paused"));
    text(this.root, "paused-words", isLost ? MAY_GO_ON : pausedWords(this.state.clock));
    part(this.root, "paused-bot").hidden = isLost || !this.state.you.bot;
  }

  // The cards of this fighter's own pack that a judge can be called for and has not refused, seen in this round; after they are
  // placed they are not in `pack` any more.
  #callable(you, table) {
    if (this.rareRound !== table.round) this.rares.clear();
    this.rareRound = table.round;
    for (const card of you.pack ?? []) if (table.pass === 1 && game().call?.isFor(card)) this.rares.set(card.id, card);
    return you.can_call_judge ? [...this.rares.values()].filter(({ id }) => !you.refused?.includes(id)) : [];
  }

  // One text for all of it, since the next one takes its place. Notices are read out by themselves.
  #announce({ event, table, you, clock }, takenBack) {
    const { sounds, say } = this.app;
    const last = this.before;
    const said = [];
    if (clock.paused !== Boolean(last?.paused)) {
      said.push(clock.paused ? `${gettext("Paused.")} ${pausedWords(clock)}` : gettext("The draft has resumed."));
    }
    if (takenBack && clock.paused) said.push(interpolate(game().takenBack, table));
    if (takenBack || !last || this.#isAnotherPack(this.state)) {
      said.push(this.#momentWords(this.state));
      if (last && !this.ceremonies.isOn) sounds.play(this.#soundOf(this.state), [40]);
    } else if (you.chosen && !last.chosen) {
      sounds.play("placed", [15]);
    }
    if (said.length) say(said.join(" "));
  }

  // A pack is opened, the way turns, or what is left comes round.
  #soundOf({ event, table }) {
    if (event.phase !== "drafting" || table.round === this.before.round) return "pass";
    return table.direction === this.before.direction ? "open" : "turn";
  }

  #momentWords({ event, table, you, clock }) {
    if (this.isPaper) return callWords(momentOf(table, event, clock), null).join(" ");
    return event.phase === "review" ? gettext("Review. You may look at your cards.") : packWords(table, you);
  }

  #isAnotherPack({ event, table }) {
    const { phase, round, pass } = this.before;
    return event.phase !== phase || table.round !== round || table.pass !== pass;
  }

  #mark(seconds) {
    if (!this.#mustAct || this.root.hidden) return;
    if (seconds >= 5) this.app.say(interpolate(gettext("%(seconds)s seconds left."), { seconds }));
    if (seconds === 10) this.app.sounds.play("hurry", [60, 60, 60]);
    if (seconds <= 3) this.app.sounds.play("tick", [20]);
  }
}

const WAY_BACK = gettext("Too early? The organizer can go one step back.");
const MAY_GO_ON = gettext("The draft may have gone on.");
const CARDS_DOWN = { key: "down", tone: "is-done", icon: "i-lock", words: gettext("Cards down. The review is over.") };
const YOURS_AGAIN = { key: "yours", tone: "is-done", icon: "i-person", words: gettext("The seat is yours again.") };
const callOffer = () => ({ key: "call", tone: "is-gold", icon: "i-spark", words: game().call.offer, button: game().call.ask });
const callVerified = (you) => ({ key: "verified", tone: "is-gold", icon: "i-spark", words: verifiedWords(you) });
const BOT = { key: "bot", tone: "is-info", icon: "i-bot", words: gettext("A bot chooses for you."), button: gettext("I’m back") };

const hurried = (count) => ({
  key: "hurried",
  tone: "is-info",
  icon: "i-clock",
  words: interpolate(game().hurried(count), { count }),
  button: gettext("I’m here"),
});

const judgeWords = (waits, { seconds }) => {
  if (!waits) return "";
  return seconds !== null
    ? gettext("A judge is checking a card. The clock is stopped.")
    : gettext("A judge is checking a card. The draft waits.");
};

const pausedWords = ({ paused_by: by, left }) => {
  if (by === "time") return gettext("Time ran out before anyone chose, so the table is paused. The organizer has been called.");
  const stopped = by === "judge" ? gettext("A judge has stopped the clock.") : gettext("The organizer has stopped the clock.");
  if (left === null || left === undefined) return stopped;
  return [stopped, interpolate(gettext("%(time)s left when it resumes."), { time: duration(left) })].join(" ");
};

const waitingWords = (others) => interpolate(gettext("Waiting for %(names)s"), { names: names(others) });

const packWords = (table, you) => {
  const giver = table.seats[(you.seat + (table.direction === "left" ? -1 : 1) + table.seats.length) % table.seats.length];
  const count = you.pack.length;
  return interpolate(table.pass > 1 ? game().packFrom(count) : game().ownPack(count), { ...table, count, name: isolate(giver.name) });
};

const placedWords = ({ in_hand: held, face_down: placed }, direction) => {
  if (!held && !placed) return game().handless.whole;
  const words = interpolate(ngettext("%(count)s card face down.", "%(count)s cards face down.", placed), { count: placed });
  return held ? `${words} ${interpolate(passedOn[direction](held), { count: held })}` : words;
};

const passedOn = {
  left: (count) => ngettext("You pass %(count)s card to the left.", "You pass %(count)s cards to the left.", count),
  right: (count) => ngettext("You pass %(count)s card to the right.", "You pass %(count)s cards to the right.", count),
};
