import { createHash } from 'node:crypto';
import type { AdPosition } from '#contract/rules/ad-rules.ts';
import type { EpisodeIndex, EpisodeStitcher, Insertion, ReadBytes } from '#server/engines/audio/port.ts';
import type { ArrangedSpot, Extent, PinnedSpot } from '#server/domains/podcasts/delivery/arranged.service.ts';

/** A spot's audio in the format of an episode. */
export type SpotAudio = { path: string; sha256: string; bytes: number; frames: number; /** µs */ duration: number };
/** The spots that play before a frame of an episode. */
export type ArrangedBreak = { frame: number; position: AdPosition; spots: SpotAudio[] };

export type Layout = { size: number; sound: number; extents: Extent[]; spots: Omit<ArrangedSpot, 'pinned'>[] };

/** Increase it when the same breaks would produce other bytes: older arrangements are then no longer served. */
const layoutVersion = 1;

/** Identifies the bytes of an episode with these breaks. */
export const arrangementId = (audioHash: string, breaks: readonly ArrangedBreak[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        layoutVersion,
        audioHash,
        breaks.map(({ frame, spots }) => [frame, spots.map((one) => one.sha256)]),
      ]),
    )
    .digest('hex')
    .slice(0, 32);

/** The entity tag of an arrangement, without quotes. */
export const tagOf = (audioHash: string, arrangement: string): string => `${audioHash.slice(0, 16)}-${arrangement}`;

/** The arrangement of this audio that an entity tag names. */
export const arrangementOfTag = (audioHash: string, tag: string): string | undefined =>
  tag.startsWith(`${audioHash.slice(0, 16)}-`) ? tag.slice(17) : undefined;

/**
 * The parts of an episode with these breaks, in order: the head, then audio of the episode and spots in turn, with the
 * frames at the joins. The same on every process.
 */
export const layoutOf = async (
  stitcher: EpisodeStitcher,
  { index, file }: { index: EpisodeIndex; file: Extract<Extent, { file: unknown }>['file'] },
  breaks: readonly ArrangedBreak[],
  read: ReadBytes,
): Promise<Layout> => {
  const joins = await Promise.all(breaks.map(({ frame }) => stitcher.joinAt(index, frame, read)));
  const insertions = breaks.map(({ frame, spots }, i): Insertion => ({
    frame,
    join: joins[i]!,
    bytes: sum(spots, ({ bytes }) => bytes),
    frames: sum(spots, ({ frames }) => frames),
    duration: sum(spots, ({ duration }) => duration),
  }));
  const head = await stitcher.head(index, insertions, read);
  const layout: Layout = { size: 0, sound: head.length, extents: [], spots: [] };
  const add = (extent: Extent): void => {
    if (extent.size === 0) return;
    layout.extents.push(extent);
    layout.size += extent.size;
  };
  add({ size: head.length, bytes: head });
  let since = index.start;
  breaks.forEach(({ spots }, i) => {
    const { before, after, frames } = joins[i]!;
    add({ size: before - since, file, from: since });
    for (const { path, sha256, bytes } of spots) {
      layout.spots.push({ from: layout.size, to: layout.size + bytes });
      add({ size: bytes, file: { file: path, hash: sha256, size: bytes }, from: 0 });
    }
    add({ size: frames.length, bytes: frames });
    since = after;
  });
  add({ size: index.end - since, file, from: since });
  return layout;
};

/** The spots of a layout with what was promised of them. */
export const withPins = (layout: Layout, pinned: readonly PinnedSpot[]): ArrangedSpot[] =>
  layout.spots.map((spot, slot) => ({ ...spot, pinned: pinned.find((one) => one.slot === slot) ?? null }));

const sum = <T>(list: readonly T[], value: (one: T) => number): number =>
  list.reduce((total, one) => total + value(one), 0);
