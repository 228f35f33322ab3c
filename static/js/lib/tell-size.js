// Tells the style sheet how large a part is, in --place-wide and --place-high, where its size does not depend on what it holds (contain:
// size). A container for queries would know it too: css/draft/play/hand.css says why it is none.

const isFirm = (node) => getComputedStyle(node).contain.split(" ").includes("size");

export const tellSize = (node) =>
  new ResizeObserver(([{ contentRect }]) => {
    const { width, height } = contentRect;
    if (!width || !height || !isFirm(node)) return; // what is hidden will be as large as before
    node.style.setProperty("--place-wide", `${width}px`);
    node.style.setProperty("--place-high", `${height}px`);
  }).observe(node);
