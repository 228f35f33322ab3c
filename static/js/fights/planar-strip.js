// Where a fighter chooses their planar deck (M38), while decks are built.

import { part, text } from "../lib/dom.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";

export const planarWords = ({ chosen }) => {
  if (!chosen) return gettext("Choose your planar deck, or have it dealt");
  return interpolate(ngettext("Your planar deck: %(count)s card", "Your planar deck: %(count)s cards", chosen.length), { count: chosen.length });
};

export const drawPlanar = (root, { event, you }) => {
  const own = event.phase === "building" ? you?.planar : null;
  root.hidden = !own;
  if (!own) return;
  part(root, "planar-link").dataset.chosen = own.chosen ? "yes" : "";
  text(root, "planar-words", planarWords(own));
};
