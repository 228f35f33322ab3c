// A number pad on which a pile of real cards is entered, from bottom to top. Without this script a field of text does it.

import { drawCard } from "../components/card.js";
import { TOO_MANY_PLACES_WORDS } from "../draft/ended.js";
import { clone, json, list, part, text } from "../lib/dom.js";
import { game } from "../lib/game.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { stayAwake } from "../lib/extras.js";
import { candidates, cardOf, firstDifference, groupOfSet, groupsOf, inPass, meant, Pile } from "../paper/pile-entry.js";
import { Live, TOO_MANY_PLACES } from "../lib/live.js";
import { PileKeeper } from "../paper/pile-keeper.js";
import { isCountOnly, isNewsOf, pileIn } from "../paper/piles.js";
import { isolate } from "../lib/words.js";

const CHANGED = gettext("Another device has changed this pile.");
const SOON = 2_000;
const MOST_CANDIDATES = 12;
const KEPT = {
  kept: gettext("Saved"),
  keeping: gettext("Saving …"),
  offline: gettext("Offline: saved on this device"),
  refused: gettext("Not kept"),
  stale: gettext("Not kept"),
  theirs: gettext("Changed elsewhere"),
};

class Pad {
  constructor(root) {
    this.root = root;
    this.form = document.getElementById("as-text");
    const { entered, expected, places, cards, state, seen, fighter } = json("pile-data");
    this.places = places;
    this.fighter = fighter;
    this.state = state;
    this.isKnown = "known" in root.dataset; // a correction: nothing is kept before it is checked
    this.isOpen = state === "open" && !this.isKnown;
    this.groups = groupsOf(cards);
    this.cards = new Map(cards.map((card) => [card.number, card]));
    this.keeper = new PileKeeper(
      `pile-${root.dataset.code}-${fighter}`,
      (numbers) => this.#send({ numbers: numbers.join("\n") }),
      (kept, answer) => this.#drawKept(kept, answer),
    );
    const unsent = this.isKnown ? null : this.keeper.unsent(entered);
    this.keeper.begin(entered, seen);
    this.pile = new Pile(unsent?.numbers ?? entered, expected);
    this.isSurplus = false; // the seat is open in too many places, and this is not one of those that are connected
    this.digits = "";
    this.last = null;
    this.selected = null;
    this.chosen = null; // the group that was tapped for the round that it was tapped in
    this.#listen();
    root.hidden = false;
    this.written = entered.join("\n"); // the text that the form has of the pile: one that the server refused is left to be mended
    document.getElementById("text-box").open = this.form.elements.numbers.value !== this.written;
    this.#draw();
    if (unsent?.isStale) this.#meet({ stored: entered, seen, state, sent: unsent.numbers, said: [gettext("Not all of your entry was saved: another one is saved now.")] });
    else if (unsent) this.keeper.keep(unsent.numbers);
    stayAwake();
    if (!this.isKnown) this.#watch();
  }

  // Another device may enter the same pile: its word is heard before this one's next card is sent.
  #watch() {
    const live = new Live(this.root.dataset.ws);
    live.addEventListener("state", ({ detail }) => this.#hear(detail));
    live.addEventListener("closed", ({ detail: code }) => (code === TOO_MANY_PLACES ? this.#drawSurplus(false) : location.reload()));
    document.addEventListener("visibilitychange", () => !document.hidden && this.#look());
    part(this.root, "surplus-again").addEventListener("click", () => {
      this.#drawSurplus(true);
      live.again();
    });
    live.open();
  }

  // The seat is open in too many places: what other devices enter is not heard of here, so nothing is typed until it is connected again.
  #drawSurplus(isConnected) {
    this.isSurplus = !isConnected;
    const [title, words] = TOO_MANY_PLACES_WORDS;
    text(this.root, "surplus-words", title);
    text(this.root, "surplus-more", words);
    part(this.root, "surplus").hidden = isConnected;
    this.#draw();
    if (isConnected) this.#look();
  }

  #hear(state) {
    if (state.event.stopped) return location.reload();
    const told = pileIn(state, this.fighter);
    if (!told) return;
    if (isNewsOf(told, this.keeper.stored, this.state)) this.#look();
    else if (isCountOnly(told)) this.#lookSoon();
  }

  // As many cards as before may be other ones. However often that is told, it is looked at every two seconds at most.
  #lookSoon() {
    this.soon ??= setTimeout(() => {
      this.soon = null;
      this.#look();
    }, SOON);
  }

  async #look() {
    let now = null;
    await this.keeper.look(async () => (now = await this.#stored()));
    const isSettled = now && now.state !== this.state && now.seen === this.keeper.seen;
    if (isSettled && !this.keeper.waiting && !this.other) location.reload(); // checked or opened again: the page says more of it
  }

  async #stored() {
    try {
      const answer = await fetch(`${location.pathname}?fighter=${this.fighter}`, { headers: { "X-Requested-With": "fetch" } });
      return answer.ok && !answer.redirected ? await answer.json() : null;
    } catch {
      return null;
    }
  }

  #listen() {
    const on = (name, act) => part(this.root, name).addEventListener("click", act);
    this.root.addEventListener("click", ({ target }) => {
      const key = target.closest("[data-digit]");
      if (key) this.#type(key.dataset.digit);
    });
    on("back", () => this.#back());
    on("undo", () => this.#undo());
    on("check", () => this.#check());
    on("replace", () => this.#aim("replace"));
    on("insert", () => this.#aim("insert"));
    on("remove", () => this.#change(() => this.pile.remove(this.selected)));
    on("earlier", () => this.#move(-1));
    on("later", () => this.#move(1));
    on("take-theirs", () => this.#takeTheirs());
    on("keep-mine", () => this.#keepMine());
    on("done", () => this.#select(null));
    on("open", () => this.#open());
    this.form.addEventListener("submit", (event) => this.#takeText(event));
    addEventListener("keydown", (event) => this.#key(event));
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
    if (this.other || this.isSurplus) return;
    const onButton = event.target.closest("button, a, summary");
    if (/^[0-9]$/.test(event.key)) this.#type(event.key);
    else if (event.key === "Backspace") this.#back();
    else if (event.key === "Enter" && !onButton) this.#enter();
    else if (event.key === "Escape") this.#select(null);
    else if (event.key === "Delete" && this.selected !== null) this.#change(() => this.pile.remove(this.selected));
    else if (/^Arrow(Left|Right)$/.test(event.key) && this.pile.numbers.length) this.#arrow(event.key === "ArrowLeft" ? -1 : 1, event.shiftKey);
    else return;
    event.preventDefault();
  }

  // With Shift the card that is selected goes along.
  #arrow(by, isMoving) {
    if (!isMoving) this.#step(by);
    else if (this.selected !== null) this.#move(by);
  }

  // The card stays selected, so that it goes on from there.
  #move(by) {
    let place = this.selected;
    this.#change(() => (place = this.pile.move(place, by)));
    this.selected = place;
    this.#draw();
    text(this.root, "spoken", interpolate(gettext("Card %(place)s"), { place: place + 1 }));
  }

  #step(by) {
    const { length } = this.pile.numbers;
    const place = (this.selected ?? length) + by;
    this.#select(place >= length ? null : Math.max(0, place));
  }

  get group() {
    const { round, set } = this.places[Math.min(this.pile.next, this.places.length - 1)];
    if (this.chosen?.round === round) return this.chosen.group;
    return groupOfSet(this.groups, set);
  }

  #type(digit) {
    if (!this.isOpen && !this.#open()) return;
    if (this.selected !== null && this.pile.mode === "append") this.pile.select(this.selected, "replace");
    if (!this.pile.canTake) return this.#say(gettext("The pile is complete. Tap a card to correct it, or check the pile."));
    this.#say("");
    this.digits += digit;
    const card = cardOf(this.group, this.digits);
    if (card) return this.#take(card);
    if (card === undefined) {
      const words = gettext("There is no %(number)s. Type again.");
      this.#say(interpolate(words, { number: `${this.group.label} ${this.digits}` }), true);
      this.digits = "";
    }
    this.#draw();
  }

  #enter() {
    const card = meant(this.group, this.digits);
    if (card) this.#take(card);
    else if (this.pile.isFull && !this.digits) this.#check();
  }

  #take(card) {
    this.digits = "";
    this.chosen = null; // a rare kind of numbers, or a card of another set, is the exception
    const mode = this.pile.mode;
    const place = this.pile.take(card.number);
    this.last = place;
    this.selected = null;
    this.#changed();
    if (mode !== "append") this.#say(interpolate(gettext("Card %(place)s is %(name)s now."), { place: place + 1, name: isolate(card.name) }));
    else text(this.root, "spoken", card.name);
  }

  #back() {
    this.#say("");
    if (this.digits) this.digits = this.digits.slice(0, -1);
    else if (this.pile.mode !== "append") this.pile.free();
    this.#draw();
  }

  #undo() {
    if (!this.pile.canUndo) return;
    this.digits = "";
    this.last = null;
    this.#change(() => this.pile.undo());
  }

  #change(act) {
    if (!this.isOpen && !this.#open()) return;
    this.#say("");
    act();
    this.selected = null;
    this.last = null;
    this.#changed();
  }

  #changed() {
    if (!this.isKnown) this.keeper.keep(this.pile.numbers);
    this.#draw();
  }

  #aim(mode) {
    if (!this.isOpen && !this.#open()) return;
    if (mode === "insert" && this.pile.isFull) return this.#say(gettext("The pile is complete: take a card away first."));
    this.pile.select(this.selected, mode);
    this.digits = "";
    this.#say("");
    this.#draw();
  }

  #select(place) {
    this.pile.free();
    this.digits = "";
    this.selected = place;
    this.#say("");
    this.#draw();
  }

  // A pile that has been checked is opened again once, to be corrected.
  #open() {
    this.isOpen = true;
    this.#draw();
    return true;
  }

  #takeText(event) {
    if (this.isKnown || event.submitter?.value === "check") return; // sent as it is
    event.preventDefault();
    this.isOpen = true;
    this.#send({ numbers: this.form.elements.numbers.value }).then((answer) => {
      if (answer?.stored) return this.#meet(answer);
      if (!answer || answer.refused) {
        this.#say(answer?.said?.join(" ") || gettext("No answer from the server."), true);
        return part(this.root, "said").scrollIntoView({ block: "center" }); // the form is a screen below it
      }
      this.keeper.begin(answer.entered, answer.seen);
      this.pile.replaceAll(answer.entered);
      this.written = null;
      this.selected = null;
      this.#changed();
      this.root.scrollIntoView({ block: "start" });
    });
  }

  async #check() {
    const button = part(this.root, "check");
    button.setAttribute("aria-busy", "true");
    if (!this.isKnown) await this.keeper.flush();
    const answer = this.other ? this.other : await this.#send({ numbers: this.pile.numbers.join("\n"), submit: "check" });
    button.removeAttribute("aria-busy");
    if (answer?.stored) return this.#meet(answer);
    if (!answer) return this.#say(gettext("No answer from the server. It is saved on this device: check again."), true);
    if (answer.leads_to) return location.assign(answer.leads_to);
    if (answer.seen) this.keeper.begin(this.pile.numbers, answer.seen);
    if (answer.said.length) return this.#drawFaults(answer.said);
    location.reload(); // it is complete and does not fit the others: the page says where
  }

  // Another entry of the pile is stored: nothing is kept until it is said which of the two counts.
  #meet(answer) {
    this.keeper.stop();
    this.other = answer;
    this.#select(null);
    part(this.root, "stale").scrollIntoView({ block: "nearest" });
    part(this.root, "stale").focus({ preventScroll: true });
  }

  #takeTheirs() {
    const theirs = this.#decided();
    this.keeper.drop();
    this.keeper.begin(theirs.stored, theirs.seen);
    this.#show(theirs);
    this.#drawKept("kept");
  }

  // Draws what another device has entered; this one has nothing unsent.
  #show({ stored, state }, words = "") {
    this.pile.replaceAll(stored);
    this.state = state;
    this.isOpen = state === "open";
    this.last = null;
    this.#select(null);
    this.#say(words);
  }

  #keepMine() {
    const mine = this.#mine;
    const { stored, seen } = this.#decided();
    this.keeper.begin(stored, seen);
    if (firstDifference(mine, this.pile.numbers) !== null) this.pile.replaceAll(mine);
    this.#changed();
  }

  // The thing to be kept: the pile of the pad, or what was sent as text.
  get #mine() {
    return this.keeper.waiting ?? this.other.sent;
  }

  #decided() {
    const decided = this.other;
    this.other = null;
    return decided;
  }

  // Null where no answer comes; `refused` where the server says no.
  async #send(fields) {
    const token = this.form.elements.csrfmiddlewaretoken.value;
    const { fighter } = this.form.elements;
    const body = new URLSearchParams({ csrfmiddlewaretoken: token, fighter: fighter.value, seen: this.keeper.seen, ...fields });
    try {
      const answer = await fetch(location.pathname, { method: "POST", body, headers: { "X-Requested-With": "fetch" } });
      if (answer.status >= 500 || answer.redirected) return null;
      const data = await answer.json();
      this.state = data.state ?? this.state;
      return { ...data, refused: !("entered" in data) };
    } catch {
      return null;
    }
  }

  // Drawing ----------------------------------------------------------------------------------------------------------

  #draw() {
    const { numbers, expected } = this.pile;
    text(this.root, "count", numbers.length);
    part(this.root, "progress").value = numbers.length;
    part(this.root, "undo").disabled = !this.pile.canUndo;
    part(this.root, "opened").hidden = this.isOpen || Boolean(this.other);
    part(this.root, "pad").hidden = !this.isOpen || Boolean(this.other) || this.isSurplus;
    this.form.elements.seen.value = this.keeper.seen;
    this.#drawStale();
    const isReady = numbers.length === expected && this.pile.mode === "append";
    part(this.root, "check").hidden = !(isReady && this.isOpen);
    part(this.root, "typing").hidden = (isReady || this.selected !== null) && this.pile.mode === "append";
    part(this.root, "keys").classList.toggle("is-ready", isReady && this.selected === null);
    this.#drawText(numbers.join("\n"));
    this.#drawStrip();
    this.#drawPlace();
    this.#drawTyped();
    this.#drawGroups();
  }

  #drawText(words) {
    if (words === this.written) return;
    this.form.elements.numbers.value = words;
    this.written = words;
  }

  #placeWords(place) {
    const origin = this.places[place];
    if (!origin) return gettext("More cards than the pile has");
    const where = interpolate(game().place, { round: origin.round, pass: origin.pass });
    const [which, of] = inPass(this.places, place);
    return of > 1 ? interpolate(gettext("%(where)s: card %(which)s of %(of)s"), { where, which, of }) : where;
  }

  #drawPlace() {
    const isAimed = this.pile.mode !== "append";
    const isSelected = this.selected !== null;
    const place = isSelected ? this.selected : this.pile.next;
    const isFull = !isSelected && this.pile.isFull;
    text(this.root, "place", isFull ? gettext("All cards are there") : interpolate(gettext("Card %(place)s"), { place: place + 1 }));
    text(this.root, "where", isFull ? gettext("Look through them, then check the pile.") : this.#placeWords(place));
    part(this.root, "corrections").hidden = !isSelected || isAimed;
    part(this.root, "earlier").disabled = place === 0;
    part(this.root, "later").disabled = place + 1 >= this.pile.numbers.length;
    const aims = { replace: gettext("Type the card that lies here instead."), insert: gettext("Type the card that lies before this one.") };
    part(this.root, "aim").hidden = !isAimed;
    text(this.root, "aim", aims[this.pile.mode]);
    const shown = isSelected ? this.selected : this.last;
    const card = shown === null ? null : this.cards.get(this.pile.numbers[shown]);
    this.#drawFace(card, isSelected ? this.pile.numbers[this.selected] : "");
  }

  // The card that was taken last, or is corrected.
  #drawFace(card, number) {
    const root = part(this.root, "shown-face");
    root.replaceChildren(...(card ? [drawCard(card)] : []));
    text(this.root, "shown-name", card?.name ?? number);
    text(this.root, "shown-number", card?.number ?? "");
  }

  #drawTyped() {
    const { group, digits } = this;
    const boxes = [...Array(group.length)].map((_, index) => digits[index] ?? "");
    list(part(this.root, "digits"), boxes.map((digit, index) => ({ digit, index })), ({ index }) => index,
      () => document.createElement("span"),
      (node, { digit, index }) => {
        node.textContent = digit;
        node.className = index === digits.length ? "pad__digit is-next" : "pad__digit";
      },
    );
    const found = candidates(group, digits);
    const faces = found.length <= MOST_CANDIDATES ? found : [];
    const root = part(this.root, "candidates");
    list(root, faces, ({ number }) => number, () => clone("candidate"), (node, card) => {
      if (node.firstElementChild.dataset.number === card.number) return;
      const button = node.firstElementChild;
      button.dataset.number = card.number;
      button.prepend(drawCard(card));
      button.addEventListener("click", () => this.#take(card));
    });
    root.hidden = !faces.length;
    part(this.root, "shown").hidden = faces.length > 0;
  }

  #drawGroups() {
    const root = part(this.root, "groups");
    root.hidden = this.groups.length < 2;
    const own = this.group;
    list(root, this.groups, ({ key }) => key, () => clone("group"), (node, group) => {
      const button = node.firstElementChild;
      button.textContent = group.label;
      button.setAttribute("aria-pressed", String(group.key === own.key));
      button.onclick = () => {
        this.chosen = { group, round: this.places[Math.min(this.pile.next, this.places.length - 1)].round };
        this.digits = "";
        this.#draw();
      };
    });
  }

  #drawStrip() {
    const { numbers, at, mode } = this.pile;
    const strip = part(this.root, "strip");
    const items = numbers.map((number, place) => ({ number, place }));
    list(strip, items, ({ place }) => place, () => clone("entered"), (node, { number, place }) => {
      const button = node.firstElementChild;
      const [face, count] = [part(node, "face"), part(node, "count")];
      count.textContent = place + 1;
      if (face.dataset.number !== number) {
        face.dataset.number = number;
        const card = this.cards.get(number);
        face.replaceChildren(card ? drawCard(card) : document.createTextNode(number));
        face.classList.toggle("is-unknown", !card);
      }
      button.setAttribute("aria-pressed", String(place === this.selected));
      node.classList.toggle("is-aim", place === at && mode !== "append");
      node.classList.toggle("begins", place > 0 && this.places[place]?.round !== this.places[place - 1]?.round);
      node.classList.remove("is-wrong");
      button.onclick = () => this.#select(place === this.selected ? null : place);
    });
    const target = strip.children[this.selected ?? this.last ?? numbers.length - 1];
    if (target) strip.scrollTo({ left: target.offsetLeft - strip.clientWidth / 2 + target.clientWidth / 2 });
  }

  #drawStale() {
    part(this.root, "stale").hidden = !this.other;
    if (!this.other) return;
    const { stored, said = [CHANGED] } = this.other; // the server says more where something was sent
    const mine = this.#mine;
    const place = firstDifference(mine, stored);
    const words = gettext("They differ from card %(place)s on: %(here)s here, %(there)s there.");
    const name = (number) => (number ? isolate(this.cards.get(number)?.name ?? number) : gettext("nothing"));
    text(this.root, "stale-words", said.join(" "));
    text(this.root, "stale-more", place === null ? "" : interpolate(words, { place: place + 1, here: name(mine[place]), there: name(stored[place]) }));
    text(this.root, "take-theirs", interpolate(ngettext("Continue with theirs: %(count)s card", "Continue with theirs: %(count)s cards", stored.length), { count: stored.length }));
    text(this.root, "keep-mine", interpolate(ngettext("Keep mine instead: %(count)s card", "Keep mine instead: %(count)s cards", mine.length), { count: mine.length }));
  }

  #drawKept(kept, answer) {
    const pill = part(this.root, "kept");
    pill.hidden = false;
    pill.dataset.kept = kept;
    pill.textContent = KEPT[kept];
    if (kept === "refused") this.#say(answer?.said?.join(" ") ?? "", true);
    if (kept === "stale") this.#meet(answer);
    if (kept === "theirs") this.#show(answer, `${CHANGED} ${gettext("This is how it stands now.")}`);
    this.form.elements.seen.value = this.keeper.seen;
  }

  #drawFaults(said) {
    const faults = part(this.root, "faults");
    faults.hidden = false;
    part(faults, "words").replaceChildren(
      ...said.map((words) => {
        const item = document.createElement("li");
        item.textContent = words;
        return item;
      }),
    );
    faults.scrollIntoView({ block: "nearest" });
    this.isOpen = true;
    this.#draw();
    for (const [place, number] of this.pile.numbers.entries()) {
      if (!this.cards.has(number)) part(this.root, "strip").children[place].classList.add("is-wrong");
    }
  }

  #say(words, isBad = false) {
    part(this.root, "faults").hidden = true;
    const said = part(this.root, "said");
    said.classList.toggle("is-bad", isBad);
    text(this.root, "said", words);
  }
}

new Pad(document.getElementById("pile"));
