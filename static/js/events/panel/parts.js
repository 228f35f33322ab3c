// An official's page, kept as the server draws it: what has changed is fetched from the address of the page
// (drafts/views/events/parts.py) and put into it. No more often than twice a second; what it has already is not sent again.

import { showLocalTimes } from "../../lib/local-time.js";
import { morph } from "../../lib/morph.js";

const EVERY = 500; // milliseconds
const AGAIN = 2000; // after a failure

export class Parts {
  #opened = new Set(new URLSearchParams(location.search).get("open")?.split(",") ?? []);
  #isWanted = false;
  #isBusy = false;
  #timer = 0;
  #last = -EVERY;
  #fold = null; // the id of what a press wants unfolded
  #waiting = []; // called when a fetch that begins from now on is drawn
  #told = null; // what the socket told of what happened, when that was drawn last

  // `root` is what changes. `onDrawn()` is called after each change; `table()` tells which table is shown large, null where
  // none is, `told()` what the socket has told of what happened.
  constructor(root, { onDrawn, table = () => null, told = () => null }) {
    this.root = root;
    this.told = told;
    this.onDrawn = onDrawn;
    this.table = table;
    root.addEventListener("click", (event) => this.#open(event));
  }

  // Something may have changed.
  fetch() {
    this.#isWanted = true;
    this.#fetchIn(this.#last + EVERY - performance.now());
  }

  // Fetches at once; resolves once that is drawn or has failed.
  refresh() {
    this.#last = -EVERY;
    this.fetch();
    return new Promise((go) => this.#waiting.push(go));
  }

  #fetchIn(wait) {
    if (this.#isBusy) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fetch(), Math.max(0, wait));
  }

  async #fetch() {
    [this.#isBusy, this.#isWanted, this.#last] = [true, false, performance.now()];
    const [told, waiting] = [this.told(), this.#waiting.splice(0)];
    const html = await read(this.#address(told !== null && told === this.#told));
    this.#isBusy = false;
    if (html === null) this.#fetchIn(AGAIN);
    else this.#take(html, told);
    for (const go of waiting) go();
    if (this.#isWanted) this.fetch();
  }

  #address(isTold) {
    const have = Array.from(this.root.querySelectorAll("[data-have]"), (node) => node.dataset.have);
    const asked = { parts: "", have: have.join(), open: [...this.#opened].join(), table: this.table() ?? "", still: isTold ? "entries" : "" };
    return `${location.pathname}?${new URLSearchParams(asked)}`;
  }

  #take(html, told) {
    this.#told = told;
    const fresh = new DOMParser().parseFromString(html, "text/html").body.querySelector(`#${this.root.id}`);
    if (!fresh) return location.reload(); // it is another page by now: somebody signed out
    if (!morph(this.root, fresh)) [this.#isWanted, this.#told] = [true, null]; // something was left out that is not there
    showLocalTimes(this.root);
    this.#unfold();
    this.onDrawn();
  }

  // Where there are many, the content of a fold is fetched on demand; without scripts by a link.
  #open(event) {
    const link = event.target.closest("[data-open]");
    if (!link) return;
    event.preventDefault();
    this.#opened.add(link.dataset.open);
    this.#fold = link.dataset.fold;
    this.#last = -EVERY;
    this.fetch();
  }

  #unfold() {
    const fold = this.#fold && document.getElementById(this.#fold);
    if (!fold) return;
    this.#fold = null;
    fold.open = true;
    fold.querySelector("summary").focus();
  }
}

// Null where no answer comes; "" where the page is not there any more.
const read = async (address) => {
  try {
    const answer = await fetch(address, { headers: { "X-Requested-With": "fetch" } });
    if (answer.ok && !answer.redirected) return await answer.text();
    return answer.status < 500 ? "" : null;
  } catch {
    return null;
  }
};
