import type { ClickHouseClient } from '@clickhouse/client';
import { announceLateArrivals } from '#server/domains/analytics/late-arrivals.ts';
import { dayMs } from '#contract/time.ts';
import { listenerOf } from './listeners.ts';
import { randomFrom } from './music.ts';
import { programmeOf, type DemoPlay } from './programme.ts';
import type { Staged } from './stage.ts';

const quarterMs = 15 * 60_000;

/** The share of the best hour's audience at each hour of a station's day. */
const weekday = [
  0.12, 0.08, 0.06, 0.05, 0.07, 0.16, 0.38, 0.66, 0.8, 0.74, 0.66, 0.62, 0.68, 0.66, 0.6, 0.62, 0.7, 0.82, 0.86, 0.84,
  0.9, 0.78, 0.5, 0.26,
];
const weekend = weekday.map((_, hour) => 0.85 * weekday[(hour + 22) % 24]!);

type Row = Record<string, string | number>;
/** How many rows of each were written. */
export type Written = { slices: number; plays: number };

/** Writes the listening and the plays of one day (UTC) of a station, today's until a quarter of an hour ago; the same day again changes nothing. */
export const writeDay = async (
  clickhouse: ClickHouseClient,
  at: Staged,
  day: number,
  age: number,
): Promise<Written> => {
  const now = Math.floor(Date.now() / quarterMs) * quarterMs;
  const plays = programmeOf(at, day, Math.min(day + dayMs, now));
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

const playRow = (at: Staged, { at: began, ms, appeal: _, ...play }: DemoPlay): Row => ({
  ...{ engine: 'demonstration', station: at.station, account: at.account, at: moment(began) },
  ...play,
  // Of what an encoder sends nobody knows how long it is.
  lasts: play.source === 'live' ? 0 : ms,
});

const dayOf = (at: Staged, { day, now, age }: { day: number; now: number; age: number }, plays: DemoPlay[]): Row[] => {
  const random = randomFrom(day / dayMs + at.of.audience * 7919);
  const growth = 1 - age * 0.004;
  const luck = 0.88 + random() * 0.24;
  const rows: Row[] = [];
  for (let quarter = day; quarter < Math.min(day + dayMs, now); quarter += quarterMs) {
    const wanted = at.of.audience * shareAt(at.of.timezone, quarter) * growth * luck;
    // People stay half an hour on the average: half of those who listen have come in this quarter.
    const arrivals = Math.round(wanted * 0.5 * (0.8 + random() * 0.4));
    for (let i = 0; i < arrivals; i++)
      rows.push(...session(at, quarter + random() * quarterMs, { now, plays, random }));
  }
  return rows;
};

const formats = new Map<string, Intl.DateTimeFormat>();
/** The share of the best hour's audience at a moment, by a zone's clocks. */
export const shareAt = (timeZone: string, at: number): number => {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', weekday: 'short', hourCycle: 'h23' });
  formats.set(timeZone, format);
  const said = Object.fromEntries(format.formatToParts(at).map((part) => [part.type, part.value]));
  const hours = said['weekday'] === 'Sat' || said['weekday'] === 'Sun' ? weekend : weekday;
  return hours[Number(said['hour'])]!;
};

type Day = { now: number; plays: readonly DemoPlay[]; random: () => number };

/** One listener's visit, cut at the quarter hours as the engine cuts it. */
const session = (at: Staged, began: number, { now, plays, random }: Day): Row[] => {
  const minutes = Math.min(300, Math.exp(2.6 + 1.1 * gauss(random)));
  const until = Math.min(now, leaves(plays, began + minutes * 60_000, random));
  const listener = drawListener(at.of.audience, Math.floor(began / dayMs), random);
  const fixed = {
    ...{ engine: 'demonstration', session: `d${Math.floor(random() * 2 ** 52).toString(36)}` },
    ...{ station: at.station, account: at.account, started: moment(began), ...listenerOf(at, listener) },
  };
  const rows: Row[] = [];
  for (let from = began, n = 0; from < until; n++) {
    const to = Math.min(until, (Math.floor(from / quarterMs) + 1) * quarterMs);
    const [first, last] = [Number(n === 0), Number(to === until)];
    const bytes = Math.round((to - from) * 16);
    rows.push({ ...fixed, n, since: moment(from), until: moment(to), bytes, first, last });
    from = to;
  }
  return rows;
};

/** Six of ten visits are of people who come back for months, the others of some who come for a few days or once. */
const drawListener = (audience: number, day: number, random: () => number): number => {
  if (random() < 0.6) return Math.floor(random() ** 1.8 * audience * 22);
  return audience * (22 + day * 2) + Math.floor(random() * audience * 9);
};

/** Who is about to leave stays to the end of a song they like, and some way into the next. */
const leaves = (plays: readonly DemoPlay[], at: number, random: () => number): number => {
  const playing = plays.findLastIndex((play) => play.at <= at);
  const [song, next] = [plays[playing], plays[playing + 1]];
  if (!song || !next || random() > song.appeal) return at;
  return next.at + random() * 25_000;
};

const gauss = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const moment = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').slice(0, 23);
