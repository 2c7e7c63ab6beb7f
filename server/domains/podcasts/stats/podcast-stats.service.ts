import type { ClickHouseClient } from '@clickhouse/client';
import type * as z from 'zod/mini';
import type { AccountKey, EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { podcastVerdicts, type PodcastRequests, type PodcastStatsReply } from '#contract/api/podcast-stats.ts';
import { zoneOfAccount } from '#server/platform/account-zone.ts';
import { countryName } from '#server/platform/country-name.ts';
import { comparedPeriod, periodOf, type Frequency, type Period } from '#server/platform/period.ts';
import { withQueryErrors } from '#server/platform/clickhouse/with-query-errors.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { isoIn } from '#server/kernel/time-zone.ts';
import {
  countBreakdown,
  countBuckets,
  countTotal,
  countVerdicts,
  type DownloadsQuery,
  type DownloadCounts,
  type Kind,
} from './download-queries.ts';
import { podcastsOfAccount, titlesOf } from './podcast-stats.repo.ts';
import { countRequests, listRequests, type AuditQuery } from './request-audit.ts';

export type StatsDeps = Pick<Kernel, 'db' | 'log' | 'clock'> & { clickhouse: ClickHouseClient };
type Days = { from_date: string; to_date: string };
type Which = { podcasts: readonly PodcastKey[]; episode: EpisodeKey | undefined; zone: string };
type AccountQuery = Days & {
  frequency: Frequency;
  podcastKey: PodcastKey | undefined;
  episodeKey: EpisodeKey | undefined;
  include?: readonly 'previous'[];
};

const mostEpisodes = 50;
const deletedTitle = 'Deleted episode';

/**
 * Downloads of these podcasts, or of one episode, in a period: in total, by bucket, episode, podcast, country, app and
 * device, and the verdicts of their requests. Refuses with `analytics.period`, `analytics.tooMuch`, and
 * `request.unavailable` while ClickHouse is down.
 */
export const podcastStatsOf = async (
  deps: StatsDeps,
  which: Which,
  query: Days & { frequency: Frequency; include?: readonly 'previous'[] },
): Promise<PodcastStatsReply> => {
  const period = periodOf('period', query, which.zone);
  const compared = query.include?.length ? comparedPeriod(query, period, deps.clock.now().getTime()) : undefined;
  const [{ slots, parts, verdicts }, before] = await Promise.all([
    read(deps, { ...which, period }),
    compared?.period && readTotal(deps, { ...which, period: compared.period }),
  ]);
  const of = (kind: Kind) => mostFirst(parts.filter((part) => part.kind === kind));
  const [episodes, podcasts] = [of('episode').slice(0, mostEpisodes), of('podcast')];
  const titles = await titlesOf(deps.db, {
    episodes: episodes.map(({ name }) => name as EpisodeKey),
    podcasts: podcasts.map(({ name }) => name as PodcastKey),
  });
  return {
    timezone: period.zone,
    period: { from_date: query.from_date, to_date: query.to_date },
    summaryStats: summary(of('total')[0]),
    previous: compared ? { ...compared.reply, stats: compared.period ? summary(before) : null } : null,
    periodDateStats: slotsOf(period, slots),
    episodeDateStats: episodes.map((row) => {
      const { title, podcast } = titles.get(row.name) ?? {
        title: deletedTitle,
        podcast: which.podcasts[0] as PodcastKey,
      };
      return { key: row.name as EpisodeKey, title, podcast, ...present(row) };
    }),
    podcasts: podcasts.map((row) => {
      return { key: row.name as PodcastKey, title: titles.get(row.name)?.title ?? row.name, ...present(row) };
    }),
    countries: of('country').map((row) => ({ iso: row.name, name: countryName(row.name), ...present(row) })),
    apps: of('app').map((row) => ({ name: row.name, ...present(row) })),
    devices: of('device').map((row) => ({ name: row.name, ...present(row) })),
    verdicts: podcastVerdicts.flatMap((verdict) => {
      const found = verdicts.find((row) => row.verdict === verdict);
      return found ? [{ verdict, requests: found.requests, totalBytes: found.bytes }] : [];
    }),
  };
};

/** The same for an account's podcasts, or one of them, in the time zone of the account's oldest station. */
export const podcastStatsOfAccount = async (
  deps: StatsDeps,
  account: AccountKey,
  { podcastKey, episodeKey, ...query }: AccountQuery,
): Promise<PodcastStatsReply> => {
  const own = await podcastsOfAccount(deps.db, account);
  if (podcastKey !== undefined && !own.includes(podcastKey)) refuse('podcast.notFound');
  const podcasts = podcastKey === undefined ? own : [podcastKey];
  return await podcastStatsOf(
    deps,
    { podcasts, episode: episodeKey, zone: await zoneOfAccount(deps.db, account) },
    query,
  );
};

/** One page of the requests for a podcast's episodes, the newest first, with the total. */
export const auditOf = async (
  deps: StatsDeps,
  which: Which & Pick<AuditQuery, 'verdict'>,
  { limit, offset, ...query }: Days & { limit: number; offset: number },
): Promise<z.infer<typeof PodcastRequests>> => {
  const asked = { ...which, period: periodOf('period', { ...query, frequency: 'day' }, which.zone) };
  const [rows, total] = await withQueryErrors(deps, [[], 0], () =>
    Promise.all([listRequests(deps.clickhouse, asked, { limit, offset }), countRequests(deps.clickhouse, asked)]),
  );
  const episodes = [...new Set(rows.map(({ episode }) => episode))];
  const titles = await titlesOf(deps.db, { episodes, podcasts: [] });
  return {
    total,
    entities: rows.map(({ ms, ...row }) => {
      return { ...row, at: isoIn(asked.period.zone, ms), title: titles.get(row.episode)?.title ?? deletedTitle };
    }),
  };
};

const noDownloads = { slots: [], parts: [], verdicts: [] };

const read = async (deps: StatsDeps, asked: DownloadsQuery) => {
  if (asked.podcasts.length === 0) return noDownloads;
  return await withQueryErrors(deps, noDownloads, async () => {
    const { clickhouse } = deps;
    const [slots, parts, verdicts] = await Promise.all([
      countBuckets(clickhouse, asked),
      countBreakdown(clickhouse, asked),
      countVerdicts(clickhouse, asked),
    ]);
    return { slots, parts, verdicts };
  });
};

const readTotal = async (deps: StatsDeps, asked: DownloadsQuery): Promise<DownloadCounts | undefined> => {
  if (asked.podcasts.length === 0) return undefined;
  return (await withQueryErrors(deps, [], () => countTotal(deps.clickhouse, asked)))[0];
};

const slotsOf = (
  period: Period,
  slots: (DownloadCounts & { slot: number })[],
): PodcastStatsReply['periodDateStats'] => {
  const bySecond = new Map(slots.map((row) => [row.slot, row]));
  return period.starts.map((start, i) => ({
    from: isoIn(period.zone, start),
    to: isoIn(period.zone, period.starts[i + 1] ?? period.end),
    ...present(bySecond.get(start / 1000)),
  }));
};

const mostFirst = <T extends DownloadCounts & { name: string }>(rows: T[]): T[] =>
  rows.toSorted((one, other) => other.downloads - one.downloads || other.bytes - one.bytes);

const summary = (row: DownloadCounts | undefined) => ({ ...present(row), requests: row?.requests ?? 0 });

const present = (row: DownloadCounts | undefined) => ({
  downloads: row?.downloads ?? 0,
  uniques: row?.uniques ?? 0,
  totalBytes: row?.bytes ?? 0,
});
