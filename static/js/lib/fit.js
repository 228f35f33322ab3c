// Writes a text as large as it fits: smaller, on two lines, smaller still, then with words broken, and only then cut with an ellipsis.
// components/fit.css explains `data-lines`; each place uses `--fit`.

// The letters of a script are fetched when a name in it is first drawn; until then it is measured in others.
let fetched = 0;
document.fonts.addEventListener("loadingdone", () => (fetched += 1));

const SLACK = 0.5; // of a line: letters of some scripts reach beyond it

// In parts of a pixel, which `scrollWidth` does not know: a text that is wider by a half has its end cut already.
const isNarrow = (node) => {
  const words = document.createRange();
  words.selectNodeContents(node);
  return words.getBoundingClientRect().width <= node.getBoundingClientRect().width + 0.1;
};

const isWhole = (node) =>
  isNarrow(node) &&
  node.scrollWidth <= node.clientWidth + 1 && node.scrollHeight <= node.clientHeight + SLACK * parseFloat(getComputedStyle(node).fontSize);

// `tries`: sizes, in parts of the largest, each with the number of lines: 1, 2, or "broken" for two with words broken.
// Returns whether the text is whole.
export const fit = (node, tries) => {
  for (const [size, lines] of tries) {
    node.style.setProperty("--fit", size);
    node.dataset.lines = lines;
    if (isWhole(node)) return true;
  }
  return false;
};

// The same, for a text that is drawn over and over: measured when the text, its font or the size of its place has changed.
export const fitOnce = (node, tries, place = "") => {
  const measured = `${place} ${fetched} ${node.textContent}`;
  if (node.dataset.fitted === measured) return;
  node.style.removeProperty("width");
  fit(node, tries);
  node.dataset.fitted = measured;
};

// The same for the names of one list, which all have the size of the smallest.
export const fitAlike = (nodes, tries, place = "") => {
  const all = [...nodes];
  const measured = [place, fetched, ...all.map((node) => node.textContent)].join(" ");
  if (all.every((node) => node.dataset.fitted === measured)) return;
  for (const node of all) fit(node, tries);
  const smallest = Math.min(...all.map((node) => Number(node.style.getPropertyValue("--fit"))));
  for (const node of all) {
    if (Number(node.style.getPropertyValue("--fit")) > smallest) fit(node, tries.filter(([size]) => size <= smallest));
    node.dataset.fitted = measured;
  }
};

// The same for a name in a box that is no wider than it: on two lines it would otherwise fill the width that it was given.
export const fitClose = (node, tries, place = "") => {
  const before = node.dataset.fitted;
  fitOnce(node, tries, place);
  if (node.dataset.fitted !== before && node.dataset.lines !== "1") hug(node);
};

// In em, so that it holds on a larger screen too. Not where joined words take more room than they were measured to.
const hug = (node) => {
  const words = document.createRange();
  words.selectNodeContents(node);
  const width = words.getBoundingClientRect().width / parseFloat(getComputedStyle(node).fontSize);
  if (width) node.style.width = `${(width + 0.05).toFixed(2)}em`;
  if (!isWhole(node)) node.style.removeProperty("width");
};
