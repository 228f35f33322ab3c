// Tells the style sheet in --bar-height how much of the screen's lower edge a bar covers: what has the focus does not lie behind it.
// The scenes of a page have a bar each, of which one is seen; a bar that lies in the page like all else covers nothing.

const bars = new Set();

const coveredBy = (bar) => (getComputedStyle(bar).position === "static" ? 0 : bar.offsetHeight);

const tell = () => document.documentElement.style.setProperty("--bar-height", `${Math.max(0, ...[...bars].map(coveredBy))}px`);

const observer = new ResizeObserver(tell);
addEventListener("resize", tell);

export const tellLowerBar = (bar) => {
  bars.add(bar);
  observer.observe(bar);
};
