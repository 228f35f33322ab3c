// Over HTTP, as in a store, scripts reach the clipboard only by a selection.

import { part } from "./dom.js";
import { element } from "./elements.js";
import { gettext } from "./gettext.js";

const SHOWN = 2_500; // milliseconds

// Returns whether it worked.
export const copyWords = (root, words) => {
  const field = element("textarea", "only-read", words);
  field.value = words;
  root.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
};

// Copies words at a press of a button, whose part "copy-words" says for a short time whether it worked. Returns whether it did.
export const copyFrom = (button, words) => {
  const done = copyWords(document.body, words);
  const label = part(button, "copy-words");
  label.dataset.words ??= label.textContent;
  label.textContent = done ? gettext("Copied") : gettext("Could not copy");
  setTimeout(() => (label.textContent = label.dataset.words), SHOWN);
  button.focus();
  return done;
};
