import type { Part } from './port.ts';

/** Audio below this level, dBFS at playout loudness, counts as silence. */
export const quietDb = -48;
/** Shorter pauses do not count as silence. */
const minSilenceS = 0.1;
/** Margin before and after the audible part, s: attacks and reverb start and end below the threshold. */
const margin = { before: 0.02, after: 0.1 };
/** How close to the start or end of the file a silence must reach to be trimmed, s. */
const edgeS = 0.06;
/** Shorter audible parts are ignored. */
const minAudibleS = 0.5;

/** The filter that logs silences of audio played with `gain` dB. */
export const findSilence = (gain: number): string =>
  `silencedetect=noise=${(quietDb - gain).toFixed(1)}dB:duration=${minSilenceS}`;

/** Start and end of the audible part of a file, s: trims silence at both ends, not pauses within. */
export const audibleRange = (log: string, durationS: number): Part => {
  const whole = { from: 0, to: durationS };
  const starts = [...log.matchAll(/silence_start: (-?[\d.]+)/g)].map((found) => Number(found[1]));
  const ends = [...log.matchAll(/silence_end: ([\d.]+)/g)].map((found) => Number(found[1]));
  const startsSilent = starts[0] !== undefined && starts[0] <= edgeS;
  const from = startsSilent ? Math.max(0, (ends[0] ?? durationS) - margin.before) : 0;
  const [lastStart = durationS, lastEnd] = [starts.at(-1), ends.at(-1)];
  const endsSilent = starts.length > ends.length || (lastEnd !== undefined && lastEnd >= durationS - edgeS);
  const to = endsSilent ? Math.min(durationS, lastStart + margin.after) : durationS;
  return to - from >= minAudibleS ? { from, to } : whole;
};
