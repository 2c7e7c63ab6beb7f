import type { CtlStats, CtlStatsReply } from '#contract/api/ctl-stats.ts';
import { withUnit, duration, plainNumber } from '../report-format.service.ts';
import { stationsNamed, stationsOf } from '../../analytics.repo.ts';
import { ctlStatsOf } from '../../calls/ctl-stats.service.ts';
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

/** Calls to an account's stations, or to one, as on the call pages. */
export const callReport = async (
  deps: ContentDeps,
  { account_key, station_key }: ScheduleRow,
  days: Days,
): Promise<ReportContent> => {
  const stations = station_key
    ? await stationsNamed(deps.db, [station_key])
    : account_key
      ? await stationsOf(deps.db, account_key)
      : [];
  return await stationsReport<CtlStats, CtlStatsReply>(stations, days, {
    read: (which, { type, query }) => ctlStatsOf(deps, which, type, query),
    shown,
    lead: (stats) =>
      stats.calls === 0
        ? undefined
        : `${withUnit(stats.calls, 'call')} and ${withUnit(Math.round(stats.minutes), 'minute')} of listening`,
    parts: (now) => partsOf(now, station_key === null),
    buckets: {
      calls: (bucket) => bucket.calls,
      answered: (bucket) => bucket.answered,
      minutes: (bucket) => bucket.minutes,
      uniques: (bucket) => bucket.uniques,
      average: (bucket) => bucket.average,
    },
  });
};

const calls: ShownMetric<CtlStats> = { metric: 'calls', of: (stats) => stats.calls, text: plainNumber };
const minutes: ShownMetric<CtlStats> = { metric: 'callMinutes', of: (stats) => stats.minutes, text: plainNumber };
const callers: ShownMetric<CtlStats> = { metric: 'callers', of: (stats) => stats.uniques, text: plainNumber };
const shown: readonly ShownMetric<CtlStats>[] = [
  calls,
  { metric: 'callsAnswered', of: (stats) => stats.answered, text: plainNumber },
  minutes,
  callers,
  { metric: 'callAverage', of: (stats) => stats.average, text: duration },
];

const partsOf = ({ did_stats, country_stats, station_stats }: CtlStatsReply, withStations: boolean) => {
  const numbers = did_stats.slice(0, topRows).map(({ did, stats }) => ({ name: did, stats }));
  return [
    ...(withStations ? [partTable('Stations', tableMetrics, station_stats.slice(0, topNamed))] : []),
    partTable('Numbers', tableMetrics, numbers),
    partTable('Countries', tableMetrics, country_stats.slice(0, topRows)),
  ];
};
const tableMetrics = [calls, minutes, callers];
