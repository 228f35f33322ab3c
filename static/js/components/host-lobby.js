// The lobby on the control panel: who is there, and what a start would make of them (templates/events/host_lobby.html).

import { clone, list, part, text } from "../lib/dom.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { presenceOf } from "../lib/seats.js";
import { fighters as fightersWords, isolate } from "../lib/words.js";
import { drawMark, drawMarks } from "./marks.js";
import { drawSeating } from "./seating.js";

const FEWEST = 2; // fighters at a table
const MOST_SIZES = 8; // tables whose sizes are written one by one

export class HostLobby {
  // `root` is the lobby as the server drew it; null once the draft has started.
  constructor(root, time) {
    this.root = root;
    this.time = time;
    this.fighters = [];
  }

  draw({ fighters, start, hint, seating }) {
    if (!start) return this.#leave();
    if (!this.root) return;
    this.fighters = fighters;
    const show = (name, isShown) => (part(this.root, name).hidden = !isShown);
    const waiting = fighters.filter((fighter) => fighter.turn === "getting_ready").map(({ name }) => isolate(name));
    text(this.root, "count", fightersWords(fighters.length));
    show("ready", fighters.length);
    text(this.root, "ready", readyOf(fighters.length - waiting.length, fighters.length));
    part(this.root, "ready").classList.toggle("is-done", !waiting.length);
    part(this.root, "ready").classList.toggle("is-quiet", waiting.length);
    show("members", fighters.length);
    show("nobody", !fighters.length);
    list(part(this.root, "members"), fighters, ({ id }) => id, () => clone("host-member"), (node, fighter) => this.#drawMember(node, fighter));
    this.#drawStart(start, fighters.length);
    for (const [name, isShown] of [["seating", seating], ["seating-order", seating], ["undrawn", !seating], ["draw", !seating], ["draw-again", seating]]) show(name, isShown);
    drawSeating(part(this.root, "seating"), seating, fighters.map(({ id, name }) => ({ fighter: id, name })));
    show("hint", hint);
    text(this.root, "hint", hint);
    show("can-start", fighters.length >= FEWEST);
    show("cannot-start", fighters.length < FEWEST);
    show("not-ready", waiting.length);
    text(this.root, "not-ready-names", waiting.join(", "));
  }

  // There is no way back from the draft.
  #leave() {
    this.root?.remove();
    this.root = null;
  }

  // Absences count up between two messages.
  drawAbsences() {
    if (!this.root) return;
    this.fighters.forEach((fighter, index) =>
      drawMark(part(part(this.root, "members").children[index], "presence"), presenceOf(fighter, this.time)),
    );
  }

  #drawMember(node, fighter) {
    node.dataset.fighter = fighter.id;
    text(node, "name", fighter.name);
    drawMarks(node, fighter, this.time);
    part(node, "more-about").ariaLabel = interpolate(gettext("More about %(name)s"), fighter);
    part(node, "new-link").hidden = fighter.bot;
    for (const name of ["guest", "guest-link"]) part(node, name).hidden = !fighter.guest;
    for (const button of part(node, "deeds").children) button.value = fighter.id;
  }

  #drawStart({ table_sizes: sizes, packs_wanted: wanted, packs_listed: listed }, count) {
    part(this.root, "sizes").hidden = !sizes.length;
    part(this.root, "one").hidden = sizes.length !== 1;
    part(this.root, "many").hidden = sizes.length === 1;
    text(this.root, "table-sizes", sizesWords(sizes));
    part(this.root, "misfit").hidden = listed === null || listed === wanted;
    text(this.root, "misfit-words", interpolate(misfitOf(count), { count, wanted, listed }));
  }
}

// "4 + 3", and of many equal tables how many there are: "30 × 4 + 2 × 5".
const sizesWords = (sizes) => {
  if (sizes.length <= MOST_SIZES) return sizes.join(" + ");
  return [...new Set(sizes)].map((size) => `${sizes.filter((each) => each === size).length} × ${size}`).join(" + ");
};

const readyOf = (ready, all) => interpolate(gettext("%(ready)s of %(all)s ready"), { ready, all });

const misfitOf = (count) =>
  ngettext(
    "%(count)s fighter needs %(wanted)s packs, and the list has %(listed)s.",
    "%(count)s fighters need %(wanted)s packs, and the list has %(listed)s.",
    count,
  );
