// Comments on the steps of a log as the server sent them (drafts/views/log/step_comments.py). Nothing here knows the page.

import { keep, readKept } from "../lib/kept.js";

export class Comments {
  #all;
  #typed;
  #key;

  // `key`: under which the tab keeps typed words over a reload.
  constructor(told, key = "comments") {
    this.#all = told;
    this.#key = key;
    this.#typed = new Map(Object.entries(readKept(key) ?? {}));
  }

  // Those on a step of a table, the oldest first.
  at(table, step) {
    return this.#all.filter((each) => each.table === table && each.step === step);
  }

  // How many there are on each step of a table: { r1p3: 2 }.
  counts(table) {
    const counts = {};
    for (const { step } of this.#all.filter((each) => each.table === table)) counts[step] = (counts[step] ?? 0) + 1;
    return counts;
  }

  // One that is written; the same twice is one.
  add(comment) {
    this.#all = [...this.#all.filter(({ id }) => id !== comment.id), comment];
  }

  remove(comment) {
    this.#all = this.#all.filter(({ id }) => id !== comment.id);
  }

  // Typed words that are not sent stay with the place that it is about: { text, request }.
  typedAt(place) {
    return this.#typed.get(keyOf(place)) ?? { text: "", request: "" };
  }

  keep(place, typed) {
    if (typed.text) this.#typed.set(keyOf(place), typed);
    else this.#typed.delete(keyOf(place));
    keep(this.#key, Object.fromEntries(this.#typed));
  }
}

const keyOf = ({ table, step, about }) => `${table} ${step} ${about ?? ""}`;

// The subject of a comment that is written now: the seat that is looked at, null for the whole table.
export const aboutIn = ({ view, seat }) => (view === "seat" ? seat : null);
