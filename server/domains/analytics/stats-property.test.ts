import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analytics as api, statsParts, type StatsReply } from '#contract/api/analytics.ts';
import type { PlayEvent, SliceEvent, SpotEvent } from '#contract/engine/engine.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { queryRows } from '#server/platform/clickhouse/query.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { openOf, slicesOf, testSpool } from './testing/listening.ts';
import { reportCacheFiller } from './report-cache/fill-report-cache.work.ts';
import { computeSongDay } from './songs/song-days.ts';
import { store } from './spool-consumer.ts';
import {
  lengthsIn,
  filterCases,
  filtered,
  leavingIn,
  partBefore,
  partOf,
  partsIn,
  bucketsOf,
  bucketStats,
  statsIn,
  type Listening,
  type Session,
} from './testing/naive-stats.ts';

/* Random sessions, in zones far from UTC and on days when clocks change, compared with a naive count. */

const minute = 60_000;
const hour = 60 * minute;
const addresses = ['8.8.8.8', '91.0.0.1', '1.1.1.1', '10.0.0.1', '200.147.3.157'];
const players = [
  'VLC/3.0.20',
  'AppleCoreMedia/1.0 (iPhone; CPU OS 17_5 like Mac OS X)',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
];
const pages = ['', 'https://www.radio.example/listen?now=1', 'http://blog.example:8080/'];
const outputs = ['stream', 'relay', 'hls'] as const;
const songs = [
  ['The Tones', 'Sine'],
  ['The Tones', 'Square'],
  ['Noise', "It's White"],
] as const;

/** Zone, the last of four days, and the time of the report. */
const cases = [
  ['Asia/Kolkata', '2026-02-10', Date.UTC(2026, 1, 10, 9, 7, 31, 250)],
  ['America/New_York', '2026-03-09', Date.UTC(2026, 2, 9, 15, 40, 0, 1)],
  ['Europe/Berlin', '2026-03-29', Date.UTC(2026, 2, 29, 18, 20)],
  ['Australia/Adelaide', '2026-04-06', Date.UTC(2026, 3, 6, 3, 3, 3)],
  ['Asia/Kathmandu', '2026-06-17', Date.UTC(2026, 5, 17, 0, 50)],
  ['Australia/Lord_Howe', '2026-10-05', Date.UTC(2026, 9, 5, 1, 12, 13)],
  ['America/New_York', '2026-11-02', Date.UTC(2026, 10, 2, 23, 59)],
] as const;

let clickhouse: TestClickHouse;
let portal: TestPortal;
let spool: Awaited<ReturnType<typeof testSpool>>;
let now = cases[0][2];

beforeAll(async () => {
  [clickhouse, spool] = await Promise.all([testClickHouse({ withTables: true }), testSpool('token')]);
  const config = { clickhouseUrl: clickhouse.url, engineUrl: spool.url, engineToken: 'token' };
  portal = await testPortal({ config, clock: { now: () => new Date(now) } });
});
afterAll(async () => {
  await portal.close();
  spool.close();
  await clickhouse.drop();
});

/** The same numbers each time. */
const seeded = (seed: number) => {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return { below, of: <T>(all: readonly T[]): T => all[below(all.length)]! };
};
type Chance = ReturnType<typeof seeded>;

const sessionOf = (chance: Chance, station: StationKey, start: number): Session => {
  const from = start + chance.below(now - start - 1);
  const lasts = chance.of([chance.below(90_000), chance.below(40 * minute), chance.below(7 * hour)]) + 1;
  // A few begin and end exactly on quarter hours.
  const exact = chance.below(12) === 0 ? 15 * minute : 1;
  const [began, ended] = [Math.floor(from / exact) * exact, Math.ceil((from + lasts) / exact) * exact];
  const isOpen = ended >= now;
  const attributes = { ip: chance.of(addresses), user_agent: chance.of(players), referer: chance.of(pages) };
  return { station, from: began, to: Math.min(ended, now), isOpen, ...attributes, output: chance.of(outputs) };
};

const randomListening = (chance: Chance, account: AccountKey, stations: StationKey[], start: number) => {
  const sessions = Array.from({ length: 120 }, () => sessionOf(chance, chance.of(stations), start));
  const plays: PlayEvent[] = stations.flatMap((station) => {
    const found: PlayEvent[] = [];
    for (let at = start + chance.below(3 * hour); at < now; at += 1 + chance.below(5 * hour)) {
      const [artist, title] = chance.of(songs);
      const details = { source: 'autodj', track: null, title, artist, album: '' } as const;
      found.push({ type: 'play', station, account, at, ...details });
    }
    return found;
  });
  const spots = sessions.slice(0, 30).map((session): SpotEvent => {
    const { station, ip, user_agent, referer, output } = session;
    const at = session.from + chance.below(session.to - session.from);
    const quartile = chance.of([0, 0, 1, 3, 3, 4] as const);
    const attributes = { station: station as StationKey, account, ip, user_agent, referer, output };
    return { type: 'spot', at, campaign: 'spring', session: 's', quartile, ...attributes };
  });
  return { sessions, plays, spots };
};

/** The clock of the recording and caching workers, which advances while the portal's stands still. */
let workerNow = 0;
const workerClock = { now: () => new Date(workerNow) };

const makeSongDays = async (): Promise<void> => {
  while (await computeSongDay(clickhouse.client, new Date(workerNow)));
};

const fillReportCache = async (): Promise<void> => {
  const keepNext = reportCacheFiller({ db: portal.kernel.db, clickhouse: clickhouse.client, clock: workerClock });
  while (await keepNext());
};

/** Each case begins with nothing recorded: the days between would be cached as well. */
const forgetAll = async (): Promise<void> => {
  const tables = `select name from system.tables where database = currentDatabase() and engine like '%MergeTree'`;
  for (const { name } of await queryRows<{ name: string }>(clickhouse.client, tables))
    await clickhouse.client.command({ query: `truncate table ${name}` });
};

let batches = 0;
const record = async (account: AccountKey, { sessions, plays, spots }: Omit<Listening, 'now'>) => {
  const cut = sessions.map((session) => {
    const { station, isOpen: open, ...rest } = session;
    return { open, slices: slicesOf({ ...rest, station: station as StationKey, account, open }) };
  });
  spool.state.open = cut.filter(({ open }) => open).map(({ slices }) => openOf(slices.at(-1)!));
  const closed = cut.flatMap(({ open, slices }): SliceEvent[] => (open ? slices.slice(0, -1) : slices));
  const parts = { clickhouse: clickhouse.client, geo: mmdbGeo(packagedDatabases()), agents: userAgents() };
  const events = [...closed, ...plays, ...spots].sort((one, other) => momentOf(one) - momentOf(other));
  for (let i = 0; i < events.length; i += 200)
    await store(
      { ...parts, secrets: portal.kernel.secrets, clock: workerClock },
      { engine: 'e', batch: ++batches, events: events.slice(i, i + 200) },
    );
};
const momentOf = (event: SliceEvent | PlayEvent | SpotEvent) => ('at' in event ? event.at : event.to);

const back = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
const datesUpTo = (date: string, days: number) => Array.from({ length: days }, (_, i) => back(date, days - 1 - i));

type StatsRequest = { zone: string; dates: string[]; frequency: 'minute' | 'hour' | 'day' };

/** Compares every field of a reply with the naive count. */
const compare = async (reply: StatsReply, listening: Listening, { zone, dates, frequency }: StatsRequest) => {
  const slots = bucketsOf(zone, dates, frequency);
  const period = { from: slots[0]!.from, to: slots.at(-1)!.to };
  expect(reply.timezone).toBe(zone);
  expect(reply.period_stats.stats).toEqual(statsIn(listening, period));
  const found = [...reply.minute_stats, ...reply.hour_stats, ...reply.day_stats];
  expect(found.map(({ from, to }) => [Date.parse(from), Date.parse(to)])).toEqual(
    slots.map(({ from, to }) => [from, to]),
  );
  expect(found.map(({ stats }) => stats)).toEqual(bucketStats(listening, slots));
  const parts = await partsIn(listening, period);
  const named = (list: object[], name: (row: never) => string) =>
    new Map(list.map((row) => [name(row as never), (row as { stats: object }).stats]));
  expect(named(reply.country_stats, ({ iso }) => iso)).toEqual(parts.of('country'));
  expect(named(reply.city_stats, ({ iso, region, city }) => [iso, region, city].join('\t'))).toEqual(parts.of('city'));
  expect(named(reply.device_stats, ({ device }) => device)).toEqual(parts.of('device'));
  expect(named(reply.player_stats, ({ player }) => player)).toEqual(parts.of('player'));
  expect(named(reply.system_stats, ({ system }) => system)).toEqual(parts.of('system'));
  expect(named(reply.output_stats, ({ output }) => output)).toEqual(parts.of('output'));
  expect(named(reply.referer_stats, ({ referer }) => referer)).toEqual(parts.of('referer'));
  expect(reply.session_lengths).toEqual(lengthsIn(listening, period));
  const stations = [...new Set(listening.sessions.map(({ station }) => station))];
  const ofStation = (key: string) =>
    partOf(
      listening.sessions.filter(({ station }) => station === key),
      listening.spots.filter(({ station }) => station === key),
      period,
    );
  const heardStations = stations.map((key) => [key, ofStation(key)] as const);
  expect(named(reply.station_stats, ({ key }) => key)).toEqual(
    new Map(heardStations.filter(([, { connections }]) => connections > 0)),
  );
  const before = datesUpTo(back(dates[0]!, 1), dates.length);
  const slotsBefore = bucketsOf(zone, before, frequency);
  expect(reply.previous).toMatchObject({ from_date: before[0], to_date: before.at(-1) });
  expect(reply.previous!.stats).toEqual(statsIn(listening, { from: slotsBefore[0]!.from, to: slotsBefore.at(-1)!.to }));
  expect(reply.previous!.slots.map(({ stats }) => stats)).toEqual(bucketStats(listening, slotsBefore));
  const part = partBefore(zone, { dates, before, now });
  expect(reply.previous!.comparable).toEqual(part && statsIn(listening, part));
  return period;
};

const compareLeaving = (reply: StatsReply, listening: Listening, period: { from: number; to: number }) => {
  const leaving = reply.leaving_stats.map(
    ({ artist, title, plays, left, listeners }) => [`${artist} – ${title}`, [plays, left, listeners]] as const,
  );
  expect(new Map(leaving)).toEqual(leavingIn(listening, period));
};

const agree = (reply: StatsReply) => {
  const { stats } = reply.period_stats;
  for (const name of ['listening_time', 'connected', 'disconnected', 'connections', 'impressions'] as const) {
    const sum = (list: { stats: typeof stats | Omit<typeof stats, 'peak' | 'average'> }[]) =>
      list.reduce((total, row) => total + row.stats[name], 0);
    const { country_stats, city_stats, device_stats, player_stats, system_stats, output_stats, referer_stats } = reply;
    const all = [country_stats, city_stats, device_stats, player_stats, system_stats, output_stats, referer_stats];
    for (const list of [...all, reply.station_stats]) expect(sum(list)).toBeCloseTo(stats[name], 6);
  }
  const ended = reply.session_lengths.reduce((total, { sessions }) => total + sessions, 0);
  expect(ended).toBe(stats.disconnected);
};

/**
 * The requests of each case, with days and frequency: all of the account, and one each of a station, of a filter, of the portal and
 * repeated, in turns, so that each of them meets each frequency.
 */
const requests = [
  [1, 'minute'],
  [4, 'hour'],
  [2, 'day'],
] as const;

describe.each(cases)('in %s up to %s', (zone, last, moment) => {
  const nth = cases.findIndex(([, , at]) => at === moment);

  it('every number matches a naive count, of each station, the account and the portal', async () => {
    now = workerNow = moment;
    await forgetAll();
    const chance = seeded(moment % 1_000_003);
    const account = await portal.make.account();
    const stations = [await portal.make.station(account), await portal.make.station(account)];
    const { db } = portal.kernel;
    await db.updateTable('stations').set({ default_timezone: zone }).where('key', 'in', stations).execute();
    const start = now - 6 * 24 * hour;
    const listening = { ...randomListening(chance, account, stations, start), now };
    // Half of it arrives after the days have been computed from the other half.
    const early = listening.sessions.filter(({ isOpen }, i) => !isOpen && i % 2 === 0);
    await record(account, { ...listening, sessions: early, spots: [] });
    // No more late arrivals are being written.
    workerNow += 10 * minute;
    await makeSongDays();
    await fillReportCache();
    await record(account, {
      ...listening,
      sessions: listening.sessions.filter((one) => !early.includes(one)),
      plays: [],
    });
    workerNow += 10 * minute;
    const admin = await portal.as(await portal.make.person({ admin: true }));
    const include = [...statsParts];
    for (const [i, [days, frequency]] of requests.entries()) {
      const dates = datesUpTo(last, days);
      const query = { from_date: dates[0]!, to_date: last, frequency, include };
      const params = { type: days === 1 ? ('day' as const) : ('period' as const) };
      const ofAccount = await admin.ok(api.account, { params: { id: account, ...params }, query });
      const period = await compare(ofAccount, listening, { zone, dates, frequency });
      agree(ofAccount);
      compareLeaving(ofAccount, listening, period);
      if (i === nth % 3) {
        await makeSongDays();
        await fillReportCache();
        const repeated = await admin.ok(api.account, { params: { id: account, ...params }, query });
        expect(repeated).toEqual(ofAccount);
        const ofPortal = await admin.ok(api.portal, { params, query });
        await compare(ofPortal, listening, { zone: 'UTC', dates, frequency });
        agree(ofPortal);
      }
      if (i === (nth + 1) % 3) {
        const [station] = stations as [StationKey];
        const own = <T extends { station: string }>(list: T[]) => list.filter((one) => one.station === station);
        const ofStation = await admin.ok(api.stations, { params, query: { ...query, stationKeys: [station] } });
        const [sessions, plays, spots] = [own(listening.sessions), own(listening.plays), own(listening.spots)];
        await compare(ofStation, { sessions, plays, spots, now }, { zone, dates, frequency });
        agree(ofStation);
      }
      if (i === (nth + Math.floor(nth / 3)) % 3) {
        const [filter, values] = filterCases(ofAccount)[nth % 3]!;
        const ofSome = await admin.ok(api.account, {
          params: { id: account, ...params },
          query: { ...query, ...filter },
        });
        const some = await filtered(listening, values);
        compareLeaving(ofSome, some, await compare(ofSome, some, { zone, dates, frequency }));
      }
    }
  }, 240_000);
});
