import { coarse } from '../table-columns.ts';

/*
 * What a day's (UTC) sessions heard of each song, for days on which nothing is expected to come any more. Such a day is
 * made of `plays` and `moments`; what comes late for it marks it as not made, and it is made anew.
 */

export const songTables: readonly string[] = [
  `create table if not exists song_days (
    station LowCardinality(String), day Date, artist String, title String, plays UInt64, left UInt64, listeners UInt64
  ) engine = MergeTree partition by toYYYYMM(day) order by (station, day) settings ${coarse}`,

  `create table if not exists song_days_made (day Date, made UInt8, at DateTime64(6, 'UTC'))
   engine = MergeTree order by (day, at) settings ${coarse}`,
];
