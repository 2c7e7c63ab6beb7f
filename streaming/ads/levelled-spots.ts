import { lowerAacGain } from '#streaming/frames/aac-gain.ts';
import { lowerGain } from '#streaming/frames/mpeg.ts';
import type { Rendition } from './spot-files.ts';

/** A spot that is to be played by so many gain steps quieter. */
export type Levelled = { rendition: Rendition; codec: 'mp3' | 'aac'; steps: number };

export type LevelledSpots = {
  /** The spot as quiet as that, or unchanged until it is prepared. */
  get(rendition: Rendition, steps: number): Rendition;
  /** Prepares these a few frames at a time, and forgets all others. */
  prepare(wanted: readonly Levelled[]): Promise<void>;
};

const framesPerTurn = 200;
const bytesAtMost = 64 * 1024 * 1024;

/** Spots made quieter by their gain fields, without encoding; in memory, beside the unchanged ones. */
export const createLevelledSpots = (): LevelledSpots => {
  let spots = new Map<Rendition, Map<number, Rendition>>();
  let round = 0;
  return {
    get: (rendition, steps) => spots.get(rendition)?.get(steps) ?? rendition,
    async prepare(wanted) {
      const own = ++round;
      const next = new Map<Rendition, Map<number, Rendition>>();
      let bytes = 0;
      for (const { rendition, codec, steps } of wanted) {
        const known = next.get(rendition) ?? new Map<number, Rendition>();
        next.set(rendition, known);
        if (steps === 0 || known.has(steps) || bytes + rendition.data.length > bytesAtMost) continue;
        bytes += rendition.data.length;
        known.set(steps, spots.get(rendition)?.get(steps) ?? (await quieter(rendition, codec, steps)));
        if (own !== round) return;
      }
      spots = next;
    },
  };
};

/** A spot of AAC of which a frame is not understood stays as loud as it is: it must not change within. */
const quieter = async (rendition: Rendition, codec: Levelled['codec'], steps: number): Promise<Rendition> => {
  const data = Buffer.from(rendition.data);
  for (const [at, offset] of rendition.offsets.entries()) {
    if (at % framesPerTurn === framesPerTurn - 1) await new Promise((next) => setImmediate(next));
    if (codec === 'mp3') lowerGain(data, offset, steps);
    else if (!lowerAacGain(data, offset, rendition.offsets[at + 1] ?? data.length, steps)) return rendition;
  }
  return { ...rendition, data };
};
