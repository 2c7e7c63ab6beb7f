import type { StationKey } from '#contract/rules/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { withQueryErrors } from '#server/platform/clickhouse/with-query-errors.ts';
import { countryName } from '#server/platform/country-name.ts';
import { comparedPeriod, periodOf, type Period, bucketBounds } from '#server/platform/period.ts';

export type StationSelection = { stations: readonly { key: StationKey; name: string }[]; zone: string };
export type DatesQuery = {
  from_date: string;
  to_date: string;
  frequency?: 'hour' | 'day' | undefined;
  include?: readonly 'previous'[];
};

/** Counts by one kind of group; `name` is a bucket's start (seconds since the epoch), a station, a country… */
type Row = { kind: string; name: string };

type How<R extends Row, S> = {
  count(at: { stations: StationKey[]; period: Period }): Promise<R[]>;
  /** Sort order of the groups, in which equal ones are ordered by name. */
  order(one: R, other: R): number;
  present(row: R | undefined): S;
};

/**
 * Statistics of a period in total, by bucket without gaps, by station and by country, as a reply has them, and of the
 * previous one where it is included; `of` returns the other groups. Refuses with `analytics.period`, `analytics.tooMuch`, or `request.unavailable` while ClickHouse is
 * down.
 */
export const statsBreakdown = async <R extends Row, S>(
  deps: Pick<Kernel, 'log' | 'clock'>,
  { stations, zone }: StationSelection,
  query: DatesQuery & { type: 'day' | 'period' },
  { count, order, present }: How<R, S>,
) => {
  const period = periodOf(query.type, query, zone);
  const keys = stations.map(({ key }) => key);
  const compared = query.include?.length ? comparedPeriod(query, period, deps.clock.now().getTime()) : undefined;
  const rowsIn = async (one: Period | undefined): Promise<R[]> =>
    keys.length === 0 || !one ? [] : await withQueryErrors(deps, [], () => count({ stations: keys, period: one }));
  const [rows, before] = await Promise.all([rowsIn(period), rowsIn(compared?.period)]);
  const rowsOf = (kind: R['kind']): R[] =>
    rows
      .filter((row) => row.kind === kind)
      .toSorted((one, other) => order(one, other) || one.name.localeCompare(other.name));
  const of = (kind: R['kind']) => rowsOf(kind).map((row) => ({ name: row.name, stats: present(row) }));
  const names = new Map<string, string>(stations.map(({ key, name }) => [key, name]));
  return {
    of,
    reply: {
      timezone: period.zone,
      from_date: query.from_date,
      to_date: query.to_date,
      period_stats: { stats: present(rowsOf('total')[0]) },
      previous: compared
        ? { ...compared.reply, stats: compared.period ? present(before.find(({ kind }) => kind === 'total')) : null }
        : null,
      ...bucketStats(period, rowsOf('bucket'), present),
      station_stats: of('station').map(({ name, stats }) => ({
        key: name as StationKey,
        name: names.get(name) ?? name,
        stats,
      })),
      country_stats: of('country').map(({ name, stats }) => ({ iso: name, name: countryName(name), stats })),
    },
  };
};

type Slot<S> = { from: string; to: string; stats: S };

/**
 * The buckets of a period without gaps, as `hour_stats` or `day_stats` by its frequency; a row's `name` is its bucket's
 * start in seconds since the epoch.
 */
const bucketStats = <Row extends { name: string }, S>(
  period: Period,
  rows: readonly Row[],
  present: (row: Row | undefined) => S,
): { hour_stats: Slot<S>[]; day_stats: Slot<S>[] } => {
  const byName = new Map(rows.map((row) => [row.name, row]));
  const buckets = bucketBounds(period).map((bucket, i) => ({
    ...bucket,
    stats: present(byName.get(String(period.starts[i]! / 1000))),
  }));
  return period.frequency === 'day' ? { hour_stats: [], day_stats: buckets } : { hour_stats: buckets, day_stats: [] };
};

/**
 * SQL that groups by several columns at once (each called `by_{kind}`) and in total: `kind` says which grouping a row
 * belongs to, `name` is its value; the total has the kind `total` and no name.
 */
export const groupingSets = (kinds: readonly string[]): { columns: string; grouping: string } => ({
  columns: `multiIf(${kinds.map((kind) => `grouping(by_${kind}) = 0, '${kind}'`).join(', ')}, 'total') as kind,
      multiIf(${kinds.map((kind) => `kind = '${kind}', by_${kind}`).join(', ')}, '') as name`,
  grouping: `group by grouping sets (${kinds.map((kind) => `(by_${kind})`).join(', ')}, ())`,
});
