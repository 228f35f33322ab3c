// The pages on which a file of cards is opened and loaded: say how far it is. Without this script the browser sends the form, and waits.

import { part } from "../lib/dom.js";
import { sendFiles, whyNotSent } from "../lib/upload.js";

// The numbers change all the time; read out is only what the server does now.
const withoutNumbers = (words) => words.replace(/[\d.,\s%]+/g, " ");

const teller = (form) => (words, share) => {
  const bar = part(form, "progress");
  if (share === null) bar.removeAttribute("value");
  else bar.value = share;
  const stage = part(form, "stage");
  if (withoutNumbers(stage.textContent) !== withoutNumbers(words)) stage.textContent = words;
  part(form, "words").textContent = words;
};

const setBusy = (form, isBusy) => {
  for (const field of form.querySelectorAll(".field")) field.inert = isBusy;
  for (const button of form.querySelectorAll("button")) button.hidden = isBusy;
  part(form, "work").hidden = !isBusy;
};

// A chosen file stays chosen, except one in which something is wrong: it will be changed, and chosen again.
const keepFiles = (before) => {
  const { elements } = document.querySelector("form[data-progress]") ?? { elements: {} };
  for (const field of before.querySelectorAll("input[type=file]")) {
    const now = elements[field.name];
    if (now && now.ariaInvalid !== "true") now.files = field.files;
  }
};

const showPage = (page) => {
  const before = document.querySelector("main");
  document.title = page.title;
  before.replaceWith(page.querySelector("main"));
  keepFiles(before);
  const first = document.querySelector("[autofocus]");
  if (first) first.focus();
  else scrollTo(0, 0);
};

const showWhy = (form, words) => {
  part(form, "why").textContent = words;
  part(form, "broken").hidden = false;
};

const send = async (form, button) => {
  const refused = whyNotSent(form);
  if (refused) return showWhy(form, refused);
  part(form, "broken").hidden = true;
  const sent = sendFiles(form, teller(form), button);
  setBusy(form, true);
  const { leadsTo, page, broken } = await sent;
  if (leadsTo) return location.assign(leadsTo);
  if (page) return showPage(page);
  setBusy(form, false);
  return showWhy(form, broken);
};

// A file that was chosen is looked at: there is nothing else to fill in.
const lookAt = (field) => {
  const look = field.form?.elements.look;
  if (field.name === "cards" && field.files.length && look) field.form.requestSubmit(look);
};

document.addEventListener("change", (event) => lookAt(event.target));

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-progress]");
  if (!form) return;
  event.preventDefault();
  send(form, event.submitter);
});

// One may have been chosen while this script was on its way. After *Back* the browser shows it again, and it was looked at.
if (performance.getEntriesByType("navigation")[0]?.type !== "back_forward") document.querySelectorAll("input[type=file]").forEach(lookAt);
