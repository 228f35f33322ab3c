// Small words for what every part does with the page. Data gets in as text only, never as markup.

export const part = (root, name) => root.querySelector(`[data-part="${name}"]`);

export const text = (root, name, value) => {
  const node = part(root, name);
  const words = String(value ?? "");
  if (node.textContent !== words) node.textContent = words;
};

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

export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
