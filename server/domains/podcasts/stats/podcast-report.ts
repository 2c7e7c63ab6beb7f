import type { PodcastStatsReply } from '#contract/api/podcast-stats.ts';
import { bytes, capitalize, withUnit, plainNumber } from '#server/domains/analytics/reports/report-format.service.ts';
import {
  nonEmptyTables,
  partTable,
  bucketRows,
  topNamed,
  topRows,
  totalsOf,
  withPreviousPeriod,
  type ReadReport,
  type ShownMetric,
} from '#server/domains/analytics/reports/kinds/report-content.service.ts';
import { podcastStatsOfAccount } from './podcast-stats.service.ts';

type Counted = { downloads: number; uniques: number; totalBytes: number };

/** Downloads of an account's podcasts, or of one, as on the podcast pages. */
export const podcastReport: ReadReport = async (deps, { account_key, about_podcast }, days) => {
  if (!account_key) throw new Error('Only accounts have download reports.');
  const which = { podcastKey: about_podcast ?? undefined, episodeKey: undefined };
  const { now, earlier, before } = await withPreviousPeriod(days, (_type, query) =>
    podcastStatsOfAccount(deps, account_key, { ...query, ...which }),
  );
  const { downloads, uniques } = now.summaryStats;
  return {
    ...days,
    before,
    timezone: now.timezone,
    lead: downloads === 0 ? undefined : `${withUnit(downloads, 'download')} by ${withUnit(uniques, 'listener')}`,
    totals: totalsOf([...shown, requests], now.summaryStats, earlier.summaryStats),
    parts: partsOf(now, about_podcast === null ? deps.brand.wording.Podcasts : undefined),
    buckets: bucketRows(
      now.periodDateStats.map(({ from, to, ...stats }) => ({ from, to, stats })),
      {
        downloads: (stats) => stats.downloads,
        uniques: (stats) => stats.uniques,
        totalBytes: (stats) => stats.totalBytes,
      },
    ),
  };
};

const shown: readonly ShownMetric<Counted>[] = [
  { metric: 'downloads', of: ({ downloads }) => downloads, text: plainNumber },
  { metric: 'downloadUniques', of: ({ uniques }) => uniques, text: plainNumber },
  { metric: 'totalBytes', of: ({ totalBytes }) => totalBytes, text: bytes },
];
const requests: ShownMetric<PodcastStatsReply['summaryStats']> = {
  metric: 'requests',
  of: (stats) => stats.requests,
  text: plainNumber,
};

/** Lists podcasts too where there are several, under the brand's word for them. */
const partsOf = (stats: PodcastStatsReply, podcasts: string | undefined) => {
  const table = (title: string, rows: readonly (Counted & { name: string })[], most: number) =>
    partTable(
      title,
      shown,
      rows
        .filter(({ downloads }) => downloads > 0)
        .slice(0, most)
        .map((row) => ({ name: row.name, stats: row })),
    );
  const titled = <R extends Counted & { title: string }>(rows: readonly R[]) =>
    rows.map((row) => ({ ...row, name: row.title }));
  return nonEmptyTables([
    ...(podcasts === undefined ? [] : [table(podcasts, titled(stats.podcasts), topNamed)]),
    table('Episodes', titled(stats.episodeDateStats), topNamed),
    table('Countries', stats.countries, topRows),
    table('Apps', stats.apps, topRows),
    table(
      'Devices',
      stats.devices.map((row) => ({ ...row, name: capitalize(row.name) })),
      topRows,
    ),
  ]);
};
