import type { ClickHouseClient } from '@clickhouse/client';
import { periodOf } from '#server/platform/period.ts';
import { literal, bucketStarts, stationIn, within } from '#server/platform/clickhouse/query.ts';
import { sumsOf } from '../stats-tables.ts';
import { suffixed, timeSketches } from '../table-columns.ts';
import { bySubject, literalArray, computedAt, stationsOf, longQuerySettings, type CacheBatch } from './cache-batch.ts';
import { computeAudience } from './compute-audience.ts';

const plain = ['ms', 'connected', 'disconnected', 'impressions', 'thirdQuartile'] as const;
const columns = [...plain, 'connections', 'uniques', 'estimate', 'peak'].join(', ');
const noCounts = plain.map((name) => `toUInt64(0) as ${name}`).join(', ');

/**
 * Computes and caches the hours and days of these subjects, including those without listening; `startedAt` is when that
 * began. Days are written last: where a day exists, all its rows do.
 */
export const computeBuckets = async (
  clickhouse: ClickHouseClient,
  batch: CacheBatch,
  startedAt: Date,
): Promise<void> => {
  await makeListeners(clickhouse, batch, startedAt);
  await computeAudience(clickhouse, batch, startedAt);
  for (const step of ['hour', 'day'] as const) {
    const { starts, start, end } = periodOf('period', { ...batch, frequency: step }, batch.zone);
    const parts = [summed(batch, [...starts, end]), peaks(batch, { starts, start, end }), emptyBuckets(batch, starts)];
    await clickhouse.command({
      query: `insert into cached_counts (subject, zone, step, at, computed_at, ${columns})
        select subject, ${literal(batch.zone)}, '${step}', toDateTime(bucket, 'UTC'), ${computedAt(startedAt)},
          ${columns.replaceAll(/\w+/g, 'sum($&)')}
        from (${parts.join(' union all ')}) group by subject, bucket`,
      clickhouse_settings: longQuerySettings,
    });
  }
};

const makeListeners = async (clickhouse: ClickHouseClient, batch: CacheBatch, startedAt: Date): Promise<void> => {
  const { starts, end } = periodOf('period', { ...batch, frequency: 'day' }, batch.zone);
  const rows = sumsOf(stationsOf(batch), [...starts, end], `${own}, addresses, estimate`);
  const merged = Object.entries(timeSketches).map(([name, sketch]) => `${suffixed(sketch, 'MergeState')}(${name})`);
  await clickhouse.command({
    query: `insert into cached_listeners (subject, zone, at, computed_at, ${Object.keys(timeSketches).join(', ')})
      select subject, ${literal(batch.zone)}, toDateTime(bucket, 'UTC'), ${computedAt(startedAt)}, ${merged.join(', ')}
      from (select *, toUInt32(roundDown(second, ${bucketStarts(starts)})) as bucket from (${bySubject(batch, rows)}))
      group by subject, bucket`,
    clickhouse_settings: longQuerySettings,
  });
};

const own = 'toString(one.station) as one_station, toUnixTimestamp(at) as second';

const summed = (batch: CacheBatch, times: readonly number[]): string => {
  const { addresses, estimate } = timeSketches;
  const rows = sumsOf(stationsOf(batch), times, `${own}, ${plain.join(', ')}, open_at_start, addresses, estimate`);
  return `select subject, bucket, ${plain.map((name) => `sum(${name}) as ${name}`).join(', ')},
      sum(connected) + sumIf(open_at_start, second = bucket) as connections,
      ${suffixed(addresses, 'Merge')}(addresses) as uniques, ${suffixed(estimate, 'Merge')}(estimate) as estimate,
      toUInt64(0) as peak
    from (select *, toUInt32(roundDown(second, ${bucketStarts(times.slice(0, -1))})) as bucket from (${bySubject(batch, rows)}))
    group by subject, bucket`;
};

type Buckets = { starts: readonly number[]; start: number; end: number };

const peaks = (batch: CacheBatch, { starts, start, end }: Buckets): string => {
  const rows = `select ${own}, listeners from minute_sums as one
    where ${stationIn(stationsOf(batch))} and ${within({ start, end })}`;
  return `select subject, toUInt32(roundDown(second, ${bucketStarts(starts)})) as bucket, ${noCounts}, toUInt64(0) as connections,
      toUInt64(0) as uniques, toUInt64(0) as estimate, max(concurrent) as peak
    from (select subject, second, sum(listeners) as concurrent from (${bySubject(batch, rows)}) group by subject, second)
    group by subject, bucket`;
};

const emptyBuckets = ({ subjects }: CacheBatch, starts: readonly number[]): string =>
  `select arrayJoin(${literalArray(subjects.map(({ subject }) => subject))}) as subject,
     toUInt32(arrayJoin(${bucketStarts(starts)})) as bucket, ${noCounts}, toUInt64(0) as connections,
     toUInt64(0) as uniques, toUInt64(0) as estimate, toUInt64(0) as peak`;
