// The list of a deck that its fighter brings along (M30): pasted or of a file, taken, registered, and shown; and how the fights ended.

import { Countdown } from "../lib/clock.js";
import { part, text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { keep, readKept } from "../lib/kept.js";
import { isolate, time } from "../lib/words.js";
import { drawStandings } from "../fights/standings.js";
import { finalWords } from "../fights/standings-words.js";
import { overTitle } from "../draft/sentences.js";
import { ListMatch } from "./list-match.js";
import { faultOf, listText, stateOf, untilWords, ZONES } from "./listing-words.js";
import { changeForThisMatch, listForThisMatch } from "./sentences.js";

const TONES = ["info", "done", "gold"];

export class OwnList {
  #asked = null; // what is on its way: "deck" or "register"
  #version = 0;
  #isOpen = false; // the fighter changes a list that was taken

  constructor(root, app) {
    this.root = root;
    this.app = app;
    this.key = `list-${document.getElementById("play").dataset.seat}`;
    this.text = part(root, "listing-text");
    this.takeWords = part(root, "listing-take-words").textContent;
    this.match = new ListMatch(part(root, "listing-match"), app, root.dataset);
    this.countdown = new Countdown();
    this.text.addEventListener("input", () => this.#keep(this.text.value));
    part(root, "listing-take").addEventListener("click", () => this.#take());
    part(root, "listing-register").addEventListener("click", () => this.#register());
    part(root, "listing-change").addEventListener("click", () => this.#open(true));
    part(root, "listing-keep").addEventListener("click", () => this.#open(false));
    part(root, "listing-file").addEventListener("change", ({ target }) => this.#read(target));
    setInterval(() => this.#drawClock(), 500);
  }

  draw(state) {
    this.state = state;
    const { event, you, standings = [], fought, clock, log_open: logOpen } = state;
    const isOver = event.phase === "finished";
    this.#drawNight(isOver ? standings : [], you.name, fought);
    this.countdown.take(event.phase === "building" ? (clock ?? null) : null);
    this.#drawClock();
    const match = this.app.view === "match" && you.deck?.match?.open ? you.deck.match : null;
    part(this.root, "listing-match").hidden = !match;
    if (match) this.match.draw(match);
    const title = match ? changeForThisMatch : titleOf(you.deck, isOver);
    text(this.root, "listing-title", title);
    document.title = `${title} · ${isolate(event.name)}`;
    if (isOver && !you.deck) this.#putHeadFirst();
    text(this.root, "listing-until", event.phase === "building" ? untilWords(you.deck, clock ?? {}) : match ? listForThisMatch : "");
    for (const name of ["listing-standings", "listing-log"]) part(this.root, name).hidden = !isOver || !logOpen;
    part(this.root, "listing-list").hidden = !you.deck || Boolean(match);
    if (you.deck) this.#drawList(you.deck);
  }

  // Whether the deck of the match is stored as it is seen.
  get isStored() {
    return this.match.isStored;
  }

  refresh() {
    if (this.match.match) this.match.refresh();
    if (this.state?.you.deck) this.#drawList(this.state.you.deck);
  }

  settled(message) {
    if (message?.type !== this.#asked || message.fight) return;
    if (message.type === "deck") {
      this.#keep(null);
      this.#isOpen = false;
      this.#fault("");
    }
    this.#asked = null;
    this.refresh();
  }

  refused(asked, code, message) {
    if (asked?.type === "deck" && asked.fight) return this.match.refused(code, message);
    if (asked?.type !== this.#asked) return;
    this.#asked = null;
    this.#fault(faultOf(code, message));
    if (asked.type === "deck") this.text.focus();
    if (code === "stale") this.app.live.send({ type: "resync" });
    this.refresh();
  }

  #take() {
    const list = this.text.value;
    if (this.#asked || !this.state?.you.deck) return;
    if (!list.trim()) {
      this.#fault(gettext("Paste the list of your deck first."));
      return this.text.focus();
    }
    if (new TextEncoder().encode(JSON.stringify(list)).length > Number(this.root.dataset.longest)) {
      return this.#fault(gettext("That is too long for the list of a deck: leave out what is no card."));
    }
    this.#asked = "deck";
    this.app.ask({ type: "deck", seen: this.state.you.deck.version, list });
    this.refresh();
  }

  #register() {
    if (this.#asked) return;
    this.#asked = "register";
    this.app.ask({ type: "register", seen: this.state.you.deck.version });
    this.refresh();
  }

  #open(isOpen) {
    this.#isOpen = isOpen;
    if (!isOpen) this.#keep(null);
    this.#fault("");
    this.refresh();
    if (isOpen) this.text.focus();
    else part(this.root, "listing-change").focus();
  }

  async #read(field) {
    const [file] = field.files;
    field.value = "";
    if (!file) return;
    this.text.value = await file.text();
    this.#keep(this.text.value);
    this.#take();
  }

  // A pasted list that is not taken yet outlives a reload.
  #keep(typed) {
    keep(this.key, typed);
  }

  #fault(words) {
    part(this.root, "listing-fault").hidden = !words;
    text(this.root, "listing-fault", words);
    this.text.setAttribute("aria-invalid", String(Boolean(words)));
  }

  #drawList(deck) {
    const typed = readKept(this.key);
    const isEmpty = !deck.list.length;
    const isPasting = !deck.locked && (isEmpty || this.#isOpen || typed !== null);
    if (deck.version !== this.#version && document.activeElement !== this.text) this.text.value = typed ?? listText(deck.list, this.root.dataset);
    this.#version = deck.version;
    part(this.root, "listing-paste").hidden = !isPasting;
    part(this.root, "listing-keep").hidden = isEmpty;
    part(this.root, "listing-deck").hidden = isPasting && isEmpty;
    part(this.root, "listing-change").hidden = deck.locked || isPasting;
    part(this.root, "listing-take").disabled = this.#asked !== null || !this.app.isLive;
    text(this.root, "listing-take-words", this.#asked === "deck" ? gettext("Reading …") : this.takeWords);
    text(this.root, "listing-count", interpolate(ngettext("%(count)s card", "%(count)s cards", deck.count), { count: deck.count }));
    const { words, tone, canRegister } = stateOf(deck, this.state.event.phase === "finished");
    for (const each of TONES) part(this.root, "listing-state").classList.toggle(`is-${each}`, each === tone);
    text(this.root, "listing-state-words", words);
    const register = part(this.root, "listing-register");
    register.hidden = !canRegister || isPasting;
    register.disabled = this.#asked !== null || !this.app.isLive;
    register.textContent = deck.registered ? gettext("Register again") : gettext("Register");
    part(this.root, "listing-zones").replaceChildren(...ZONES.map(([zone, name]) => zoneOf(deck.list, zone, name)).filter(Boolean));
    part(this.root, "listing-unchecked").hidden = deck.list.every(({ checked }) => checked);
    part(this.root, "listing-files").hidden = isEmpty;
    part(this.root, "listing-checked").hidden = !deck.checked.length;
    text(this.root, "listing-checked-words", checkedWords(deck.checked));
  }

  // Without a list the title is that of the whole page, and says what the standings below it are.
  #putHeadFirst() {
    const head = part(this.root, "listing-head");
    if (head !== this.root.firstElementChild) this.root.prepend(head);
  }

  #drawNight(standings, name, fought) {
    const own = standings.find((place) => place.name === name);
    const words = own ? finalWords(own, standings, fought) : "";
    part(this.root, "night").hidden = !standings.length;
    part(this.root, "final").hidden = !words;
    text(this.root, "final", words);
    drawStandings(part(this.root, "standings"), standings, name, { isOver: true });
  }

  #drawClock() {
    const { left } = this.countdown;
    part(this.root, "listing-clock").hidden = left === null;
    if (left !== null) text(this.root, "listing-clock", time(left));
  }
}

const titleOf = (deck, isOver) => {
  if (!deck) return isOver ? overTitle : gettext("Your deck");
  return deck.locked || deck.list.length ? gettext("Your list") : gettext("Hand in your list");
};

const checkedWords = (checked) =>
  interpolate(ngettext("An official has looked at your list.", "Officials have looked at your list %(count)s times.", checked.length), {
    count: checked.length,
  });

const zoneOf = (list, zone, name) => {
  const lines = list.filter((line) => line.zone === zone);
  if (!lines.length) return null;
  const root = element("section", "listing-zone");
  const head = element("h3", "listing-zone__head", name);
  head.append(element("b", "listing-zone__count", String(lines.reduce((sum, { count }) => sum + count, 0))));
  const rows = element("ul", "listing-lines");
  rows.setAttribute("role", "list");
  rows.append(...lines.map(lineOf));
  root.append(head, rows);
  return root;
};

const lineOf = ({ name, count, checked }) => {
  const row = element("li", "listing-line");
  const words = Object.assign(element("span", "listing-line__name", name), { dir: "auto" });
  row.append(element("b", "number", String(count)), words);
  if (!checked) row.append(element("span", "listing-line__note", gettext("not checked")));
  return row;
};
