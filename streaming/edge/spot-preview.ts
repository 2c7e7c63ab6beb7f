import type { Spot } from '#contract/engine/engine-ads.ts';
import { createSpotFiles, type Rendition } from '#streaming/ads/spot-files.ts';
import type { Bus, FrameBatch, StationHead } from '#streaming/bus/batch.ts';
import type { Media } from '#streaming/media/media.ts';
import { createLaneFrames } from './lane-frames.ts';
import { createLane } from './lanes.ts';

/** Why there is nothing to hear: the station is silent, or the spot doesn't exist in its format. */
export type NoPreview = 'silent' | 'format';

export type SpotPreviews = (station: string, spot: Spot) => Promise<Buffer | NoPreview>;

type Options = {
  bus: Bus;
  media: Pick<Media, 'obtain'>;
  /** The audio of a station's burst. */
  recent(station: string): { head: StationHead; batches: FrameBatch[] } | undefined;
  /** How much of the programme is heard after the spot, and how long it is waited for at most. */
  afterMs?: number;
  waitMs?: number;
};

/** Lets a person hear a spot between what a station has just played and what it plays next, joined as for listeners. */
export const createSpotPreviews =
  ({ bus, media, recent, afterMs = 5000, waitMs = 12_000 }: Options): SpotPreviews =>
  async (station, spot) => {
    const found = recent(station);
    if (!found || found.batches.length === 0) return 'silent';
    const { head, batches } = found;
    const files = createSpotFiles(media);
    const following = nextBatches(bus, station, afterMs, waitMs);
    await files.load([{ spot, format: head.format }]);
    const rendition = files.get(spot.id, head.format);
    if (!rendition) return 'format';
    return spliced(head.format, batches, rendition, await following);
  };

/** What the station sends from now on, until it lasts long enough; less if it is silent for too long. */
const nextBatches = (bus: Bus, station: string, ms: number, waitMs: number): Promise<FrameBatch[]> =>
  new Promise((resolve) => {
    const batches: FrameBatch[] = [];
    let duration = 0;
    const end = (): void => {
      clearTimeout(timer);
      unsubscribe();
      resolve(batches);
    };
    const timer = setTimeout(end, waitMs);
    const unsubscribe = bus.subscribe((message) => {
      if (message.type !== 'batch' || message.batch.station !== station) return;
      batches.push(message.batch);
      duration += message.batch.duration;
      if (duration >= ms * 1000) end();
    });
  });

/** The programme before, the whole spot, and the programme after, which needs nothing that is not sent. */
export const spliced = (
  { codec, sample_rate }: Pick<StationHead['format'], 'codec' | 'sample_rate'>,
  before: readonly FrameBatch[],
  rendition: Rendition,
  after: readonly FrameBatch[],
): Buffer => {
  const samples = codec === 'aac' ? 1024 : sample_rate >= 32_000 ? 1152 : 576;
  const frameUs = (samples * 1e6) / sample_rate;
  const lane = createLane({
    frames: createLaneFrames({ codec, from: 0, frameUs, samples }),
    spots: [{ rendition, block: Buffer.alloc(0), id: -1 }],
  });
  const spotFrames = rendition.offsets.length;
  // In place of the spot: the frames before it, which those after it may borrow from, at its end.
  const tail = before.slice(-3);
  const offsets = tail.flatMap((batch, at) => batch.offsets.map((offset) => offset + lengthOf(tail.slice(0, at))));
  const own = offsets.slice(-Math.min(offsets.length, spotFrames));
  const replaced: FrameBatch = {
    ...{ station: '', seq: 0, title: 0, at: 0, duration: Math.round(spotFrames * frameUs) },
    offsets: [...Array.from({ length: spotFrames - own.length }, () => own[0] ?? 0), ...own],
    data: Buffer.concat(tail.map(({ data }) => data)),
  };
  const parts = [lane.take(replaced).data];
  let at = spotFrames * frameUs;
  for (const batch of after) {
    parts.push(lane.take({ ...batch, at }).data);
    at += batch.offsets.length * frameUs;
  }
  return Buffer.concat([...before.map(({ data }) => data), ...parts]);
};

const lengthOf = (batches: readonly FrameBatch[]): number => batches.reduce((sum, { data }) => sum + data.length, 0);
