import type { AutoDjItem, AutoDjRules, StreamFormat } from '#contract/engine/engine.ts';

/** Where two tracks overlap, in frames and samples of their station's format. */
export type TransitionPlan = {
  /** Samples in a frame. */
  frame: number;
  /** Frames of A to decode, of which the first `runIn` only synchronise decoder and encoder. */
  tail: number;
  runIn: number;
  /** Frames of B to decode. */
  head: number;
  /** Sample of the mix at which B begins, and at which A's fade begins; length of the fade in samples. */
  nextStart: number;
  fadeStart: number;
  fadeLength: number;
  /** Frames of the transition; index of the first in which B is louder. */
  length: number;
  turn: number;
  /** Frames of A and of B that the transition replaces. */
  replaces: { a: number; b: number };
};

export type Mix = Pick<AutoDjRules, 'mix_offset' | 'mix_speed'>;

/** Frames that only synchronise decoder and encoder; their output is discarded. */
const runIn = 6;
/**
 * Unmixed frames before and after the mix: MDCT frames overlap with their neighbours, so both sides of a splice must
 * hold the same audio.
 */
const margin = 2;
/** Frames after the transition, needed for the encoder's look-ahead. */
const runOut = 8;
const longestMixMs = 20_000;

/**
 * Plans the mix of one track's end with the next one's beginning; undefined for a plain join: mixing is off, one is a
 * jingle, or a track is too short.
 */
export const planTransition = (
  a: AutoDjItem,
  b: AutoDjItem,
  mix: Mix,
  format: StreamFormat,
): TransitionPlan | undefined => {
  const overlapMs = Math.min(mix.mix_offset, longestMixMs);
  if (overlapMs <= 0 || Math.min(a.duration_ms, b.duration_ms) < 2 * overlapMs) return undefined;
  if (a.kind === 'jingle' || b.kind === 'jingle') return undefined;
  const frame = format.codec === 'aac' ? 1024 : format.sample_rate >= 32_000 ? 1152 : 576;
  const overlap = Math.max(Math.round((overlapMs * format.sample_rate) / 1000 / frame), 1);
  const fadeLength = Math.round((Math.min(mix.mix_speed, overlapMs) * format.sample_rate) / 1000);
  const tail = runIn + margin + overlap;
  return {
    frame,
    tail,
    runIn,
    head: overlap + margin + runOut,
    nextStart: (runIn + margin) * frame,
    fadeStart: Math.max(tail * frame - fadeLength, 0),
    fadeLength,
    length: margin + overlap + margin,
    turn: margin + overlap - Math.round(fadeLength / frame / 2),
    replaces: { a: overlap + margin, b: overlap + margin },
  };
};
