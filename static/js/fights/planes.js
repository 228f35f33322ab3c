// The words about planes and turns on every screen: phones and the big screen.

import { part, text } from "../lib/dom.js";
import { gettext, interpolate } from "../lib/gettext.js";
import { pictureOf } from "../lib/look.js";
import { isolate } from "../lib/words.js";
import { nameIn } from "./fights.js";

const FACES = { planeswalk: gettext("planeswalk"), chaos: gettext("chaos"), blank: gettext("nothing") };

// The name of a fighter of a fight, who may be one of a team.
export const nameOf = ({ sides }, fighter) => sides.flatMap(({ fighters }) => fighters).find((each) => each.fighter === fighter)?.name ?? "";

export const rolledWords = (fight) => {
  const { fighter, face } = fight.plane.last;
  return interpolate(gettext("%(name)s rolled: %(face)s"), { name: isolate(nameOf(fight, fighter)), face: FACES[face] });
};

export const turnWords = (fight, me = null) => {
  if (fight.turn.fighter === me) return gettext("Your turn");
  return interpolate(gettext("%(name)s’s turn"), { name: isolate(nameIn(fight, fight.turn.fighter)) });
};

// The picture, the name and the types of a plane, in the parts of a root that are named after them.
export const drawPlane = (root, card) => {
  const address = card.image ?? pictureOf(card);
  const art = part(root, "plane-art");
  if (art.getAttribute("src") !== address) art.src = address;
  text(root, "plane-name", card.name);
  text(root, "plane-types", card.type_line.replace(" - ", " – "));
};
