// The sharing of the cards on the big screen (R19): whose turn it is, the clock, who comes next, and how many cards everybody has.
// The state has cards in it only where the log is open to everybody.

import { Countdown } from "../../lib/clock.js";
import { clone, icon, list, part, text } from "../../lib/dom.js";
import { lastWords, takerOf, trackOf } from "./share-facts.js";
import { element } from "../../lib/elements.js";
import { fitAlike, fitOnce } from "../../lib/fit.js";
import { gettext } from "../../lib/gettext.js";
import { cards, time } from "../../lib/words.js";
import { drawCard } from "../../components/card.js";
import { allShared } from "../../sharing/sentences.js";

const NAME = [[1, 1], [0.85, 1], [0.7, 1], [0.58, 1], [0.58, 2], [0.5, 2], [0.42, "broken"]];
const ROW = [[1, 1], [0.88, 1], [0.76, 1], [0.66, 1], [0.58, 1], [0.58, "broken"]];
const MOST_TURNS = 5;
const MOST_SLEEVES = 12;
const MOST_CARDS = 24;
const MOST_IN_A_ROW = 12;

export class DisplayShare {
  #measured = 0;
  #taker = null;

  constructor(root) {
    this.root = root;
    this.countdown = new Countdown();
    this.share = null;
  }

  draw({ share, table, clock }) {
    if (this.share !== share) this.#taker = takerOf(this.share, share) ?? (this.share?.left === share.left ? this.#taker : null);
    this.share = share;
    this.seats = new Map(table.seats.map(({ seat, fighter }) => [fighter, seat]));
    this.countdown.take({ ...share, now: clock.now, left: share.seconds_left });
    this.#drawAll();
  }

  // Names fit otherwise: the screen has another size, or the letters have.
  measureAgain() {
    this.#measured += 1;
    if (this.share) this.#drawAll();
  }

  // Something else has the screen.
  leave() {
    this.share = null;
  }

  #drawAll() {
    const { share } = this;
    this.root.dataset.over = share.over ? "yes" : "no";
    this.root.classList.toggle("is-held", share.paused);
    this.tick(); // first: the digits and the people leave the name its room
    this.#drawPeople(share);
    this.#drawTurn(share);
    this.#drawTrack(share);
  }

  tick() {
    if (!this.share) return;
    const { left } = this.countdown;
    const digits = part(this.root, "share-digits");
    digits.hidden = left === null || this.share.over;
    text(this.root, "share-digits", left === null ? "" : time(left));
    digits.classList.toggle("is-hurry", this.countdown.isShort());
  }

  #drawTurn(share) {
    const name = share.people.find(({ fighter }) => fighter === share.turn)?.name ?? "";
    text(this.root, "share-what", share.over ? allShared : share.paused ? gettext("Paused") : gettext("Now choosing"));
    part(this.root, "share-name").hidden = share.over;
    text(this.root, "share-name", name);
    fitOnce(part(this.root, "share-name"), NAME, `${this.#measured} ${share.people.length} ${part(this.root, "share-digits").textContent.length}`);
    const pool = part(this.root, "share-pool");
    pool.hidden = share.over || !share.left;
    text(pool, "share-rarity", share.rarity || gettext("No rarity"));
    text(pool, "share-left", cards(share.left));
    drawSleeves(part(pool, "share-sleeves"), Math.min(MOST_SLEEVES, share.left));
    this.#drawCards(share.over ? [] : (share.pool ?? []));
    text(this.root, "share-last", lastWords(share, this.#taker));
  }

  // The cards that are left: known here where the log is open to everybody.
  #drawCards(pool) {
    const box = part(this.root, "share-cards");
    box.hidden = !pool.length;
    const shown = pool.slice(0, MOST_CARDS);
    const rows = Math.max(1, Math.ceil(shown.length / MOST_IN_A_ROW));
    box.dataset.rows = rows;
    box.style.setProperty("--many", Math.ceil(shown.length / rows));
    list(box, shown, ({ id }) => id, (card) => element("li", "", drawCard(card)), () => {});
  }

  #drawTrack(share) {
    const { turns, more } = trackOf(share, MOST_TURNS);
    part(this.root, "share-track-box").hidden = share.over || turns.length < 2;
    list(part(this.root, "share-track"), turns.slice(1), ({ key }) => key, () => clone("tv-turn"), (node, { name }) => text(node, "name", name));
    fitAlike(this.root.querySelectorAll(".tv-turn__name"), ROW, this.#measured);
    part(this.root, "share-more").hidden = !more;
    text(this.root, "share-more", `+${more}`);
  }

  #drawPeople({ people, turn, over }) {
    part(this.root, "share-people").dataset.crowd = people.length <= 4 ? "few" : people.length <= 6 ? "some" : people.length <= 9 ? "many" : "most";
    list(part(this.root, "share-people"), people, ({ fighter }) => fighter, () => clone("tv-sharer"), (node, person) => {
      const seat = this.seats.get(person.fighter);
      part(node, "glyph-box").toggleAttribute("hidden", seat === undefined);
      if (seat !== undefined) {
        node.dataset.seat = seat;
        icon(part(node, "glyph"), `seat-${seat}`);
      }
      node.classList.toggle("is-turn", !over && person.fighter === turn);
      text(node, "name", person.name);
      text(node, "cards", cards(person.cards));
    });
    const widest = Math.max(...people.map((person) => cards(person.cards).length)); // a count leaves the names their room
    fitAlike(this.root.querySelectorAll(".tv-sharer__name"), ROW, `${this.#measured} ${people.length} ${widest}`);
  }
}

const drawSleeves = (box, count) => {
  while (box.children.length > count) box.lastElementChild.remove();
  while (box.children.length < count) box.append(clone("sleeve"));
};
