// The sharing of the cards on the control panel: at each table whose turn it is, what everybody has, and the cards that can be
// taken for somebody without a phone (templates/events/host_shares.html, host_share.html). The words stand in the templates.

import { Countdown } from "../lib/clock.js";
import { clone, list, part, text } from "../lib/dom.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { pictureOf } from "../lib/look.js";
import { time } from "../lib/words.js";

const SHORT = 10;

export class HostShares {
  #clocks = new Map();
  #drawn = new Map();

  // `root` as the server drew it.
  constructor(root) {
    this.root = root;
  }

  draw({ shares = [], clock: { now } }) {
    const isOver = shares.every(({ over }) => over);
    const show = (name, isShown) => part(this.root, name)?.toggleAttribute("hidden", !isShown);
    show("going", !isOver);
    show("how", !isOver);
    show("shared", isOver);
    show("what-now", isOver);
    const close = part(this.root, "close");
    close?.classList.toggle("button--primary", isOver); // a judge closes nothing
    close?.classList.toggle("button--line", !isOver);
    list(part(this.root, "share-tables"), shares, ({ table }) => table, () => clone("host-share"), (node, share) => {
      this.#clockOf(node).take({ ...share, now, left: share.seconds_left });
      const look = JSON.stringify([share, shares.length]);
      if (this.#drawn.get(node) !== look) drawShare(node, share, shares.length === 1);
      this.#drawn.set(node, look);
    });
    for (const node of this.#drawn.keys()) if (!node.isConnected) this.#forget(node);
    this.drawClocks();
  }

  drawClocks() {
    for (const [node, { left, runs }] of this.#clocks) {
      text(node, "clock", left === null ? "" : time(left));
      part(node, "clock").classList.toggle("is-short", runs && left !== null && left <= SHORT);
    }
  }

  #clockOf(node) {
    if (!this.#clocks.has(node)) this.#clocks.set(node, new Countdown());
    return this.#clocks.get(node);
  }

  #forget(node) {
    this.#drawn.delete(node);
    this.#clocks.delete(node);
  }
}

const drawShare = (node, share, isAlone) => {
  const { table, people, turn, paused, over, policy, rarity, left } = share;
  const show = (name, isShown) => (part(node, name).hidden = !isShown);
  const name = nameOf(people, turn);
  node.dataset.table = table;
  node.setAttribute("aria-labelledby", `share-${table}`);
  node.classList.toggle("is-paused", paused);
  node.querySelector("h3").id = `share-${table}`;
  for (const each of ["number", "over-number"]) text(node, each, table);
  for (const each of ["of", "over-of"]) show(each, !isAlone);
  show("turn-box", turn !== null);
  show("clock", turn !== null);
  text(node, "turn", name);
  text(node, "rarity", rarity);
  show("rarity-box", rarity);
  text(node, "left", interpolate(ngettext("%(count)s card is left", "%(count)s cards are left", left), { count: left }));
  show("paused", paused);
  show("over", over);
  show("taken", policy !== "random");
  show("dealt", policy === "random");
  list(part(node, "people"), people, ({ fighter }) => fighter, () => clone("host-sharer"), (row, person) =>
    drawPerson(row, person, person.fighter === turn),
  );
  drawLast(node, share);
  drawPool(node, share, name);
};

const nameOf = (people, wanted) => people.find(({ fighter }) => fighter === wanted)?.name ?? "";

const drawPerson = (node, { name, cards }, hasTurn) => {
  text(node, "name", name);
  text(node, "cards", cards);
  node.classList.toggle("is-turn", hasTurn);
  if (hasTurn) node.setAttribute("aria-current", "step");
  else node.removeAttribute("aria-current");
};

const drawLast = (node, { last, over, people }) => {
  part(node, "last").hidden = over || !last;
  part(node, "took").hidden = !last || last.by_wish;
  part(node, "got").hidden = !last?.by_wish;
  for (const words of [part(node, "took"), part(node, "got")]) {
    text(words, "last-name", last ? nameOf(people, last.fighter) : "");
    text(words, "last-card", last?.card.name);
  }
};

// A card that was opened for one is closed when it is another one's turn; the focus does not get lost with a card.
const drawPool = (node, { pool, turn, paused }, name) => {
  const root = part(node, "pool");
  const hadFocus = root.contains(document.activeElement);
  root.hidden = turn === null || !pool.length; // a judge is sent none
  if (root.dataset.turn !== String(turn ?? "")) closeAll(root);
  root.dataset.turn = turn ?? "";
  list(root, [...pool].sort(byNumber), ({ id }) => id, () => clone("host-lot-card"), (row, card) =>
    drawCard(row, card, { turn, name, paused }),
  );
  if (hadFocus && !root.contains(document.activeElement)) restOfFocus(node).focus();
};

const closeAll = (root) => {
  const open = root.querySelector("details:has(:focus)");
  for (const details of root.querySelectorAll("details[open]")) details.open = false;
  open?.querySelector("summary").focus();
};

const restOfFocus = (node) => {
  const box = part(node, "turn-box");
  return box.hidden ? document.getElementById("sharing") : box;
};

const byNumber = (one, other) => (one.number === other.number ? one.id - other.id : one.number < other.number ? -1 : 1);

const drawCard = (node, card, { turn, name, paused }) => {
  const art = part(node, "art");
  const source = card.image ?? pictureOf(card);
  if (art.getAttribute("src") !== source) art.src = source;
  text(node, "number", card.number);
  text(node, "name", card.name);
  node.querySelector("[name=card]").value = card.id;
  node.querySelector("[name=fighter]").value = turn;
  text(node, "taker", name);
  text(node, "take-for", name);
  const button = node.querySelector("button");
  button.ariaLabel = interpolate(gettext("Take %(card)s for %(name)s"), { card: card.name, name });
  button.classList.toggle("button--primary", !paused);
};
