// Where the light stands on a card that is held: from -1 to 1 across and down it, 0 in its middle.

const within = (value) => Math.min(1, Math.max(-1, value));

export const lightAt = ({ left, top, width, height }, x, y) => ({
  x: within((2 * (x - left)) / width - 1),
  y: within((2 * (y - top)) / height - 1),
});

const FURTHEST = 24; // degrees from how the device was held at first

// By the angles of a device, from those at which it was held at first; null where it cannot tell.
export const lightOf = ({ beta, gamma }, first) =>
  beta === null || gamma === null ? null : { x: within((gamma - first.gamma) / FURTHEST), y: within((beta - first.beta) / FURTHEST) };
