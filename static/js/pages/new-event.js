// How long the draft will take, beside each pace. The server has worked out all the answers; this shows the right ones.

import { json } from "../lib/dom.js";

const form = document.getElementById("new-event");
const shapes = json("shapes");
const lengths = json("lengths");

const show = () => {
  const fields = form.elements;
  const packs = shapes[document.getElementById("set-1").value] ?? Object.keys(lengths)[0];
  for (const choice of form.querySelectorAll("[data-choice]")) {
    const words = lengths[packs]?.[choice.dataset.choice]?.[fields.review_seconds.value];
    if (words) choice.querySelector("[data-part=more]").textContent = words;
  }
};

form.addEventListener("change", show);
show();
