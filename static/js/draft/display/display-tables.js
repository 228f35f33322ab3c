// Several tables of an event on one screen: up to four, and where there are more, pages that turn by themselves.

import { list, part, text } from "../../lib/dom.js";
import { pagesOf } from "./which-tables.js";
import { gettext, interpolate, ngettext } from "../../lib/gettext.js";
import { Turns } from "./fights/turns.js";
import { drawPager } from "./fights/fights.js";
import { DisplayPanel, makePanel } from "./display-panel.js";

const SOON = 3; // seconds before its page a table is connected

export class DisplayTables {
  #panels = new Map();
  #key = "";

  // `onShown(numbers)` is told which tables to connect to, and returns their known states by number.
  constructor(root, pager, onShown, now) {
    this.now = now;
    this.root = root;
    this.pager = pager;
    this.onShown = onShown;
    this.turns = new Turns();
    this.isOpen = false;
    part(pager, "turns-hold").addEventListener("click", () => this.isOpen && this.#hold(!this.turns.isHeld));
    addEventListener("keydown", (event) => this.#turnBy(event));
  }

  // Shows these tables, whose panels may not be there yet.
  show(numbers) {
    const isOther = this.#key !== numbers.join();
    this.#key = numbers.join();
    this.numbers = numbers;
    if (isOther) this.turns.take([]);
    this.turns.take(pagesOf(numbers));
    const wasOpen = this.isOpen;
    this.isOpen = true;
    if (!wasOpen || isOther) this.#drawPage();
  }

  leave() {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#key = "";
    this.turns.take([]);
    this.pager.hidden = true;
  }

  get called() {
    return [...this.#shown].filter(([, panel]) => panel.isCalled).map(([number]) => number);
  }

  // A panel that was left catches up when it is shown again.
  take(number, state) {
    if (this.isOpen) this.#panels.get(number)?.take(state, this.many, this.now);
  }

  // The small change of one seat.
  change(number) {
    this.#panels.get(number)?.draw(this.now);
  }

  drawLine(number, line) {
    this.#panels.get(number)?.drawLine(line);
  }

  tick() {
    if (!this.isOpen) return;
    if (this.turns.tick()) this.#drawPage();
    else if (this.turns.isSoon(SOON)) this.#prepare();
    for (const [, panel] of this.#shown) panel.tick(this.now);
  }

  measureAgain() {
    for (const [, panel] of this.#shown) panel.measureAgain();
  }

  get many() {
    return this.turns.view.numbers.length === 2 ? "two" : "four";
  }

  get #shown() {
    return [...this.#panels].filter(([number]) => this.isOpen && this.turns.view.numbers.includes(number));
  }

  // The next page has its tables when it comes.
  #prepare() {
    for (const number of this.turns.next.numbers) this.#panelOf(number);
    this.onShown([...this.turns.view.numbers, ...this.turns.next.numbers]);
  }

  #drawPage() {
    const { numbers } = this.turns.view;
    for (const [number, panel] of this.#panels) if (!numbers.includes(number)) panel.forget();
    this.root.dataset.many = this.many;
    this.root.dataset.last = numbers.length === 3 ? "alone" : "";
    list(this.root, numbers, String, (number) => this.#panelOf(number).node, () => {});
    drawPager(this.pager, this.turns);
    const known = this.onShown(numbers);
    for (const number of numbers) this.#panelOf(number).catchUp(known.get(number), this.many, this.now);
    this.measureAgain(); // what came before the page was seen had no size
  }

  // A panel that was seen before is kept, since it may be connected already.
  #panelOf(number) {
    if (!this.#panels.has(number)) this.#panels.set(number, new DisplayPanel(makePanel(), number));
    return this.#panels.get(number);
  }

  #hold(isHeld) {
    this.turns.hold(isHeld);
    drawPager(this.pager, this.turns);
  }

  #turnBy(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by || !this.isOpen || this.turns.views.length < 2 || event.altKey || event.ctrlKey || event.metaKey) return;
    this.turns.step(by);
    this.turns.hold(true);
    this.#drawPage();
  }
}

// "4 tables", and of those that are shown.
export const tablesWords = (shown, all) => {
  const words = interpolate(ngettext("%(count)s table", "%(count)s tables", all), { count: all });
  if (shown.length === all) return words;
  return interpolate(gettext("%(tables)s · tables %(numbers)s"), { tables: words, numbers: shown.join(", ") });
};

// Where a judge is called to.
export const calledWords = (numbers) => interpolate(ngettext("A judge is called to table %(numbers)s", "A judge is called to tables %(numbers)s", numbers.length), { numbers: numbers.join(", ") });

export const drawCalled = (root, numbers) => {
  part(root, "called").hidden = !numbers.length;
  text(root, "called-words", numbers.length ? calledWords(numbers) : "");
};
