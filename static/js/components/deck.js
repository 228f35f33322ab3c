// What somebody's cards add up to, and the cards themselves: the deck after the draft, and what the review shows of it. Which counts
// there are the server says (`summary`); how each is drawn, the game (lib/game.js).

import { part, text } from "../lib/dom.js";
import { element, glyph } from "../lib/elements.js";
import { isBye } from "../lib/fights.js";
import { game } from "../lib/game.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { lookOf } from "../lib/look.js";
import { finalWords } from "../lib/standings.js";
import { cards as cardsWords, isolate } from "../lib/words.js";
import { drawCard, drawCards } from "./card.js";
import { drawStandings } from "./standings.js";

// Small tiles: a sign and how many there are.
export const drawCounts = (root, summary) =>
  root.replaceChildren(
    ...game()
      .tiles(summary)
      .map(({ sign, count, words }) =>
        element(
          "span",
          "count",
          element("span", "count__kind", sign),
          element("b", "count__number", String(count)),
          element("span", "only-read", words && ` ${words}`),
        ),
      ),
  );

// The groups of the review: those of the deck, or the game's own.
export const pilesOf = (pile, summary) => game().piles?.(pile, summary) ?? groupsOf(pile, summary.groups);

const groupsOf = (pile, groups, zone = null) => {
  const byId = new Map(pile.map((card) => [card.id, card]));
  const isIn = (id) => byId.has(id) && (!zone || zone.cards.includes(id));
  return groups
    .map((group) => ({ group, cards: group.cards.filter(isIn).map((id) => byId.get(id)) }))
    .filter(({ cards }) => cards.length)
    .map(({ group, cards }) => ({ name: game().title?.(group, cards) ?? group.name, cards }));
};

// Cards under headings. `stamp` tells whether what is drawn is still true.
export const drawGroups = (root, groups, stamp) => {
  if (root.dataset.stamp === stamp) return;
  root.dataset.stamp = stamp;
  root.replaceChildren(
    ...groups.map(({ name, cards, sign }) => {
      const title = element("h3", "group__title", ...(sign ? [sign] : []), name, element("span", "group__count", String(cards.length)));
      return element("section", "group", title, drawCards(cards));
    }),
  );
};

const share = (node, count, counts) => {
  node.style.setProperty("--share", String(count / Math.max(1, ...counts.map(([, each]) => each))));
  return node;
};

const titleOf = ({ title }, name) => title?.(name) ?? name;

const column = (face, [name, count], place, counts) => {
  const bar = share(element("span", "curve__bar"), count, counts);
  bar.classList.toggle("is-none", !count);
  const node = element(
    "div",
    "curve__column",
    element("b", "curve__count", String(count)),
    bar,
    element("span", "curve__name", face.sign?.(name, place) ?? name),
  );
  node.setAttribute("role", "img");
  node.setAttribute("aria-label", `${titleOf(face, name)}: ${cardsWords(count)}`);
  return node;
};

const row = (face, [name, count], place) =>
  element(
    "li",
    "tally__row",
    ...(face.sign ? [face.sign(name, place)] : []),
    element("span", "grow", titleOf(face, name)),
    element("b", "number", String(count)),
  );

const bar = (face, [name, count], place, counts) => {
  const drawn = share(element("span", "bars__bar"), count, counts);
  drawn.hidden = !count;
  drawn.dataset.hue = face.hue?.(name, place) ?? lookOf(name).hue;
  const words = element("span", "bars__name", ...(face.sign ? [face.sign(name, place)] : []), titleOf(face, name));
  return element("li", "bars__row", words, element("b", "number", String(count)), drawn);
};

const DRAWN = {
  columns: { list: () => element("div", "curve"), draw: column },
  rows: { list: () => listOf("tally"), draw: row },
  bars: { list: () => listOf("bars"), draw: bar },
};

const listOf = (className) => {
  const list = element("ul", className);
  list.setAttribute("role", "list");
  return list;
};

const panel = ({ title, nodes }) => element("section", "panel", element("h2", "panel__title", title), ...nodes);

const tallyPanel = ({ tally, name, counts }) => {
  const face = game().tallies[tally] ?? { kind: "bars" };
  const { list, draw } = DRAWN[face.kind];
  const nodes = counts.map((entry, place) => draw(face, entry, place, counts));
  const root = list();
  root.append(...(nodes.length || !face.none ? nodes : [element("li", "quiet", face.none)]));
  return panel({ title: name, nodes: [root] });
};

// The counts of a deck, each in a panel. `choose` says what the fighter begins with; null where that is settled.
const drawFacts = (root, summary, byId, choose) => {
  const { starter } = document.activeElement?.dataset ?? {};
  const more = game().panels?.(summary, byId, drawCard, choose) ?? [];
  root.replaceChildren(...summary.tallies.map(tallyPanel), ...more.map(panel));
  const again = [...root.querySelectorAll("[data-starter]")].find((button) => starter && button.dataset.starter === starter);
  again?.focus({ preventScroll: true });
};

// Before the fights, and between two of them.
const mayChooseStarter = ({ event, fight }) =>
  event.phase === "building" || (event.phase === "fighting" && (!fight || isBye(fight) || Boolean(fight.result?.confirmed)));

// The zones of a deck that have cards, each in its groups.
const drawZones = (root, { zones, groups }, pile) => {
  const stamp = String(pile.length);
  if (root.dataset.stamp === stamp) return;
  root.dataset.stamp = stamp;
  root.replaceChildren(
    ...zones
      .filter(({ cards }) => cards.length)
      .map((zone) => {
        const cards = element("div", "deck__cards");
        drawGroups(cards, groupsOf(pile, groups, zone), stamp);
        const count = element("span", "quiet number", String(zone.cards.length));
        const node = element("section", "stack", element("h2", "", zone.name, " ", count), cards);
        node.dataset.zone = zone.zone;
        return node;
      }),
  );
};

const drawWarnings = (root, warnings) =>
  root.replaceChildren(...warnings.map((words) => element("p", "alert is-gold", glyph("i-warn"), element("span", "", words))));

const stoppedWords = ({ count }) => {
  if (!count) return gettext("The event was stopped before you had chosen a card.");
  const words = ngettext("%(count)s card, chosen before the event was stopped.", "%(count)s cards, chosen before the event was stopped.", count);
  return interpolate(words, { count });
};

export class Deck {
  constructor(root, app) {
    this.root = root;
    this.app = app;
    part(root, "copy").addEventListener("click", () => this.#copy());
  }

  draw(state) {
    const { event, you, standings = [], log_open: logOpen } = state;
    const { summary, pile } = you;
    this.#drawNight(event.phase === "finished" ? standings : [], you.name);
    document.title = `${document.getElementById("deck-title").textContent} · ${isolate(event.name)}`;
    this.#fetchText();
    text(this.root, "deck-words", event.stopped ? stoppedWords(summary) : game().whole(summary));
    this.root.classList.toggle("is-empty", !summary.count);
    part(this.root, "log-link").hidden = !logOpen;
    drawWarnings(part(this.root, "warnings"), summary.count ? summary.warnings : []);
    const choose = mayChooseStarter(state) ? (card) => this.#choose(card) : null;
    drawFacts(part(this.root, "facts"), summary, new Map(pile.map((card) => [card.id, card])), choose);
    drawZones(part(this.root, "zones"), summary, pile);
    part(this.root, "seed").hidden = !event.seed;
    const proof = gettext("Seats and packs came from the seed %(seed)s. Its SHA-256, shown since the start: %(hash)s");
    text(this.root, "seed", interpolate(proof, { seed: event.seed, hash: event.seed_hash }));
  }

  // How the fights ended, once all of the night is over.
  #drawNight(standings, name) {
    const own = standings.find((place) => place.name === name);
    part(this.root, "night").hidden = !standings.length;
    part(this.root, "final").hidden = !own;
    text(this.root, "final", own ? finalWords(own, standings) : "");
    drawStandings(part(this.root, "standings"), standings, name);
  }

  // What the fighter begins with is stored by the form of the deck's page; what became of it comes with the next state.
  async #choose(card) {
    const form = part(this.root, "form");
    const fields = new URLSearchParams(new FormData(form));
    fields.set("starter", card ?? "");
    let said = gettext("No answer from the server. If nothing changes here, choose again.");
    try {
      const answer = await fetch(form.action, { method: "POST", body: fields, headers: { "X-Requested-With": "fetch" } });
      const { done, said: words } = await answer.json();
      this.deckText = null; // it names the card
      said = done ? "" : words;
      this.app.say(words);
    } catch {
      this.app.say(said);
    }
    part(this.root, "fault").hidden = !said;
    text(this.root, "fault-words", said);
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
