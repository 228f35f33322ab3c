// A battle of Rome move by move. The server draws the board after each move; this script asks for it, and puts it into the page with as few
// changes as possible. The address says what is shown: #b12m31 the board of fight 12 after move 31, with s0 after it as seat 0 saw it.
// Without it links do the same.

import { part, text } from "../lib/dom.js";
import { copyFrom } from "../lib/copying.js";
import { Live } from "../lib/live.js";
import { morph } from "../lib/morph.js";
import { moveOf, queryLike } from "../log/battle-address.js";

class BattleReplay {
  constructor(root) {
    this.root = root;
    this.asked = 0; // the newest request counts, whichever is answered last
    const slider = part(root, "slider");
    slider.hidden = false;
    slider.addEventListener("input", () => this.#go({ number: Number(slider.value), eyes: this.root.dataset.eyes }));
    const copy = part(root, "copy");
    copy.hidden = false;
    copy.addEventListener("click", () => this.#copy(copy));
    root.addEventListener("click", (event) => this.#click(event));
    document.addEventListener("keydown", (event) => this.#press(event));
    addEventListener("hashchange", () => this.#lead());
    Promise.resolve(this.#lead()).finally(() => delete document.documentElement.dataset.leads); // set by log/leading.js
    this.#showMove();
    this.#center();
    if (root.dataset.ws) this.#listen(root.dataset.ws);
  }

  // A battle that an official has decided goes on when its fight is opened again: this address leads to its board then.
  #listen(address) {
    const live = new Live(address);
    live.addEventListener("state", ({ detail: { fight } }) => {
      if (fight?.fight === Number(this.root.dataset.fight) && !fight.result) location.reload();
    });
    live.open();
  }

  // An address that names another move leads to it; one of another battle leads to the page of that. Returns a promise where the board
  // is asked for.
  #lead() {
    const { fight, ...wanted } = moveOf(location.hash) ?? {};
    if (!fight) return null;
    if (fight !== Number(this.root.dataset.fight)) return location.assign(`../${fight}/${queryLike(location.search)}${location.hash}`);
    return wanted.number !== this.#number || wanted.eyes !== this.root.dataset.eyes ? this.#go(wanted) : null;
  }

  get #number() {
    return Number(this.root.dataset.number);
  }

  get #last() {
    return Number(this.root.dataset.last);
  }

  async #go({ number, eyes }) {
    const wanted = Math.min(Math.max(number, 0), this.#last);
    const asked = (this.asked += 1);
    const query = queryLike(location.search, { move: wanted, ...(eyes && { eyes }) });
    this.root.setAttribute("aria-busy", "true");
    history.replaceState(null, "", `${location.pathname}${queryLike(location.search)}#b${this.root.dataset.fight}m${wanted}${eyes ? `s${eyes}` : ""}`);
    try {
      const answer = await fetch(`${location.pathname}${query}`);
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      const board = fresh.getElementById("battle-replay");
      if (asked !== this.asked) return;
      if (!answer.ok || !board) return location.assign(`${location.pathname}${query}`);
      const columns = this.#columns();
      morph(this.root, document.adoptNode(board));
      if (columns !== this.#columns()) this.#center();
      document.title = fresh.title;
      part(this.root, "slider").value = wanted;
      this.#showMove();
    } finally {
      if (asked === this.asked) this.root.removeAttribute("aria-busy");
    }
  }

  #click(event) {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to = new URL(link.href, location.href);
    if (!link.href || to.pathname !== location.pathname || !to.searchParams.has("move")) return;
    event.preventDefault();
    this.#go({ number: Number(to.searchParams.get("move")), eyes: to.searchParams.get("eyes") ?? "" });
  }

  #press(event) {
    if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowLeft: this.#number - 1, ArrowRight: this.#number + 1, Home: 0, End: Number(this.root.dataset.end) }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#go({ number: to, eyes: this.root.dataset.eyes });
  }

  #copy(button) {
    const { fight, number, eyes } = this.root.dataset;
    copyFrom(button, `${location.origin}${location.pathname}#b${fight}m${number}${eyes ? `s${eyes}` : ""}`);
  }

  #columns() {
    return this.root.querySelector("[data-columns]")?.dataset.columns;
  }

  // Long lines scroll; their middle is seen first.
  #center() {
    for (const lines of this.root.querySelectorAll(".battle__lines")) lines.scrollLeft = (lines.scrollWidth - lines.clientWidth) / 2;
  }

  // The list of moves scrolls to the one that is shown, and the page stays where it is.
  #showMove() {
    const list = this.root.querySelector(".battle-replay__moves");
    const shown = list.querySelector(".battle-move[aria-current]");
    if (!shown) return void (list.scrollTop = 0);
    const [at, frame] = [shown.getBoundingClientRect(), list.getBoundingClientRect()];
    if (at.top < frame.top || at.bottom > frame.bottom) list.scrollTop += at.top - frame.top - frame.height / 3;
  }
}

new BattleReplay(document.getElementById("battle-replay"));
