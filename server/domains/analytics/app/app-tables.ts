/*
 * Listening in mobile apps: per session and day (UTC) its first event, last event and end. Each is a minimum or
 * maximum, so a repeated report changes nothing.
 */

/** The worker deletes a batch once it is stored here, so rows must survive a power cut. */
const settings = 'fsync_after_insert = 1, index_granularity = 1024';

export const appTables = [
  `create table if not exists app_sessions (
    station LowCardinality(String), at DateTime('UTC'), platform LowCardinality(String), listener UInt64, session UUID,
    country SimpleAggregateFunction(max, String),
    first SimpleAggregateFunction(min, DateTime64(3, 'UTC')), last SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
    ended SimpleAggregateFunction(max, DateTime64(3, 'UTC'))
  ) engine = AggregatingMergeTree partition by toYYYYMM(at)
  order by (station, at, platform, listener, session) settings ${settings}`,
] as const;
