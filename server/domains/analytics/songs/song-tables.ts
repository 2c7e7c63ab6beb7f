/*
 * What a day's (UTC) sessions heard of each song, by quarter hour, because periods begin and end with one in every time
 * zone. `isOn` marks songs that were already on when their quarter hour began, with the sessions that heard them then.
 * A day is computed as a whole from `plays` and `session_edges` once it is over, and again after late arrivals
 * (late-arrivals.ts). Inserts are not deduplicated: a recomputed day is mostly identical to the previous one.
 */
export const songTables: readonly string[] = [
  `create table if not exists song_quarters (
    station LowCardinality(String), at DateTime('UTC') codec(Delta, LZ4), isOn UInt8, artist String, title String,
    plays UInt32, left UInt32, listeners UInt32
  ) engine = MergeTree partition by toYYYYMM(at) order by (station, isOn, at) settings fsync_after_insert = 1`,
];
