// The hand-over sheet and the wishes: forms are sent without leaving the page, and the parts that have changed are exchanged for
// those of the server's answer. The sheet refreshes itself, since others tick too.

import { NO_ANSWER } from "../components/toasts.js";
import { part } from "../lib/dom.js";
import { gettext } from "../lib/gettext.js";

const EVERY = 8_000;

const page = document.getElementById("in-place");
const error = part(page, "error");
let sent = Promise.resolve();
let waiting = 0;

const say = (words) => {
  error.hidden = !words;
  part(error, "error-words").textContent = words;
};

const secrets = (root) => root.querySelectorAll("[name=csrfmiddlewaretoken]");

// Exchanges what differs. An element with the focus keeps it, or the row that it stood in gets it.
const exchange = (fresh) => {
  const own = secrets(document)[0]?.value;
  for (const secret of secrets(fresh)) {
    secret.value = own;
    secret.setAttribute("value", own); // every answer writes the same secret in another way
  }
  const focused = document.activeElement;
  const row = focused?.closest("li")?.id;
  for (const region of document.querySelectorAll("[data-region]")) {
    const other = fresh.querySelector(`[data-region="${region.dataset.region}"]`);
    if (!other) return location.reload(); // the night has moved on
    if (!isSame(region, other)) region.replaceChildren(...other.childNodes);
  }
  if (document.activeElement === focused) return;
  const again = focused.id && document.getElementById(focused.id);
  if (again && !again.disabled) again.focus({ preventScroll: true });
  else document.getElementById(row)?.focus({ preventScroll: true });
};

// A part that is unfolded, or in which a choice has begun, is not drawn anew as long as nothing else has changed.
const isSame = (region, other) => {
  const copy = region.cloneNode(true);
  for (const details of copy.querySelectorAll("details")) details.open = false;
  for (const button of copy.querySelectorAll(".card-open")) button.remove();
  if (copy.isEqualNode(other)) return true;
  for (const details of region.querySelectorAll("details[open]")) other.querySelector(`#${details.id}`)?.setAttribute("open", "");
  for (const select of region.querySelectorAll("select")) {
    const options = [...(other.querySelector(`#${select.id}`)?.options ?? [])];
    options.find(({ value }) => value === select.value)?.setAttribute("selected", "");
  }
  return false;
};

const load = async (options) => {
  const answer = await fetch(location.pathname + location.search, { headers: { "X-Requested-With": "fetch" }, ...options });
  if (answer.status === 403 || answer.status === 404) return location.reload();
  if (!answer.ok) throw new Error(answer.status);
  exchange(new DOMParser().parseFromString(await answer.text(), "text/html"));
  say("");
};

const send = async (fields, button) => {
  button?.setAttribute("aria-busy", "true");
  try {
    await load({ method: "POST", body: fields });
    if (part(page, "error").hidden && document.querySelector(".messages")) scrollTo({ top: 0 });
  } catch {
    say(NO_ANSWER);
  }
  button?.removeAttribute("aria-busy");
  waiting -= 1;
};

page.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (form.method !== "post") return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form));
  if (submitter?.name) fields.append(submitter.name, submitter.value);
  waiting += 1;
  sent = sent.then(() => send(fields, submitter));
});

const lookAgain = async () => {
  if (!waiting && !document.hidden) await load().catch(() => say(gettext("This device does not reach the server.")));
  setTimeout(lookAgain, EVERY);
};

if ("looksAgain" in page.dataset) {
  setTimeout(lookAgain, EVERY);
  document.addEventListener("visibilitychange", () => document.hidden || waiting || load().catch(() => {}));
}

const print = part(page, "print");
if (print) {
  print.hidden = false;
  print.addEventListener("click", () => globalThis.print());
}
