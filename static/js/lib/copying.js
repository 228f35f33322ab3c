// Over HTTP, as in a store, scripts reach the clipboard only by a selection. Returns whether it worked.

import { element } from "./elements.js";

export const copyWords = (root, words) => {
  const field = element("textarea", "only-read", words);
  field.value = words;
  root.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
};
