// Helpers for the page. Data is inserted as text only, never as markup.

export const part = (root, name) => root.querySelector(`[data-part="${name}"]`);

const ISOLATED = /\u2068([^\u2069]*)\u2069/;

// Names that `isolate` of words.js has marked become <bdi dir="auto">.
export const text = (root, name, value) => {
  const node = part(root, name);
  const pieces = String(value ?? "").split(ISOLATED);
  if (node.textContent === pieces.join("")) return;
  node.replaceChildren(...pieces.map((piece, index) => (index % 2 ? isolated(piece) : piece)));
};

const isolated = (name) => {
  const node = document.createElement("bdi");
  node.dir = "auto";
  node.textContent = name;
  return node;
};

// A name by itself, in an element that is a <bdi dir="auto">. `data-length` tells the style sheet how long it is.
export const drawName = (node, name) => {
  if (node.textContent !== name) node.textContent = name;
  const length = lengthOf(name);
  node.dataset.length = length > 14 ? "long" : length > 9 ? "middle" : "short";
};

// In letters of the Latin kind: those of East Asia are as wide as two.
const lengthOf = (name) => [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) >= 0x1100 ? 2 : 1), 0);

export const clone = (id) => document.getElementById(id).content.firstElementChild.cloneNode(true);

export const icon = (svg, name) => {
  const use = svg.matches("use") ? svg : svg.querySelector("use");
  if (use.getAttribute("href") !== `#${name}`) use.setAttribute("href", `#${name}`);
};

export const json = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");

// Draws a list with as few changes as possible: an element for each item, kept by its key, in the items' order.
export const list = (root, items, key, make, draw) => {
  const kept = new Map([...root.children].map((node) => [node.dataset.key, node]));
  const nodes = items.map((item, index) => {
    const node = kept.get(String(key(item))) ?? make(item);
    node.dataset.key = key(item);
    draw(node, item, index);
    return node;
  });
  for (const node of [...root.children]) if (!nodes.includes(node)) node.remove();
  nodes.forEach((node, index) => {
    if (root.children[index] !== node) root.insertBefore(node, root.children[index] ?? null);
  });
  return nodes;
};

// A page that is not seen has no frames.
export const nextFrame = () => new Promise((go) => (document.hidden ? go() : requestAnimationFrame(go)));

// Resolves once what is drawn now is seen.
export const frameSeen = () => nextFrame().then(() => new Promise((go) => setTimeout(go)));

export const afterFrame = (task) => void frameSeen().then(task);

// Until the browser has nothing else to do; Safari does not say when that is.
export const [whenIdle, notWhenIdle] =
  "requestIdleCallback" in globalThis ? [requestIdleCallback, cancelIdleCallback] : [(task) => setTimeout(task), clearTimeout];

export const EASE = "cubic-bezier(0.2, 0.8, 0.25, 1)"; // as --ease of site/tokens.css

export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Takes these parts out of a node that was drawn with more than is needed.
export const without = (node, parts) => {
  for (const each of node.querySelectorAll(parts)) each.remove();
  return node;
};
