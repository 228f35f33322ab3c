// A deck as its cards lie on a table (templates/decks/table.html): cards open large, it is revealed once more, and there is a picture
// of it to share. Its scripts are fetched when it is asked for.

import { part } from "../lib/dom.js";
import { makeReadable } from "../components/readable.js";

// `play` sounds, when the deck is revealed.
export const mindDeck = (table, play) => {
  if (table.querySelector(".card-open") === null) makeReadable(table); // a page's own are already
  const [picture, again] = [part(table, "picture"), part(table, "again")];
  picture.hidden = false;
  again.hidden = !part(table, "hero");
  picture.addEventListener("click", () => openPicture(table));
  again.addEventListener("click", () => showDeck(table, play));
};

// Without its script, as when offline, there is no show, and the page stays as it is.
export const fetchShow = () => import("./reveal.js").catch(() => ({ cover: () => {}, reveal: () => {} }));

const showDeck = async (table, play) => (await fetchShow()).reveal(table, play);

const openPicture = async (table) => {
  const dialog = table.querySelector("#deck-picture");
  if (!dialog.open) dialog.showModal();
  try {
    const { makePicture } = await import("./deck-picture.js");
    await makePicture(table, dialog);
  } catch {
    part(dialog, "wait").hidden = true;
    part(dialog, "picture-fault").hidden = part(dialog, "once-more").hidden = false;
    part(dialog, "once-more").onclick = () => openPicture(table);
  }
};
