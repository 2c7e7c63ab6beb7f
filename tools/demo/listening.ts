import type { ClickHouseClient } from '@clickhouse/client';
import { announceLateArrivals } from '#server/domains/analytics/late-arrivals.ts';
import { dayMs, quarterMs } from '#contract/rules/time.ts';
import { listenerOf } from './listeners.ts';
import { randomFrom } from './music.ts';
import { playsOfDay, type DemoPlay } from './plays.ts';
import type { CreatedStation } from './create-stations.ts';

/** The audience of each hour of a station's day, as a share of the peak hour's. */
const weekday = [
  0.12, 0.08, 0.06, 0.05, 0.07, 0.16, 0.38, 0.66, 0.8, 0.74, 0.66, 0.62, 0.68, 0.66, 0.6, 0.62, 0.7, 0.82, 0.86, 0.84,
  0.9, 0.78, 0.5, 0.26,
];
const weekend = weekday.map((_, hour) => 0.85 * weekday[(hour + 22) % 24]!);

type Row = Record<string, string | number>;
/** Numbers of inserted rows. */
export type InsertedRows = { slices: number; plays: number };

/**
 * Inserts a station's listening and plays of one day (UTC), today's until the last full quarter hour; repeating a day
 * changes nothing.
 */
export const writeDay = async (
  clickhouse: ClickHouseClient,
  at: CreatedStation,
  day: number,
  age: number,
): Promise<InsertedRows> => {
  const now = Math.floor(Date.now() / quarterMs) * quarterMs;
  const plays = playsOfDay(at, day, Math.min(day + dayMs, now));
  const slices = dayOf(at, { day, now, age }, plays);
  await announceLateArrivals(clickhouse, [dateOf(day), dateOf(day + dayMs)], new Date());
  const token = `demonstration:${at.station}:${String(day)}`;
  await insert(clickhouse, 'slices', slices, token);
  await insert(
    clickhouse,
    'plays',
    plays.map((play) => playRow(at, play)),
    `${token}:plays`,
  );
  return { slices: slices.length, plays: plays.length };
};

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const insert = async (clickhouse: ClickHouseClient, table: string, values: Row[], token: string): Promise<void> => {
  if (values.length === 0) return;
  await clickhouse.insert({
    table,
    values,
    format: 'JSONEachRow',
    clickhouse_settings: {
      insert_deduplication_token: token,
      deduplicate_blocks_in_dependent_materialized_views: 1,
    },
  });
};

const playRow = (at: CreatedStation, { at: startedAt, ms, appeal: _, ...play }: DemoPlay): Row => ({
  ...{ engine: 'demonstration', station: at.station, account: at.account, at: timestamp(startedAt) },
  ...play,
  // The length of an encoder's track is unknown.
  lasts: play.source === 'live' ? 0 : ms,
});

const dayOf = (
  at: CreatedStation,
  { day, now, age }: { day: number; now: number; age: number },
  plays: DemoPlay[],
): Row[] => {
  const random = randomFrom(day / dayMs + at.of.audience * 7919);
  const growth = 1 - age * 0.004;
  const luck = 0.88 + random() * 0.24;
  const rows: Row[] = [];
  for (let quarter = day; quarter < Math.min(day + dayMs, now); quarter += quarterMs) {
    const expected = at.of.audience * shareAt(at.of.timezone, quarter) * growth * luck;
    // Listeners stay half an hour on average: half of them have arrived in this quarter.
    const arrivals = Math.round(expected * 0.5 * (0.8 + random() * 0.4));
    for (let i = 0; i < arrivals; i++)
      rows.push(...session(at, quarter + random() * quarterMs, { now, plays, random }));
  }
  return rows;
};

const formats = new Map<string, Intl.DateTimeFormat>();
/** The audience at a time as a share of the peak hour's, by the hour in a time zone. */
export const shareAt = (timeZone: string, at: number): number => {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', weekday: 'short', hourCycle: 'h23' });
  formats.set(timeZone, format);
  const parts = Object.fromEntries(format.formatToParts(at).map((part) => [part.type, part.value]));
  const hours = parts['weekday'] === 'Sat' || parts['weekday'] === 'Sun' ? weekend : weekday;
  return hours[Number(parts['hour'])]!;
};

type Day = { now: number; plays: readonly DemoPlay[]; random: () => number };

/** The slices of one session, cut at quarter hours as the engine does. */
const session = (at: CreatedStation, startedAt: number, { now, plays, random }: Day): Row[] => {
  const minutes = Math.min(300, Math.exp(2.6 + 1.1 * gauss(random)));
  const until = Math.min(now, tuneOutAt(plays, startedAt + minutes * 60_000, random));
  const listener = drawListener(at.of.audience, Math.floor(startedAt / dayMs), random);
  const fixed = {
    ...{ engine: 'demonstration', session: `d${Math.floor(random() * 2 ** 52).toString(36)}` },
    ...{ station: at.station, account: at.account, started: timestamp(startedAt), ...listenerOf(at, listener) },
  };
  const rows: Row[] = [];
  for (let from = startedAt, n = 0; from < until; n++) {
    const to = Math.min(until, (Math.floor(from / quarterMs) + 1) * quarterMs);
    const [first, last] = [Number(n === 0), Number(to === until)];
    const bytes = Math.round((to - from) * 16);
    rows.push({ ...fixed, n, since: timestamp(from), until: timestamp(to), bytes, first, last });
    from = to;
  }
  return rows;
};

/**
 * Six of ten sessions are of listeners who return for months, the others of listeners who come once or for a few days.
 */
const drawListener = (audience: number, day: number, random: () => number): number => {
  if (random() < 0.6) return Math.floor(random() ** 1.8 * audience * 22);
  return audience * (22 + day * 2) + Math.floor(random() * audience * 9);
};

/** When a listener tunes out: at `at`, or, if they like the song, some way into the next one. */
const tuneOutAt = (plays: readonly DemoPlay[], at: number, random: () => number): number => {
  const playing = plays.findLastIndex((play) => play.at <= at);
  const [song, next] = [plays[playing], plays[playing + 1]];
  if (!song || !next || random() > song.appeal) return at;
  return next.at + random() * 25_000;
};

const gauss = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const timestamp = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').slice(0, 23);
