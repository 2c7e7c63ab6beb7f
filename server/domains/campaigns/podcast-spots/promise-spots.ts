import type { PodcastAgent } from '#server/engines/agents/port.ts';
import type { EpisodeIndex, EpisodeStitcher } from '#server/engines/audio/port.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import type { EpisodeFile } from '#server/domains/podcasts/delivery/arranged.service.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { candidatesOf, chooseBreaks, type Candidates, type ChosenBreaks, type OpenEpisode } from './choose-spots.ts';
import type { reasonCounter } from './count-reasons.ts';
import { arrangementId, type Layout } from './layout.ts';
import { openEpisodes } from './open-episodes.ts';
import { pin, unpin, type History, type StoredArrangement } from './pins.repo.ts';
import { podcastBudget } from './podcast-budget.ts';
import type { PodcastPlan } from './podcast-plan.ts';

type Deps = Pick<Kernel, 'db' | 'log'> & {
  stitcher: EpisodeStitcher;
  geo: Pick<GeoEngine, 'locate'>;
  refused: ReturnType<typeof reasonCounter>;
  layouts(
    file: EpisodeFile,
    arrangement: Pick<StoredArrangement, 'id' | 'breaks'>,
    index: EpisodeIndex,
  ): Promise<Layout | undefined>;
};

export type Asking = {
  file: EpisodeFile;
  of: { listener: string; episode: EpisodeFile['episode'] };
  agent: PodcastAgent;
  ip: string;
  current: PodcastPlan;
  now: Date;
};

/** What may play in an episode for a listener, whatever they heard before. */
export type Offer = Asking & {
  episode: OpenEpisode;
  candidates: Candidates;
  listener: Omit<Parameters<typeof candidatesOf>[2], 'heard'>;
};

/** `heard`: the spots promised to the listener lately. */
export type Choice = { offer: Offer; chosen: ChosenBreaks };

/** Chooses spots for listeners of episodes, and promises them. */
export const spotPromises = (deps: Deps) => {
  const { db, stitcher, refused } = deps;
  const episodes = openEpisodes(deps);
  const budget = podcastBudget(deps);

  return {
    /** Undefined where nothing may play. Takes impressions for it, mostly ahead. */
    offer: async (asking: Asking): Promise<Offer | undefined> => {
      const { file, current, now, agent, ip } = asking;
      const episode = current.rows.size > 0 ? await episodes(file) : undefined;
      if (!episode) return undefined;
      const place = current.plan.needsPlaces ? await deps.geo.locate(ip) : undefined;
      const listener = { agent, place };
      const candidates = candidatesOf(current, episode, { ...listener, heard: [] }, now.getTime());
      const all = [...new Set(episode.markers.flatMap(({ kind }) => candidates[kind]))];
      if (all.length === 0) return undefined;
      const open = all.filter(({ withheld }) => !withheld);
      const needed = episode.markers.reduce((sum, marker) => sum + marker.spots, 0);
      const rows = [...new Set(open.flatMap(({ campaign }) => current.rows.get(campaign.key) ?? []))];
      await budget.prepare(rows, needed, now);
      return { ...asking, episode, candidates, listener };
    },

    /** Uses impressions, until the choice is promised or given back. `heard`: the spots promised to the listener lately. */
    choose: (offer: Offer, heard: History['heard']): Choice => {
      const { current, episode, candidates, listener, now } = offer;
      const chosen = chooseBreaks(current, episode, { ...listener, heard }, candidates, {
        ...{ stitcher, now: now.getTime() },
        take: (campaign) => budget.take(campaign, now.getTime()),
      });
      return { offer, chosen };
    },

    /** Counts why what was not chosen does not play. */
    count: ({ offer: { of, episode }, chosen: { reasons } }: Choice): void =>
      refused.count({ ...of, podcast: episode.podcast, reasons }),

    /**
     * Promises what was chosen; undefined if the listener has another promise, or if it can't be kept. `before`: what they were
     * promised of former audio. With `unknownSince` only to one of whom nothing is known since then.
     */
    store: async (
      { offer: { file, of, episode, now }, chosen: { breaks, spots } }: Choice,
      { before, unknownSince }: { before?: StoredArrangement | undefined; unknownSince?: Date },
    ): Promise<StoredArrangement | undefined> => {
      const id = arrangementId(file.hash, breaks);
      const layout = await deps.layouts(file, { id, breaks }, episode.index);
      const arrangement = layout && { id, breaks, size: layout.size, audio_hash: file.hash };
      if (arrangement && before) await unpin(db, { ...of, id: before.id });
      const pinned = arrangement && (await pin(db, { ...of, arrangement, spots }, now, unknownSince));
      if (!pinned?.isPinned) for (const { lease } of spots) budget.giveBack(lease);
      const { made, used } = pinned ?? {};
      return arrangement && pinned?.isPinned && made && used
        ? { ...arrangement, made, used, pinned: spots }
        : undefined;
    },
  };
};
