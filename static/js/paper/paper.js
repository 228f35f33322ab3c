// A draft with real packs on a phone: what to do with the cards in one's own hands.

import { icon, part, text } from "../lib/dom.js";
import { eventStopped } from "../draft/sentences.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { KEEP_WORDS, OVER_WORDS, holdWords, packOf, todoWords } from "./paper-words.js";
import { lookAtOwnCards, openFirstPack, passLeftTo, passRightTo } from "./sentences.js";
import { isolate } from "../lib/words.js";
import { placeWords } from "../events/seating.js";

export class Paper {
  constructor(root) {
    this.root = root;
  }

  draw(state) {
    const { event, you } = state;
    const isDrafting = event.phase === "drafting";
    const { words, todo = "", more = "" } = sayOf(state);
    this.root.hidden = isDrafting && you.chosen;
    part(this.root, "paper-count").hidden = !isDrafting;
    text(this.root, "paper-count", you.must_hold);
    text(this.root, "paper-words", words);
    text(this.root, "paper-todo", todo);
    text(this.root, "paper-more", more);
    this.#drawWay(state, isDrafting);
  }

  #drawWay({ table, you }, isDrafting) {
    const way = part(this.root, "paper-way");
    way.hidden = !isDrafting;
    way.dataset.direction = table.direction;
    icon(part(this.root, "paper-arrow"), `i-${table.direction}`);
    const step = table.direction === "left" ? 1 : -1;
    const receiver = table.seats[(you.seat + step + table.seats.length) % table.seats.length];
    text(this.root, "paper-way-words", interpolate(THEN[table.direction], { name: isolate(receiver.name) }));
  }
}

const THEN = { left: passLeftTo, right: passRightTo };

const sayOf = ({ event, table, you }) => {
  if (event.stopped) return { words: eventStopped, more: KEEP_WORDS };
  if (event.phase === "opening") return { words: openFirstPack, todo: packOf(event.sets, 1), more: placeWords(table.seats.map(({ name }) => name), you.seat) };
  if (event.phase === "review") return { words: lookAtOwnCards, more: gettext("When the time is up: cards down.") };
  if (event.phase !== "drafting") return { words: OVER_WORDS, more: KEEP_WORDS };
  return { words: holdWords(you.must_hold), todo: todoWords(you.must_choose, table, event.sets) };
};

