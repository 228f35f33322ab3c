// What somebody's cards add up to: counts, the grade curve, and the cards themselves by grade.

import { icon, part, text } from "../lib/dom.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { cards, isolate, TRIGGERS } from "../lib/words.js";
import { clanLook, drawCard, drawCards } from "./card.js";

const element = (tag, className, words = "") => {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = words;
  return node;
};

const glyph = (name) => {
  const svg = document.querySelector("#seat").content.querySelector("svg").cloneNode(true);
  svg.setAttribute("class", "icon");
  icon(svg, name);
  return svg;
};

const gradeName = (grade) => (/^\d+$/.test(grade) ? interpolate(gettext("Grade %(grade)s"), { grade }) : gettext("No grade"));

const ofGrade = (grade) => ` ${interpolate(gettext("of %(grade)s"), { grade: gradeName(grade) })}`;

// Small tiles: "0 ×3", "★ ×2", "G ×1".
export const drawCounts = (root, summary) => {
  const tile = (head, count, name) => {
    const node = element("span", "count");
    const first = element("span", "count__kind");
    first.append(head);
    node.append(first, element("b", "count__number", String(count)), element("span", "only-read", name));
    return node;
  };
  root.replaceChildren(
    ...Object.entries(summary.grades).map(([grade, count]) => tile(element("span", "pennant", grade), count, ofGrade(grade))),
    ...Object.entries(summary.triggers).map(([kind, count]) => tile(glyph(`trigger-${kind}`), count, ` ${TRIGGERS[kind]}`)),
    ...(summary.g_units ? [tile(gettext("G units"), summary.g_units, "")] : []),
  );
};

// Cards under a heading for each grade, G units last. `stamp` tells whether what is drawn is still true.
export const drawGrades = (root, pile, order, stamp) => {
  if (root.dataset.stamp === stamp) return;
  root.dataset.stamp = stamp;
  const byId = new Map(pile.map((card) => [card.id, card]));
  const groups = new Map();
  for (const card of order.map((id) => byId.get(id)).filter(Boolean)) {
    const name = card.card_type === "g" ? gettext("G units") : gradeName(String(card.grade ?? ""));
    groups.set(name, [...(groups.get(name) ?? []), card]);
  }
  root.replaceChildren(
    ...[...groups].map(([name, cards]) => {
      const group = element("section", "group");
      const title = element("h3", "group__title", name);
      title.append(element("span", "group__count", String(cards.length)));
      group.append(title, drawCards(cards));
      return group;
    }),
  );
};

const drawCurve = (root, grades) => {
  const most = Math.max(1, ...Object.values(grades));
  root.replaceChildren(
    ...Object.entries(grades).map(([grade, count]) => {
      const column = element("div", "curve__column");
      const bar = element("span", "curve__bar");
      bar.style.setProperty("--share", String(count / most));
      column.append(element("b", "curve__count", String(count)), bar, element("span", "curve__grade", grade));
      column.setAttribute("role", "img");
      column.setAttribute("aria-label", `${gradeName(grade)}: ${cards(count)}`);
      return column;
    }),
  );
};

const drawTriggers = (root, triggers) => {
  const rows = Object.entries(triggers).map(([kind, count]) => {
    const row = element("li", "tally__row");
    const sign = element("span", "tally__sign");
    sign.dataset.trigger = kind;
    sign.append(glyph(`trigger-${kind}`));
    row.append(sign, element("span", "grow", TRIGGERS[kind]), element("b", "number", String(count)));
    return row;
  });
  root.replaceChildren(...(rows.length ? rows : [element("li", "quiet", gettext("No trigger units."))]));
};

const drawClans = (root, clans) => {
  const most = Math.max(1, ...Object.values(clans));
  root.replaceChildren(
    ...Object.entries(clans).map(([clan, count]) => {
      const row = element("li", "bars__row");
      const bar = element("span", "bars__bar");
      bar.dataset.hue = clanLook(clan).hue;
      bar.style.setProperty("--share", String(count / most));
      row.append(element("span", "bars__name", clan || gettext("No clan")), element("b", "number", String(count)), bar);
      return row;
    }),
  );
};

const drawWarnings = (root, warnings) =>
  root.replaceChildren(
    ...warnings.map((words) => {
      const row = element("p", "alert is-gold");
      row.append(glyph("i-warn"), element("span", "", words));
      return row;
    }),
  );

const stoppedWords = (count) =>
  ngettext("%(count)s card, chosen before the event was stopped.", "%(count)s cards, chosen before the event was stopped.", count);

const zonesWords = (count) =>
  ngettext(
    "%(count)s card: %(main)s in the main deck, %(g)s in the G zone.",
    "%(count)s cards: %(main)s in the main deck, %(g)s in the G zone.",
    count,
  );

const wholeWords = (count) =>
  ngettext("%(count)s card, all of them yours to fight with.", "%(count)s cards, all of them yours to fight with.", count);

export class Deck {
  constructor(root, app) {
    this.root = root;
    this.app = app;
    part(root, "print").addEventListener("click", () => print());
    part(root, "copy").addEventListener("click", () => this.#copy());
  }

  draw({ event, you, log_open: logOpen }) {
    const { summary, pile } = you;
    const byId = new Map(pile.map((card) => [card.id, card]));
    document.title = `${gettext("Your deck")} · ${isolate(event.name)}`;
    this.#fetchText();
    text(this.root, "deck-words", this.#words(summary, event));
    text(this.root, "main-count", summary.main);
    text(this.root, "g-count", summary.g_zone);
    part(this.root, "log-link").hidden = !logOpen;
    part(this.root, "g-zone").hidden = !summary.g_zone;
    drawWarnings(part(this.root, "warnings"), summary.warnings);
    drawCurve(part(this.root, "curve"), summary.grades);
    drawTriggers(part(this.root, "triggers"), summary.triggers);
    drawClans(part(this.root, "clans"), summary.clans);
    const first = byId.get(summary.first_vanguard?.card);
    part(this.root, "first-card").replaceChildren(...(first ? [drawCard(first)] : []));
    text(this.root, "first-note", summary.first_vanguard?.note || (first ? first.name : ""));
    drawGrades(part(this.root, "main"), pile, summary.order, String(pile.length));
    drawGrades(part(this.root, "g-cards"), pile, summary.g_order, String(pile.length));
    part(this.root, "seed").hidden = !event.seed;
    const proof = gettext("Seats and packs came from the seed %(seed)s. Its SHA-256, shown since the start: %(hash)s");
    text(this.root, "seed", interpolate(proof, { seed: event.seed, hash: event.seed_hash }));
  }

  #words({ count, main, g_zone: g }, { stopped }) {
    const words = stopped ? stoppedWords(count) : g ? zonesWords(count) : wholeWords(count);
    return interpolate(words, { count, main, g });
  }

  // The text is fetched before it is asked for: a browser lets a page copy only while it hears a tap.
  async #fetchText() {
    this.deckText ??= fetch(this.root.querySelector("a[download]").href).then((answer) => (answer.ok ? answer.text() : ""));
    this.text = await this.deckText;
  }

  #copy() {
    const area = document.createElement("textarea");
    area.value = this.text ?? "";
    area.className = "only-read";
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy"); // the clipboard API wants HTTPS, a store's network has none
    area.remove();
    part(this.root, "copy").focus();
    text(this.root, "copy-words", done ? gettext("Copied") : gettext("Could not copy"));
    this.app.say(done ? gettext("Copied.") : gettext("Could not copy."));
    setTimeout(() => text(this.root, "copy-words", gettext("Copy as text")), 2500);
  }
}
