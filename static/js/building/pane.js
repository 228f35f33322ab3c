// One side of the builder, the pool or the deck: groups of rows, each row one print with its copies. A row is a small line, or its card
// as a picture; its picture opens it large, and the row itself moves one copy to the other side.

import { clone, list, part, text } from "../lib/dom.js";
import { game } from "../lib/game.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { drawCard } from "../components/card.js";
import { pictureOf, lookOf } from "../lib/look.js";
import { groupsOf } from "./filter.js";

const NEAR = "120px"; // beyond what is seen
const TITLES = { pool: gettext("%(name)s: into the deck"), deck: gettext("%(name)s: back to the pool") };

export class Pane {
  // `place`: "pool" or "deck". `move(row, button)` and `look(card)` are called when a row is moved and a card is to be read.
  constructor(root, place, { move, look }) {
    this.root = root;
    this.place = place;
    this.move = move;
    this.look = look;
    this.rows = new Map(); // what is drawn, by the element of the row
    this.missed = new Set(); // pictures that could not be fetched
    this.seen = new IntersectionObserver((entries) => this.#fetchPictures(entries), { rootMargin: NEAR });
  }

  // `asPictures`: cards instead of lines. `isLocked`: nothing moves.
  draw(cards, { sort, building, asPictures, isLocked }) {
    const kind = `${sort.key} ${asPictures}`;
    if (this.kind !== kind) this.root.replaceChildren();
    this.kind = kind;
    this.root.classList.toggle("has-pictures", asPictures);
    this.rows.clear();
    const groups = groupsOf(cards, sort, building);
    list(this.root, groups, ({ key }) => `g${key}`, makeGroup, (node, group) => this.#drawGroup(node, group, asPictures, isLocked));
  }

  // The element of a row, by its key; null where it is not in sight.
  find(key) {
    return [...this.rows].find(([, row]) => row.key === key)?.[0] ?? null;
  }

  get buttons() {
    return [...this.root.querySelectorAll('[data-part="move"]')];
  }

  #drawGroup(node, { key, words, isSign, sign, rows, count }, asPictures, isLocked) {
    node.dataset.group = key;
    const head = part(node, "group-words");
    if (!head.dataset.drawn) {
      head.dataset.drawn = "yes";
      if (sign) head.before(sign());
      head.textContent = words;
      head.classList.toggle("only-read", Boolean(isSign)); // the sign says it
    }
    text(node, "group-count", count);
    list(
      part(node, "rows"),
      rows,
      (row) => row.key,
      (row) => this.#makeRow(row.card, asPictures),
      (item, row) => this.#drawRow(item, row, isLocked),
    );
  }

  #makeRow(card, asPictures) {
    const item = clone(asPictures ? "build-picture" : "build-row");
    if (asPictures) part(item, "face").append(drawCard(card));
    else this.#drawLine(item, card);
    part(item, "look").setAttribute("aria-label", interpolate(gettext("Enlarge %(name)s"), card));
    part(item, "look").addEventListener("click", () => this.look(card));
    part(item, "move").addEventListener("click", () => this.move(this.rows.get(item), item));
    return item;
  }

  // Pictures of rows are fetched where these are seen, or are about to be.
  #fetchPictures(entries) {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      target.src = target.dataset.src;
      this.seen.unobserve(target);
    }
  }

  // A picture that cannot be fetched is replaced by the drawn one, which offline may not come either.
  #miss(art, drawn) {
    this.missed.add(art);
    if (art.getAttribute("src") !== drawn) art.src = drawn;
  }

  // Online again: fetches the pictures that could not be fetched.
  fetchAgain() {
    const missed = [...this.missed];
    this.missed.clear();
    for (const art of missed) art.src = art.dataset.src;
  }

  #drawLine(item, card) {
    const { cost = [], kind, figure } = game().line(card);
    const art = part(item, "art");
    item.dataset.hue = lookOf(card.kin).hue;
    item.dataset.colors = card.colors ?? "";
    art.addEventListener("error", () => this.#miss(art, pictureOf(card)));
    art.dataset.src = card.image ?? pictureOf(card);
    text(item, "name", card.name);
    part(item, "name").style.setProperty("--letters", Math.max(...card.name.split(/[\s-]/).map((word) => word.length)));
    part(item, "cost").replaceChildren(...cost);
    text(item, "kind", kind);
    text(item, "figure", figure);
    this.seen.observe(art);
  }

  #drawRow(item, row, isLocked) {
    const { card, cards } = row;
    this.rows.set(item, row);
    const many = cards.length > 1;
    part(item, "many").hidden = !many;
    text(item, "many", many ? `${cards.length}×` : "");
    const heard = game().heard(card).filter(Boolean).join(", ");
    const copies = many ? interpolate(ngettext("%(count)s copy", "%(count)s copies", cards.length), { count: cards.length }) : "";
    const move = part(item, "move");
    move.setAttribute("aria-label", [interpolate(TITLES[this.place], card), copies, heard].filter(Boolean).join(", "));
    move.ariaDisabled = String(isLocked);
  }
}

const makeGroup = () => clone("build-group");
