// The comments on the step that is shown, a field to say more, and marks on the scrubber where something was said.

import { Comments, aboutIn } from "./comments.js";
import { clone, part, text } from "../lib/dom.js";
import { element } from "../lib/elements.js";
import { gettext, interpolate, ngettext } from "../lib/gettext.js";
import { localTime } from "../lib/local-time.js";
import { newId } from "../lib/outbox.js";
import { writeAddress } from "./replay-address.js";
import { isolate } from "../lib/words.js";
import { seatMark } from "./replay-words.js";
import { commentDeleted } from "./sentences.js";

const NO_ANSWER = gettext("No answer from the server. Your words are still here: send them again.");

export class ReplayComments {
  #scene = null;
  #place = null;
  #gone = null;
  #marked = null;
  #isSending = false;

  // `told`: { comments, address }. `go` leads to another place of the replay.
  constructor(root, told, go) {
    Object.assign(this, { page: root, root: part(root, "comments"), scrub: part(root, "scrub"), told, go });
    this.comments = new Comments(told.comments, `comments-${location.pathname}`);
    this.form = part(this.root, "comment-form"); // for those who may write
    this.form?.addEventListener("submit", (event) => this.#write(event));
    this.form?.elements.text.addEventListener("input", () => this.#type());
    this.form?.elements.text.addEventListener("focus", () => this.#tellWriting(true));
    this.form?.elements.text.addEventListener("blur", () => this.#tellWriting(false));
    part(this.root, "comment-undo").addEventListener("click", () => this.#undo());
  }

  // `scene` as ReplayScene draws it.
  draw(scene) {
    const { replay, table, at } = scene;
    const { kind, game } = replay.moments[at] ?? {}; // none: stopped before anybody had chosen
    this.root.hidden = !kind || kind === "review" || kind === "swap" || Boolean(game);
    if (this.root.hidden) return this.#tellWriting(false); // a hidden field fires no blur event
    const place = { table, step: replay.moments[at].name, about: aboutIn(scene) };
    this.#scene = scene;
    if (!isSamePlace(place, this.#place)) {
      this.#place = place;
      this.#drawForm();
    }
    this.#drawList();
    this.#drawMarks();
  }

  // A phone's keyboard needs the room of the bar.
  #tellWriting(isWriting) {
    this.page.classList.toggle("is-writing", isWriting);
  }

  #drawAgain() {
    this.#marked = null;
    this.#drawList();
    this.#drawMarks();
  }

  #drawList() {
    const { table, step } = this.#place;
    const said = this.comments.at(table, step);
    this.root.hidden = !said.length && !this.form;
    text(this.root, "comment-count", said.length ? String(said.length) : "");
    part(this.root, "comment-none").hidden = said.length > 0;
    part(this.root, "comment-list").replaceChildren(...said.map((comment) => this.#item(comment)));
    this.#drawPill(said.length);
  }

  #item(comment) {
    const item = clone("comment");
    const view = comment.about === null ? "table" : "seat";
    part(item, "by").replaceChildren(this.#author(comment));
    if (comment.about !== null) part(item, "about").replaceChildren(seatMark(this.#scene, comment.about));
    part(item, "to-about").addEventListener("click", () => this.go({ view, ...(view === "seat" ? { seat: comment.about } : {}) }));
    part(item, "to-about").hidden = comment.about !== null && comment.about === comment.by;
    part(item, "at").href = writeAddress({ table: comment.table, moment: comment.step, view, seat: comment.about });
    part(item, "when").dateTime = comment.at;
    part(item, "when").textContent = localTime(comment.at, "brief");
    part(item, "text").textContent = comment.text;
    part(item, "delete").hidden = !comment.may_delete;
    part(item, "delete").addEventListener("click", ({ currentTarget }) => this.#delete(comment, currentTarget));
    return item;
  }

  #author({ name, by }) {
    if (!name) return element("strong", "", gettext("The organizer"));
    if (by !== null) return seatMark(this.#scene, by);
    const node = element("bdi", "", name);
    node.dir = "auto";
    return node;
  }

  // Beside the name of the step, what leads to its comments: on a phone they lie below the screen's edge.
  #drawPill(count) {
    const pills = part(this.page, "pills");
    pills.querySelector(".comment-pill")?.remove();
    const words = count ? interpolate(ngettext("%(count)s comment", "%(count)s comments", count), { count }) : "";
    this.scrub.setAttribute("aria-valuetext", [part(this.page, "place").textContent, words].filter(Boolean).join(", "));
    if (!count) return;
    const pill = clone("comment-pill");
    text(pill, "words", words);
    pill.addEventListener("click", () => {
      this.root.scrollIntoView({ block: "center" });
      document.getElementById("comments-title").focus({ preventScroll: true });
    });
    pills.append(pill);
  }

  // The scrubber has a bar for each moment, in their order, and makes new ones for another seat or table.
  #drawMarks() {
    const bars = this.scrub.querySelectorAll("[data-moment]");
    if (this.#marked === bars[0]) return;
    this.#marked = bars[0];
    const counts = this.comments.counts(this.#place.table);
    for (const bar of bars) mark(bar, bar.dataset.moment in counts);
  }

  // Writing ------------------------------------------------------------------------------------------------------------

  #drawForm() {
    this.#say("");
    if (!this.form) return;
    const { about } = this.#place;
    const { replay, own } = this.#scene;
    const words = about === null ? gettext("Your comment on the whole table here") : about === own ? gettext("Your comment on your own seat here") : gettext("Your comment on %(name)s here");
    text(this.form, "comment-about", interpolate(words, { name: about === null ? "" : isolate(replay.seats[about].name) }));
    this.form.elements.text.value = this.comments.typedAt(this.#place).text;
    this.#refuse("");
  }

  // Other words are another comment: the one before may be written though no answer came.
  #type() {
    this.comments.keep(this.#place, { text: this.form.elements.text.value, request: "" });
    this.#refuse("");
  }

  async #write(event) {
    event.preventDefault();
    if (this.#isSending) return;
    const place = this.#place;
    const field = this.form.elements.text;
    const written = field.value;
    const request = this.comments.typedAt(place).request || newId();
    this.comments.keep(place, { text: written, request });
    const voice = this.form.elements.voice.value;
    field.readOnly = true;
    const said = await this.#send({ ...place, text: written, voice, request });
    field.readOnly = false;
    if (said === null) this.comments.keep(place, { text: "" });
    if (place !== this.#place) return;
    if (said === null) field.value = "";
    else {
      this.#refuse(said);
      field.focus();
    }
  }

  // Null when it is written, else why not.
  async #send({ table, step, about, text: written, voice, request }) {
    this.#isSending = true;
    const answer = await this.#post(this.told.address, { table, step, about: about ?? "table", text: written, voice, request });
    this.#isSending = false;
    if (!answer.comment) return answer.said ?? NO_ANSWER;
    this.comments.add(answer.comment);
    this.#say("");
    this.#drawAgain();
    return null;
  }

  #refuse(words) {
    part(this.form, "comment-field").classList.toggle("field--bad", Boolean(words));
    this.form.elements.text.setAttribute("aria-invalid", String(Boolean(words)));
    part(this.form, "comment-fault").replaceChildren(...(words ? [element("li", "", words)] : []));
  }

  // Deleting -----------------------------------------------------------------------------------------------------------

  // One's own goes at once, and can be brought back; somebody else's is asked about first, since it cannot.
  async #delete(comment, button) {
    const { sure } = button.dataset;
    if (!comment.own && button.textContent !== sure) {
      button.classList.replace("button--quiet", "button--danger");
      button.textContent = sure;
      return;
    }
    button.disabled = true;
    const answer = await this.#post(`${this.told.address}${comment.id}/delete/`, {});
    button.disabled = false;
    if (!answer.deleted) return this.#say(answer.said ?? gettext("No answer from the server. Press again."));
    this.comments.remove(comment);
    this.#drawAgain();
    this.#say(commentDeleted, comment.own && this.form ? comment : null);
    const undo = part(this.root, "comment-undo");
    (undo.hidden ? document.getElementById("comments-title") : undo).focus({ preventScroll: true });
  }

  async #undo() {
    if (this.#isSending) return;
    const { comment, request } = this.#gone;
    const said = await this.#send({ ...comment, request });
    if (said !== null) this.#say(said, comment);
  }

  // `gone`: a comment that can be brought back.
  #say(words, gone = null) {
    const isSame = gone && this.#gone?.comment === gone;
    if (!isSame) this.#gone = gone && { comment: gone, request: newId() };
    text(this.root, "comment-said", words);
    part(this.root, "comment-undo").hidden = !gone;
  }

  // The server's answer; empty where none came. A page whose session has changed or ended is loaded again, with the words that were typed.
  async #post(address, fields) {
    const body = new URLSearchParams({ ...fields, csrfmiddlewaretoken: this.root.querySelector("[name=csrfmiddlewaretoken]").value });
    try {
      const answer = await fetch(address, { method: "POST", body, headers: { "X-Requested-With": "fetch" } });
      if (answer.status === 403 && !isJson(answer)) location.reload();
      return await answer.json();
    } catch {
      return {};
    }
  }
}

const isJson = (answer) => answer.headers.get("Content-Type") === "application/json";

const mark = (bar, isMarked) => {
  if (bar.classList.contains("has-comments") === isMarked) return;
  bar.classList.toggle("has-comments", isMarked);
  if (isMarked) bar.append(element("b", "scrub__comments"));
  else bar.querySelector(".scrub__comments").remove();
};

const isSamePlace = (one, other) => one.table === other?.table && one.step === other.step && one.about === other.about;
