// A pack is opened: its wrapper is torn, and its cards come out, the commons first, the rarest last.

import { part } from "../../lib/dom.js";
import { element } from "../../lib/elements.js";
import { COME, FLY, GLINT, TORN, beatsOf } from "./opening.js";
import { HEIGHT, WIDTH } from "./wrapper-paths.js";
import { drawWrapper } from "./wrapper.js";

const FADE = [120, 240, 180]; // comes, stays, goes: with reduced motion
const INSIDE = 0.8; // how wide a card is within the wrapper

// The layer of a wrapper, which is drawn a while before it is needed.
export const sealed = (set) => {
  const layer = element("div", "ceremony", drawWrapper(set));
  layer.classList.add("is-spare");
  layer.setAttribute("aria-hidden", "true");
  layer.dataset.set = set.code;
  document.body.append(layer);
  return layer;
};

// Returns what begins it; by then the cards lie behind the wrapper, and neither is seen where the way turns first (`isLater`). All is
// measured before anything is changed.
export const open = (run, { root, spare, sound, isStill, isLater }) => {
  const layer = run.layer("open", spare);
  const wrapper = layer.firstChild;
  const room = part(root, "hand").parentElement; // with the card that is held up
  if (!isStill) settle(room);
  const faces = isStill ? [] : facesIn(room);
  const place = placeFor(room, root);
  const ways = waysFrom(place, faces);
  const beats = beatsOf(faces.map((face) => face.dataset.material));
  for (const card of faces.keys()) if (ways[card] === APPEAR) beats.leaves[card] = beats.gone - FLY / 3;
  for (const side of ["left", "top", "width", "height"]) wrapper.style[side] = `${place[side]}px`;
  layer.classList.remove("is-spare");
  if (isStill) return crossFade(run, layer, sound);
  const flights = faces.map((face, card) => run.move(face, ways[card], { delay: beats.leaves[card], duration: FLY, easing: "linear" }));
  for (const each of flights) each.pause(); // until then the cards lie where they begin
  const hide = (isHidden) => {
    layer.classList.toggle("is-to-come", isHidden);
    room.toggleAttribute("data-to-come", isHidden);
  };
  hide(isLater);
  run.atEnd(() => hide(false));
  return async () => {
    hide(false);
    unwrap(run, wrapper, place, beats);
    for (const each of flights) each.play();
    await run.wait(COME);
    if (run.isOver) return;
    sound("open");
    for (const card of beats.rarest) glint(run, faces[card], beats.leaves[card] + FLY - 60 - COME);
    await run.wait(beats.ends - COME);
  };
};

const crossFade = (run, layer, sound) => {
  const [come, stay, go] = FADE;
  const duration = come + stay + go;
  const frames = [0, 1, 1, 0].map((opacity, place) => ({ opacity, offset: [0, come, come + stay, duration][place] / duration }));
  const coming = run.move(layer, frames, { duration, easing: "linear" });
  coming.pause();
  return async () => {
    coming.play();
    sound("open");
    await run.wait(duration);
  };
};

// In the middle between the table and the bar.
const placeFor = (room, root) => {
  const { left, top, width } = room.getBoundingClientRect();
  const end = Math.min(innerHeight, part(root, "bar").getBoundingClientRect().top);
  const begin = Math.max(0, top);
  const wide = Math.max(104, Math.min(0.56 * width, (0.78 * Math.max(end - begin, 150) * WIDTH) / HEIGHT, 250));
  const high = (wide * HEIGHT) / WIDTH;
  return { left: left + (width - wide) / 2, top: (begin + end - high) / 2, width: wide, height: high };
};

// The hand has done its own part with a new pack: its cards take taps as soon as they are seen.
const settle = (room) => {
  for (const move of room.getAnimations({ subtree: true })) if (Number.isFinite(move.effect.getComputedTiming().endTime)) move.finish();
};

const facesIn = (room) => [...room.querySelectorAll(".card")].filter((face) => face.checkVisibility?.() ?? face.offsetWidth);

// The frames of each card's way from the wrapper. A card that is cut off outside of its place, and the larger copy of one,
// appears where it is.
const waysFrom = (place, faces) => {
  const around = surroundings();
  const boxes = faces.map((face) => face.getBoundingClientRect());
  const pictures = faces.map((face) => part(face, "art")?.src);
  const isCopy = (card) => boxes.some((box, other) => pictures[other] === pictures[card] && box.width < 0.8 * boxes[card].width);
  const isCut = (face) => around(face.parentElement).clips.some((box) => !contains(box, place));
  return faces.map((face, card) => (isCopy(card) || isCut(face) ? APPEAR : flight(place, around(face.parentElement).matrix, boxes[card], card)));
};

// The surroundings of a node: the boxes that cut it off, and how it is turned. Most cards of a pack lie in the same.
const surroundings = () => {
  const known = new Map([[document.body, { clips: [], matrix: new DOMMatrix() }]]);
  const around = (node) => {
    if (!known.has(node)) {
      const { clips, matrix } = around(node.parentElement);
      const { overflowX, transform, rotate } = getComputedStyle(node);
      const cuts = overflowX === "visible" ? [] : [node.getBoundingClientRect()];
      const turns = [rotate && `rotate(${rotate})`, transform].filter((each) => each && !each.includes("none"));
      known.set(node, { clips: [...clips, ...cuts], matrix: turns.reduce((turned, each) => turned.multiply(new DOMMatrix(each)), matrix) });
    }
    return known.get(node);
  };
  return around;
};

const contains = (box, { left, top, width }) => box.left <= left && box.top <= top && box.right >= left + width;

const APPEAR = [
  { opacity: 0, transform: "scale(0.86)" },
  { opacity: 1, transform: "none" },
];

const flight = (place, matrix, box, card) => {
  const inside = matrix.inverse();
  const scale = (INSIDE * place.width) / box.width;
  const across = place.left + place.width / 2 - box.left - box.width / 2;
  const down = place.top + 0.56 * place.height - box.top - box.height / 2;
  const at = (x, y, size, tilt) => {
    const { x: right, y: below } = inside.transformPoint(new DOMPoint(x, y, 0, 0)); // a way on the screen, as it is where the card lies
    return `translate(${right}px, ${below}px) scale(${size}) rotate(${tilt}deg)`;
  };
  const side = card % 2 ? 1 : -1;
  return [
    { transform: at(across, down, scale, 0), easing: "cubic-bezier(0.3, 0, 0.4, 1)" },
    { transform: at(across + 4 * side, down - 0.58 * place.height, scale, 3 * side), offset: 0.42, easing: "cubic-bezier(0.3, 0, 0.2, 1)" },
    { transform: "none" },
  ];
};

const drawn = (x, y, tilt) => `translate(${x}px, ${y}px) rotate(${tilt}deg)`;

const unwrap = (run, wrapper, { width, height }, { gone }) => {
  const [body, strip, sheen] = wrapper.children;
  run.move(wrapper, [{ transform: "translateY(14%) scale(0.9)" }, { transform: "none" }], { duration: COME });
  run.move(sheen.firstChild, [{ transform: "translateX(-170%) skewX(-18deg)" }, { transform: "translateX(330%) skewX(-18deg)" }], { duration: TORN, easing: "ease-in-out" });
  const torn = [
    { transform: "none", opacity: 1, offset: 0 },
    { transform: drawn(0.1 * width, -0.02 * height, 5), opacity: 1, offset: 0.35 },
    { transform: drawn(0.95 * width, -0.3 * height, 38), opacity: 0, offset: 1 },
  ];
  run.move(strip, torn, { delay: COME, duration: TORN - COME + 160, easing: "ease-in" });
  run.move(body, [{ transform: "none", opacity: 1 }, { transform: drawn(0, 0.34 * height, -3), opacity: 0 }], { delay: gone, duration: 260, easing: "ease-in" });
};

const glint = (run, face, delay) => {
  const light = element("span", "card__glint", element("span", ""));
  face.append(light);
  run.atEnd(() => light.remove());
  run.move(light.firstChild, [{ transform: "translateX(-190%) skewX(-20deg)" }, { transform: "translateX(340%) skewX(-20deg)" }], { delay, duration: GLINT, easing: "ease-in-out" });
};
