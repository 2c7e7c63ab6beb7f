import type { Brand } from '#contract/brand.ts';
import { metrics, type MetricId } from '#contract/metrics.ts';
import type { LetterTable } from '#server/kernel/kernel.ts';
import { daysBefore } from '#server/platform/period.ts';
import type { NamedStation } from '../../analytics.repo.ts';
import type { StatsDeps } from '../../stats.service.ts';
import type { ScheduleRow } from '../reports.repo.ts';

export type NumbersDeps = StatsDeps & { brand: Pick<Brand, 'wording'> };

/** Reads what a scheduled report of one kind shows of some days. */
export type ReadReport = (deps: NumbersDeps, schedule: ScheduleRow, days: Days) => Promise<ReportNumbers>;

export type Days = { from_date: string; to_date: string };
/** A number of a letter, with how it is written. */
export type Shown<S> = { metric: MetricId; of: (stats: S) => number; text: (value: number) => string };
type Total = { metric: MetricId; text: (value: number) => string; now: number; before: number | undefined };

/** What a letter tells of a period, whatever it is of. */
export type ReportNumbers = Days & {
  timezone: string;
  /** As many days right before. */
  before: Days | undefined;
  /** `3 sessions and 4 h of listening`; undefined where there was nothing. */
  lead: string | undefined;
  totals: readonly Total[];
  parts: readonly LetterTable[];
  /** The slots of the period, for the file. */
  slots: { columns: readonly string[]; rows: readonly (readonly (string | number)[])[] };
};

export const topRows = 5;
/** Of stations, podcasts and episodes, which have names of their own, more are worth a line. */
export const topNamed = 10;

type Asked = { type: 'day' | 'period'; query: Days & { frequency: 'hour' | 'day' } };
type Slot<S> = { from: string; to: string; stats: S };
type StatsOfStations<S> = {
  timezone: string;
  period_stats: { stats: S };
  hour_stats: readonly Slot<S>[];
  day_stats: readonly Slot<S>[];
};

/** The numbers of stations, by the clock of the first, where a page has the same of a period: by hour, by day and in all. */
export const numbersOfStations = async <S, R extends StatsOfStations<S>>(
  stations: readonly NamedStation[],
  days: Days,
  told: {
    read: (which: { stations: readonly NamedStation[]; zone: string }, asked: Asked) => Promise<R>;
    shown: readonly Shown<S>[];
    lead: (stats: S) => string | undefined;
    parts: (now: R) => readonly LetterTable[];
    slots: Readonly<Record<string, (stats: S) => number>>;
  },
): Promise<ReportNumbers> => {
  const which = { stations, zone: stations[0]?.zone ?? 'UTC' };
  const { now, earlier, before } = await twice(days, (type, query) => told.read(which, { type, query }));
  const { stats } = now.period_stats;
  return {
    ...days,
    before,
    timezone: now.timezone,
    lead: told.lead(stats),
    totals: totalsOf(told.shown, stats, earlier.period_stats.stats),
    parts: filled(told.parts(now)),
    slots: slotRows([...now.hour_stats, ...now.day_stats], told.slots),
  };
};

/** Key numbers beside those before. */
export const totalsOf = <S>(shown: readonly Shown<S>[], now: S, before: S | undefined): Total[] =>
  shown.map(({ metric, of, text }) => ({ metric, text, now: of(now), before: before && of(before) }));

/** The parts that there was most of, with the numbers that are worth a column. */
export const partTable = <S>(
  title: string,
  shown: readonly Shown<S>[],
  parts: readonly { name: string; stats: S }[],
): LetterTable => ({
  title,
  columns: ['', ...shown.map(({ metric }) => metrics[metric].label)],
  rows: parts.map(({ name, stats }) => [name.trim() || 'Unknown', ...shown.map(({ of, text }) => text(of(stats)))]),
});

/** Tables without a row are left out. */
export const filled = (tables: readonly LetterTable[]): LetterTable[] => tables.filter(({ rows }) => rows.length > 0);

/** Rows of the file: a slot's ends and its numbers. */
export const slotRows = <S>(
  slots: readonly Slot<S>[],
  columns: Readonly<Record<string, (stats: S) => number>>,
): ReportNumbers['slots'] => ({
  columns: ['from', 'to', ...Object.keys(columns)],
  rows: slots.map(({ from, to, stats }) => [from, to, ...Object.values(columns).map((of) => of(stats))]),
});

/** What is asked of a period, in hours where it is a day, and of as many days right before it. */
export const twice = async <R>(
  days: Days,
  read: (type: Asked['type'], query: Asked['query']) => Promise<R>,
): Promise<{ now: R; earlier: R; before: Days }> => {
  const before = daysBefore(days);
  const isDay = days.from_date === days.to_date;
  const [now, earlier] = await Promise.all([
    read(isDay ? 'day' : 'period', { ...days, frequency: isDay ? 'hour' : 'day' }),
    read('period', { ...before, frequency: 'day' }),
  ]);
  return { now, earlier, before };
};
