// The page of connections refreshes itself. The server draws it; its regions are exchanged where they have changed.

import { part } from "../lib/dom.js";

import { gettext } from "../lib/gettext.js";

const EVERY = 5_000;

const page = document.getElementById("connections");
const line = part(page, "line");

const show = (words, look) => {
  line.hidden = false;
  line.textContent = words;
  line.className = `pill ${look}`;
};

const exchange = (fresh) => {
  for (const region of page.querySelectorAll("[data-region]")) {
    const other = fresh.querySelector(`[data-region="${region.dataset.region}"]`);
    if (!other || region.isEqualNode(other)) continue;
    region.className = other.className;
    region.replaceChildren(...other.childNodes);
  }
};

const look = async () => {
  try {
    const answer = await fetch(location.pathname, { headers: { "X-Requested-With": "fetch" } });
    if (answer.redirected || answer.status === 404) return location.reload();
    if (!answer.ok) throw new Error(answer.status);
    exchange(new DOMParser().parseFromString(await answer.text(), "text/html"));
    show(gettext("live"), "is-done");
  } catch {
    show(gettext("this device does not reach the server"), "is-bad");
  }
  setTimeout(look, EVERY);
};

show(gettext("live"), "is-done");
setTimeout(look, EVERY);
