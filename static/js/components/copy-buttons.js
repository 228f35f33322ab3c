// Buttons that copy the words of another element, which `data-copy` names.

import { part, text } from "../lib/dom.js";
import { copyWords } from "../lib/copying.js";
import { gettext } from "../lib/gettext.js";

const SHOWN = 2_500;

for (const button of document.querySelectorAll("[data-copy]")) {
  const before = part(button, "words").textContent;
  button.hidden = false;
  button.addEventListener("click", () => {
    const done = copyWords(document.body, document.getElementById(button.dataset.copy).textContent);
    button.focus();
    text(button, "words", done ? gettext("Copied") : gettext("Could not copy"));
    setTimeout(() => text(button, "words", before), SHOWN);
  });
}
