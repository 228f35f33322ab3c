// The champion, shown over a fighter's page once the last result is in: on all phones at that moment, on the winner's also whenever it
// comes back, until they have closed it. A tap, a key or, for the others, a few seconds end it, and so does what cannot wait behind it.
// The cards come from the champion's own page, which checks the reader's rights.

import { part, text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { gettext } from "../lib/gettext.js";
import { keep, ownStorage, readKept } from "../lib/kept.js";
import { championWords, wonWords } from "./standings-words.js";

const LEAVES = 6000; // milliseconds after which it goes by itself on the phones of the others
const WAITS = 700; // milliseconds for which it waits for the cards, so that nothing moves under a finger when they come
const BUZZ = [60, 40, 60, 40, 160];

// The sides of `standings` that have won, once that is known.
export const winnersOf = ({ champions = [], standings = [] }) => {
  const first = new Set(champions.map(({ fighter }) => fighter));
  return standings.filter(({ fighter }) => first.has(fighter));
};

// Whether it is shown now. `known`: who has won so far as this page knew, null when it has just been opened; `seen`: who had won when
// it was last closed on this device.
export const isShown = (known, now, isOwn, seen = null) => Boolean(now) && now !== known && (known !== null || (isOwn && now !== seen));

// Whether something cannot wait behind it: the own turn to take a card, whose clock runs, or the way to the next event.
export const isInTheWay = ({ event, share }, me) => Boolean(event.next) || Boolean(share?.turn && share.turn === me);

export class Champion {
  #known = null;
  #isInTheWay = false;
  #leaving = 0;

  constructor(dialog, app) {
    this.dialog = dialog;
    this.app = app;
    this.key = `champion-${app.root.dataset.seat}`;
    dialog.addEventListener("click", ({ target }) => part(dialog, "champion-body").contains(target) || dialog.close());
    dialog.addEventListener("close", () => this.#closed());
    dialog.addEventListener("submit", (event) => this.#say(event));
  }

  take(state) {
    const winners = winnersOf(state);
    const now = winners.map(({ fighter }) => fighter).join();
    const me = state.table.seats.find(({ seat }) => seat === state.you.seat)?.fighter;
    const isOwn = winners.some(({ fighters }) => fighters.some(({ fighter }) => fighter === me));
    const isDue = isShown(this.#known, now, isOwn, readKept(this.key, ownStorage()));
    this.#known = now;
    this.#isInTheWay = isInTheWay(state, me);
    if ((!now || this.#isInTheWay) && this.dialog.open) this.dialog.close(); // without `now` the result was opened again
    else if (isDue && !this.#isInTheWay) this.#show(winners, isOwn, state.fought);
  }

  #closed() {
    clearTimeout(this.#leaving);
    keep(this.key, this.#known, ownStorage());
  }

  async #show(winners, isOwn, fought) {
    const { dialog } = this;
    const known = this.#known;
    text(dialog, "champion-what", isOwn ? ownWords(winners, fought) : championWords(winners.length));
    const names = winners.flatMap(({ name }, place) => [place ? ", " : "", Object.assign(element("bdi", "", name), { dir: "auto" })]);
    part(dialog, "champion-names").replaceChildren(...names);
    part(dialog, "champion-body").replaceChildren();
    await Promise.race([this.#fetch(fetch(dialog.dataset.address)), new Promise((resolve) => setTimeout(resolve, WAITS))]);
    if (this.#known !== known || this.#isInTheWay) return; // the result was opened again meanwhile, or the night went on
    if (!dialog.open) dialog.showModal();
    this.app.sounds.play("champion", BUZZ);
    clearTimeout(this.#leaving);
    if (!isOwn) this.#leaving = setTimeout(() => dialog.close(), LEAVES);
  }

  // Puts the cards in that the answer has; without any the name stands alone.
  async #fetch(asked) {
    const answer = await asked.catch(() => null);
    if (!answer?.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const body = part(page, "champion-body");
    if (body) part(this.dialog, "champion-body").replaceChildren(...document.adoptNode(body).childNodes);
  }

  #say(event) {
    event.preventDefault();
    const fields = new FormData(event.target, event.submitter);
    this.#fetch(fetch(this.dialog.dataset.address, { method: "POST", body: fields }));
  }
}

const ownWords = (winners, fought) => (winners.length > 1 ? gettext("You share first place!") : wonWords(fought));
