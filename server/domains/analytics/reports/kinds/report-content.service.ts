import type { Brand } from '#contract/rules/brand.ts';
import { metrics, type MetricId } from '#contract/texts/metrics.ts';
import type { EmailTable } from '#server/kernel/kernel.ts';
import { daysBefore } from '#server/platform/period.ts';
import type { NamedStation } from '../../analytics.repo.ts';
import type { StatsDeps } from '../../stats.service.ts';
import type { ScheduleRow } from '../reports.repo.ts';

export type ContentDeps = StatsDeps & { brand: Pick<Brand, 'wording'> };

/** Reads what a scheduled report of one kind shows of some days. */
export type ReadReport = (deps: ContentDeps, schedule: ScheduleRow, days: Days) => Promise<ReportContent>;

export type Days = { from_date: string; to_date: string };
/** A metric in an e-mail, with its formatting. */
export type ShownMetric<S> = { metric: MetricId; of: (stats: S) => number; text: (value: number) => string };
type Total = { metric: MetricId; text: (value: number) => string; now: number; before: number | undefined };

/** The contents of a report e-mail, whatever its kind. */
export type ReportContent = Days & {
  timezone: string;
  /** The same number of days right before. */
  before: Days | undefined;
  /** `3 sessions and 4 h of listening`; undefined where there was nothing. */
  lead: string | undefined;
  totals: readonly Total[];
  parts: readonly EmailTable[];
  /** The buckets of the period, for the CSV file. */
  buckets: { columns: readonly string[]; rows: readonly (readonly (string | number)[])[] };
};

export const topRows = 5;
/** Stations, podcasts and episodes have names of their own, so more of them are worth listing. */
export const topNamed = 10;

type StatsRequest = { type: 'day' | 'period'; query: Days & { frequency: 'hour' | 'day' } };
type Slot<S> = { from: string; to: string; stats: S };
type StatsOfStations<S> = {
  timezone: string;
  period_stats: { stats: S };
  hour_stats: readonly Slot<S>[];
  day_stats: readonly Slot<S>[];
};

/**
 * The report of stations, in the first one's time zone, for kinds whose statistics come by hour, by day and in total.
 */
export const stationsReport = async <S, R extends StatsOfStations<S>>(
  stations: readonly NamedStation[],
  days: Days,
  kind: {
    read: (which: { stations: readonly NamedStation[]; zone: string }, request: StatsRequest) => Promise<R>;
    shown: readonly ShownMetric<S>[];
    lead: (stats: S) => string | undefined;
    parts: (now: R) => readonly EmailTable[];
    buckets: Readonly<Record<string, (stats: S) => number>>;
  },
): Promise<ReportContent> => {
  const which = { stations, zone: stations[0]?.zone ?? 'UTC' };
  const { now, earlier, before } = await withPreviousPeriod(days, (type, query) => kind.read(which, { type, query }));
  const { stats } = now.period_stats;
  return {
    ...days,
    before,
    timezone: now.timezone,
    lead: kind.lead(stats),
    totals: totalsOf(kind.shown, stats, earlier.period_stats.stats),
    parts: nonEmptyTables(kind.parts(now)),
    buckets: bucketRows([...now.hour_stats, ...now.day_stats], kind.buckets),
  };
};

/** Totals next to those of the previous period. */
export const totalsOf = <S>(shown: readonly ShownMetric<S>[], now: S, before: S | undefined): Total[] =>
  shown.map(({ metric, of, text }) => ({ metric, text, now: of(now), before: before && of(before) }));

/** The top groups, with the metrics worth a column. */
export const partTable = <S>(
  title: string,
  shown: readonly ShownMetric<S>[],
  parts: readonly { name: string; stats: S }[],
): EmailTable => ({
  title,
  columns: ['', ...shown.map(({ metric }) => metrics[metric].label)],
  rows: parts.map(({ name, stats }) => [name.trim() || 'Unknown', ...shown.map(({ of, text }) => text(of(stats)))]),
});

/** Drops tables without rows. */
export const nonEmptyTables = (tables: readonly EmailTable[]): EmailTable[] =>
  tables.filter(({ rows }) => rows.length > 0);

/** Rows of the CSV file: a bucket's bounds and values. */
export const bucketRows = <S>(
  buckets: readonly Slot<S>[],
  columns: Readonly<Record<string, (stats: S) => number>>,
): ReportContent['buckets'] => ({
  columns: ['from', 'to', ...Object.keys(columns)],
  rows: buckets.map(({ from, to, stats }) => [from, to, ...Object.values(columns).map((of) => of(stats))]),
});

/** Reads a period (by hour if it is one day) and the same number of days right before it. */
export const withPreviousPeriod = async <R>(
  days: Days,
  read: (type: StatsRequest['type'], query: StatsRequest['query']) => Promise<R>,
): Promise<{ now: R; earlier: R; before: Days }> => {
  const before = daysBefore(days);
  const isDay = days.from_date === days.to_date;
  const [now, earlier] = await Promise.all([
    read(isDay ? 'day' : 'period', { ...days, frequency: isDay ? 'hour' : 'day' }),
    read('period', { ...before, frequency: 'day' }),
  ]);
  return { now, earlier, before };
};
