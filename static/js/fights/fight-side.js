// One side of a fight: whose it is, whether they lose, and each counter with its two buttons.

import { clone, drawName, icon, list, part, text } from "../lib/dom.js";
import { countersOf, isOf, pips, standing, valueWords, way } from "./counts.js";
import { element } from "../lib/elements.js";
import { roleWords } from "./fights.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { MARKS } from "../draft/seats.js";
import { drawSteps, listenToSteps } from "./steps.js";
import { isolate } from "../lib/words.js";
import { defeated, outOfTheGame } from "./sentences.js";

const firstWords = (isFirst, isMe, { fighters }) => {
  if (!isFirst) return "";
  return isMe || fighters.length > 1 ? gettext("go first") : gettext("goes first");
};

// "Emperor · goes first · 2 mulligans · stays in the game"
const noteWords = ({ fighters }, first, isMe) => {
  const count = fighters.reduce((sum, { counters }) => sum + (counters.mulligans ?? 0), 0);
  const mulligans = count && !isMe ? interpolate(ngettext("%(count)s mulligan", "%(count)s mulligans", count), { count }) : "";
  const spared = fighters.some((each) => each.spared) ? gettext("kept in the game by a card") : "";
  const out = fighters.some((each) => each.out) ? outOfTheGame : "";
  return [fighters.length === 1 ? roleWords(fighters[0]) : "", first, mulligans, spared, out].filter(Boolean).join(" · ");
};

export class FightSide {
  // `onCount(fighter, counter, by)` is called for each press on a counter, `onSpare(fighter)` where a card keeps them in the game.
  constructor(onCount, onSpare) {
    this.root = clone("fight-side");
    this.onCount = onCount;
    part(this.root, "spare").addEventListener("click", () => this.isFree && onSpare(this.lost));
    part(this.root, "library").addEventListener("click", () => this.isFree && onCount(this.own ?? this.side.fighter, "library", 1));
  }

  // `isFree`: whether it may be counted now. `own` is the viewer's number where it is their side. `pending`: the counts that no state shows yet.
  draw({ side, rules, pending, isMe, own, isFirst, isFree, seat }) {
    Object.assign(this, { side, isFree, own: isMe ? own : null });
    this.root.dataset.fighter = side.fighter;
    this.root.classList.toggle("is-you", isMe);
    this.root.classList.toggle("is-team", side.fighters.length > 1);
    this.root.classList.toggle("is-lost", Boolean(side.lost) && !side.out);
    this.root.classList.toggle("is-out", Boolean(side.out));
    part(this.root, "you").hidden = !isMe;
    text(this.root, "you", side.fighters.length > 1 ? gettext("Your team") : gettext("You"));
    drawName(part(this.root, "name"), side.name);
    part(this.root, "name").hidden = isMe && side.name === part(this.root, "you").textContent; // in a practice one is called so
    text(this.root, "note", noteWords(side, firstWords(isFirst, isMe, side), isMe));
    icon(part(this.root, "glyph"), seat === null ? "i-person" : `seat-${seat % MARKS}`);
    if (seat !== null) this.root.dataset.seat = seat % MARKS;
    this.#drawLost(rules, isMe);
    this.#drawMatch(isMe);
    this.#drawCounters(rules, pending, isFree);
  }

  #drawLost(rules, isMe) {
    const rule = this.side.out ? null : rules.find(({ counter }) => counter === this.side.lost);
    part(this.root, "lost").hidden = !rule;
    if (!rule) return;
    if (rule.hidden) return text(this.root, "lost-words", isMe ? interpolate(gettext("%(counter)s: you lose"), { counter: rule.label }) : interpolate(defeated, { counter: rule.label }));
    const words = isMe ? gettext("%(counter)s %(value)s: you lose") : gettext("%(counter)s %(value)s: defeated");
    text(this.root, "lost-words", interpolate(words, { counter: rule.label, value: valueWords(this.side.counters[rule.counter]) }));
  }

  // The facts that only a match of cards has: that a card keeps somebody in the game, and an empty library.
  #drawMatch(isMe) {
    const [{ hand }] = this.side.fighters;
    this.lost = this.side.fighters.find(({ lost }) => lost)?.fighter ?? null;
    part(this.root, "spare").hidden = hand === undefined || this.lost === null || this.side.out;
    part(this.root, "library").hidden = hand === undefined || !isMe || Boolean(this.side.lost) || this.side.out;
    part(this.root, "library").setAttribute("aria-disabled", String(!this.isFree));
  }

  #drawCounters(rules, pending, isFree) {
    list(
      part(this.root, "counters"),
      countersOf(this.side, rules),
      ({ rule, of }) => `${rule.counter} ${of.fighter}`,
      (each) => this.#make(each),
      (node, { rule, of }, index) => {
        node.classList.toggle("counter--more", index > 0);
        const isPending = ({ fighter, counter }) => isOf(of, fighter) && counter === rule.counter;
        node.classList.toggle("is-pending", pending.some(isPending));
        this.#fill(node, rule, of, standing(rule, of, pending), isFree);
      },
    );
  }

  // A change of what a team shares names the head whose phone it is (M34).
  #make({ rule: { counter }, of }) {
    const fighter = of.fighters?.length > 1 && this.own ? this.own : of.fighter;
    const node = clone("fight-counter");
    listenToSteps(node, (by) => this.onCount(fighter, counter, by));
    return node;
  }

  #fill(node, rule, of, value, isFree) {
    const facts = { counter: rule.label, name: isolate(of.name), limit: rule.loses_at };
    node.dataset.counter = rule.counter;
    text(node, "value", valueWords(value));
    part(node, "value").dataset.digits = valueWords(value).length;
    const label = rule.loses_at === null ? rule.label : interpolate(gettext("%(counter)s, loses at %(limit)s"), facts);
    text(node, "label", of === this.side ? label : interpolate(gettext("%(counter)s: %(name)s"), facts));
    drawSteps(node, rule, { name: of.name, value, isFree });
    for (const [name, by] of [["less", -1], ["more", 1]]) part(node, name).classList.toggle("is-towards-loss", way(rule) === by);
    this.#drawPips(part(node, "pips"), pips(rule, value));
  }

  #drawPips(root, known) {
    root.hidden = !known;
    if (!known) return;
    while (root.children.length < known.all) root.append(element("i", "counter__pip"));
    [...root.children].forEach((pip, index) => pip.classList.toggle("is-gone", index < known.gone));
  }
}
