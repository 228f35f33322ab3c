// Buttons that copy the words of another element, which `data-copy` names.

import { copyFrom } from "../lib/copying.js";

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => copyFrom(button, document.getElementById(button.dataset.copy).textContent));
}
