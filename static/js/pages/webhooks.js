// The page of webhooks refreshes itself while something is on its way. The server draws it; its lists are exchanged.

import { showLocalTimes } from "../lib/local-time.js";
import "./staff.js";

const EVERY = 2_000;
const LOOKS = 15; // after that, readers reload the page

const isOnItsWay = () => document.querySelector("[data-on-its-way]") !== null;

const exchange = (fresh) => {
  for (const list of document.querySelectorAll("[data-region]")) {
    const other = fresh.querySelector(`[data-region="${list.dataset.region}"]`);
    if (!other || list.contains(document.activeElement)) continue;
    for (const open of list.querySelectorAll("details[open]")) {
      const same = other.querySelector(`#${open.id}`);
      if (same) same.open = true;
    }
    showLocalTimes(other);
    list.replaceChildren(...other.childNodes);
  }
};

const look = async (left) => {
  if (left === 0 || !isOnItsWay()) return;
  try {
    const answer = await fetch(location.pathname, { headers: { "X-Requested-With": "fetch" } });
    if (answer.ok && !answer.redirected) {
      exchange(new DOMParser().parseFromString(await answer.text(), "text/html"));
    }
  } catch {
    // the next request may reach the server
  }
  setTimeout(look, EVERY, left - 1);
};

setTimeout(look, EVERY, LOOKS);
