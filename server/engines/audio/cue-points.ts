import type { Part } from './port.ts';

/** Below this, dB of full scale as it will be played, nothing is to be heard. */
export const quietDb = -48;
/** Shorter pauses belong to the sound. */
const leastQuietS = 0.1;
/** What is left before the first sound and behind the last, s: an attack and an echo begin and end below the threshold. */
const margin = { before: 0.02, behind: 0.1 };
/** How near the beginning or the end a silence must reach to be that of the file, s. */
const edgeS = 0.06;
/** Less is no sound to play. */
const leastSoundS = 0.5;

/** The filter whose log says where a sound that is played with `gain` dB is silent. */
export const findSilence = (gain: number): string =>
  `silencedetect=noise=${(quietDb - gain).toFixed(1)}dB:duration=${leastQuietS}`;

/** Where the sound of a file begins and ends, s: silence at its ends is left out, pauses within it stay. */
export const soundBetween = (log: string, durationS: number): Part => {
  const whole = { from: 0, to: durationS };
  const starts = [...log.matchAll(/silence_start: (-?[\d.]+)/g)].map((found) => Number(found[1]));
  const ends = [...log.matchAll(/silence_end: ([\d.]+)/g)].map((found) => Number(found[1]));
  const isQuietFirst = starts[0] !== undefined && starts[0] <= edgeS;
  const from = isQuietFirst ? Math.max(0, (ends[0] ?? durationS) - margin.before) : 0;
  const [lastStart = durationS, lastEnd] = [starts.at(-1), ends.at(-1)];
  const isQuietLast = starts.length > ends.length || (lastEnd !== undefined && lastEnd >= durationS - edgeS);
  const to = isQuietLast ? Math.min(durationS, lastStart + margin.behind) : durationS;
  return to - from >= leastSoundS ? { from, to } : whole;
};
