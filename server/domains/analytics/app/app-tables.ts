/*
 * What listening in mobile applications is kept in: of each session and day (UTC) its first event, its last one and its
 * end. Each is a smallest or a largest, so that the same report once more changes nothing, however it got here.
 */

/** A report is acknowledged to the worker once it is here: it must outlive a power cut. */
const kept = 'fsync_after_insert = 1, index_granularity = 1024';

export const appTables = [
  `create table if not exists app_sessions (
    station LowCardinality(String), at DateTime('UTC'), platform LowCardinality(String), listener UInt64, session UUID,
    country SimpleAggregateFunction(max, String),
    first SimpleAggregateFunction(min, DateTime64(3, 'UTC')), last SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
    ended SimpleAggregateFunction(max, DateTime64(3, 'UTC'))
  ) engine = AggregatingMergeTree partition by toYYYYMM(at)
  order by (station, at, platform, listener, session) settings ${kept}`,
] as const;
