import type { ClickHouseClient } from '@clickhouse/client';
import { periodOf } from '#server/platform/period.ts';
import { literal, within } from '#server/platform/clickhouse/query.ts';
import { partSketches, suffixed } from '../table-columns.ts';
import { literalArray, computedAt, longQuerySettings, type CacheBatch } from './cache-batch.ts';

const sums = ['ms', 'connected', 'disconnected', 'impressions', 'thirdQuartile'];
const sketches = Object.entries(partSketches);

/** Sums the cached audiences of the days of a week, then marks the week as cached. */
export const computeWeek = async (clickhouse: ClickHouseClient, batch: CacheBatch, startedAt: Date): Promise<void> => {
  const { start, end } = periodOf('period', { ...batch, frequency: 'day' }, batch.zone);
  const subjects = batch.subjects.map(({ subject }) => subject);
  const at = `toDateTime(${start / 1000}, 'UTC')`;
  await clickhouse.command({
    query: `insert into cached_audience (subject, zone, days, at, dimension, value, computed_at, ${sums.join(', ')}, open_at_start,
        ${sketches.map(([name]) => name).join(', ')})
      select subject, zone, 7, ${at}, dimension, value, ${computedAt(startedAt)},
        ${sums.map((name) => `sum(${name})`).join(', ')}, sumIf(open_at_start, day = ${start / 1000}),
        ${sketches.map(([name, of]) => `${suffixed(of, 'MergeState')}(${name})`).join(', ')}
      from (select *, toUnixTimestamp(at) as day from cached_audience final
        where subject in (${subjects.map(literal).join(',')}) and zone = ${literal(batch.zone)} and days = 1 and ${within({ start, end })})
      group by subject, zone, dimension, value`,
    clickhouse_settings: longQuerySettings,
  });
  await clickhouse.command({
    query: `insert into cached_counts (subject, zone, step, at, computed_at)
      select arrayJoin(${literalArray(subjects)}), ${literal(batch.zone)}, 'week', ${at}, ${computedAt(startedAt)}`,
    clickhouse_settings: longQuerySettings,
  });
};
