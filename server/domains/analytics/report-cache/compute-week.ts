import type { ClickHouseClient } from '@clickhouse/client';
import { periodOf } from '#server/platform/period.ts';
import { dateTime, literal, within } from '#server/platform/clickhouse/query.ts';
import { partSketches, suffixed } from '../table-columns.ts';
import { literalArray, computedAt, longQuerySettings, type CacheBatch } from './cache-batch.ts';

/** Sums the cached audiences of the days of a week, then marks the week as cached. */
export const computeWeek = async (clickhouse: ClickHouseClient, batch: CacheBatch, startedAt: Date): Promise<void> => {
  const { start, end } = periodOf('period', { ...batch, frequency: 'day' }, batch.zone);
  const subjects = batch.subjects.map(({ subject }) => subject);
  const monday = dateTime(start);
  const statements = [
    `insert into report_cache (step, dimension, subject, zone, at, value, computed_at, ms, connected, disconnected,
       impressions, thirdQuartile, open_at_start, addresses, part_estimate)
     select 'audience_week', dimension, subject, zone, ${monday}, value, ${computedAt(startedAt)}, sum(ms), sum(connected),
       sum(disconnected), sum(impressions), sum(thirdQuartile), sumIf(open_at_start, day = ${monday}),
       ${suffixed(partSketches.addresses, 'MergeState')}(addresses),
       ${suffixed(partSketches.estimate, 'MergeState')}(part_estimate)
     from (
       select *, at as day from report_cache final
       where step = 'audience_day' and subject in (${subjects.map(literal).join(',')})
         and zone = ${literal(batch.zone)} and ${within({ start, end })}
     ) group by dimension, subject, zone, value`,
    `insert into report_cache (step, subject, zone, at, computed_at)
     select 'week', arrayJoin(${literalArray(subjects)}), ${literal(batch.zone)}, ${monday}, ${computedAt(startedAt)}`,
  ];
  for (const query of statements) await clickhouse.command({ query, clickhouse_settings: longQuerySettings });
};
