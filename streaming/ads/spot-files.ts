import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { StreamFormat } from '#contract/engine/engine.ts';
import type { AdState, Spot, SpotFile } from '#contract/engine/engine-ads.ts';
import { isCompatibleFormat } from '#streaming/base/compatible-format.ts';
import { createFrameParser } from '#streaming/frames/frame-parser.ts';
import type { Media } from '#streaming/media/media.ts';

/** A spot in one format, in memory: its frames one after the other. */
export type Rendition = { data: Buffer; offsets: readonly number[]; ms: number };

export type WantedSpot = { spot: Spot; format: StreamFormat };

export type SpotFiles = {
  /** Loads these spots in these formats, and forgets everything else. */
  load(wanted: readonly WantedSpot[]): Promise<void>;
  /** A loaded spot in the format of a stream. */
  get(spot: string, format: StreamFormat): Rendition | undefined;
  /** How long loaded spots are in the format of a stream, ms; the same function until other spots are loaded. */
  lengthsIn(format: StreamFormat): (spot: string) => number | undefined;
  /** The hash of the file that `get` finds. */
  hashOf(spot: string, format: StreamFormat): string | undefined;
  byHash(sha256: string): Rendition | undefined;
  unreadable(): AdState['unreadable'];
};

/** With the copies of `levelled-spots.ts`, 256 MB. */
const bytesAtMost = 192 * 1024 * 1024;
/** How long the spots of a plan wait for one that has to be fetched, ms. */
const fetchMs = 10_000;

/** The audio of spots, read or fetched ahead of their breaks and checked against its hash. */
export const createSpotFiles = (media: Pick<Media, 'obtain'>): SpotFiles => {
  let spots = new Map<string, Spot>();
  let loaded = new Map<string, Rendition>();
  let unreadable = new Map<string, string>();
  let round = 0;
  /** What was found in a format, as each listener of a break asks for every spot. */
  let found = new WeakMap<StreamFormat, Map<string, Rendition | undefined>>();
  let lengths = new WeakMap<StreamFormat, (spot: string) => number | undefined>();
  const forgetFound = (): void => {
    found = new WeakMap();
    lengths = new WeakMap();
  };

  const fileFor = (spot: Spot, format: StreamFormat): SpotFile | undefined =>
    spot.files
      .filter((file) => isCompatibleFormat(file.format, format))
      .sort((a, b) => Math.abs(a.format.bitrate - format.bitrate) - Math.abs(b.format.bitrate - format.bitrate))[0];
  const read = async (file: SpotFile): Promise<Rendition> => {
    const path = await media.obtain(file, fetchMs);
    if (path === undefined) throw new Error('The file is missing, or could not be fetched.');
    const data = await readFile(path);
    if (createHash('sha256').update(data).digest('hex') !== file.sha256)
      throw new Error('The file is not the one planned.');
    return renditionOf(data, file.format);
  };

  const get = (id: string, format: StreamFormat): Rendition | undefined => {
    const known = found.get(format) ?? new Map<string, Rendition | undefined>();
    const same = known.get(id);
    if (same || known.has(id)) return same;
    const spot = spots.get(id);
    const file = spot && fileFor(spot, format);
    const rendition = file && loaded.get(file.sha256);
    found.set(format, known.set(id, rendition));
    return rendition;
  };

  return {
    async load(wanted) {
      const own = ++round;
      spots = new Map(wanted.map(({ spot }) => [spot.id, spot]));
      forgetFound();
      const [next, failures] = [new Map<string, Rendition>(), new Map<string, string>()];
      let bytes = 0;
      for (const { spot, format } of wanted) {
        const file = fileFor(spot, format);
        if (!file || next.has(file.sha256)) continue;
        try {
          if (bytes + file.bytes > bytesAtMost) throw new Error('No memory is left for more spots.');
          const rendition = loaded.get(file.sha256) ?? (await read(file));
          next.set(file.sha256, rendition);
          bytes += rendition.data.length;
        } catch (error) {
          failures.set(spot.id, (error as Error).message);
        }
        if (own !== round) return;
      }
      loaded = next;
      forgetFound();
      unreadable = failures;
    },
    get,
    lengthsIn(format) {
      const known = lengths.get(format) ?? ((id: string) => get(id, format)?.ms);
      lengths.set(format, known);
      return known;
    },
    hashOf(id, format) {
      const spot = spots.get(id);
      return spot && fileFor(spot, format)?.sha256;
    },
    byHash: (sha256) => loaded.get(sha256),
    unreadable: () => Array.from(unreadable, ([spot, reason]) => ({ spot: spot as Spot['id'], reason })),
  };
};

/** Cuts a file into its frames; throws if they are not all in the format. */
export const renditionOf = (data: Buffer, format: StreamFormat): Rendition => {
  const frames = createFrameParser(format.codec).push(data);
  const [first] = frames;
  if (!first) throw new Error('The file contains no audio.');
  const isOther = frames.some(
    ({ header }) => header.sample_rate !== format.sample_rate || header.channels !== format.channels,
  );
  if (isOther) throw new Error('The file has another format.');
  const offsets: number[] = [];
  let bytes = 0;
  for (const { start, end } of frames) {
    offsets.push(bytes);
    bytes += end - start;
  }
  const whole = Buffer.concat(
    frames.map(({ buffer, start, end }) => buffer.subarray(start, end)),
    bytes,
  );
  return { data: whole, offsets, ms: (frames.length * first.samples * 1000) / format.sample_rate };
};
