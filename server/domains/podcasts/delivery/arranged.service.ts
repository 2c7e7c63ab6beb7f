import type { AdPosition } from '#contract/rules/ad-rules.ts';
import type { CampaignKey, EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import type { BlockFile, FileBlocks } from './file-blocks.ts';

export type { FileBlocks } from './file-blocks.ts';

/*
 * An episode with spots is a file that exists nowhere: a list of parts of files and of a few bytes of its own. Campaigns
 * arrange it (`ArrangeEpisode`), delivery sends it like any other file.
 */

/** The spot that one listener was promised at a place of an episode, as it is counted. */
export type PinnedSpot = {
  slot: number;
  campaign: CampaignKey;
  /** The audio. */
  creative: string;
  lease: string;
  position: AdPosition;
  /** Micros that the podcast earns. */
  payout: number;
};

/** A spot in the file, bytes `[from, to)`; `pinned` is null where it was promised to another listener. */
export type ArrangedSpot = { from: number; to: number; pinned: PinnedSpot | null };

/** A part of the file: bytes of its own, or a part of a stored file that begins at `from`. */
export type Extent = { size: number } & ({ bytes: Buffer } | { file: BlockFile; from: number });

/** An episode with spots, as one listener gets it. */
export type ArrangedEpisode = {
  /** Identifies the version; its entity tag. */
  hash: string;
  /** Names what plays, as transcripts and chapters can be asked for it. */
  arrangement: string;
  modified: Date;
  size: number;
  /** Where the audio begins. */
  sound: number;
  extents: readonly Extent[];
  spots: readonly ArrangedSpot[];
};

export type EpisodeFile = BlockFile & { episode: EpisodeKey; podcast: PodcastKey; modified: Date };

/** A request for an episode: `tags` are the entity tags that it names, `start` the first byte that it wants. */
export type ListenerRequest = {
  ip: string;
  user_agent: string;
  method: 'GET' | 'HEAD';
  start: number;
  tags: readonly string[];
};

/** What plays in an episode for a listener; undefined for its file alone. Never fails, and waits a second at most. */
export type ArrangeEpisode = (file: EpisodeFile, request: ListenerRequest) => Promise<ArrangedEpisode | undefined>;

/** Arranges episodes while this process listens; asked only while it is active. */
export type EpisodeSpots = { start(): void; stop(): Promise<void>; isActive(): boolean; of: ArrangeEpisode };

/** Reads a file block by block: the block that contains byte `at`, and the offset of that byte within it. */
export type BlockReader = (at: number) => Promise<{ block: Buffer; within: number }>;

/** Reads an arranged episode block by block; a block ends where its part of the file ends. */
export const extentReader = (blocks: FileBlocks, extents: readonly Extent[]): BlockReader => {
  const ends: number[] = [];
  for (const { size } of extents) ends.push((ends.at(-1) ?? 0) + size);
  return async (at) => {
    const index = ends.findIndex((end) => end > at);
    const extent = extents[index];
    if (!extent) throw new Error('The episode ends before this byte.');
    const within = at - (ends[index]! - extent.size);
    if ('bytes' in extent) return { block: extent.bytes, within };
    const found = await blocks.at(extent.file, extent.from + within);
    const last = found.within + extent.size - within;
    return { block: found.block.subarray(0, last), within: found.within };
  };
};
