// Elements that scripts make by themselves, where no template of the page has them.

const SVG = "http://www.w3.org/2000/svg";

export const element = (tag, className, ...children) => {
  const node = document.createElement(tag);
  node.className = className;
  node.append(...children);
  return node;
};

// A drawing of templates/components/icons.html or of the game's own icons.
export const glyph = (name, className = "") => {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", `icon ${className}`.trim());
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#${name}`);
  svg.append(use);
  return svg;
};
