// The draft room around the hand: where we are, the clock, the table, and what there is to know.

import { clone, icon, part, text } from "../lib/dom.js";
import { duration, names, plural } from "../lib/words.js";
import { drawCounts, drawGrades } from "./deck.js";
import { Hand } from "./hand.js";
import { drawStrip } from "./strip.js";
import { Timer } from "./timer.js";

const MOMENT = 9000;

export class Draft {
  constructor(root, app) {
    this.root = root;
    this.app = app;
    this.before = null;
    this.rares = new Map();
    this.hand = new Hand(root, app);
    this.timer = new Timer(part(root, "ring"), (seconds) => this.#mark(seconds));
    part(root, "call-legion").addEventListener("click", () => app.judge.open([...this.rares.values()][0]));
    part(root, "confirm").addEventListener("click", () => this.#confirm());
    const bar = part(root, "bar");
    new ResizeObserver(() =>
      document.documentElement.style.setProperty("--bar-height", `${bar.offsetHeight}px`),
    ).observe(bar);
  }

  draw(state) {
    const { event, table, you, clock } = state;
    const isReview = event.phase === "review";
    this.state = state;
    this.root.dataset.phase = event.phase;
    this.#drawHead(state, isReview);
    this.timer.take(clock);
    const rares = this.#callable(you, table);
    this.#drawNotices(state, rares.length > 0 && !you.call);
    this.#drawPaused(clock);
    part(this.root, "hand").hidden = isReview;
    part(this.root, "review").hidden = !isReview;
    if (isReview) this.#drawReview(state);
    else this.hand.draw(state);
    this.#drawPile(state, isReview);
    this.drawTable(state);
    this.app.judge.take(state, rares);
    this.#announce(state);
    this.before = { phase: event.phase, round: table.round, pass: table.pass, chosen: you.chosen, paused: clock.paused };
  }

  // Draws what the small public changes touch.
  drawTable({ event, table, you }) {
    drawStrip(part(this.root, "strip"), table.seats, you.seat, event.phase);
    this.#drawWaiting(event, table, you);
  }

  remind() {
    if (this.state?.event.phase === "drafting") this.hand.remind();
  }

  refresh() {
    if (this.state && this.state.event.phase !== "review") this.hand.refresh();
  }

  #confirm() {
    if (part(this.root, "confirm").getAttribute("aria-disabled") === "true") return;
    if (this.state.event.phase === "review") this.app.ask({ type: "ready" });
    else this.hand.confirm();
  }

  #drawHead({ table, event }, isReview) {
    const { round, rounds, pass, passes, direction } = table;
    part(this.root, "where-review").hidden = !isReview;
    part(this.root, "where-pack").hidden = isReview;
    text(this.root, "round", round);
    text(this.root, "rounds", rounds);
    text(this.root, "where-pass", isReview ? `After pack ${round} of ${rounds}` : `Pass ${pass} of ${passes}`);
    part(this.root, "direction").hidden = isReview;
    part(this.root, "direction").dataset.direction = direction;
    icon(part(this.root, "arrow"), `i-${direction}`);
    text(this.root, "direction-words", `pass ${direction}`);
    document.title = isReview ? `Review · ${event.name}` : `Pack ${round}, pass ${pass} · ${event.name}`;
  }

  #drawWaiting(event, table, you) {
    const waits = event.phase === "drafting" && you.chosen;
    part(this.root, "waiting").hidden = !waits;
    this.root.classList.toggle("is-waiting", waits);
    if (!waits) return;
    const others = table.seats.filter((seat) => !seat.chosen && seat.seat !== you.seat).map((seat) => seat.name);
    const own = table.seats[you.seat];
    const pile = part(this.root, "waiting-pile");
    const sleeves = Math.min(5, Math.max(1, Math.ceil(own.face_down / 6)));
    if (pile.children.length !== sleeves) pile.replaceChildren(...Array.from({ length: sleeves }, () => clone("sleeve")));
    text(this.root, "waiting-words", others.length ? `Waiting for ${names(others)}` : "Everyone has chosen");
    text(
      this.root,
      "waiting-more",
      own.in_hand || own.face_down
        ? `${plural(own.face_down, "card")} face down. ${own.in_hand ? `You pass ${plural(own.in_hand, "card")} ${table.direction}.` : ""}`
        : "You hold no cards in this pass.",
    );
  }

  #drawReview({ you, event }) {
    this.hand.clear();
    const { summary, pile } = you;
    drawCounts(part(this.root, "review-counts"), summary);
    drawGrades(part(this.root, "review-cards"), pile, [...summary.order, ...summary.g_order], `${event.phase}${pile.length}`);
    this.drawReady(you);
  }

  drawReady(you) {
    this.app.drawConfirm({
      words: you.ready ? "Waiting for the others" : "I have seen my cards",
      count: "",
      isOff: you.ready,
      isDone: you.ready,
    });
    part(this.root, "places").hidden = true;
    part(this.root, "details").hidden = true;
  }

  #drawPile({ table, you }, isReview) {
    text(this.root, "pile-count", table.seats[you.seat].face_down);
    text(this.root, "pile-state", isReview ? "open" : "closed");
  }

  #drawNotices({ table, you, event }, mayCall) {
    const show = (name, wish) => (part(this.root, name).hidden = !wish);
    show("notice-rare", table.legion_rare && table.pass === 1 && event.phase === "drafting");
    show("notice-legion", mayCall);
    show("notice-judge", you.call || table.waiting_for_judge);
    text(this.root, "notice-judge-words", judgeWords(you.call, table.waiting_for_judge));
    if (this.before?.phase === "review" && event.phase === "drafting") this.#showForAMoment("notice-down");
    if (!this.before && table.round === 1 && table.pass === 1 && event.phase === "drafting") {
      text(this.root, "notice-seats-words", neighbours(table.seats, you.seat));
      this.#showForAMoment("notice-seats");
    }
  }

  #showForAMoment(name) {
    part(this.root, name).hidden = false;
    setTimeout(() => (part(this.root, name).hidden = true), MOMENT);
  }

  #drawPaused(clock) {
    part(this.root, "paused").hidden = !clock.paused;
    for (const name of ["hand", "bar", "review"]) part(this.root, name).inert = clock.paused;
    const rest = clock.left === null || clock.left === undefined ? "" : ` ${duration(clock.left)} left when it goes on.`;
    text(this.root, "paused-words", `The organizer has stopped the clock.${rest}`);
  }

  // The Legion Rares of this fighter's own pack, seen in this round; after they are placed they are not in `pack` any more.
  #callable(you, table) {
    if (this.rareRound !== table.round) this.rares.clear();
    this.rareRound = table.round;
    for (const card of you.pack) if (card.rarity === "LR" && table.pass === 1) this.rares.set(card.id, card);
    return you.can_call_judge ? [...this.rares.values()] : [];
  }

  #announce({ event, table, you, clock }) {
    const { sounds, say } = this.app;
    const last = this.before;
    if (clock.paused !== Boolean(last?.paused)) say(clock.paused ? "Paused." : "The draft goes on.");
    if (!last || event.phase !== last.phase || table.round !== last.round || table.pass !== last.pass) {
      if (event.phase === "review") say("Review. You may look at your cards.");
      else say(packWords(table, you));
      if (last) sounds.play("pass", [40]);
    } else if (you.chosen && !last.chosen) {
      sounds.play("placed", [15]);
    }
  }

  #mark(seconds) {
    const { you, event } = this.state;
    const mustAct = event.phase === "review" ? !you.ready : !you.chosen;
    if (!mustAct || this.root.hidden) return;
    if (seconds >= 5) this.app.say(`${seconds} seconds left.`);
    if (seconds === 10) this.app.sounds.play("hurry", [60, 60, 60]);
    if (seconds <= 3) this.app.sounds.play("tick", [20]);
  }
}

const judgeWords = (call, waits) => {
  if (call?.reason === "legion_rare") return "Your Legion Rare is with the judge. The clock stands.";
  if (call) return "A judge is on the way to you.";
  return waits ? "The judge is looking at a card. The clock stands." : "";
};

const neighbours = (seats, own) => {
  const left = seats[(own + 1) % seats.length].name;
  const right = seats[(own - 1 + seats.length) % seats.length].name;
  return left === right ? `You sit across from ${left}.` : `You sit between ${right} (right) and ${left} (left).`;
};

const packWords = (table, you) => {
  const giver = table.seats[(you.seat + (table.direction === "left" ? -1 : 1) + table.seats.length) % table.seats.length];
  const from = table.pass > 1 ? ` from ${giver.name}` : "";
  return `Pack ${table.round}, pass ${table.pass}: ${plural(you.pack.length, "card")}${from}.`;
};
