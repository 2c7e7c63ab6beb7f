import type { ClickHouseClient } from '@clickhouse/client';
import { bind } from '#server/platform/clickhouse/bind.ts';
import { periodOf } from '#server/platform/period.ts';
import { partSketches, suffixed } from '../table-columns.ts';
import { batchParams, longQuerySettings, type CacheBatch } from './cache-batch.ts';

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
