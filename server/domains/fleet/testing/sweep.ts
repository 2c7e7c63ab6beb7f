import { decode } from '#streaming/ingest/testing/audio.ts';

/** A sound that says where it is: it rises from 400 Hz by ten hertz a second. */
const [firstHz, hzPerSecond] = [400, 10];
/** A sound that is no part of it. */
export const otherHz = 5000;
export const sweepSeconds = 300;

/** The sweep by time, for ffmpeg. */
export const sweepExpression = `0.5*sin(2*PI*(${String(firstHz)}*t+${String(hzPerSecond / 2)}*t*t))`;
/** What ffmpeg makes a sweep from. */
export const sweepSource = `aevalsrc=${sweepExpression}:sample_rate=44100:duration=${String(sweepSeconds)}`;

const rate = 44_100;
const windowS = 0.25;

/** A part without a jump: seconds of the sweep, in which it may have begun again. */
export type SweepPart = { from: number; to: number };

/**
 * The parts of the sweep that a recording has one after another. `strays`: windows of a quarter of a second with other sound, or with
 * two sounds where it was cut.
 */
export const sweepParts = async (mp3: Buffer): Promise<{ parts: SweepPart[]; strays: number }> => {
  const parts: (SweepPart & { windows: number })[] = [];
  let strays = 0;
  for (const at of await positionsIn(mp3)) {
    const last = parts.at(-1);
    if (at === undefined) strays += 1;
    else if (last && isContinued(last.to, at)) {
      last.to = at;
      last.windows += 1;
    } else parts.push({ from: at, to: at, windows: 1 });
  }
  const long = parts.filter(({ windows }) => windows > 1);
  // A window with the end and the beginning of the sweep, or with a cut, parts what belongs together.
  const joined: SweepPart[] = [];
  for (const { from, to } of long) {
    const last = joined.at(-1);
    if (last && isContinued(last.to, from)) last.to = to;
    else joined.push({ from, to });
  }
  return { parts: joined, strays: strays + parts.length - long.length };
};

/** How far the sound went on from one place of the sweep to another, the shorter way around; negative: back. */
export const sweepStep = (from: number, to: number): number =>
  ((((to - from + sweepSeconds / 2) % sweepSeconds) + sweepSeconds) % sweepSeconds) - sweepSeconds / 2;

const slackS = 1;
const isContinued = (last: number, at: number): boolean => Math.abs(sweepStep(last, at)) <= slackS;

const positionsIn = async (mp3: Buffer): Promise<(number | undefined)[]> => {
  const samples = await decode(mp3, 'mp3');
  const size = rate * windowS;
  const positions: (number | undefined)[] = [];
  for (let at = 0; at + size <= samples.length; at += size)
    positions.push(positionOf(frequencyOf(samples.subarray(at, at + size), rate)));
  return positions;
};

/** The second of the sweep at which it has this frequency; undefined for other sound. */
export const positionOf = (hz: number): number | undefined => {
  const seconds = (hz - firstHz) / hzPerSecond;
  return seconds > -1 && seconds < sweepSeconds + 1 ? seconds : undefined;
};

/** By its zero crossings, between the first and the last of the window. */
export const frequencyOf = (samples: Float32Array, rate: number): number => {
  let [first, last, crossings] = [0, 0, 0];
  for (let at = 1; at < samples.length; at += 1) {
    if (samples[at - 1]! >= 0 || samples[at]! < 0) continue;
    if (crossings === 0) first = at;
    last = at;
    crossings += 1;
  }
  return crossings < 2 ? 0 : ((crossings - 1) * rate) / (last - first);
};
