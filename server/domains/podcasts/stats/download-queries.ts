import type { ClickHouseClient } from '@clickhouse/client';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import type { PodcastVerdict } from '#contract/api/podcast-stats.ts';
import { daysWithin, type Period } from '#server/platform/period.ts';
import { queryRows, literal, bucketOf, within } from '#server/platform/clickhouse/query.ts';

/*
 * Buckets are read from the quarter-hour sums, totals of the period from the sums of its whole days and the
 * quarter-hours at its ends, verdicts from the requests.
 */

export type DownloadsQuery = { podcasts: readonly PodcastKey[]; episode: EpisodeKey | undefined; period: Period };
export type DownloadCounts = { downloads: number; requests: number; bytes: number; uniques: number };
export type Kind = 'total' | 'podcast' | 'episode' | 'country' | 'app' | 'device';

const numbers = `toFloat64(sum(downloads)) as downloads, toFloat64(sum(requests)) as requests,
  toFloat64(sum(bytes)) as bytes, toFloat64(uniqMerge(listeners)) as uniques`;

/** SQL condition for these podcasts, or one episode of them. */
export const downloadsFilter = ({ podcasts, episode }: Omit<DownloadsQuery, 'period'>): string =>
  `podcast in (${podcasts.map(literal).join(',')})${episode === undefined ? '' : ` and episode = ${literal(episode)}`}`;

/** Counts per bucket of the period, without empty ones; `slot` is its start in s since the epoch. */
export const countBuckets = async (
  clickhouse: ClickHouseClient,
  asked: DownloadsQuery,
): Promise<(DownloadCounts & { slot: number })[]> =>
  await queryRows(
    clickhouse,
    `select ${bucketOf('toUnixTimestamp(at)', asked.period.starts)} as slot, ${numbers}
    from podcast_quarters where ${downloadsFilter(asked)} and ${within(asked.period)} group by slot`,
  );

/** Counts of the whole period, in total and by podcast, episode, country, app and device. */
export const countBreakdown = async (
  clickhouse: ClickHouseClient,
  asked: DownloadsQuery,
): Promise<(DownloadCounts & { kind: Kind; name: string })[]> => {
  const parts = sumsOf(
    asked,
    `toString(country) as by_country, toString(app) as by_app, toString(device) as by_device,
    podcast as by_podcast, episode as by_episode, downloads, requests, bytes, listeners`,
  );
  const kinds = ['podcast', 'episode', 'country', 'app', 'device'];
  return await queryRows(
    clickhouse,
    `select multiIf(${kinds.map((kind) => `grouping(by_${kind}) = 0, '${kind}'`).join(', ')}, 'total') as kind,
      multiIf(${kinds.map((kind) => `kind = '${kind}', by_${kind}`).join(', ')}, '') as name, ${numbers}
    from (${parts.join(' union all ')})
    group by grouping sets (${kinds.map((kind) => `(by_${kind})`).join(', ')}, ())`,
  );
};

/** Counts of the whole period in total: one row, or none where nothing was requested. */
export const countTotal = async (clickhouse: ClickHouseClient, asked: DownloadsQuery): Promise<DownloadCounts[]> =>
  await queryRows(
    clickhouse,
    `select ${numbers} from (${sumsOf(asked, 'downloads, requests, bytes, listeners').join(' union all ')})
    having count() > 0`,
  );

/** These columns of the whole days (UTC) of the period, and of the quarter hours at its ends. */
const sumsOf = (asked: DownloadsQuery, columns: string): string[] => {
  const { days, ends } = daysWithin(asked.period);
  return [
    ...ends.map((end) => ({ ...end, table: 'podcast_quarters' })),
    ...days.map((whole) => ({ ...whole, table: 'podcast_days' })),
  ].map(({ table, ...part }) => `select ${columns} from ${table} where ${downloadsFilter(asked)} and ${within(part)}`);
};

/** Requests by verdict; a request has the verdict of its last slice. */
export const countVerdicts = async (
  clickhouse: ClickHouseClient,
  asked: DownloadsQuery,
): Promise<{ verdict: PodcastVerdict; requests: number; bytes: number }[]> =>
  await queryRows(
    clickhouse,
    `select final as verdict, toFloat64(count()) as requests, toFloat64(sum(sent)) as bytes
    from (select toString(argMax(verdict, n)) as final, sum(bytes) as sent from podcast_requests
      where ${downloadsFilter(asked)} and ${within(asked.period)} group by request) group by final`,
  );
