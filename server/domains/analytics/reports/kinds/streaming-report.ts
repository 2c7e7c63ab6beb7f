import type { Stats, StatsReply } from '#contract/api/analytics.ts';
import { capitalize, withUnit, hours, plainNumber } from '../report-format.service.ts';
import { stationsNamed, stationsOf } from '../../analytics.repo.ts';
import { statsOf } from '../../stats.service.ts';
import type { ScheduleRow } from '../reports.repo.ts';
import {
  nonEmptyTables,
  partTable,
  bucketRows,
  topNamed,
  topRows,
  totalsOf,
  type Days,
  type ContentDeps,
  type ReportContent,
  type ShownMetric,
} from './report-content.service.ts';

/** Listening, as on the streaming pages. */
export const streamingReport = async (deps: ContentDeps, schedule: ScheduleRow, days: Days): Promise<ReportContent> => {
  const reply = await listeningOf(deps, schedule, days);
  const { period_stats, previous } = reply;
  const { connections, listening_time } = period_stats.stats;
  return {
    ...days,
    timezone: reply.timezone,
    before: previous ? { from_date: previous.from_date, to_date: previous.to_date } : undefined,
    lead:
      connections === 0 ? undefined : `${withUnit(connections, 'session')} and ${hours(listening_time)} of listening`,
    totals: totalsOf([...tableMetrics, ...totalMetrics], period_stats.stats, previous?.stats),
    parts: audience(reply),
    buckets: bucketRows([reply.hour_stats, reply.day_stats].find((buckets) => buckets.length > 0) ?? [], {
      connections: (stats) => stats.connections,
      uniques: (stats) => stats.uniques,
      listening_time: (stats) => stats.listening_time,
      connected: (stats) => stats.connected,
      disconnected: (stats) => stats.disconnected,
      peak: (stats) => stats.peak,
      average: (stats) => stats.average,
    }),
  };
};

const listeningOf = async (
  deps: ContentDeps,
  { station_key, account_key }: ScheduleRow,
  days: Days,
): Promise<StatsReply> => {
  const isDay = days.from_date === days.to_date;
  const query = { ...days, frequency: isDay ? ('hour' as const) : ('day' as const) };
  const type = isDay ? 'day' : 'period';
  if (station_key) {
    const [station] = await stationsNamed(deps.db, [station_key]);
    const include = ['audience', 'previous'] as const;
    return await statsOf(deps, [station_key], station?.zone ?? 'UTC', type, { ...query, include });
  }
  const include = ['audience', 'previous', 'stations'] as const;
  if (!account_key) return await statsOf(deps, 'all', 'UTC', type, { ...query, include });
  const own = await stationsOf(deps.db, account_key);
  const keys = own.map(({ key }) => key);
  return await statsOf(deps, keys, own[0]?.zone ?? 'UTC', type, { ...query, include });
};

const tableMetrics: readonly ShownMetric<Pick<Stats, 'connections' | 'uniques' | 'listening_time'>>[] = [
  { metric: 'connections', of: ({ connections }) => connections, text: plainNumber },
  { metric: 'uniques', of: ({ uniques }) => uniques, text: plainNumber },
  { metric: 'listening_time', of: ({ listening_time }) => listening_time, text: hours },
];
const totalMetrics: readonly ShownMetric<Stats>[] = [
  { metric: 'peak', of: ({ peak }) => peak, text: plainNumber },
  { metric: 'average', of: ({ average }) => average, text: (value) => value.toFixed(1) },
];

const audience = ({ station_stats, country_stats, city_stats, device_stats }: StatsReply) =>
  nonEmptyTables([
    partTable('Stations', tableMetrics, station_stats.slice(0, topNamed)),
    partTable('Countries', tableMetrics, country_stats.slice(0, topRows)),
    partTable(
      'Cities',
      tableMetrics,
      city_stats
        .slice(0, topRows)
        .map(({ city, iso, stats }) => ({ name: iso === '' ? city : `${city || 'Unknown'}, ${iso}`, stats })),
    ),
    partTable(
      'Devices',
      tableMetrics,
      device_stats.slice(0, topRows).map(({ device, stats }) => ({ name: capitalize(device), stats })),
    ),
  ]);
