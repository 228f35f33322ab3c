// The page on which the columns of a table are chosen: each change is checked by the server at once. Without this script a button does.

import { part } from "../lib/dom.js";

const form = document.getElementById("columns");

let asked = 0;

const show = (html, focused) => {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  part(form, "choice").replaceChildren(...body.childNodes);
  hideCheck();
  document.getElementById(focused)?.focus();
};

const hideCheck = () => {
  part(form, "check").hidden = true;
};

const check = async (focused) => {
  const mine = ++asked;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form), headers: { "X-Requested-With": "fetch" } });
    if (answer.redirected) return location.assign(answer.url);
    if (!answer.ok) throw new Error(answer.status);
    const html = await answer.text();
    if (mine === asked) show(html, focused);
  } catch {
    if (mine === asked) part(form, "check").hidden = false; // the button asks in the other way
  }
};

form.addEventListener("change", (event) => check(event.target.id));

hideCheck();
