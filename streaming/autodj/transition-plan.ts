import type { AutoDjItem, AutoDjRules, StreamFormat } from '#contract/engine.ts';

/** Where two tracks overlap, in frames and samples of their station's format. */
export type TransitionPlan = {
  /** Samples in a frame. */
  frame: number;
  /** Frames of A from where decoding begins, and how many of them only bring decoder and encoder in step. */
  tail: number;
  runIn: number;
  /** Frames of B that are decoded. */
  head: number;
  /** Sample of the mix at which B begins, and at which A begins to fade; samples it fades for. */
  begins: number;
  fades: number;
  fading: number;
  /** Frames of the transition; which of them is the first in which B is louder. */
  length: number;
  turn: number;
  /** Frames of A that the transition stands for, and of B. */
  replaces: { a: number; b: number };
};

export type Mix = Pick<AutoDjRules, 'mix_offset' | 'mix_speed'>;

/** Frames that only bring decoder and encoder in step; what they give is thrown away. */
const runIn = 6;
/** Frames before and after the mix that sound like the track alone: neighbours of the seams overlap, so both must say the same. */
const margin = 2;
/** Frames behind the transition, as encoders look ahead. */
const runOut = 8;
const longestMixMs = 20_000;

/** How the end of one track and the beginning of the next are mixed; undefined for a plain join: no mix is wanted, a jingle is concerned, or a track is too short for it. */
export function planTransition(
  a: AutoDjItem,
  b: AutoDjItem,
  mix: Mix,
  format: StreamFormat,
): TransitionPlan | undefined {
  const overlapMs = Math.min(mix.mix_offset, longestMixMs);
  if (overlapMs <= 0 || Math.min(a.duration_ms, b.duration_ms) < 2 * overlapMs) return undefined;
  if (a.kind === 'jingle' || b.kind === 'jingle') return undefined;
  const frame = format.codec === 'aac' ? 1024 : format.sample_rate >= 32_000 ? 1152 : 576;
  const overlap = Math.max(Math.round((overlapMs * format.sample_rate) / 1000 / frame), 1);
  const fading = Math.round((Math.min(mix.mix_speed, overlapMs) * format.sample_rate) / 1000);
  const tail = runIn + margin + overlap;
  return {
    frame,
    tail,
    runIn,
    head: overlap + margin + runOut,
    begins: (runIn + margin) * frame,
    fades: Math.max(tail * frame - fading, 0),
    fading,
    length: margin + overlap + margin,
    turn: margin + overlap - Math.round(fading / frame / 2),
    replaces: { a: overlap + margin, b: overlap + margin },
  };
}
