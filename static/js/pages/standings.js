// The standings refresh themselves. The server draws them; when they have changed they are exchanged as a whole, and what a reader has
// opened stays open, and the page does not scroll.

import { gettext } from "../lib/gettext.js";

const EVERY = 15_000;
const AGAIN = 3_000; // where nothing was answered

const page = () => document.getElementById("standings");
const line = () => page().querySelector("[data-part=line]");

const show = (words, look) => {
  if (!line()) return;
  line().hidden = false;
  line().dataset.line = look;
  const node = line().querySelector("[data-part=line-words]");
  if (node.textContent !== words) node.textContent = words;
};

const exchange = (fresh) => {
  const [before, after] = [page(), fresh.getElementById("standings")];
  if (!after || before.dataset.version === after.dataset.version) return;
  for (const { id } of before.querySelectorAll("details[open]")) fresh.getElementById(id)?.setAttribute("open", "");
  const held = before.contains(document.activeElement) ? document.activeElement.closest("details")?.id : null;
  before.replaceWith(document.adoptNode(after));
  if (held) document.getElementById(held)?.querySelector("summary").focus({ preventScroll: true });
};

const look = async () => {
  let next = EVERY;
  if (!document.hidden) {
    try {
      const answer = await fetch(location.pathname, { headers: { "X-Requested-With": "fetch" } });
      if (answer.redirected || answer.status === 404) return location.reload();
      if (!answer.ok) throw new Error(answer.status);
      exchange(new DOMParser().parseFromString(await answer.text(), "text/html"));
      show(gettext("Live"), "live");
    } catch {
      show(gettext("Offline"), "offline");
      next = AGAIN;
    }
  }
  if (page().dataset.version.endsWith("-finished")) return;
  clearTimeout(timer);
  timer = setTimeout(look, next);
};

let timer = setTimeout(look, EVERY);
show(gettext("Live"), "live");
addEventListener("offline", () => show(gettext("Offline"), "offline"));
addEventListener("online", look);
document.addEventListener("visibilitychange", () => !document.hidden && look());
// On paper nothing can be opened.
addEventListener("beforeprint", () => page().querySelectorAll("details").forEach((one) => (one.open = true)));
