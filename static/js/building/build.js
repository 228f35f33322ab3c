// The deck builder (M14-M20): the pool and the deck, what they add up to, basic lands, a sample hand, and the registration.

import { part, text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { game } from "../lib/game.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { keep, ownStorage, readKept } from "../lib/kept.js";
import { tellLowerBar } from "../components/lower-bar.js";
import { duration, isolate } from "../lib/words.js";
import { readCard } from "../components/card.js";
import { Timer } from "../components/timer.js";
import { SHORT_OF_ROUND } from "../lib/clock.js";
import { matchOf, movedWords, redoneWords, refusalOf, registrationOf, savedWords, undoneWords, untilWords } from "./build-words.js";
import { Drag, flyTo } from "./drag.js";
import { Filter } from "./filter.js";
import { Keeper } from "./keeper.js";
import { Rover } from "./keys.js";
import { Lands } from "./lands.js";
import { applied, between, isNothing, placeOf, sizeOf, Steps } from "./moves.js";
import { Overtaken } from "./overtaken.js";
import { Pane } from "./pane.js";
import { Preview } from "./preview.js";
import { SampleHand } from "./sample-hand.js";
import { buildYourDeck, changeForThisMatch, deckForThisMatch } from "./sentences.js";
import { chosenAvatar } from "../avatars/avatar-words.js";
import { TallyStrip } from "./tally.js";

const LOOK = "builder"; // how the builder looks on this device
const WIDE = matchMedia("(min-width: 62rem)");
const SPOKEN = [300, 60, 20, 10, 5];
const BUILT = gettext("A deck was built for you. Change it as you like, or undo it.");

export class Build {
  #suggests = false; // a suggestion is taken once it is for the deck on the screen
  #builds = null; // the deck before the server built one

  // `building`: what the game knows of building a deck (lib/game.js).
  constructor(root, app, building) {
    this.root = root;
    this.app = app;
    this.building = building;
    app.overtaken ??= new Overtaken(app);
    this.state = null;
    this.asked = false; // a registration waits for the last move to be stored
    this.steps = new Steps();
    this.filter = new Filter(building);
    this.look = { view: "both", sort: "value", ...readKept(LOOK, ownStorage()) };
    this.fight = null; // the fight that this deck is for, or null
    const { size, most, hand } = root.dataset;
    this.size = Number(size); // of a deck, at least
    this.most = Number(most); // of each basic land
    this.keeper = this.#makeKeeper();
    const handlers = { move: (row, item) => this.#moveRow(row, item), look: (card) => readCard(card) };
    this.pool = new Pane(part(root, "pool-groups"), "pool", handlers);
    this.deck = new Pane(part(root, "deck-groups"), "deck", handlers);
    this.rover = new Rover([this.pool, this.deck], (item) => readCard(this.#rowOf(item).card));
    this.strip = new TallyStrip(part(root, "tally-strip"));
    this.lands = new Lands(part(root, "lands"), building, this.most, { add: (name, by) => this.#addBasics(name, by), suggest: () => this.#suggest() });
    this.preview = new Preview(part(root, "preview"), part(root, "panes"), (item) => this.#rowOf(item)?.card);
    this.sample = new SampleHand(document.getElementById("sample"), Number(hand));
    this.timer = new Timer(part(root, "build-ring"), (seconds) => this.#mark(seconds), () => {}, SPOKEN, SHORT_OF_ROUND);
    this.drag = new Drag(root, {
      take: (item) => !this.keeper.isLocked && Boolean(this.#rowOf(item)),
      drop: (item, place, from) => this.#moveRow(this.#rowOf(item), item, from),
      rest: (item) => readCard(this.#rowOf(item).card),
    });
    tellLowerBar(part(root, "build-bar"));
    this.#tools();
    this.#makeFilters();
  }

  draw(state) {
    const own = ownDeck(state);
    const isFirst = this.state === null || this.fight !== own.fight;
    this.state = state;
    if (isFirst && this.fight !== own.fight) this.#begin(own.fight);
    const { you } = state;
    const clock = own.fight === null ? state.clock : null;
    const before = this.keeper.own;
    const wasLocked = this.keeper.isLocked;
    this.cards = new Map(you.pile.map((card) => [card.id, card]));
    if (isFirst) this.#hideUseless(you.pile);
    this.keeper.isLive = this.app.isLive;
    const isForeign = this.keeper.take(own) && !isFirst;
    if (isForeign) this.#foreign(before);
    if (isFirst && this.look.view === "main" && this.#isEmpty) this.look.view = "pool"; // the deck of another event was seen last
    if (this.#suggests && this.keeper.isStored) this.#suggest();
    this.timer.take(clock ?? null);
    this.#drawTitle(own, clock);
    this.#drawChecked(you.deck.checked);
    this.#drawAll();
    document.title = `${part(this.root, "build-title").textContent} · ${isolate(state.event.name)}`;
    if (own.locked && !wasLocked && !isFirst && own.fight === null) {
      this.app.sounds.play("done", [40, 60, 40]);
      this.app.say(part(this.root, "register-words").textContent);
    }
  }

  #makeKeeper() {
    const seat = document.getElementById("play").dataset.seat;
    const { app, fight } = this;
    const asked = app.outbox.find("deck");
    const isAsked = isOf(asked, fight) ? asked : null;
    const storage = ownStorage();
    if (fight === null) return new Keeper({ key: `deck-${seat}`, storage, ask: (message) => app.ask(message), isAsked, most: this.most });
    const ask = (message) => app.ask({ ...message, fight });
    return new Keeper({ key: `match-${seat}-${fight}`, storage, ask, isAsked, least: this.size, most: this.most });
  }

  // Begins with another deck: that of a fight, or with null the registered one.
  #begin(fight) {
    this.fight = fight;
    this.keeper = this.#makeKeeper();
    this.steps = new Steps();
    this.asked = this.#suggests = false;
    this.#builds = null;
    this.root.classList.toggle("is-match", fight !== null);
    this.#fault("");
    part(this.root, "build-note").hidden = true;
  }

  #drawTitle({ locked }, clock) {
    if (this.fight !== null) {
      text(this.root, "build-until", deckForThisMatch);
      text(this.root, "build-title", changeForThisMatch);
      return;
    }
    text(this.root, "build-until", locked ? gettext("Decks are locked") : untilWords(clock ?? {}, this.state.event.practice));
    text(this.root, "build-title", locked ? gettext("Your deck") : buildYourDeck);
  }

  get isStored() {
    return this.keeper.isStored;
  }

  get #isEmpty() {
    const { own } = this.keeper;
    return !sizeOf(own) && !own.command.length;
  }

  // Draws what depends on the connection and open requests.
  refresh() {
    if (!this.state) return;
    if (this.app.isLive && !this.keeper.isLive) for (const pane of [this.pool, this.deck]) pane.fetchAgain();
    this.keeper.isLive = this.app.isLive;
    this.keeper.flush();
    if (this.asked && this.keeper.isStored) this.#register();
    this.#drawRegistration();
  }

  settled(message) {
    if (message?.type === "deck" && isOf(message, this.fight)) this.keeper.settled();
    if (message?.type === "register") {
      this.app.sounds.play("done", [40]);
      this.app.say(gettext("Your deck is registered."));
      if (this.state.event.practice) this.sample.open(this.#library(), chosenAvatar(this.state)?.hand_modifier); // nobody is there to play against
    }
    this.refresh();
  }

  refused(asked, code, message) {
    if (!["deck", "register"].includes(asked?.type) || !isOf(asked, this.fight)) return;
    if (asked.type === "deck") this.keeper.refused(code);
    this.asked = false;
    this.#fault(refusalOf(this.fight === null ? asked.type : "match", code, message));
    this.app.live.resync();
    this.#drawAll();
  }

  // Moves a card or a copy of it after a tap, a key or a drag. `from`: where its picture was let go.
  #moveRow(row, item, from = item.getBoundingClientRect()) {
    if (!row || this.keeper.isLocked) return;
    const { own } = this.keeper;
    const card = row.cards.at(-1);
    const place = placeOf(own, card.id);
    const to = place === "pool" ? this.building.placeFor(card) : "pool";
    const next = this.#nextTo(item);
    this.#do({ cards: [{ id: card.id, from: place, to }], basics: {} });
    this.app.sounds.play("tick");
    this.app.say(movedWords(card.name, to, sizeOf(this.keeper.own)));
    this.#showMove(row, item, to, from);
    if (next && !item.isConnected) (next.isConnected ? next : this.#paneOf(place).buttons[0])?.focus({ preventScroll: true });
  }

  // The row that gets the focus when this one is removed with the focus.
  #nextTo(item) {
    if (!item.contains(document.activeElement)) return null;
    const { buttons } = this.#paneOf(item.closest("[data-place]").dataset.place);
    const place = buttons.indexOf(part(item, "move"));
    return buttons[place + 1] ?? buttons[place - 1] ?? null;
  }

  #paneOf(place) {
    return place === "pool" ? this.pool : this.deck;
  }

  #showMove({ key }, item, to, from) {
    const landed = this.#paneOf(to).find(key);
    const tab = this.root.querySelector(`.build__views [data-place="${to === "pool" ? "pool" : "main"}"]`);
    const target = landed?.checkVisibility() ? landed : tab;
    if (landed) {
      landed.classList.remove("has-landed");
      requestAnimationFrame(() => landed.classList.add("has-landed"));
    }
    if (!target?.checkVisibility()) return;
    const pane = landed?.closest(".build-pane__cards")?.getBoundingClientRect();
    const box = target.getBoundingClientRect();
    const top = pane ? Math.max(pane.top, Math.min(box.top, pane.bottom - box.height)) : box.top;
    flyTo(item, from, { left: box.left, top, width: box.width });
  }

  // Makes a move that the fighter can undo.
  #do(move) {
    if (isNothing(move) || this.keeper.isLocked) return;
    this.steps.add(move);
    this.#make(move);
  }

  #make(move) {
    this.#fault("");
    this.asked = false;
    this.keeper.change(applied(this.keeper.own, move, this.most));
    this.#drawAll();
  }

  #undo(move) {
    if (!move || this.keeper.isLocked) return;
    this.#make(move);
    this.app.say(undoneWords(sizeOf(this.keeper.own)));
  }

  #redo(move) {
    if (!move || this.keeper.isLocked) return;
    this.#make(move);
    this.app.say(redoneWords(sizeOf(this.keeper.own)));
  }

  #addBasics(name, by) {
    const before = this.keeper.own;
    this.#do(between(before, applied(before, { cards: [], basics: { [name]: by } }, this.most)));
    this.app.say(movedWords(`${this.keeper.own.basics[name]} ${name}`, "main", sizeOf(this.keeper.own)));
  }

  // The server suggests lands for the deck that it knows.
  #suggest() {
    this.#suggests = !this.keeper.isStored;
    if (this.#suggests) return this.lands.wait();
    const { own } = this.keeper;
    const none = Object.fromEntries(Object.keys(own.basics).map((name) => [name, 0]));
    this.#do(between(own, { ...own, basics: { ...none, ...this.state.you.deck.suggested } }));
    this.app.say(movedWords(this.building.words.basics, "main", sizeOf(this.keeper.own)));
  }

  // The server builds a deck as bots do. It comes as a state, and can be undone as one step.
  async #buildOne() {
    const fields = new URLSearchParams({ build: "yes", seen: this.keeper.version, csrfmiddlewaretoken: part(this.root, "build-one").dataset.token });
    this.#builds = this.keeper.own;
    let said = gettext("No answer from the server. Try again.");
    try {
      const answer = await fetch(this.root.dataset.address, { method: "POST", body: fields, headers: { "X-Requested-With": "fetch" } });
      if (answer.status === 403) return location.reload(); // the session has changed or ended
      const { done, said: words } = await answer.json();
      said = done ? "" : words;
    } catch {
      // said below
    }
    if (said) this.#builds = null;
    this.#fault(said);
  }

  // The deck was changed elsewhere: by another device, by the server as asked for here, or by the server as time is up,
  // which the words beside the button say.
  #foreign(before) {
    if (this.#builds) {
      this.steps.add(between(this.#builds, this.keeper.own));
      this.#builds = null;
      this.app.say(BUILT);
      return this.#note(BUILT);
    }
    if (!this.keeper.isLocked && !isNothing(between(before, this.keeper.own))) this.#note(gettext("Changed on another device of yours."));
  }

  #register() {
    this.#fault("");
    this.asked = !this.keeper.isStored;
    if (!this.asked) this.app.ask({ type: "register", seen: this.keeper.version });
    this.#drawRegistration();
  }

  #rowOf(item) {
    return this.pool.rows.get(item) ?? this.deck.rows.get(item) ?? null;
  }

  #tools() {
    const on = (name, act) => part(this.root, name).addEventListener("click", act);
    on("undo", () => this.#undo(this.steps.undo()));
    on("redo", () => this.#redo(this.steps.redo()));
    on("register", () => part(this.root, "register").ariaDisabled !== "true" && (this.fight === null ? this.#register() : this.app.look("fight")));
    on("sample", () => this.sample.open(this.#library(), chosenAvatar(this.state)?.hand_modifier));
    on("build-one", () => this.#buildOne());
    on("build-one-empty", () => this.#buildOne());
    on("lands-button", () => this.#toggle("lands-button", "side"));
    on("filter-button", () => this.#toggle("filter-button", "filters"));
    on("lands-close", () => this.#toggle("lands-button", "side"));
    for (const tab of this.root.querySelectorAll(".build__views [data-view]")) {
      tab.addEventListener("click", () => this.#remember({ view: tab.dataset.view }));
    }
    const sort = part(this.root, "sort");
    sort.replaceChildren(...this.building.sorts.map(({ key, words }) => Object.assign(element("option", "", words), { value: key })));
    sort.value = this.look.sort;
    sort.addEventListener("change", () => this.#remember({ sort: sort.value }));
    WIDE.addEventListener("change", () => this.state && this.#drawAll());
    addEventListener("keydown", (event) => this.#key(event));
  }

  #key(event) {
    if (this.root.hidden || event.target.closest("dialog")) return;
    const isTyping = event.target.closest("input, select, textarea");
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
    const key = event.key.toLowerCase();
    if (isTyping) return;
    if (isCommand && key === "z") {
      event.preventDefault();
      if (event.shiftKey) this.#redo(this.steps.redo());
      else this.#undo(this.steps.undo());
    } else if (isCommand && key === "y") {
      event.preventDefault();
      this.#redo(this.steps.redo());
    } else if (key === "/" && !isCommand) {
      event.preventDefault();
      if (part(this.root, "filters").checkVisibility() === false) this.#toggle("filter-button", "filters");
      part(this.root, "search").focus();
    } else if (key === "escape" && part(this.root, "side").classList.contains("is-open")) {
      this.#toggle("lands-button", "side");
      part(this.root, "lands-button").focus();
    }
  }

  #toggle(button, name) {
    const isOpen = part(this.root, name).classList.toggle("is-open");
    part(this.root, button).setAttribute("aria-expanded", String(isOpen));
    if (isOpen && name === "side") part(this.root, "lands-title").focus({ preventScroll: true });
  }

  #remember(look) {
    this.look = { ...this.look, ...look };
    keep(LOOK, this.look, ownStorage());
    this.#drawAll();
  }

  #makeFilters() {
    const root = part(this.root, "filter-options");
    root.replaceChildren(
      ...this.building.filters.map(({ key, words, options }) => {
        const buttons = options.map((option) => this.#makeOption(key, option));
        const group = element("div", "build-filter", ...buttons);
        group.setAttribute("role", "group");
        group.setAttribute("aria-label", words);
        group.dataset.filter = key;
        return group;
      }),
    );
    part(this.root, "search").addEventListener("input", ({ target }) => {
      this.filter.words = target.value;
      this.#drawAll();
    });
    part(this.root, "filter-clear").addEventListener("click", () => {
      this.filter.clear();
      part(this.root, "search").value = "";
      for (const button of root.querySelectorAll("button")) button.setAttribute("aria-pressed", "false");
      this.#drawAll();
    });
  }

  // A filter that fits no card of the pool is not offered.
  #hideUseless(pile) {
    for (const { key, of } of this.building.filters) {
      const known = new Set(pile.flatMap(of));
      for (const button of this.root.querySelectorAll(`[data-filter="${key}"] button`)) button.hidden = !known.has(button.dataset.option);
    }
  }

  #makeOption(filter, { key, words, sign }) {
    const button = element("button", "build-option", sign());
    button.type = "button";
    button.title = words;
    button.setAttribute("aria-label", words);
    button.setAttribute("aria-pressed", "false");
    button.dataset.option = key;
    button.addEventListener("click", () => {
      this.filter.toggle(filter, key);
      button.setAttribute("aria-pressed", String(this.filter.has(filter, key)));
      this.#drawAll();
    });
    return button;
  }

  #drawAll() {
    const { own, isLocked } = this.keeper;
    const cards = [...this.cards.values()];
    const placed = (place) => own[place].map((id) => this.cards.get(id)).filter(Boolean);
    const [main, command] = [placed("main"), placed("command")];
    const taken = new Set([...own.main, ...own.command]);
    const rest = cards.filter(({ id }) => !taken.has(id));
    const shown = rest.filter((card) => this.filter.shows(card));
    const view = WIDE.matches ? "both" : this.look.view;
    const sort = this.building.sorts.find(({ key }) => key === this.look.sort) ?? this.building.sorts[0];
    const how = { sort, building: this.building, asPictures: view !== "both", isLocked };
    this.root.dataset.view = view;
    this.root.classList.toggle("is-locked", isLocked);
    if (view !== "main") this.pool.draw(shown, how);
    if (view !== "pool") this.deck.draw([...main, ...command], { ...how, sort: withCommand(sort, own.command) });
    this.rover.settle();
    this.#drawHeads({ rest, shown, size: sizeOf(own), chosen: main.length + command.length });
    this.strip.draw(sizeOf(own), this.size, this.building.talliesOf(main, sizeOf(own) - main.length));
    this.lands.draw(own.basics, isLocked);
    part(this.root, "undo").disabled = isLocked || !this.steps.canUndo;
    part(this.root, "redo").disabled = isLocked || !this.steps.canRedo;
    part(this.root, "sample").disabled = !sizeOf(own);
    text(this.root, "lands-count", sizeOf(own) - main.length);
    part(this.root, "build-one").disabled = isLocked;
    this.#drawViews(view);
    this.#drawRegistration();
  }

  #drawHeads({ rest, shown, size, chosen }) {
    const isFiltered = shown.length < rest.length;
    const some = interpolate(gettext("%(shown)s of %(count)s"), { shown: shown.length, count: rest.length });
    text(this.root, "pool-count", isFiltered ? some : rest.length);
    for (const node of this.root.querySelectorAll('[data-part="tab-pool"]')) node.textContent = rest.length;
    for (const node of this.root.querySelectorAll('[data-part="tab-deck"]')) node.textContent = size;
    text(this.root, "deck-count", size);
    part(this.root, "pool-none").hidden = shown.length > 0;
    text(this.root, "pool-none", rest.length ? gettext("No card of your pool fits the filter.") : gettext("All cards are in your deck."));
    part(this.root, "deck-none").hidden = chosen > 0 || this.keeper.isLocked;
    const { count } = this.filter;
    part(this.root, "filter-clear").hidden = !count;
    part(this.root, "filter-count").hidden = !count;
    text(this.root, "filter-count", count);
  }

  #drawViews(view) {
    for (const tab of this.root.querySelectorAll(".build__views [data-view]")) {
      if (tab.dataset.view === view) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    }
    part(this.root, "sort").value = this.look.sort;
  }

  #drawRegistration() {
    const { you, clock, event } = this.state;
    const { isStored } = this.keeper;
    const isAsked = this.asked || Boolean(this.app.outbox.find("register"));
    const of = { isStored, isLive: this.app.isLive, isAsked, clock: clock ?? {}, isPractice: event.practice };
    const { words, tone, button, isOff } = this.fight === null ? registrationOf(you.deck, of) : this.#match(of);
    const root = part(this.root, "register-state");
    root.dataset.tone = tone;
    text(this.root, "register-words", words);
    text(this.root, "register-button", button);
    text(this.root, "saved", this.keeper.isLocked || this.keeper.isShort ? "" : isStored ? savedWords({ isStored }) : this.app.isLive ? gettext("Saving …") : gettext("Not sent yet"));
    part(this.root, "register").ariaDisabled = String(isOff);
    part(this.root, "register").classList.toggle("is-done", Boolean(you.deck.registered) && isOff && isStored && tone === "done");
  }

  #match({ isStored, isLive }) {
    const { isLocked, isShort, own } = this.keeper;
    return matchOf({ isLocked, isShort, isStored, isLive }, { size: sizeOf(own), least: this.size });
  }

  #drawChecked(checked = []) {
    const last = checked.at(-1);
    part(this.root, "checked").hidden = !last;
    if (!last) return;
    const words = last.by === "judge" ? gettext("A judge has looked at your registered deck.") : gettext("The organizer has looked at your registered deck.");
    text(this.root, "checked-words", words);
  }

  #fault(words) {
    part(this.root, "build-fault").hidden = !words;
    text(this.root, "build-fault", words);
  }

  #note(words) {
    clearTimeout(this.noted);
    part(this.root, "build-note").hidden = false;
    text(this.root, "build-note", words);
    this.noted = setTimeout(() => (part(this.root, "build-note").hidden = true), 6000);
  }

  // All cards of the deck, basics too.
  #library() {
    const { main, basics } = this.keeper.own;
    const lands = Object.entries(basics).flatMap(([name, count]) => Array.from({ length: count }, () => this.building.basicCard(name)));
    return [...main.map((id) => this.cards.get(id)), ...lands];
  }

  #mark(seconds) {
    if (this.root.hidden || this.keeper.isLocked) return;
    if (seconds <= SHORT_OF_ROUND) this.app.sounds.play("hurry", [30]);
    this.app.say(interpolate(gettext("%(time)s left to build."), { time: duration(seconds) }));
  }
}

// The deck that is built: with a `fight` that of the match, which its next game can be played with.
const ownDeck = ({ event, you }) => {
  const { match } = you.deck;
  return event.phase === "fighting" && match ? { ...match, locked: !match.open } : { ...you.deck, fight: null };
};

// Whether a message is about the deck of this fight, null for the registered one.
const isOf = (message, fight) => (message?.fight ?? null) === fight;

// The command zone is a group of its own, after all others.
const withCommand = (sort, ids) => ({
  ...sort,
  groups: [...sort.groups, { key: "command", words: gettext("Command zone") }],
  of: (card) => (ids.includes(card.id) ? "command" : sort.of(card)),
});

// Loads what the game knows of building, and makes the scene.
export const loadBuild = async (root, app) => new Build(root, app, await game().building());
