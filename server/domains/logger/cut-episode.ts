import type * as z from 'zod/mini';
import type { EngineSpan } from '#contract/engine/engine-log.ts';
import type { EpisodeKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import type { LogEpisode } from '#contract/api/logger.ts';
import {
  createEpisode,
  removeEpisode,
  acceptEpisodeAudio,
  type AudioDeps,
} from '#server/domains/podcasts/episodes/episodes.service.ts';
import { getPodcast } from '#server/domains/podcasts/podcasts.service.ts';
import { chaptersOf } from '#server/domains/podcasts/recording/recording.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { withCutFile } from './cut-file.ts';
import type { LogEngine } from './log-engine.ts';
import { spanOf } from './log-audio.ts';

type Deps = AudioDeps & Pick<Kernel, 'config'> & { engine: LogEngine };
type CutResult = { task: string; episode: EpisodeKey };

/**
 * Creates a draft episode from a station's recording between two times, with unchanged frames and a chapter for each
 * title. Refuses with `station.notFound` a station of another account or, for a station's podcast, any other station.
 */
export const cutEpisode = async (
  deps: Deps,
  podcastKey: PodcastKey,
  { station, from, to, title }: z.output<typeof LogEpisode>,
  who: Person,
  signal: AbortSignal,
): Promise<CutResult> => {
  await checkStation(deps, podcastKey, station);
  const span = await spanOf(deps.engine, station, from, to);
  const chapters = await chaptersIn(deps.engine, station, span);
  return await withCutFile(deps, { key: station, span, title, artist: '' }, signal, async (file) => {
    const { key } = await createEpisode(deps, podcastKey, { title: title.slice(0, 255), chapters });
    try {
      return await acceptEpisodeAudio(deps, podcastKey, key, file, who);
    } catch (error) {
      await removeEpisode(deps, key);
      throw error;
    }
  });
};

const chaptersIn = async (engine: LogEngine, key: StationKey, { from, to }: EngineSpan) => {
  const { pieces, titles } = await engine.timeline(key, from, to);
  const within = pieces.map(({ start, end }) => ({ start: Math.max(start, from), end: Math.min(end, to) }));
  return chaptersOf({ pieces: within, titles });
};

const checkStation = async ({ db }: Deps, key: PodcastKey, station: StationKey): Promise<void> => {
  const podcast = await getPodcast({ db }, key);
  const row = await db.selectFrom('stations').select('account_key').where('key', '=', station).executeTakeFirst();
  const isOther = podcast.station_key !== null && podcast.station_key !== station;
  if (isOther || row?.account_key !== podcast.account_key) refuse('station.notFound');
};
