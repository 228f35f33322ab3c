// Battles on the big screen: a panel for each, which the server draws. It is asked for whenever anything has happened.

import { element } from "../../../lib/elements.js";
import { morph } from "../../../lib/morph.js";

const asked = new WeakMap(); // boxes whose panel is on its way, and whether something has happened since

export const shapeOfBattles = (count, isBeside) => {
  const columns = isBeside && count < 4 ? 1 : Math.ceil(Math.sqrt(count));
  return { columns, rows: Math.max(1, Math.ceil(count / columns)) };
};

export const makeBattle = () => element("li", "tv-battles__one");

export const drawBattle = async (node, pairing) => {
  if (asked.has(node)) return void asked.set(node, true);
  asked.set(node, false);
  try {
    const answer = await fetch(`${location.pathname.replace(/(display|table)\/.*/, "battle")}/${pairing.fight}/?panel`);
    if (answer.ok) put(node, new DOMParser().parseFromString(await answer.text(), "text/html").body.firstElementChild);
  } catch {
    // The page says that it is offline; the first state after that draws anew.
  }
  const isLate = asked.get(node);
  asked.delete(node);
  if (isLate && node.isConnected) drawBattle(node, pairing);
};

const put = (node, panel) => {
  if (node.firstElementChild) morph(node.firstElementChild, document.adoptNode(panel));
  else node.replaceChildren(document.adoptNode(panel));
};
