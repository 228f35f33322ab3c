// One side of a fight: whose it is, whether they lose, and each counter with its two buttons.

import { clone, drawName, icon, list, part, text } from "../lib/dom.js";
import { countersOf, pips, standing, valueWords, way } from "./counts.js";
import { element } from "../lib/elements.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { MARKS } from "../draft/seats.js";
import { isolate } from "../lib/words.js";

const firstWords = (isFirst, isMe) => {
  if (!isFirst) return "";
  return isMe ? gettext("go first") : gettext("goes first");
};

export class FightSide {
  // `onCount(fighter, counter, by)` is called for each press.
  constructor(onCount) {
    this.root = clone("fight-side");
    this.onCount = onCount;
  }

  // `isFree`: whether it may be counted now. `pending`: the counts that no state shows yet.
  draw({ side, rules, pending, isMe, isFirst, isFree, seat }) {
    this.side = side;
    this.root.dataset.fighter = side.fighter;
    this.root.classList.toggle("is-you", isMe);
    this.root.classList.toggle("is-lost", Boolean(side.lost));
    part(this.root, "you").hidden = !isMe;
    drawName(part(this.root, "name"), side.name);
    text(this.root, "note", firstWords(isFirst, isMe));
    icon(part(this.root, "glyph"), seat === null ? "i-person" : `seat-${seat % MARKS}`);
    if (seat !== null) this.root.dataset.seat = seat % MARKS;
    this.#drawLost(rules, isMe);
    this.#drawCounters(rules, pending, isFree);
  }

  #drawLost(rules, isMe) {
    const rule = rules.find(({ counter }) => counter === this.side.lost);
    part(this.root, "lost").hidden = !rule;
    if (!rule) return;
    const words = isMe ? gettext("%(counter)s %(value)s: you lose") : gettext("%(counter)s %(value)s: defeated");
    text(this.root, "lost-words", interpolate(words, { counter: rule.label, value: valueWords(this.side.counters[rule.counter]) }));
  }

  #drawCounters(rules, pending, isFree) {
    list(
      part(this.root, "counters"),
      countersOf(this.side, rules),
      ({ rule, of }) => `${rule.counter} ${of.fighter}`,
      (each) => this.#make(each),
      (node, { rule, of }, index) => {
        node.classList.toggle("counter--more", index > 0);
        const isPending = ({ fighter, counter }) => fighter === of.fighter && counter === rule.counter;
        node.classList.toggle("is-pending", pending.some(isPending));
        this.#fill(node, rule, of, standing(rule, of, pending), isFree);
      },
    );
  }

  #make({ rule: { counter }, of: { fighter } }) {
    const node = clone("fight-counter");
    for (const [name, by] of [["less", -1], ["more", 1]]) {
      part(node, name).addEventListener("click", (event) => {
        if (event.currentTarget.getAttribute("aria-disabled") !== "true") this.onCount(fighter, counter, by);
      });
    }
    return node;
  }

  #fill(node, rule, of, value, isFree) {
    const facts = { counter: rule.label, name: isolate(of.name), value: valueWords(value), limit: rule.loses_at };
    node.dataset.counter = rule.counter;
    node.setAttribute("aria-label", interpolate(gettext("%(counter)s of %(name)s"), facts));
    text(node, "value", facts.value);
    part(node, "value").dataset.digits = facts.value.length;
    const label = rule.loses_at === null ? rule.label : interpolate(gettext("%(counter)s, loses at %(limit)s"), facts);
    text(node, "label", of === this.side ? label : `${facts.name}: ${label}`);
    const [less, more] = [
      gettext("%(counter)s of %(name)s: one less than %(value)s"),
      gettext("%(counter)s of %(name)s: one more than %(value)s"),
    ];
    this.#step(node, "less", interpolate(less, facts), isFree && value > rule.least);
    this.#step(node, "more", interpolate(more, facts), isFree && value < rule.most);
    for (const [name, by] of [["less", -1], ["more", 1]]) part(node, name).classList.toggle("is-towards-loss", way(rule) === by);
    this.#drawPips(part(node, "pips"), pips(rule, value));
  }

  #step(node, name, words, isFree) {
    part(node, name).setAttribute("aria-label", words);
    part(node, name).setAttribute("aria-disabled", String(!isFree)); // it keeps the focus
  }

  #drawPips(root, known) {
    root.hidden = !known;
    if (!known) return;
    while (root.children.length < known.all) root.append(element("i", "counter__pip"));
    [...root.children].forEach((pip, index) => pip.classList.toggle("is-gone", index < known.gone));
  }
}
