// The result of the last press, over the page: it fades by itself, stays while somebody points at it, and can be closed. An
// error stays until it is closed, until the same is tried again, or until the night has moved on from it.

import { clone, icon, part, text } from "../lib/dom.js";
import { gettext } from "../lib/gettext.js";

const SHOWN = 8_000;
const MOST = 3;
const FADING = "is-leaving";
export const NO_ANSWER = gettext("No answer from the server. Check whether it was done; if not, press again.");

// Removals of two fighters can both be undone; of two results, the last.
const REMOVED = ["undo-remove", "reinstate"];

// A message that the server drew of something that went wrong, or should be looked at.
const isWarning = ({ dataset }) => !("fades" in dataset) && !("undo" in dataset);

// The last step, which was undone in another place of the page.
const isUndone = ({ undo }, about) => undo === "next-stage-back" && about.endsWith(`/${undo}/`);

const isReplaced = ({ dataset }, about) =>
  "fades" in dataset || (dataset.about === about && !REMOVED.includes(dataset.undo)) || isUndone(dataset, about);

export class Toasts {
  // `root` is the list as the server drew it.
  constructor(root) {
    this.root = root;
    this.moment = "";
    this.#keepNewest();
    for (const toast of root.children) this.#begin(toast);
  }

  // `undo_by`: the action that takes it back, and `undo_of` the name and the value of its field; of a removal there is `undo` alone, the
  // fighter. `about`: what was tried. `said` is null where the server said nothing.
  // Good news takes the place of older good news, and any news that of older news about the same, but not of an undo.
  add({ done, said, undo, undo_by: undoBy = "undo-remove", undo_of: [field, value] = ["fighter", undo], about }) {
    for (const toast of [...this.root.children]) if (isReplaced(toast, about)) toast.remove();
    const toast = clone("toast");
    toast.classList.toggle("is-done", done);
    toast.classList.toggle("is-bad", !done);
    icon(part(toast, "icon"), done ? "i-check" : "i-warn");
    text(toast, "words", said ?? NO_ANSWER);
    toast.dataset.about = about;
    if (!done && said) toast.dataset.moment = this.moment;
    const button = part(toast, "undo");
    button.hidden = !value;
    button.name = field;
    button.value = value;
    if (value) button.setAttribute("formaction", new URL(`../${undoBy}/`, new URL(about, location.href)).pathname);
    if (value) toast.dataset.undo = undoBy;
    else if (done) toast.dataset.fades = "";
    this.root.append(toast);
    this.#keepLast();
    this.#begin(toast);
  }

  // `moment` names how far the night is: what the server refused in another one is no longer so.
  settle(moment) {
    if (!this.moment) for (const toast of this.root.children) if (isWarning(toast)) toast.dataset.moment = moment;
    this.moment = moment;
    for (const toast of this.root.children) if ((toast.dataset.moment ?? moment) !== moment) this.#leave(toast);
  }

  // Something more important has come: good news goes at once.
  clear() {
    for (const toast of this.root.children) if ("fades" in toast.dataset) this.#leave(toast);
  }

  // Of what was done before the page was loaded, the last good news is enough.
  #keepNewest() {
    for (const old of [...this.root.querySelectorAll("[data-fades]")].slice(0, -1)) old.remove();
    this.#keepLast();
  }

  // More of them would cover the panel.
  #keepLast() {
    for (const old of [...this.root.children].slice(0, -MOST)) old.remove();
  }

  #begin(toast) {
    const close = part(toast, "close");
    close.hidden = false;
    close.addEventListener("click", () => toast.remove());
    if ("undo" in toast.dataset) this.#leaveAfter(toast, toast.dataset.undoSeconds * 1000);
    if ("fades" in toast.dataset) this.#leaveAfter(toast, SHOWN);
  }

  #leaveAfter(toast, wait) {
    setTimeout(() => (toast.matches(":hover, :focus-within") ? this.#leaveAfter(toast, 1000) : this.#leave(toast)), wait);
  }

  #leave(toast) {
    toast.classList.add(FADING);
    setTimeout(() => toast.remove(), 300);
  }
}
