// How far the piles of a draft with real packs are entered, as templates/events/host_piles.html draws it for the first look.

import { clone, list, part, text } from "../lib/dom.js";

const SIGNS = { checked: "✓", doubted: "?" };
const LOOKS = { checked: "chip is-done", doubted: "chip is-gold", open: "chip" };

export class HostPiles {
  // `root` is null where the packs are not real ones.
  constructor(root) {
    this.root = root;
  }

  draw({ tables, log_open: isKnown }, scene) {
    if (!this.root) return;
    const piles = tables.flatMap((table) => table.piles ?? []);
    this.root.hidden = !piles.length || !(["building", "fighting"].includes(scene) || (scene === "finished" && !isKnown));
    part(this.root, "piles-doubted").hidden = !piles.some(({ state }) => state === "doubted");
    part(this.root, "piles-known").hidden = !isKnown;
    part(this.root, "piles-link").classList.toggle("button--primary", !isKnown);
    part(this.root, "piles-link").classList.toggle("button--line", isKnown);
    part(this.root, "pile-list").hidden = isKnown;
    list(part(this.root, "pile-list"), piles, ({ fighter }) => fighter, () => clone("host-pile"), (node, pile) => {
      node.className = LOOKS[pile.state];
      text(node, "name", pile.name);
      text(node, "count", SIGNS[pile.state] ?? `${pile.entered} / ${pile.expected}`);
    });
  }
}
