// How far the draft has come, as beads in the colours of their directions, in the head of the big screen.

import { beadsOf } from "./beads.js";
import { list } from "../../lib/dom.js";
import { element } from "../../lib/elements.js";

// `directions` by round, as an event has them. In a review no pass goes on.
export const drawBeads = (root, table, directions = [], isReview = false) => {
  const rounds = beadsOf(table);
  many(root, rounds.length, "span").forEach((node, index) => {
    node.dataset.direction = directions[index] ?? "";
    many(node, rounds[index].length, "i").forEach((bead, place) => {
      const when = rounds[index][place];
      bead.dataset.when = isReview && when === "now" ? "past" : when;
    });
  });
  root.dataset.many = rounds.flat().length > 30 ? "yes" : "no";
};

const many = (root, count, tag) => list(root, [...Array(count).keys()], Number, () => element(tag, ""), () => {});
