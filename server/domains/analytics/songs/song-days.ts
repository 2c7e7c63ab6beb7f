import type { ClickHouseClient } from '@clickhouse/client';
import { stretchesOf } from './stretches-of.ts';
import { ask, literal, settings, unlessMissing } from '../sql.service.ts';
import type { Stretch } from '../period.service.ts';
import { heardSongs } from './heard-songs.ts';

const dayMs = 86_400_000;
const stationsAtOnce = 50;

/**
 * Makes the songs of one day (UTC) that is over for a day at least, the latest that is missing; false where none is. A
 * day whose making is cut short is made anew, and so is one for which something came while it was made.
 */
export const makeSongDay = async (clickhouse: ClickHouseClient, now: Date): Promise<boolean> => {
  const day = await missingDay(clickhouse, now);
  if (day === undefined) return false;
  const [begun] = await ask<{ at: string }>(clickhouse, 'select toString(now64(6)) as at');
  await mark(clickhouse, day, 0, begun!.at);
  const command = (query: string) =>
    clickhouse.command({ query, clickhouse_settings: { ...settings, mutations_sync: '1', max_execution_time: 600 } });
  const left = await ask(clickhouse, `select 1 as one from song_days where day = '${day}' limit 1`);
  if (left.length > 0) await command(`alter table song_days delete where day = '${day}'`);
  const played = await ask<{ station: string }>(
    clickhouse,
    `select distinct toString(station) as station from plays where toDate(at) in ('${day}', toDate('${day}') - 1)`,
  );
  const start = Date.parse(`${day}T00:00:00Z`);
  for (let i = 0; i < played.length; i += stationsAtOnce) {
    const stations = played.slice(i, i + stationsAtOnce).map(({ station }) => station);
    const songs = heardSongs({ stations, stretch: { start, end: start + dayMs }, isFirst: false, open: [] });
    await command(`insert into song_days (station, day, artist, title, plays, left, listeners)
      select station, toDate('${day}'), artist, title, plays, left, listeners from (${songs})`);
  }
  await mark(clickhouse, day, 1, begun!.at);
  return true;
};

/** A day that was begun and one that is stale are missing as well as one that was never made. */
const missingDay = async (clickhouse: ClickHouseClient, now: Date): Promise<string | undefined> => {
  const found = await ask<{ day: string }>(
    clickhouse,
    `select toString(toDate(at) as played) as day from plays
     where played < toDate(toDateTime(${Math.floor(now.getTime() / 1000)}, 'UTC')) - 1
       and played not in (select day from song_days_made group by day having ${isMade})
     group by played order by played desc limit 1`,
  ).catch(unlessMissing([]));
  return found[0]?.day;
};

/** What was said last of a day counts; that it is made is said as of when its making began. */
const isMade = 'argMax(made, (at, made)) = 1';

const mark = (clickhouse: ClickHouseClient, day: string, made: 0 | 1, at: string) =>
  clickhouse.insert({ table: 'song_days_made', values: [{ day, made, at }], format: 'JSONEachRow' });

/** Says that something is about to be recorded of these days (UTC): where they were made, they are to be made anew. */
export const renewSongDays = async (clickhouse: ClickHouseClient, days: readonly string[]): Promise<void> => {
  if (days.length === 0) return;
  const query = `insert into song_days_made select day, 0, now64(6) from song_days_made
    where day in (${days.map(literal).join(',')}) group by day`;
  await clickhouse.command({ query });
};

/** The days (UTC) within a period that are made, those that follow each other as one. */
export const madeStretches = async (clickhouse: ClickHouseClient, { start, end }: Stretch): Promise<Stretch[]> => {
  const found = await ask<{ start: number }>(
    clickhouse,
    `select toUInt32(toUnixTimestamp(toDateTime(day, 'UTC'))) * 1000 as start from song_days_made
     where toDateTime(day, 'UTC') >= toDateTime(${start / 1000}, 'UTC')
       and toDateTime(day, 'UTC') + 86400 <= toDateTime(${end / 1000}, 'UTC')
     group by day having ${isMade} order by day`,
  ).catch(unlessMissing([]));
  return stretchesOf(found.map((one) => ({ start: Number(one.start), end: Number(one.start) + dayMs })));
};
