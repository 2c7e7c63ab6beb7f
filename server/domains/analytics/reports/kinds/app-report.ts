import type { AppStats, AppStatsReply } from '#contract/api/app-stats.ts';
import { withUnit, plainNumber } from '../report-format.service.ts';
import { stationsOf } from '../../analytics.repo.ts';
import { appStatsOf } from '../../app/app-stats.service.ts';
import type { ScheduleRow } from '../reports.repo.ts';
import {
  stationsReport,
  partTable,
  topNamed,
  topRows,
  type Days,
  type ContentDeps,
  type ReportContent,
  type ShownMetric,
} from './report-content.service.ts';

const platforms = { ios: 'iOS', android: 'Android' } as const;

/** App listening of an account's stations, or of one, as on the app page. */
export const appReport = async (
  deps: ContentDeps,
  { account_key, about_station }: ScheduleRow,
  days: Days,
): Promise<ReportContent> => {
  if (!account_key) throw new Error('Only accounts have app reports.');
  const own = await stationsOf(deps.db, account_key);
  const stations = about_station === null ? own : own.filter(({ key }) => key === about_station);
  return await stationsReport<AppStats, AppStatsReply>(stations, days, {
    read: (which, { type, query }) => appStatsOf(deps, which, type, query),
    shown: metrics,
    lead: ({ sessions, minutes }) =>
      sessions === 0
        ? undefined
        : `${withUnit(sessions, 'session')} and ${withUnit(Math.round(minutes), 'minute')} of app listening`,
    parts: (now) => partsOf(now, about_station === null),
    buckets: {
      sessions: (bucket) => bucket.sessions,
      minutes: (bucket) => bucket.minutes,
      uniques: (bucket) => bucket.uniques.total,
      ios: (bucket) => bucket.uniques.ios,
      android: (bucket) => bucket.uniques.android,
    },
  });
};

const tableMetrics: readonly ShownMetric<AppStats>[] = [
  { metric: 'appMinutes', of: ({ minutes }) => minutes, text: plainNumber },
  { metric: 'appSessions', of: ({ sessions }) => sessions, text: plainNumber },
  { metric: 'appUniques', of: ({ uniques }) => uniques.total, text: plainNumber },
];
const metrics: readonly ShownMetric<AppStats>[] = [
  ...tableMetrics,
  {
    metric: 'appSessionAverage',
    of: ({ minutes, sessions }) => (sessions === 0 ? 0 : minutes / sessions),
    text: (value) => `${value.toFixed(1)} min`,
  },
];

const partsOf = ({ platform_stats, station_stats, country_stats }: AppStatsReply, withStations: boolean) => {
  const byPlatform = platform_stats.map(({ platform, stats }) => ({ name: platforms[platform], stats }));
  return [
    partTable('Platforms', tableMetrics, byPlatform),
    ...(withStations ? [partTable('Stations', tableMetrics, station_stats.slice(0, topNamed))] : []),
    partTable('Countries', tableMetrics, country_stats.slice(0, topRows)),
  ];
};
