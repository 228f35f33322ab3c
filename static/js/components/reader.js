// A card large enough to read, in a dialog: its face, the whole picture where it has one, and what it does.

import { part, text } from "../lib/dom.js";

import { gettext, interpolate } from "../lib/gettext.js";

const dialog = document.getElementById("reader"); // the control panel has none: its cards are not enlarged

dialog?.addEventListener("click", (event) => event.target === dialog && dialog.close());

// `face` is a drawn card, `words` the nodes of its text.
export const read = ({ name, number, face, words }) => {
  const picture = face.dataset.picture === undefined ? null : part(face, "art").src;
  text(dialog, "name", name);
  text(dialog, "number", number);
  part(dialog, "face").replaceChildren(picture ? wholePicture(picture, face) : face);
  part(dialog, "text").replaceChildren(...words);
  part(dialog, "text").hidden = !words.length;
  part(dialog, "note").hidden = !part(dialog, "text").querySelector("mark");
  dialog.showModal();
  import("./card-light.js").then(({ follow }) => follow(), () => {});
};

export const stopReading = () => dialog.close();

// A button over a card that opens it.
export const opener = (name, open) => {
  const button = enlarger(name);
  button.addEventListener("click", open);
  return button;
};

// The same, for callers with one listener for many.
export const enlarger = (name) => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "card-open";
  button.setAttribute("aria-label", interpolate(gettext("Enlarge %(name)s"), { name }));
  return button;
};

const wholePicture = (address, face) => {
  const image = document.createElement("img");
  image.className = "reader__picture";
  image.alt = face.ariaLabel;
  image.addEventListener("error", () => image.replaceWith(face));
  image.src = address;
  return image;
};
