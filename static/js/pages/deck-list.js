// The page of a deck and the pull list: the button to print works only with a script, and so do those of its cards.

import { mindDeck } from "../decks/deck-table.js";
import { keepTicks } from "../decks/pull-list.js";
import { part } from "../lib/dom.js";
import { Sounds } from "../lib/extras.js";
import "../lib/local-time.js";

const print = part(document, "print");
print.hidden = false;
print.addEventListener("click", () => globalThis.print());

const list = part(document, "pull-list");
if (list) keepTicks(list);

const table = part(document, "deck-table");
const sounds = new Sounds();
if (table) mindDeck(table, () => sounds.play("reveal"));
if (table && location.hash === "#picture") part(table, "picture").click(); // the champion's page leads here
