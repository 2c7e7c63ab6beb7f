import type { ClickHouseClient } from '@clickhouse/client';
import { dayMs } from '#contract/rules/time.ts';
import { randomFrom } from './music.ts';
import type { CreatedEpisode, CreatedPodcast } from './create-podcasts.ts';

/** Podcast apps and their shares. */
const apps = [
  { share: 0.36, app: 'Apple Podcasts', device: 'phone', os: 'iOS' },
  { share: 0.21, app: 'Spotify', device: 'phone', os: 'Android' },
  { share: 0.11, app: 'Pocket Casts', device: 'phone', os: 'Android' },
  { share: 0.09, app: 'Overcast', device: 'phone', os: 'iOS' },
  { share: 0.08, app: 'Chrome', device: 'desktop', os: 'Windows' },
  { share: 0.06, app: 'AntennaPod', device: 'phone', os: 'Android' },
  { share: 0.05, app: 'Alexa', device: 'smart speaker', os: '' },
  { share: 0.04, app: 'Podcast Addict', device: 'phone', os: 'Android' },
];

/** Requests that don't count, with their frequency relative to downloads. */
const uncounted = [
  { share: 0.06, verdict: 'bot', reason: 'Googlebot', part: 1 },
  { share: 0.09, verdict: 'partial', reason: '30 % of the required audio', part: 0.3 },
  { share: 0.05, verdict: 'probe', reason: 'only 2 bytes were requested', part: 0 },
];

type Row = Record<string, string | number>;

/**
 * Inserts the requests of a podcast of each of the last `days` days, and of today until now; repeating it changes
 * nothing. Returns the number of downloads.
 */
export const writeDownloads = async (
  clickhouse: ClickHouseClient,
  show: CreatedPodcast,
  days: number,
): Promise<number> => {
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  let downloads = 0;
  for (const episode of show.episodes)
    for (let day = today - days * dayMs; day <= today; day += dayMs) {
      if (episode.published >= day + dayMs) continue;
      const rows = dayOf(show, episode, day);
      downloads += rows.filter(({ download }) => download === 1).length;
      await insert(clickhouse, rows, `demonstration:${episode.key}:${String(day)}`);
    }
  return downloads;
};

const insert = async (clickhouse: ClickHouseClient, rows: Row[], token: string): Promise<void> => {
  if (rows.length === 0) return;
  await clickhouse.insert({
    table: 'podcast_requests',
    values: rows,
    format: 'JSONEachRow',
    clickhouse_settings: {
      insert_deduplication_token: token,
      deduplicate_blocks_in_dependent_materialized_views: 1,
    },
  });
};

/** Most downloads come in the first days; a few much later. */
const dayOf = (show: CreatedPodcast, episode: CreatedEpisode, day: number): Row[] => {
  const random = randomFrom(day / dayMs + episode.size);
  const age = (day - episode.published) / dayMs;
  const expected = show.of.audience * (Math.exp(-Math.max(0, age) / 5) + 0.03) * (0.8 + random() * 0.4);
  const from = Math.max(day, episode.published);
  const to = Math.min(day + dayMs, Date.now());
  const at = () => from + random() * (to - from);
  const counted = Array.from({ length: Math.round(expected) }, () => ({
    verdict: 'counted',
    reason: 'enough',
    part: 1,
  }));
  const others = uncounted.flatMap(({ share, ...kind }) =>
    Array.from({ length: Math.round(expected * share) }, () => kind),
  );
  return [...counted, ...others].map((kind) => rowOf(show, episode, { ...kind, at: at(), random }));
};

type RequestTraits = { verdict: string; reason: string; part: number; at: number; random: () => number };

const rowOf = (
  show: CreatedPodcast,
  { key, size }: CreatedEpisode,
  { verdict, reason, part, at, random }: RequestTraits,
): Row => {
  const listener = Math.floor(random() ** 1.4 * show.of.audience * 6);
  const isBot = verdict === 'bot';
  const agent = isBot ? { app: reason, device: 'bot', os: '' } : pick(apps, randomFrom(listener + 5));
  const countries = Object.entries(show.of.countries).map(([country, share]) => ({ country, share }));
  return {
    ...{
      request: `d${Math.floor(random() * 2 ** 52).toString(36)}`,
      n: 0,
      last: 1,
      at: timestamp(at),
      started: timestamp(at),
    },
    ...{ account: show.account, podcast: show.podcast, episode: key },
    listener: String((BigInt(show.of.audience) << 40n) + BigInt(listener) * 2_654_435_761n),
    country: pick(countries, randomFrom(listener + 17)).country,
    ...{ app: agent.app, device: agent.device, os: agent.os, referer: '', method: 'GET' },
    ...{ status: part === 1 ? 200 : 206, first: 0, bytes: Math.max(2, Math.round(size * part)), size },
    ...{ download: Number(verdict === 'counted'), verdict, reason },
  };
};

const pick = <T extends { share: number }>(from: readonly T[], random: () => number): T => {
  let remaining = random();
  return from.find((one) => (remaining -= one.share) <= 0) ?? from[0]!;
};

const timestamp = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').slice(0, 23);
