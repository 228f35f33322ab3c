// The sharing of the cards: whose turn it is, the pool, and once all is shared what is whose, with swaps (R19).

import { clone, drawName, icon, list, part, text } from "../lib/dom.js";
import { element, glyph } from "../lib/elements.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { tellLowerBar } from "../components/lower-bar.js";
import { keptWords } from "../lib/outbox.js";
import { answersTo, byRarity, lastOf, moreOf, offerOf, othersIn, owedWords, pausedWords, poolOf, ranksOf, refusalOf, sorted, takeOf, titleOf, trackOf } from "./share-words.js";
import { cards as cardsWords, duration, isolate } from "../lib/words.js";
import { drawCard, drawCards, readCard } from "../components/card.js";
import { drawGroups } from "../decks/groups.js";
import { Pack } from "../draft/pack.js";
import { eventOver } from "../draft/sentences.js";
import { Swap } from "./swap.js";
import { Timer } from "../components/timer.js";

const SPOKEN = [20, 10, 5];
const HURRIED = [10, 5];
const ANSWERS = ["accept", "decline", "withdraw"];
const FAULTS = ["share-fault", "swap-fault"];
const TURN = { done: gettext("has taken a card"), now: gettext("takes a card now"), next: "", out: gettext("takes none of the rest of this rarity") };

export class Share {
  // `onLook` is called when another of the two scenes is to be seen (`sceneOf`).
  constructor(root, app, onLook) {
    this.root = root;
    this.app = app;
    this.onLook = onLook;
    this.state = null;
    this.view = null;
    this.hadTurn = false;
    this.chosen = null;
    this.taken = null; // asked for and stored, and still in the pool that is known here
    this.views = part(app.root, "share-views");
    for (const tab of this.views.querySelectorAll("button")) {
      tab.addEventListener("click", () => this.#look(tab.dataset.view));
    }
    this.pool = new Pack(part(root, "pool"), { look: () => {}, toggle: (card) => this.#toggle(card), confirm: () => this.#take() });
    this.timer = new Timer(part(root, "share-ring"), (seconds) => this.#mark(seconds), () => {});
    this.swap = new Swap(document.getElementById("swap"), app);
    part(root, "take").addEventListener("click", () => this.#take());
    part(root, "chosen-open").addEventListener("click", () => readCard(this.chosen));
    part(root, "swap-open").addEventListener("click", () => this.swap.open(this.state.share, this.me));
    tellLowerBar(part(root, "share-bar"));
  }

  // On the deck, once the event is over: cards that are still to change hands.
  owedNotice({ event, share }) {
    if (event.phase !== "finished" || !share?.over || (!share.to_give && !share.to_get)) return null;
    return { key: "owed", tone: "is-gold", icon: "i-swap", words: owedWords(share), button: gettext("Which cards"), act: () => this.#look("share") };
  }

  // Why a request was refused, where the place for these words is not seen: all is shared, the event is over, or the deck is looked at.
  faultNotice() {
    const name = FAULTS.find((fault) => !part(this.root, fault).hidden && part(this.root, fault).parentElement.closest("[hidden]"));
    if (!name) return null;
    const dismiss = () => {
      this.#fault(name, "");
      this.app.drawNotices();
    };
    return { key: name, tone: "is-bad", icon: "i-warn", words: part(this.root, name).textContent, dismiss };
  }

  #look(view) {
    this.view = view;
    this.onLook();
  }

  // Which scene is to be seen: "share" or "deck" from the sharing on, null before it and where nothing is shared.
  sceneOf({ event, share, table, you }) {
    const is = Boolean(share) && ["sharing", "finished"].includes(event.phase);
    const isMine = is && share.turn === table.seats[you.seat].fighter;
    if (is) this.view ??= event.phase === "sharing" ? "share" : "deck";
    if (isMine && !this.hadTurn) this.view = "share"; // whatever was looked at
    this.hadTurn = isMine;
    this.views.hidden = !is;
    for (const tab of this.views.querySelectorAll("button")) {
      if (tab.dataset.view === this.view) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    }
    return is ? this.view : null;
  }

  get me() {
    const { table, you } = this.state;
    return table.seats[you.seat].fighter;
  }

  get isMine() {
    return this.state.share.turn === this.me;
  }

  draw(state) {
    const before = this.state;
    const wasMine = Boolean(before) && this.isMine;
    this.state = state;
    const { share, clock, event } = state;
    if (!share.pool.some(({ id }) => id === this.taken)) this.taken = null;
    if (state !== before) {
      this.timer.take({ deadline: share.deadline, now: clock.now, left: share.seconds_left, seconds: share.seconds, paused: share.paused });
    }
    this.#drawHead(share);
    this.#drawTurns(share, state.table.seats);
    part(this.root, "share-paused").hidden = !share.paused;
    text(this.root, "share-paused-words", share.paused ? pausedWords(share) : "");
    text(this.root, "share-last", lastOf(share, this.me));
    part(this.root, "share-last").hidden = !lastOf(share, this.me);
    this.#drawPool(share);
    this.#drawEnd(share, event);
    this.#drawYours(share);
    this.refresh();
    this.#announce(before?.share, wasMine);
    document.title = `${titleOf(share, this.me)} · ${isolate(event.name)}`;
  }

  // Draws what depends on connection and outbox.
  refresh() {
    if (!this.state?.share) return;
    const { share } = this.state;
    part(this.root, "share-bar").hidden = share.over;
    const { words, more, isOff } = takeOf(share, this.me, { chosen: this.chosen, kept: this.#isKept, isLive: this.app.isLive });
    const button = part(this.root, "take");
    button.ariaDisabled = String(isOff);
    text(button, "take-words", words);
    text(button, "take-more", more);
    this.#drawKept(share);
  }

  // An offer, or an answer to one, that has no answer of the server yet.
  #drawKept({ swaps, closed }) {
    const isAnswering = ANSWERS.some((kind) => this.app.outbox.find(kind));
    for (const button of part(this.root, "offers").querySelectorAll("button")) button.disabled = isAnswering;
    const isKept = isAnswering || Boolean(this.app.outbox.find("swap"));
    text(this.root, "swap-kept", isKept ? keptWords(this.app.isLive).join(" ") : "");
    part(this.root, "no-offers").hidden = isKept || swaps.length + closed.length > 0;
  }

  // `message`: what was asked for and is stored now.
  settled(message) {
    if (message?.type === "take") this.taken = message.card;
    if (message?.type === "swap") this.app.say(gettext("The swap is offered."));
    this.refresh();
  }

  refused(asked, code, message) {
    const words = refusalOf(asked?.type, code, message);
    if (asked?.type === "take") this.#fault("share-fault", words);
    if (["swap", ...ANSWERS].includes(asked?.type)) this.#fault("swap-fault", words);
    this.app.drawNotices();
    this.refresh();
  }

  get #isKept() {
    return Boolean(this.app.outbox.find("take")) || this.taken !== null;
  }

  #toggle(card) {
    if (this.#isKept) return;
    this.chosen = this.chosen?.id === card.id ? null : card;
    this.#fault("share-fault", "");
    this.#drawChosen();
  }

  #take() {
    if (part(this.root, "take").ariaDisabled === "true" || !this.chosen) return;
    this.#fault("share-fault", "");
    this.app.ask({ type: "take", card: this.chosen.id });
    this.app.sounds.play("placed");
    this.refresh();
  }

  #fault(name, words) {
    text(this.root, name, words);
    part(this.root, name).hidden = !words;
  }

  #drawHead(share) {
    part(this.root, "share-head").classList.toggle("is-yours", this.isMine);
    text(this.root, "share-title", titleOf(share, this.me));
    const more = moreOf(share, this.me);
    text(this.root, "share-more", this.state.event.phase === "finished" ? `${eventOver} ${more}` : more);
  }

  // The fighters of these turns: a snake of two rows. Columns are people, and the second row goes back.
  #drawTurns(share, seats) {
    const root = part(this.root, "turns");
    const rows = share.over ? [] : trackOf(share);
    root.hidden = !rows.length;
    root.style.setProperty("--people", share.order.length);
    root.dataset.crowd = share.order.length > 4 ? "many" : "few";
    root.dataset.bend = rows.length < 2 ? "" : rows[0][0].row % 2 ? "start" : "end";
    list(
      root,
      rows.flat().map((place) => ({ ...place, isFirst: place.row === rows[0][0].row })),
      ({ fighter, isFirst }) => `${isFirst} ${fighter}`,
      ({ isFirst }) => makeTurn(isFirst),
      (node, place) => this.#drawTurn(node, place, share, seats),
    );
  }

  #drawTurn(node, { fighter, column, state, isFirst }, share, seats) {
    const person = share.people.find((each) => each.fighter === fighter);
    const seat = seats.find((each) => each.fighter === fighter)?.seat;
    const isNow = state === "now";
    node.dataset.column = column;
    node.style.gridColumn = column + 1;
    node.style.gridRow = isFirst ? 1 : 2;
    node.dataset.state = state;
    node.classList.toggle("is-now", isNow);
    node.classList.toggle("is-you", fighter === this.me);
    node.toggleAttribute("aria-current", isNow);
    node.dataset.seat = seat ?? "";
    icon(part(node, "glyph"), state === "done" ? "i-check" : `seat-${seat ?? 0}`);
    part(node, "glyph").parentElement.toggleAttribute("hidden", seat === undefined && state !== "done");
    drawName(part(node, "name"), fighter === this.me ? gettext("You") : person.name);
    if (isFirst) text(node, "cards", person.cards);
    text(node, "words", TURN[state]);
  }

  #drawPool(share) {
    const root = part(this.root, "pool");
    part(this.root, "share-choice").hidden = share.over;
    text(this.root, "pool-title", poolOf(share));
    const stamp = [share.pool, share.taken.map(({ card }) => card)].map((cards) => cards.map(({ id }) => id).join()).join(" | ");
    if (this.stamp !== stamp) {
      this.stamp = stamp;
      this.pool.deal(sorted(share.pool, share.wishes));
      this.#layTaken(root, share);
    }
    if (this.chosen && !share.pool.some(({ id }) => id === this.chosen.id)) this.chosen = null;
    const kept = this.app.outbox.find("take")?.card;
    this.chosen ??= share.pool.find(({ id }) => id === kept) ?? null; // asked for before this page was loaded
    const ranks = ranksOf(share);
    const items = [...root.querySelectorAll("button")].map((button) => button.parentElement);
    items.forEach((item, index) => this.#drawWish(item, ranks.get(this.pool.cards[index].id)));
    this.#drawChosen();
  }

  // A card that is gone stays where it lay, grey, with the name of its taker.
  #layTaken(root, share) {
    const takers = new Map(share.taken.map(({ card, by }) => [card.id, by]));
    sorted([...share.pool, ...share.taken.map(({ card }) => card)], share.wishes).forEach((card, place) => {
      if (takers.has(card.id)) root.insertBefore(this.#makeTaken(card, takers.get(card.id)), root.children[place] ?? null);
    });
  }

  #makeTaken(card, by) {
    const node = clone("gone");
    const seat = this.state.table.seats.find(({ fighter }) => fighter === by)?.seat;
    part(node, "face").append(drawCard(card));
    node.dataset.seat = seat ?? "";
    icon(part(node, "taker-glyph"), `seat-${seat ?? 0}`);
    drawName(part(node, "taker"), by === this.me ? gettext("You") : (this.state.share.people.find(({ fighter }) => fighter === by)?.name ?? ""));
    return node;
  }

  #drawWish(item, place) {
    item.querySelector(".wished")?.remove();
    if (!place) return;
    const words = element("span", "only-read", `, ${interpolate(gettext("wish %(place)s"), { place })}`);
    item.firstElementChild.append(element("span", "wished", glyph("i-heart"), element("span", "", String(place)), words));
  }

  #drawChosen() {
    const { chosen } = this;
    this.pool.choose(chosen ? [chosen] : []);
    part(this.root, "share-chosen").hidden = !chosen;
    text(this.root, "chosen-name", chosen?.name);
    text(this.root, "chosen-number", chosen && [chosen.number, chosen.rarity].filter(Boolean).join(" · "));
    if (chosen) part(this.root, "chosen-open").setAttribute("aria-label", interpolate(gettext("Enlarge %(name)s"), chosen));
    this.refresh();
  }

  #drawEnd(share, event) {
    part(this.root, "share-end").hidden = !share.over;
    if (!share.over) return;
    const isDone = !share.to_give && !share.to_get;
    text(this.root, "to-give", cardsWords(share.to_give));
    text(this.root, "to-get", cardsWords(share.to_get));
    part(this.root, "hands-done").hidden = !isDone;
    part(this.root, "sheet-link").classList.toggle("button--primary", !isDone && !event.next); // one thing to do now
    const canOffer = othersIn(share, this.me).length > 0;
    part(this.root, "swap-open").hidden = !canOffer;
    part(this.root, "swaps").hidden = event.phase !== "sharing" || !(canOffer || share.swaps.length);
    this.#drawOffers(share);
  }

  #drawOffers(share) {
    list(
      part(this.root, "offers"),
      [...share.swaps, ...share.closed],
      ({ swap }) => swap,
      ({ swap }) => this.#makeOffer(swap),
      (node, offer) => {
        const answers = answersTo(this.me, offer);
        text(node, "words", offerOf(share, this.me, offer));
        node.classList.toggle("is-over", !answers.length);
        part(node, "waits").hidden = !answers.includes("withdraw");
        for (const kind of ANSWERS) node.querySelector(`[data-ask=${kind}]`).hidden = !answers.includes(kind);
      },
    );
  }

  #makeOffer(swap) {
    const node = clone("offer");
    for (const button of node.querySelectorAll("button")) {
      button.addEventListener("click", () => {
        this.#fault("swap-fault", "");
        this.app.ask({ type: button.dataset.ask, swap });
        this.refresh();
      });
    }
    return node;
  }

  #drawYours(share) {
    const { yours } = share;
    part(this.root, "share-yours").hidden = !yours.length;
    const words = share.over ? gettext("Your %(cards)s") : gettext("Yours so far: %(cards)s");
    text(this.root, "yours-title", interpolate(words, { cards: cardsWords(yours.length) }));
    const stamp = `${share.over} ${yours.map(({ id }) => id).join()}`;
    const root = part(this.root, "yours");
    if (share.over) drawGroups(root, byRarity(yours), stamp);
    else if (root.dataset.stamp !== stamp) root.replaceChildren(element("div", "group", drawCards(yours)));
    root.dataset.stamp = stamp;
  }

  #announce(before, wasMine) {
    const { share } = this.state;
    const last = lastOf(share, this.me);
    if (share.over && before && !before.over) {
      this.app.sounds.play("done", [40, 60, 40]);
      this.app.say(gettext("All cards are shared. These are your cards."));
      scrollTo(0, 0);
      part(this.root, "share-title").focus({ preventScroll: true });
    } else if (this.isMine && !wasMine) {
      this.app.sounds.play("pass", [60, 60, 60]);
      this.app.say([last, titleOf(share, this.me)].join(" "));
    } else if (this.isMine && before && before.left !== share.left) {
      this.app.say([last, titleOf(share, this.me)].join(" "));
    }
  }

  #mark(seconds) {
    if (this.root.hidden || !this.state?.share || !this.isMine) return;
    if (HURRIED.includes(seconds)) this.app.sounds.play("hurry", [30]);
    if (SPOKEN.includes(seconds)) this.app.say(interpolate(gettext("%(time)s left"), { time: duration(seconds) }));
  }
}

// A fighter's number of cards stands once, in the first row.
const makeTurn = (isFirst) => {
  const node = clone("turn");
  if (!isFirst) part(node, "cards").remove();
  return node;
};
