// Cards that came with the page: each opens large at a tap.

import "../lib/pictures.js";
import { opener, read } from "./reader.js";

const open = (item) => {
  const { name, number } = item.dataset;
  const words = item.querySelector(".card-text")?.cloneNode(true).childNodes ?? [];
  read({ name, number, face: item.querySelector(".card").cloneNode(true), words: [...words] });
};

export const makeReadable = (root) => {
  for (const item of root.querySelectorAll("[data-number]")) {
    item.querySelector(".card").parentElement.append(opener(item.dataset.name, () => open(item)));
  }
};

makeReadable(document);
