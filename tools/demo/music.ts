import { bass, emptyMix, hat, keys, kick, pad, play, pluck, rate, toWav, type Mix, type Voice } from './synth.ts';

/** A generated composition for the demo, free of rights. */
export type Piece = {
  title: string;
  artist: string;
  album: string;
  style: keyof typeof styles;
  seed: number;
  seconds: number;
};

const styles = {
  ambient: { bpm: 68, lead: keys, drums: false, density: 0.35 },
  lounge: { bpm: 92, lead: keys, drums: true, density: 0.55 },
  folk: { bpm: 104, lead: pluck, drums: false, density: 0.8 },
  house: { bpm: 120, lead: pluck, drums: true, density: 0.7 },
} as const satisfies Record<string, { bpm: number; lead: Voice; drums: boolean; density: number }>;

/** Chord progressions in semitones above the key. */
const progressions = [
  [0, 9, 5, 7],
  [0, 5, 9, 7],
  [9, 5, 0, 7],
  [0, 7, 9, 5],
] as const;
const minorRoots = new Set([2, 4, 9]);
const scale = [0, 2, 4, 7, 9, 12, 14, 16] as const;

/** Renders a piece as a WAV file, always with the same bytes. */
export const compose = (piece: Piece): Buffer => {
  const style = styles[piece.style];
  const random = randomFrom(piece.seed);
  const mix = emptyMix(piece.seconds);
  const beat = 60 / style.bpm;
  const root = 110 * 2 ** (Math.floor(random() * 9) / 12);
  const progression = progressions[Math.floor(random() * progressions.length)]!;
  const bars = Math.ceil(piece.seconds / (beat * 4));
  for (let bar = 0; bar < bars; bar++) {
    const at = bar * beat * 4;
    const chord = progression[bar % 4]!;
    harmony(mix, { at, beat, root, chord });
    melody(mix, { at, beat, root, voice: style.lead, density: style.density, random });
    if (style.drums && bar > 1) drums(mix, { at, beat });
  }
  fadeEnds(mix);
  return toWav(mix);
};

const pitch = (root: number, semitones: number) => root * 2 ** (semitones / 12);

const harmony = (mix: Mix, bar: { at: number; beat: number; root: number; chord: number }): void => {
  const third = minorRoots.has(bar.chord) ? 3 : 4;
  const seconds = bar.beat * 4;
  [0, third, 7].forEach((tone, i) =>
    play(mix, pad, { at: bar.at, seconds, hz: pitch(bar.root * 2, bar.chord + tone), gain: 0.8, pan: (i - 1) * 0.5 }),
  );
  for (const beatOf of [0, 2])
    play(mix, bass, {
      at: bar.at + beatOf * bar.beat,
      seconds: bar.beat * 1.9,
      hz: pitch(bar.root / 2, bar.chord),
      gain: 0.9,
      pan: 0,
    });
};

const melody = (
  mix: Mix,
  bar: { at: number; beat: number; root: number; voice: Voice; density: number; random: () => number },
): void => {
  for (let step = 0; step < 8; step++) {
    if (bar.random() > bar.density) continue;
    const tone = scale[Math.floor(bar.random() * scale.length)]!;
    play(mix, bar.voice, {
      at: bar.at + (step * bar.beat) / 2,
      seconds: bar.beat * 2,
      hz: pitch(bar.root * 4, tone),
      gain: 0.5 + bar.random() * 0.4,
      pan: bar.random() * 1.2 - 0.6,
    });
  }
};

const drums = (mix: Mix, bar: { at: number; beat: number }): void => {
  for (let beatOf = 0; beatOf < 4; beatOf++) {
    play(mix, kick, { at: bar.at + beatOf * bar.beat, seconds: 0.4, hz: 0, gain: 0.7, pan: 0 });
    play(mix, hat, { at: bar.at + (beatOf + 0.5) * bar.beat, seconds: 0.08, hz: 0, gain: 0.6, pan: 0.3 });
  }
};

const fadeEnds = (mix: Mix): void => {
  const length = Math.min(mix.left.length, rate * 3);
  for (let i = 0; i < length; i++)
    for (const side of [mix.left, mix.right]) {
      side[i]! *= i / length;
      side[side.length - 1 - i]! *= i / length;
    }
};

/** A seeded random number generator (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};
