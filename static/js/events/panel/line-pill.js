// Whether a page is connected, on a pill.

import { LINE } from "../../lib/live.js";

const LOOK = { connecting: "is-quiet", live: "is-done", offline: "is-bad" };

export const drawLine = (pill, line) => {
  pill.hidden = false;
  pill.textContent = LINE[line];
  pill.className = `pill ${LOOK[line]}`;
};
