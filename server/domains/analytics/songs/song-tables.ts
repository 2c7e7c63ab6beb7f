/*
 * What a day's (UTC) sessions heard of each song, by the quarter of an hour: periods begin and end with one in every time
 * zone. `isOn` tells of songs that were on already when theirs began, who heard them then. A day is made of `plays` and
 * `moments` once it is over, as a whole, and made anew where something comes late (late-days.ts). No insert is taken for
 * one of before: what is made anew is mostly the same.
 */
export const songTables: readonly string[] = [
  `create table if not exists song_quarters (
    station LowCardinality(String), at DateTime('UTC') codec(Delta, LZ4), isOn UInt8, artist String, title String,
    plays UInt32, left UInt32, listeners UInt32
  ) engine = MergeTree partition by toYYYYMM(at) order by (station, isOn, at) settings fsync_after_insert = 1`,
];
