import type { Brand } from '#contract/rules/brand.ts';
import { dayMs, hourMs } from '#contract/rules/time.ts';
import type { PodcastAgent, PodcastAgentEngine } from '#server/engines/agents/port.ts';
import type { EpisodeIndex, EpisodeStitcher, ReadBytes } from '#server/engines/audio/port.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import type {
  ArrangedEpisode,
  ArrangeEpisode,
  EpisodeFile,
  EpisodeSpots,
  FileBlocks,
  ListenerRequest,
} from '#server/domains/podcasts/delivery/arranged.service.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { hashListener } from '#server/platform/address-hash.ts';
import { reasonCounter } from './count-reasons.ts';
import { arrangementOfTag, layoutOf, tagOf, withPins, type Layout } from './layout.ts';
import { findArrangement, findPin, markUsed, type StoredArrangement } from './pins.repo.ts';
import { keepPodcastPlan } from './podcast-plan.ts';
import { spotPromises, type Asking } from './promise-spots.ts';

export type ArrangeDeps = Pick<Kernel, 'db' | 'clock' | 'log' | 'secrets'> & {
  brand: Brand;
  stitcher: EpisodeStitcher;
  podcastAgents: PodcastAgentEngine;
  geo: Pick<GeoEngine, 'locate'>;
  /** After so many ms the episode's file is sent instead. */
  patienceMs?: number;
};

/** How long a resumed download gets the file that it began with. */
export const keptMs = 7 * dayMs;
const defaultPatienceMs = 1000;
const maxLayouts = 500;
const maxRecent = 5000;

/**
 * Arranges episodes with the spots of campaigns. A listener gets the same file of an episode for seven days: the promise is
 * stored before its first byte. Bots, watches and everyone while the database is away get the episode's file.
 */
export const episodeSpots =
  (deps: ArrangeDeps) =>
  (blocks: FileBlocks): EpisodeSpots & { look(): Promise<void> } => {
    const plan = keepPodcastPlan(deps);
    const refused = reasonCounter(deps);
    const arrange = arranger({ ...deps, refused }, blocks, plan);
    return {
      ...{ look: plan.look, isActive: plan.isActive, of: inTime(deps, arrange) },
      start: () => (plan.start(), refused.start()),
      stop: async () => {
        await plan.stop();
        await refused.stop();
      },
    };
  };

type CountingDeps = ArrangeDeps & { refused: ReturnType<typeof reasonCounter> };

type Arrange = (file: EpisodeFile, request: ListenerRequest, agent: PodcastAgent) => ReturnType<ArrangeEpisode>;

/** The file alone for bots and watches, and where the arrangement fails or takes too long. */
const inTime = (
  { podcastAgents, log, patienceMs = defaultPatienceMs }: ArrangeDeps,
  arrange: Arrange,
): ArrangeEpisode => {
  return async (file, request) => {
    const agent = podcastAgents.identify(request.user_agent);
    if (agent.kind !== 'app' || request.tags.includes(file.hash)) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<undefined>((settle) => (timer = setTimeout(() => settle(undefined), patienceMs)));
    try {
      return await Promise.race([arrange(file, request, agent), late]);
    } catch (error) {
      log.warn({ err: error, episode: file.episode }, 'an episode is delivered without spots');
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  };
};

const arranger = (deps: CountingDeps, blocks: FileBlocks, plans: ReturnType<typeof keepPodcastPlan>): Arrange => {
  const { db, clock, secrets } = deps;
  const layouts = rememberedLayouts(deps, blocks);
  const promises = spotPromises({ ...deps, layouts });
  const pins = recentPins(deps);

  const present = async (file: EpisodeFile, stored: StoredArrangement): Promise<ArrangedEpisode | undefined> => {
    const layout = await layouts(file, stored);
    if (layout?.size !== stored.size) return undefined;
    const { size, sound, extents } = layout;
    const hash = tagOf(file.hash, stored.id);
    const arrangement = stored.id;
    return { hash, arrangement, modified: stored.made, size, sound, extents, spots: withPins(layout, stored.pinned) };
  };
  const keep = async (
    file: EpisodeFile,
    stored: StoredArrangement,
    now: Date,
  ): Promise<ArrangedEpisode | undefined> => {
    // Without it, the arrangement is only removed earlier.
    if (now.getTime() - stored.used.getTime() > hourMs) void markUsed(db, stored.id, now).catch(() => undefined);
    return await present(file, stored);
  };
  const store = async (...of: Parameters<typeof promises.store>): Promise<StoredArrangement | undefined> => {
    const stored = await promises.store(...of);
    if (!stored) return undefined;
    promises.count(of[0]);
    plans.pinned();
    pins.remember(of[0].offer.of, stored);
    return stored;
  };

  /** What one is promised who begins an episode. Most are new, so it is tried first whether nothing is known of them. */
  const begin = async (asking: Asking): Promise<StoredArrangement | undefined> => {
    const { file, of, now } = asking;
    const since = new Date(now.getTime() - dayMs);
    const offer = pins.isRecent(of) ? undefined : await promises.offer(asking);
    const first = offer && promises.choose(offer, []);
    const hasSpots = first && first.chosen.spots.length > 0;
    const promised = hasSpots && (await store(first, { unknownSince: since }));
    if (promised) return promised;
    const { pin: before, history } = await pins.find(of, { audioHash: file.hash, since });
    if (before?.audio_hash === file.hash) return before;
    if (!history || history.hasBegun) return undefined;
    // Who gets nothing though nothing is known of them gets nothing in any case; another choice would be another chance.
    const again = offer && !hasSpots ? undefined : (offer ?? (await promises.offer(asking)));
    const choice = again ? promises.choose(again, history.heard) : first;
    if (!choice) return undefined;
    if (choice.chosen.spots.length > 0) {
      const stored = await store(choice, { before });
      if (stored) return stored;
      // The listener has one file: the one that was stored first.
      const { pin: other } = await pins.find(of);
      return other?.audio_hash === file.hash ? other : undefined;
    }
    promises.count(choice);
    return undefined;
  };

  return async (file, request, agent) => {
    const now = clock.now();
    const listener = await hashListener(secrets, { ip: request.ip, user_agent: request.user_agent, at: now });
    const of = { listener, episode: file.episode };
    for (const tag of request.tags) {
      const id = arrangementOfTag(file.hash, tag);
      const begun = id && (await findArrangement(db, { ...of, id, since: new Date(now.getTime() - keptMs) }));
      if (begun) return await keep(file, begun, now);
    }
    // Only who begins at the beginning can begin another file than the episode's own.
    const current = request.method === 'HEAD' || request.start > 0 ? undefined : plans.current();
    const stored =
      current && current.rows.size > 0
        ? await begin({ file, of, agent, ip: request.ip, current, now })
        : (await pins.find(of)).pin;
    return stored?.audio_hash === file.hash ? await keep(file, stored, now) : undefined;
  };
};

/** The promises of listeners; those who came lately keep theirs while the database is away. */
const recentPins = ({ db }: Pick<Kernel, 'db'>) => {
  const recent = new Map<string, StoredArrangement>();
  const remember = ({ listener, episode }: PinOf, found: StoredArrangement | undefined): void => {
    const name = `${listener} ${episode}`;
    recent.delete(name);
    if (found) recent.set(name, found);
    if (recent.size > maxRecent) recent.delete(recent.keys().next().value!);
  };
  return {
    remember,
    isRecent: ({ listener, episode }: PinOf): boolean => recent.has(`${listener} ${episode}`),
    find: async (of: PinOf, forNew?: Parameters<typeof findPin>[2]): ReturnType<typeof findPin> => {
      const known = recent.get(`${of.listener} ${of.episode}`);
      const found = await findPin(db, of, forNew).catch((error: unknown) => {
        if (!known) throw error;
        return { pin: known, history: null };
      });
      remember(of, found.pin);
      return found;
    },
  };
};
type PinOf = Parameters<typeof findPin>[1];

/** The layouts of arrangements, the latest ones in memory: each is computed from the bytes around its breaks. */
const rememberedLayouts = ({ stitcher, db }: ArrangeDeps, blocks: FileBlocks) => {
  const known = new Map<string, Layout>();
  return async (
    file: EpisodeFile,
    { id, breaks }: Pick<StoredArrangement, 'id' | 'breaks'>,
    knownIndex?: EpisodeIndex,
  ): Promise<Layout | undefined> => {
    const before = known.get(id);
    if (before) return before;
    const index = knownIndex ?? (await indexOf({ db }, file));
    if (!index) return undefined;
    const { file: key, hash, size } = file;
    const layout = await layoutOf(stitcher, { index, file: { file: key, hash, size } }, breaks, reader(file, blocks));
    if (known.size >= maxLayouts) known.delete(known.keys().next().value!);
    known.set(id, layout);
    return layout;
  };
};

const indexOf = async ({ db }: Pick<Kernel, 'db'>, { episode, hash }: EpisodeFile) =>
  (
    await db
      .selectFrom('episode_indexes')
      .select('frame_index')
      .where('episode_key', '=', episode)
      .where('audio_hash', '=', hash)
      .executeTakeFirst()
  )?.frame_index;

const reader =
  (file: EpisodeFile, blocks: FileBlocks): ReadBytes =>
  async (from, to) => {
    const parts: Buffer[] = [];
    for (let at = from; at < to;) {
      const { block, within } = await blocks.at(file, at);
      const part = block.subarray(within, within + to - at);
      parts.push(part);
      at += part.length;
    }
    return Buffer.concat(parts);
  };
