// The sounds of the house, made of notes: no file is fetched for them. A sound is a list of notes, each
// [voice, from Hz, to Hz, begins at (s), lasts (s), loudness]; a voice is a wave, or "air", which is noise in a band round the pitch.

const SOUNDS = {
  tick: [["sine", 1320, 1180, 0, 0.05, 0.22]],
  placed: [
    ["air", 1400, 380, 0, 0.07, 0.5],
    ["sine", 190, 120, 0.01, 0.13, 0.6],
  ],
  pass: [
    ["air", 700, 3200, 0, 0.24, 0.4],
    ["triangle", 392, 392, 0.1, 0.16, 0.26],
    ["triangle", 523, 523, 0.2, 0.26, 0.26],
  ],
  open: [
    ["air", 5200, 1800, 0, 0.16, 0.42],
    ["triangle", 523, 523, 0.12, 0.14, 0.22],
    ["triangle", 659, 659, 0.19, 0.14, 0.22],
    ["triangle", 784, 784, 0.26, 0.3, 0.22],
  ],
  turn: [
    ["air", 3200, 500, 0, 0.34, 0.42],
    ["triangle", 523, 523, 0.12, 0.16, 0.26],
    ["triangle", 392, 392, 0.24, 0.16, 0.26],
    ["triangle", 587, 587, 0.36, 0.4, 0.28],
  ],
  reveal: [
    ["triangle", 392, 392, 0, 0.5, 0.2],
    ["triangle", 523, 523, 0.1, 0.5, 0.2],
    ["triangle", 659, 659, 0.2, 0.5, 0.2],
    ["triangle", 784, 784, 0.3, 0.5, 0.22],
    ["sine", 1568, 1568, 0.44, 0.8, 0.12],
    ["air", 6000, 9000, 0.3, 0.7, 0.1],
  ],
  done: [
    ["triangle", 523, 523, 0, 0.2, 0.24],
    ["triangle", 784, 784, 0.13, 0.4, 0.24],
  ],
  hurry: [
    ["triangle", 880, 880, 0, 0.1, 0.3],
    ["triangle", 880, 880, 0.16, 0.14, 0.3],
  ],
  call: [
    ["sine", 988, 988, 0, 0.5, 0.4],
    ["sine", 784, 784, 0.22, 0.6, 0.4],
  ],
};

let context = null;

// Browsers let a page sound once somebody has touched it.
export const wake = () => {
  context ??= new AudioContext();
  if (context.state !== "running") context.resume().catch(() => {});
};

export const sound = (name) => {
  wake();
  if (context.state !== "running") return; // too late when it wakes
  for (const note of SOUNDS[name]) play(note);
};

const play = ([voice, from, to, delay, length, loudness]) => {
  const begin = context.currentTime + delay;
  const { source, pitch, out } = voice === "air" ? air() : wave(voice);
  const gain = context.createGain();
  pitch.setValueAtTime(from, begin);
  pitch.exponentialRampToValueAtTime(to, begin + length);
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(loudness, begin + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0008, begin + length);
  out.connect(gain).connect(context.destination);
  source.start(begin);
  source.stop(begin + length);
};

const wave = (type) => {
  const source = context.createOscillator();
  source.type = type;
  return { source, pitch: source.frequency, out: source };
};

const air = () => {
  const source = context.createBufferSource();
  source.buffer = noise();
  source.loop = true;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.Q.value = 0.8;
  return { source, pitch: band.frequency, out: source.connect(band) };
};

let hiss = null;

const noise = () => {
  if (hiss) return hiss;
  hiss = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let place = 0; place < samples.length; place++) samples[place] = 2 * Math.random() - 1;
  return hiss;
};
