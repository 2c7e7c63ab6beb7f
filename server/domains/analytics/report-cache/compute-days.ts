import type { ClickHouseClient } from '@clickhouse/client';
import { periodOf } from '#server/platform/period.ts';
import { literal, bucketOf, bucketStarts, stationIn, within } from '#server/platform/clickhouse/query.ts';
import { rollupRows } from '../rollup-rows.ts';
import { suffixed, timeSketches } from '../table-columns.ts';
import { bySubject, literalArray, computedAt, stationsOf, longQuerySettings, type CacheBatch } from './cache-batch.ts';
import { computeAudience } from './compute-audience.ts';

/**
 * Computes and caches the hours and days of these subjects, including those without listening, and the days' audience;
 * `startedAt` is when that began. Days are written last: where a day exists, all its rows do.
 */
export const computeDays = async (clickhouse: ClickHouseClient, batch: CacheBatch, startedAt: Date): Promise<void> => {
  await computeAudience(clickhouse, batch, startedAt);
  for (const step of ['hour', 'day'] as const)
    await clickhouse.command({ query: insertBuckets(batch, step, startedAt), clickhouse_settings: longQuerySettings });
};

/** The totals of each hour or day, `second` being when a rollup's row begins; days keep their sketches. */
const insertBuckets = (batch: CacheBatch, step: 'hour' | 'day', startedAt: Date): string => {
  const { starts, start, end } = periodOf('period', { ...batch, frequency: step }, batch.zone);
  const subjects = literalArray(batch.subjects.map(({ subject }) => subject));
  const bucket = `${bucketOf('second', starts)} as bucket`;
  const sketches = step === 'day' ? ', addresses, estimate' : '';
  const key = 'toString(one.station) as one_station, toUnixTimestamp(at) as second';
  return `insert into report_cache (step, subject, zone, at, computed_at, ms, connected, disconnected, impressions,
      thirdQuartile, open_at_start, uniques, estimated_uniques, peak${sketches})
    select '${step}', subject, ${literal(batch.zone)}, toDateTime(bucket, 'UTC'), ${computedAt(startedAt)}, ms, connected,
      disconnected, impressions, thirdQuartile, open_at_start, finalizeAggregation(addresses),
      finalizeAggregation(estimate), peak${sketches}
    from (
      select arrayJoin(${subjects}) as subject, arrayJoin(${bucketStarts(starts)}) as bucket
    ) as buckets
    left join (
      select subject, bucket, sum(ms) as ms, sum(connected) as connected, sum(disconnected) as disconnected,
        sum(impressions) as impressions, sum(thirdQuartile) as thirdQuartile,
        sumIf(open_at_start, second = bucket) as open_at_start,
        ${suffixed(timeSketches.addresses, 'MergeState')}(addresses) as addresses,
        ${suffixed(timeSketches.estimate, 'MergeState')}(estimate) as estimate
      from (
        select *, ${bucket} from (${bySubject(
          batch,
          rollupRows(
            { stations: stationsOf(batch), times: [...starts, end] },
            `${key}, ms, connected, disconnected, impressions, thirdQuartile, open_at_start, addresses, estimate`,
          ),
        )})
      ) group by subject, bucket
    ) as sums using (subject, bucket)
    left join (
      select subject, ${bucket}, max(concurrent) as peak
      from (
        select subject, second, sum(listeners) as concurrent
        from (${bySubject(
          batch,
          `select ${key}, listeners from minute_sums as one
           where ${stationIn(stationsOf(batch))} and ${within({ start, end })}`,
        )}) group by subject, second
      ) group by subject, bucket
    ) as peaks using (subject, bucket)`;
};
