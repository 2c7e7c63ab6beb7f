import type { ClickHouseClient } from '@clickhouse/client';
import { randomFrom } from './music.ts';
import type { Staged } from './stage.ts';

const quarterMs = 15 * 60_000;
const dayMs = 24 * 3_600_000;

/** The share of the best hour's audience at each hour of a station's day. */
const weekday = [
  0.12, 0.08, 0.06, 0.05, 0.07, 0.16, 0.38, 0.66, 0.8, 0.74, 0.66, 0.62, 0.68, 0.66, 0.6, 0.62, 0.7, 0.82, 0.86, 0.84,
  0.9, 0.78, 0.5, 0.26,
];
const weekend = weekday.map((_, hour) => 0.85 * weekday[(hour + 22) % 24]!);

/** How people listen, with their shares. */
const agents = [
  { share: 0.34, device: 'phone', player: 'Chrome', os: 'Android' },
  { share: 0.22, device: 'phone', player: 'Safari', os: 'iOS' },
  { share: 0.2, device: 'desktop', player: 'Chrome', os: 'Windows' },
  { share: 0.1, device: 'desktop', player: 'VLC', os: 'Windows' },
  { share: 0.08, device: 'smart speaker', player: 'Amazon Alexa', os: '' },
  { share: 0.06, device: 'car', player: 'TuneIn', os: 'Android' },
];

type Row = Record<string, string | number>;

/** Writes the listening of one day (UTC) of a station, today's until a quarter of an hour ago; the same day again changes nothing. */
export const writeDay = async (clickhouse: ClickHouseClient, at: Staged, day: number, age: number): Promise<number> => {
  const rows = dayOf(at, day, age);
  await clickhouse.insert({
    table: 'slices',
    values: rows,
    format: 'JSONEachRow',
    clickhouse_settings: {
      insert_deduplication_token: `demonstration:${at.station}:${String(day)}`,
      deduplicate_blocks_in_dependent_materialized_views: 1,
    },
  });
  return rows.length;
};

const dayOf = (at: Staged, day: number, age: number): Row[] => {
  const random = randomFrom(day / dayMs + at.of.audience * 7919);
  const growth = 1 - age * 0.004;
  const luck = 0.88 + random() * 0.24;
  const rows: Row[] = [];
  const end = Math.min(day + dayMs, Math.floor(Date.now() / quarterMs) * quarterMs);
  for (let quarter = day; quarter < end; quarter += quarterMs) {
    const wanted = at.of.audience * shareAt(at.of.timezone, quarter) * growth * luck;
    // People stay half an hour on the average: half of those who listen have come in this quarter.
    const arrivals = Math.round(wanted * 0.5 * (0.8 + random() * 0.4));
    for (let i = 0; i < arrivals; i++) rows.push(...session(at, quarter + random() * quarterMs, end, random));
  }
  return rows;
};

const shareAt = (timezone: string, at: number): number => {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hour: '2-digit',
    weekday: 'short',
    hourCycle: 'h23',
  });
  const said = Object.fromEntries(parts.formatToParts(at).map((part) => [part.type, part.value]));
  const hours = said['weekday'] === 'Sat' || said['weekday'] === 'Sun' ? weekend : weekday;
  return hours[Number(said['hour'])]!;
};

/** One listener's visit, cut at the quarter hours as the engine cuts it. */
const session = (at: Staged, began: number, end: number, random: () => number): Row[] => {
  const minutes = Math.min(300, Math.exp(2.6 + 1.1 * gauss(random)));
  const until = Math.min(end, began + minutes * 60_000);
  const who = pick(agents, random);
  const listener = Math.floor(random() ** 1.6 * at.of.audience * 30);
  const fixed = {
    ...{ engine: 'demonstration', session: `d${Math.floor(random() * 2 ** 52).toString(36)}` },
    ...{ station: at.station, account: at.account, started: moment(began), address: addressOf(at, listener) },
    ...{ country: countryOf(at, listener), region: '', city: '' },
    ...{ device: who.device, player: who.player, os: who.os, referer: '', output: 'stream' },
  };
  const rows: Row[] = [];
  for (let from = began, n = 0; from < until; n++) {
    const to = Math.min(until, (Math.floor(from / quarterMs) + 1) * quarterMs);
    const [first, last] = [Number(n === 0), Number(to === until)];
    rows.push({
      ...fixed,
      n,
      since: moment(from),
      until: moment(to),
      bytes: Math.round((to - from) * 16),
      first,
      last,
    });
    from = to;
  }
  return rows;
};

/** The same listener always has the same address and comes from the same country. */
const addressOf = (at: Staged, listener: number): string =>
  String((BigInt(at.of.audience) << 40n) + BigInt(listener) * 2_654_435_761n);
const countryOf = (at: Staged, listener: number): string =>
  pick(
    Object.entries(at.of.countries).map(([country, share]) => ({ country, share })),
    randomFrom(listener + 17),
  ).country;

const pick = <T extends { share: number }>(from: readonly T[], random: () => number): T => {
  let left = random();
  return from.find((one) => (left -= one.share) <= 0) ?? from[0]!;
};

const gauss = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const moment = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').slice(0, 23);
