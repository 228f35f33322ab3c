// The sounds of the site, made of notes: no file is fetched for them. All have one scale and one timbre: a plucked reed on a breath of
// air. A sound is a list of notes, each [voice, from Hz, to Hz, begins at (s), lasts (s), loudness]; "reed" and "deep" are plucked,
// "air" is noise in a band round the pitch.

// C D E G A, in which no two notes grate on each other.
export const SCALE = { C3: 130.81, G3: 196, C4: 261.63, E4: 329.63, G4: 392, A4: 440, C5: 523.25, D5: 587.33, E5: 659.25, G5: 783.99, A5: 880, C6: 1046.5, E6: 1318.51, G6: 1567.98 };
const { C3, G3, C4, E4, G4, C5, D5, E5, G5, A5, C6, E6, G6 } = SCALE;

const reed = (pitch, begins, lasts, loudness) => ["reed", pitch, pitch, begins, lasts, loudness];
const air = (from, to, begins, lasts, loudness) => ["air", from, to, begins, lasts, loudness];

export const SOUNDS = {
  tick: [reed(E6, 0, 0.05, 0.2)],
  // one card lies down
  placed: [air(1400, 380, 0, 0.07, 0.4), ["deep", G3, C3, 0.01, 0.13, 0.4], reed(C5, 0.015, 0.16, 0.22)],
  // a step to the neighbour
  pass: [air(700, 3200, 0, 0.24, 0.4), reed(G4, 0.1, 0.18, 0.3), reed(C5, 0.2, 0.3, 0.3)],
  // the wrapper, and up
  open: [air(5200, 1800, 0, 0.16, 0.44), reed(C5, 0.12, 0.16, 0.24), reed(E5, 0.19, 0.16, 0.24), reed(G5, 0.26, 0.34, 0.26)],
  // the pass the other way round, and on
  turn: [air(3200, 500, 0, 0.34, 0.44), reed(C5, 0.12, 0.18, 0.28), reed(G4, 0.24, 0.18, 0.28), reed(D5, 0.36, 0.5, 0.32)],
  reveal: [air(6000, 9000, 0.3, 0.7, 0.1), reed(G4, 0, 0.6, 0.18), reed(C5, 0.1, 0.6, 0.18), reed(E5, 0.2, 0.6, 0.18), reed(G5, 0.3, 0.7, 0.2), reed(G6, 0.44, 0.8, 0.1)],
  // a chord that opens upwards, and its bells
  champion: [["deep", C3, C3, 0, 1.2, 0.3], reed(C4, 0, 1, 0.22), reed(G4, 0.07, 1, 0.22), reed(C5, 0.14, 1.1, 0.24), reed(E5, 0.21, 1.15, 0.24), reed(G5, 0.28, 1.15, 0.24), reed(C6, 0.4, 1.05, 0.2), air(5200, 9000, 0.4, 0.8, 0.1)],
  done: [reed(C5, 0, 0.22, 0.28), reed(G5, 0.13, 0.45, 0.28)],
  hurry: [reed(A5, 0, 0.12, 0.34), reed(A5, 0.16, 0.22, 0.34)],
  // somebody is wanted: a bell that falls
  call: [reed(C6, 0, 0.55, 0.34), reed(E5, 0.2, 0.7, 0.34), ["deep", C4, C4, 0.2, 0.6, 0.2], ["deep", E4, E4, 0, 0.4, 0.1]],
};

// The partials of a plucked voice: [times the pitch, wave, part of the loudness, part of the length].
const VOICES = {
  reed: [
    [1, "triangle", 0.8, 1],
    [2, "sine", 0.22, 0.6],
    [4, "sine", 0.08, 0.25],
  ],
  deep: [[1, "sine", 1, 1]],
};

export const lengthOf = (name) => Math.max(...SOUNDS[name].map(([, , , begins, lasts]) => begins + lasts));

const REST = 2000; // milliseconds, longer than any sound
const SOON = 300; // milliseconds within which it wakes where the page may play at all
const PATIENCE = 1000; // milliseconds that a device may take for one that has rested
let context = null;
let rest = null;
let hasRun = false;

// Browsers play sounds of a page only after a touch. Resolves with whether it may.
export const wake = async () => {
  context ??= new AudioContext();
  if (context.state !== "running") await Promise.race([context.resume(), new Promise((go) => setTimeout(go, hasRun ? PATIENCE : SOON))]).catch(() => {});
  const isAwake = context.state === "running";
  hasRun ||= isAwake;
  if (isAwake) restLater();
  return isAwake;
};

// A context that runs takes power though nothing sounds.
const restLater = () => {
  clearTimeout(rest);
  rest = setTimeout(() => context.suspend(), REST);
};

// `volume`: 1 is that of a phone in the hand.
export const sound = async (name, volume = 1) => {
  if (await wake()) render(context, name, volume); // else it would be too late when it wakes
};

// Draws a sound into any audio context, from its present time on.
export const render = (into, name, volume = 1) => {
  const out = into.createGain();
  out.gain.value = volume;
  out.connect(into.destination);
  for (const note of SOUNDS[name]) play(into, out, note);
};

const play = (into, out, [voice, from, to, delay, length, loudness]) => {
  const begin = into.currentTime + delay;
  if (voice === "air") return shape(into, out, blown(into), { from, to, begin, length, loudness });
  for (const [times, wave, part, share] of VOICES[voice]) {
    const facts = { from: times * from, to: times * to, begin, length: share * length, loudness: part * loudness };
    shape(into, out, tone(into, wave), facts);
  }
};

const shape = (into, out, { source, pitch, end }, { from, to, begin, length, loudness }) => {
  const gain = into.createGain();
  pitch.setValueAtTime(from, begin);
  pitch.exponentialRampToValueAtTime(to, begin + length);
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(loudness, begin + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0008, begin + length);
  end.connect(gain).connect(out);
  source.start(begin);
  source.stop(begin + length);
};

const tone = (into, wave) => {
  const source = into.createOscillator();
  source.type = wave;
  return { source, pitch: source.frequency, end: source };
};

const blown = (into) => {
  const source = into.createBufferSource();
  source.buffer = noise(into);
  source.loop = true;
  const band = into.createBiquadFilter();
  band.type = "bandpass";
  band.Q.value = 0.8;
  return { source, pitch: band.frequency, end: source.connect(band) };
};

const hisses = new WeakMap();

const noise = (into) => {
  if (hisses.has(into)) return hisses.get(into);
  const hiss = into.createBuffer(1, into.sampleRate / 2, into.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let place = 0; place < samples.length; place++) samples[place] = 2 * Math.random() - 1;
  hisses.set(into, hiss);
  return hiss;
};
