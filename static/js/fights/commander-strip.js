// Where a fighter names their commander (M35), while decks are built, and whom the others of the table have named.

import { drawName, list, part, text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { isolate } from "../lib/words.js";
import { nameYourCommander, notNamedYet } from "./sentences.js";

const commanderWords = (name) => (name ? interpolate(gettext("Your commander: %(name)s"), { name: isolate(name) }) : nameYourCommander);

const makeName = () => {
  const node = element("li", "avatar-strip__named", element("bdi", "avatar-strip__who"), element("bdi", "avatar-strip__commander"));
  for (const each of node.children) each.dir = "auto";
  return node;
};

const drawOther = (node, { name, commander }) => {
  const [who, named] = node.children;
  drawName(who, name);
  node.classList.toggle("is-none", !commander);
  named.textContent = commander ?? notNamedYet;
};

export const drawCommander = (root, { event, table, you }) => {
  const seat = event.phase === "building" ? table.seats[you?.seat] : null;
  root.hidden = seat?.commander === undefined;
  if (root.hidden) return;
  part(root, "commander-link").dataset.chosen = seat.commander ? "yes" : "";
  text(root, "commander-words", commanderWords(seat.commander));
  const others = table.seats.filter((each) => each !== seat && each.commander !== undefined && !each.gone);
  list(part(root, "commander-names"), others, (each) => each.seat, makeName, drawOther);
};
