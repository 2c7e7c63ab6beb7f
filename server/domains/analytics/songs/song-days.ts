import type { ClickHouseClient } from '@clickhouse/client';
import { stretchesOf } from './stretches-of.ts';
import { ask, literal, settings, unlessMissing, within } from '../sql.service.ts';
import type { Stretch } from '../period.service.ts';
import { heardSongs } from './heard-songs.ts';

const dayMs = 86_400_000;
const stationsAtOnce = 50;

/**
 * Makes the songs of one day (UTC) that is over for a day at least, the latest that is missing; false where none is. A
 * day whose making is cut short is made anew, and so is one for which something came while it was made.
 */
export const makeSongDay = async (clickhouse: ClickHouseClient, now: Date): Promise<boolean> => {
  const missing = await missingDays(clickhouse, now);
  if (missing.length === 0) return false;
  const [begun] = await ask<{ at: string }>(clickhouse, 'select toString(now64(6)) as at');
  // From here on, what comes for one of them is told.
  await mark(clickhouse, missing, 0, begun!.at);
  const played = await playedSince(clickhouse, missing.at(-1)!);
  const day = missing.find((one) => played.has(one));
  if (day !== undefined) await makeDay(clickhouse, day);
  const silent = missing.filter((one) => !played.has(one));
  await mark(clickhouse, day === undefined ? silent : [day, ...silent], 1, begun!.at);
  return true;
};

const makeDay = async (clickhouse: ClickHouseClient, day: string): Promise<void> => {
  const command = (query: string) =>
    clickhouse.command({ query, clickhouse_settings: { ...settings, mutations_sync: '1', max_execution_time: 600 } });
  const left = await ask(clickhouse, `select 1 as one from song_days where day = '${day}' limit 1`);
  if (left.length > 0) await command(`alter table song_days delete where day = '${day}'`);
  const start = Date.parse(`${day}T00:00:00Z`);
  const played = await ask<{ station: string }>(
    clickhouse,
    `select distinct toString(station) as station from plays where ${within({ start: start - dayMs, end: start + dayMs })}`,
  );
  for (let i = 0; i < played.length; i += stationsAtOnce) {
    const stations = played.slice(i, i + stationsAtOnce).map(({ station }) => station);
    const songs = heardSongs({ stations, stretch: { start, end: start + dayMs }, isFirst: false, open: [] });
    await command(`insert into song_days (station, day, artist, title, plays, left, listeners)
      select station, toDate('${day}'), artist, title, plays, left, listeners from (${songs})`);
  }
};

/** Days since the first play that aren't made, the latest first: begun and stale ones are missing as well. */
const missingDays = async (clickhouse: ClickHouseClient, now: Date): Promise<string[]> => {
  const today = `toDate(toDateTime(${Math.floor(now.getTime() / 1000)}, 'UTC'))`;
  const found = await ask<{ day: string }>(
    clickhouse,
    `select toString(toDate(number)) as day from (
      select arrayJoin(range(toUInt32(toDate(min(at))), toUInt32(${today} - 1))) as number from plays having count() > 0)
     where toDate(number) not in (select day from song_days_made group by day having ${isMade}) order by day desc`,
  ).catch(unlessMissing([]));
  return found.map(({ day }) => day);
};

/** The days from this one on of which a play is known, or on which one of the day before may go on. */
const playedSince = async (clickhouse: ClickHouseClient, day: string): Promise<Set<string>> => {
  const start = Date.parse(`${day}T00:00:00Z`) - dayMs;
  const found = await ask<{ day: string }>(
    clickhouse,
    `select distinct toString(toDate(arrayJoin([at, at + interval 1 day]))) as day from plays
     where at >= toDateTime(${start / 1000}, 'UTC')`,
  );
  return new Set(found.map((one) => one.day));
};

/** What was said last of a day counts; that it is made is said as of when its making began. */
const isMade = 'argMax(made, (at, made)) = 1';

const mark = async (clickhouse: ClickHouseClient, days: readonly string[], made: 0 | 1, at: string): Promise<void> => {
  const values = days.map((day) => ({ day, made, at }));
  if (values.length > 0) await clickhouse.insert({ table: 'song_days_made', values, format: 'JSONEachRow' });
};

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
