import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SpotEvent } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { newKey } from '#server/kernel/keys.ts';
import { queryRows, stationIn, within } from '#server/platform/clickhouse/query.ts';
import { periodOf, type Period } from '#server/platform/period.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { dimensions, lengthBound } from '../audience-dimensions.ts';
import { countAudience } from './count-audience.ts';
import { dayWatermarks } from '../late-arrivals.ts';
import { computeDays, computeWeek } from '../report-cache/compute-days.ts';
import { subjectOf } from '../report-cache/subjects.ts';
import { planReport } from '../report-plan.ts';
import { slicesOf } from '../testing/listening.ts';
import { store } from '../spool-consumer.ts';
import type { Stations } from './scope.ts';

/* Six weeks of listening; periods that begin and end anywhere in a week, compared with a query over the slices. */

const hour = 3_600_000;
const begin = Date.UTC(2026, 8, 21);
const account = newKey('account');
const stations: StationKey[] = [newKey('station'), newKey('station')];
let clickhouse: TestClickHouse;

/** Sessions that begin at all hours, some exactly on a day or week boundary, up to three hours long. */
const randomSessions = () =>
  Array.from({ length: 700 }, (_, i) => {
    const from = begin + (i % 9 === 0 ? (i / 9) * 12 * hour : i * 1.44 * hour + ((i * 7919 * 1000) % hour));
    const listener = {
      ip: `8.8.${i % 5}.8`,
      user_agent: i % 3 ? 'VLC/3.0.20' : 'iTunes/12',
      referer: i % 4 ? '' : 'https://a.example/',
    };
    const carriedOver = i % 9 === 0 ? 10 * 60_000 : 0;
    const to = from + 60_000 + ((i * 104_729_000) % (3 * hour));
    return {
      station: stations[i % 2]!,
      account,
      from: Math.floor(from) - carriedOver,
      to: Math.floor(to),
      ...listener,
    };
  });

beforeAll(async () => {
  clickhouse = await testClickHouse({ withTables: true });
  const secrets = { get: async (name: string) => name };
  const parts = { geo: mmdbGeo(packagedDatabases()), agents: userAgents(), secrets };
  const sessions = randomSessions();
  const spots = sessions.slice(0, 300).map((one, i): SpotEvent => {
    const { from, to: _, ...listener } = one;
    const event = { type: 'spot', at: from, campaign: 'c', session: 's', output: 'stream' } as const;
    return { ...listener, ...event, quartile: i % 2 ? 0 : 3 };
  });
  const events = [...sessions.flatMap((one) => slicesOf(one)), ...spots];
  for (let batch = 0; batch * 400 < events.length; batch++)
    await store(
      { clickhouse: clickhouse.client, ...parts },
      { engine: 'e', batch: batch + 1, events: events.slice(batch * 400, batch * 400 + 400) },
    );
}, 120_000);
afterAll(() => clickhouse.drop());

type Row = Record<'dimension' | 'by', string> & Record<string, string | number>;
const counted = (row: Row) => [
  `${row.dimension} ${row.by}`,
  ...[row.ms, row.connected, row.disconnected, row.uniques, row.connections, row.impressions, row.thirdQuartile].map(
    Number,
  ),
];

const fromSlices = async (selections: Stations, period: Period) => {
  const which = selections === 'all' ? '1' : stationIn(selections);
  const questions = Object.entries({ ...dimensions, length: lengthBound }).map(
    ([name, value]) => `select '${name}' as dimension, ${value} as by,
      sum(toUnixTimestamp64Milli(until) - toUnixTimestamp64Milli(since)) as ms, sum(first) as connected, sum(last) as disconnected,
      uniqExact(address) as uniques,
      connected + countIf(first = 0 and toStartOfFifteenMinutes(since) = toDateTime(${period.start / 1000}, 'UTC')) as connections,
      0 as impressions, 0 as thirdQuartile
      from slices where ${which} and ${within(period, 'since')} ${name === 'length' ? 'and last = 1' : ''} group by by`,
  );
  return await queryRows<Row>(clickhouse.client, questions.join(' union all '));
};

it.each([
  ['UTC', '2026-09-30', '2026-10-27'],
  ['UTC', '2026-09-28', '2026-10-04'],
  ['UTC', '2026-10-05', '2026-10-20'],
  ['UTC', '2026-10-01', '2026-10-03'],
  ['Europe/Berlin', '2026-09-24', '2026-10-27'],
  ['Europe/Berlin', '2026-10-05', '2026-10-11'],
  ['Europe/Berlin', '2026-10-06', '2026-10-06'],
  ['America/Los_Angeles', '2026-09-28', '2026-10-25'],
  ['Asia/Kolkata', '2026-09-27', '2026-10-20'],
])(
  'is of %s from %s to %s what the slices add up to',
  async (zone, from_date, to_date) => {
    const period = periodOf('period', { from_date, to_date, frequency: 'day' }, zone);
    const selections: Stations[] = [stations, stations.slice(0, 1), ...(zone === 'UTC' ? ['all' as const] : [])];
    for (const one of selections)
      for (const size of ['small', 'large'] as const) {
        const found = await countAudience(clickhouse.client, { stations: one, period, open: [], size, cached: [] });
        const impressions = (rows: Row[], dimension: string) =>
          rows.filter((row) => row.dimension === dimension).reduce((sum, row) => sum + Number(row.impressions), 0);
        const ofSpots = await queryRows<{ n: string }>(
          clickhouse.client,
          `select count() as n from spots where quartile = 0 and ${one === 'all' ? '1' : stationIn(one)} and ${within(period)}`,
        );
        for (const dimension of Object.keys(dimensions))
          expect(impressions(found, dimension)).toBe(Number(ofSpots[0]?.n));
        const bare = (rows: Row[]) =>
          rows
            .map((row) => counted({ ...row, impressions: 0, thirdQuartile: 0 }))
            .sort((a, b) => (a[0]! < b[0]! ? -1 : 1));
        const expected = bare(await fromSlices(one, period));
        expect(expected.length).toBeGreaterThan(8);
        expect(bare(found)).toEqual(expected);
      }
  },
  60_000,
);

/** Caches all days of a period, and all weeks (from Monday) within it. */
const cacheDays = async (own: readonly StationKey[], zone: string, dates: readonly string[]): Promise<number> => {
  const subjects = [{ subject: subjectOf(own), zone, stations: own }];
  const of = (from_date: string, to_date: string) => ({ subjects, zone, from_date, to_date });
  const computedAt = new Date(begin + 100 * 24 * hour);
  await computeDays(clickhouse.client, of(dates[0]!, dates.at(-1)!), computedAt);
  const mondays = dates.filter((date, i) => new Date(date).getUTCDay() === 1 && dates[i + 6] !== undefined);
  for (const monday of mondays)
    await computeWeek(clickhouse.client, of(monday, dates[dates.indexOf(monday) + 6]!), computedAt);
  return mondays.length;
};

it.each([
  ['UTC', '2026-09-28', '2026-10-04'],
  ['Europe/Berlin', '2026-09-23', '2026-10-27'],
  ['America/Los_Angeles', '2026-09-29', '2026-10-24'],
  ['Asia/Kolkata', '2026-09-27', '2026-10-20'],
])(
  'in %s from %s to %s matches a count where days and weeks are cached',
  async (zone, from_date, to_date) => {
    const period = periodOf('period', { from_date, to_date, frequency: 'day' }, zone);
    const dates = period.days.map((_, i) => new Date(Date.parse(from_date) + i * 24 * hour).toISOString().slice(0, 10));
    for (const own of [stations, stations.slice(0, 1)]) {
      const weeks = await cacheDays(own, zone, dates);
      const about = { stations: own, period, before: undefined, now: begin + 101 * 24 * hour };
      const { audience } = await planReport(clickhouse.client, {
        ...about,
        watermarks: dayWatermarks(clickhouse.client, about.period),
      });
      expect(weeks).toBeGreaterThan(0);
      expect(audience.map(({ days }) => days).sort((a, b) => a - b)).toEqual([
        ...Array.from({ length: dates.length - 7 * weeks }, () => 1),
        ...Array.from({ length: weeks }, () => 7),
      ]);
      for (const size of ['small', 'large'] as const) {
        const request = { stations: own, period, open: [], size };
        const counted = await countAudience(clickhouse.client, { ...request, cached: [] });
        expect(await countAudience(clickhouse.client, { ...request, cached: audience })).toEqual(counted);
      }
    }
  },
  60_000,
);
