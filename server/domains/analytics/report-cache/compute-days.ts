import type { ClickHouseClient } from '@clickhouse/client';
import { bind } from '#server/platform/clickhouse/bind.ts';
import { periodOf } from '#server/platform/period.ts';
import { inBuckets, longestBuckets } from '../questions/scope.ts';
import { suffixed, timeSketches, partSketches } from '../table-columns.ts';
import { batchParams, bySubject, longQuerySettings, type CacheBatch } from './subjects.ts';
import { computeAudience } from './compute-audience.ts';

/**
 * Computes and caches the hours and days of these subjects, including those without listening, and the days' audience;
 * `startedAt` is when that began. Days are written last: where a day exists, all its rows do.
 */
export const computeDays = async (clickhouse: ClickHouseClient, batch: CacheBatch, startedAt: Date): Promise<void> => {
  await computeAudience(clickhouse, batch, startedAt);
  for (const step of ['hour', 'day'] as const) {
    const period = periodOf('period', { ...batch, frequency: step }, batch.zone);
    const params = batchParams(batch, startedAt);
    const query = bind(insertBuckets(step), { ...longestBuckets(params.stations, period), ...params, step });
    await clickhouse.command({ query, clickhouse_settings: longQuerySettings });
  }
};

const bucket = 'roundDown(toUnixTimestamp(at), {starts:Array(Int64)}) as bucket';

/** The totals of each hour or day; days keep their sketches. */
const insertBuckets = (step: 'hour' | 'day'): string => {
  const sketches = step === 'day' ? ', addresses, estimate' : '';
  return `
  insert into report_cache (step, subject, zone, at, computed_at, ms, connected, disconnected, impressions,
    thirdQuartile, open_at_start, uniques, estimated_uniques, peak${sketches})
  select {step:String}, subject, {zone:String}, toDateTime(bucket, 'UTC'), {computed_at:DateTime64(3)}, ms, connected,
    disconnected, impressions, thirdQuartile, open_at_start, finalizeAggregation(addresses),
    finalizeAggregation(estimate), peak${sketches}
  from (
    select arrayJoin({subjects:Array(String)}) as subject, arrayJoin({starts:Array(Int64)}) as bucket
  ) as buckets
  left join (
    select subject, bucket, sum(ms) as ms, sum(connected) as connected, sum(disconnected) as disconnected,
      sum(impressions) as impressions, sum(thirdQuartile) as thirdQuartile,
      sumIf(open_at_start, toUnixTimestamp(at) = bucket) as open_at_start,
      ${suffixed(timeSketches.addresses, 'MergeState')}(addresses) as addresses,
      ${suffixed(timeSketches.estimate, 'MergeState')}(estimate) as estimate
    from (
      select *, ${bucket}
      from (${bySubject(`
        select toString(station) as one_station, at, ms, connected, disconnected, impressions, thirdQuartile,
          open_at_start, addresses, estimate
        from listening_buckets
        where ${inBuckets}`)}
      )
    )
    group by subject, bucket
  ) as sums using (subject, bucket)
  left join (
    select subject, ${bucket}, max(concurrent) as peak
    from (
      select subject, at, sum(listeners) as concurrent
      from (${bySubject(`
        select toString(station) as one_station, at, listeners
        from listening_minutes
        where station in {stations:Array(String)} and at >= {start:DateTime} and at < {end:DateTime}`)}
      )
      group by subject, at
    )
    group by subject, bucket
  ) as peaks using (subject, bucket)`;
};

const insertAudience = `
  insert into report_cache (step, dimension, subject, zone, at, value, computed_at, ms, connected, disconnected,
    impressions, thirdQuartile, open_at_start, addresses, part_estimate)
  select 'audience_week', dimension, subject, zone, {start:DateTime}, value, {computed_at:DateTime64(3)}, sum(ms),
    sum(connected), sum(disconnected), sum(impressions), sum(thirdQuartile), sumIf(open_at_start, day = {start:DateTime}),
    ${suffixed(partSketches.addresses, 'MergeState')}(addresses),
    ${suffixed(partSketches.estimate, 'MergeState')}(part_estimate)
  from (
    select *, at as day
    from report_cache final
    where step = 'audience_day' and subject in {subjects:Array(String)} and zone = {zone:String}
      and at >= {start:DateTime} and at < {end:DateTime}
  )
  group by dimension, subject, zone, value`;

const insertWeek = `
  insert into report_cache (step, subject, zone, at, computed_at)
  select 'week', arrayJoin({subjects:Array(String)}), {zone:String}, {start:DateTime}, {computed_at:DateTime64(3)}`;

/** Sums the cached audiences of the days of a week, then marks the week as cached. */
export const computeWeek = async (clickhouse: ClickHouseClient, batch: CacheBatch, startedAt: Date): Promise<void> => {
  const { start, end } = periodOf('period', { ...batch, frequency: 'day' }, batch.zone);
  for (const insert of [insertAudience, insertWeek])
    await clickhouse.command({
      query: bind(insert, { ...batchParams(batch, startedAt), start, end }),
      clickhouse_settings: longQuerySettings,
    });
};
