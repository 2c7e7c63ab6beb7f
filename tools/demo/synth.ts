import { wavHeader } from './wav-header.ts';

/** The sample rate of the demo's music, Hz. */
export const rate = 44_100;

/** A voice: its sample `t` seconds after the start of a note of `hz`. */
export type Voice = (t: number, hz: number) => number;

const tau = Math.PI * 2;

/** A warm pad: three detuned, softened saws that swell in. */
export const pad: Voice = (t, hz) => {
  const swell = Math.min(1, t / 0.6);
  let sum = 0;
  for (const detune of [0.997, 1, 1.004])
    for (let k = 1; k <= 4; k++) sum += Math.sin(tau * hz * detune * k * t) / (k * k);
  return sum * swell * 0.09;
};

/** A plucked string: bright at first, then round. */
export const pluck: Voice = (t, hz) => {
  let sum = 0;
  for (let k = 1; k <= 5; k++) sum += (Math.sin(tau * hz * k * t) / k) * Math.exp(-t * (2.5 + k * 1.6));
  return sum * 0.26;
};

/** An electric piano: a bell on a sine. */
export const keys: Voice = (t, hz) =>
  (Math.sin(tau * hz * t) + 0.35 * Math.sin(tau * hz * 4 * t) * Math.exp(-t * 9)) * Math.exp(-t * 1.7) * 0.26;

/** A round bass. */
export const bass: Voice = (t, hz) =>
  (Math.sin(tau * hz * t) + 0.3 * Math.sin(tau * 2 * hz * t)) * Math.exp(-t * 1.1) * 0.42;

/** A kick drum; its pitch falls. */
export const kick: Voice = (t) => Math.sin(tau * (46 * t - 7 * Math.exp(-t * 28))) * Math.exp(-t * 9) * 0.75;

/** A closed hi-hat from a hash of the time, so that each rendering is the same. */
export const hat: Voice = (t) => {
  const noise = Math.sin(t * 91_337.77) * 43_758.5453;
  return (noise - Math.floor(noise) - 0.5) * Math.exp(-t * 62) * 0.3;
};

/** A stereo mix; `rendered` keeps the notes it consists of, as a piece repeats few notes many times. */
export type Mix = { left: Float32Array; right: Float32Array; rendered: Map<Voice, Map<string, Float64Array>> };

/** A silent mix. */
export const emptyMix = (seconds: number): Mix => ({
  left: new Float32Array(seconds * rate),
  right: new Float32Array(seconds * rate),
  rendered: new Map(),
});

/** Adds a note to a stereo mix; `pan` from −1 (left) to 1 (right). */
export const play = (
  mix: Mix,
  voice: Voice,
  note: { at: number; seconds: number; hz: number; gain: number; pan: number },
): void => {
  const samples = render(mix, voice, note);
  const begin = Math.floor(note.at * rate);
  const length = Math.min(samples.length, mix.left.length - begin);
  const release = Math.min(length, Math.floor(0.08 * rate));
  const [toLeft, toRight] = [1 - Math.max(0, note.pan), 1 + Math.min(0, note.pan)];
  for (let i = 0; i < length; i++) {
    const fade = i > length - release ? (length - i) / release : 1;
    const sample = samples[i]! * note.gain * fade;
    mix.left[begin + i]! += sample * toLeft;
    mix.right[begin + i]! += sample * toRight;
  }
};

/** The samples of a note before its gain and release. */
const render = ({ rendered }: Mix, voice: Voice, { seconds, hz }: { seconds: number; hz: number }): Float64Array => {
  const notes = rendered.get(voice) ?? new Map<string, Float64Array>();
  rendered.set(voice, notes);
  const key = `${hz} ${seconds}`;
  const known = notes.get(key);
  if (known !== undefined) return known;
  const samples = new Float64Array(Math.floor(seconds * rate));
  for (let i = 0; i < samples.length; i++) samples[i] = voice(i / rate, hz);
  notes.set(key, samples);
  return samples;
};

/** A 16-bit stereo WAV file of a mix, with softly limited peaks. */
export const toWav = (mix: Pick<Mix, 'left' | 'right'>): Buffer => {
  const frames = mix.left.length;
  const pcm = Buffer.alloc(frames * 4);
  for (let i = 0; i < frames; i++) {
    pcm.writeInt16LE(Math.round(Math.tanh(mix.left[i]!) * 32_000), i * 4);
    pcm.writeInt16LE(Math.round(Math.tanh(mix.right[i]!) * 32_000), i * 4 + 2);
  }
  return Buffer.concat([wavHeader(frames, { channels: 2, rate }), pcm]);
};
