import {
  filterDimensions,
  unknownValue,
  type AudienceFilter,
  type FilterDimension,
} from '#contract/api/audience-filter.ts';
import { dayMs, hourMs } from '#contract/rules/time.ts';
import type { Params } from '#server/platform/clickhouse/bind.ts';
import { daysWithin, type Period, type TimeRange } from '#server/platform/period.ts';
import { dimensions } from '../audience-dimensions.ts';
import type { OpenSlice } from '../open-slices.ts';
import type { Size } from '../table-columns.ts';

/*
 * What questions about listening have in common: whom and when they are about, and what they count.
 */

/** The stations of a report: these, or all of the portal (then in UTC). */
export type Stations = readonly string[] | 'all';

/** What a report is about; `filter` says which slices and spots count. */
export type StatsScope = {
  stations: Stations;
  period: Period;
  open: readonly OpenSlice[];
  size: Size;
  filter?: Filter | undefined;
};

/** `connections` counts sessions open at any time in the period: those that began in it and those already open. */
export type Counts = Record<
  'ms' | 'connections' | 'connected' | 'disconnected' | 'uniques' | 'impressions' | 'thirdQuartile',
  number
>;
/** `by` is a bucket's start (seconds since the epoch), a station, an audience value, or empty in the total. */
export type CountsBy = Counts & { by: string };

/** Result columns: what simply adds up. */
export const countColumns = `toFloat64(sum(ms)) as ms, toFloat64(sum(connected)) as connected,
  toFloat64(sum(disconnected)) as disconnected, toFloat64(sum(impressions)) as impressions,
  toFloat64(sum(thirdQuartile)) as thirdQuartile`;

/** The condition that a row is of these stations, in a table of single sessions or spots. */
export const ofStations = `({everywhere:Bool} or station in {stations:Array(String)})`;

/** Parameters of `ofStations`; rollups have `rows` of the whole portal, whose station is empty. */
export const stationParams = (stations: Stations) =>
  stations === 'all'
    ? { everywhere: true, stations: [''], rows: [''] }
    : { everywhere: false, stations, rows: stations };

/** Buckets of `listening_buckets` that have one length and lie within a range. */
export type BucketRange = TimeRange & { minutes: number };

/**
 * The fewest buckets that make up the range: whole days (UTC) and the quarter hours around them; of the whole portal hours,
 * where the range is of hours and its stations aren't listed.
 */
export const fewestBuckets = (
  stations: Stations,
  { start, end }: TimeRange,
  byStation?: 'by station',
): BucketRange[] => {
  if (stations === 'all' && byStation === undefined && start % hourMs === 0 && end % hourMs === 0)
    return [{ start, end, minutes: 60 }];
  const { days, ends } = daysWithin({ start, end });
  return [...days.map((day) => ({ ...day, minutes: 1440 })), ...ends.map((rest) => ({ ...rest, minutes: 15 }))];
};

/** The condition that a bucket of `listening_buckets` is of these stations and one of these. */
export const inBucketRanges = (ranges: readonly BucketRange[]): string =>
  `({each:Bool} or station in {rows:Array(String)}) and ${inRanges('at', 'bucket', ranges)}`;

/** Parameters of `inBucketRanges`. Only its buckets of hours are the portal's own; of all others it has each station's. */
export const bucketRangeParams = (stations: Stations, ranges: readonly BucketRange[]): Params => ({
  ...{ ...stationParams(stations), ...rangeParams('bucket', ranges) },
  each: stations === 'all' && ranges.some(({ minutes }) => minutes !== 60),
});

/** The condition that a bucket of `listening_buckets` is one of the longest that fit into given ones. */
export const inBuckets = `({each:Bool} or station in {rows:Array(String)}) and minutes = {minutes:UInt16}
      and at >= {start:DateTime} and at < {end:DateTime}`;

/** Parameters of `inBuckets`, and the starts of the buckets in seconds since the epoch. */
export const longestBuckets = (
  stations: Stations,
  { starts, start, end }: Pick<Period, 'starts' | 'start' | 'end'>,
) => {
  const alignsWith = (ms: number): boolean => end % ms === 0 && starts.every((time) => time % ms === 0);
  const of = { ...stationParams(stations), start, end, starts: starts.map((time) => time / 1000) };
  if (stations === 'all' && alignsWith(hourMs)) return { ...of, each: false, minutes: 60 };
  return { ...of, each: stations === 'all', minutes: alignsWith(dayMs) ? 1440 : 15 };
};

/** Of a rollup whose buckets have several lengths, a range also has the length. */
type SomeRange = TimeRange & { minutes?: number };

/** The condition that a time lies in one of these ranges, which ClickHouse finds by its index. */
export const inRanges = (column: string, name: string, ranges: readonly SomeRange[]): string => {
  const within = ranges.map(({ minutes }, i) => {
    const ofLength = minutes === undefined ? '' : `minutes = {${name}_minutes_${i}:UInt16} and `;
    return `${ofLength}${column} >= {${name}_from_${i}:DateTime} and ${column} < {${name}_to_${i}:DateTime}`;
  });
  return `(${within.join(' or ')})`;
};

/** Parameters of `inRanges`. */
export const rangeParams = (name: string, ranges: readonly SomeRange[]): Params =>
  Object.fromEntries(
    ranges.flatMap(({ start, end, minutes = 0 }, i) => [
      [`${name}_from_${i}`, start],
      [`${name}_to_${i}`, end],
      [`${name}_minutes_${i}`, minutes],
    ]),
  );

/** The rows of several selects, without those that a report does not need: analysing one costs more than reading nothing. */
export const unionAll = (...selects: readonly (string | false)[]): string =>
  selects.filter((one) => one !== false).join('\n      union all');

/** The condition that a row of `slices`, of `spots` or of open slices has certain values, and its parameters. */
export type Filter = { sql: string; params: Params };

/** The condition of these values; undefined without any. */
export const filterOf = (filter: AudienceFilter): Filter | undefined => {
  const named = filterDimensions.flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [{ name, value: storedValue(name, value) }];
  });
  if (named.length === 0) return undefined;
  return {
    sql: `(${named.map(({ name }) => `${dimensions[name]} = {only_${name}:String}`).join(' and ')})`,
    params: Object.fromEntries(named.map(({ name, value }) => [`only_${name}`, value])),
  };
};

const storedValue = (dimension: FilterDimension, value: string): string => {
  if (dimension === 'city') return value.split('|').join('\t');
  return value === unknownValue ? '' : value;
};
