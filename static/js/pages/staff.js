// Pages of links and tokens: each can be copied.

import { part, text } from "../lib/dom.js";
import { gettext } from "../lib/gettext.js";
import "../lib/local-time.js";

const SHOWN = 2_500;

const copy = (words) => {
  const area = document.createElement("textarea");
  area.value = words;
  area.className = "only-read";
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy"); // the clipboard API wants HTTPS, a store's network has none
  area.remove();
  return done;
};

for (const button of document.querySelectorAll("[data-copy]")) {
  const before = part(button, "words").textContent;
  button.hidden = false;
  button.addEventListener("click", () => {
    const done = copy(document.getElementById(button.dataset.copy).textContent);
    button.focus();
    text(button, "words", done ? gettext("Copied") : gettext("Could not copy"));
    setTimeout(() => text(button, "words", before), SHOWN);
  });
}
