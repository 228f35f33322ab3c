// The printed deck: the button to print works only with a script.

import "../lib/local-time.js";

const print = document.querySelector('[data-part="print"]');
print.hidden = false;
print.addEventListener("click", () => globalThis.print());
