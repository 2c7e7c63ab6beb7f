import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTable } from '#server/platform/clickhouse/dialect.ts';
import type { AppEvent } from '#contract/api/app-stats.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { periodOf, type Period } from '#server/platform/period.ts';
import { dayMs, hourMs } from '#contract/rules/time.ts';
import { countApps } from './app-stats.service.ts';
import { appTables } from './app-sessions.ts';
import { forwardBatches } from './forward-app-events.ts';
import { ingestAppEvents } from './ingest-app-events.ts';

/* Random sessions, reported out of order in overlapping batches, compared with a naive count. */

const now = Date.UTC(2026, 10, 21, 13, 40);

let clickhouse: TestClickHouse;
let portal: TestPortal;
beforeAll(async () => {
  clickhouse = await testClickHouse();
  portal = await testPortal({ clock: { now: () => new Date(now) } });
  for (const statement of appTables) await createTable(clickhouse.client, statement);
});
afterAll(async () => {
  await portal.close();
  await clickhouse.drop();
});

/** The same numbers for the same seed. */
const seeded = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

const randomSession = (station: StationKey, random: () => number): AppEvent[] => {
  const fixed = { session: randomUUID(), station, listener: `i${String(Math.floor(random() * 9))}` };
  const platform = random() < 0.5 ? 'ios' : 'android';
  const began = now - Math.floor(random() * 6 * dayMs);
  const length = Math.floor(random() ** 3 * 40 * hourMs);
  const times = Array.from({ length: 2 + Math.floor(random() * 6) }, () => began + Math.floor(random() * length));
  const ordered = times.toSorted((one, other) => one - other).filter((at) => at <= now);
  return ordered.map((at, i) => ({
    ...{ ...fixed, platform, id: randomUUID(), at: new Date(at).toISOString() },
    type: i === 0 ? 'start' : i === ordered.length - 1 && random() < 0.6 ? 'end' : 'heartbeat',
  }));
};

type ListeningRange = { event: AppEvent; from: number; to: number };

/** The listening ranges of one session, event by event; `known` is the time of the last event so far. */
const rangesOf = (events: readonly AppEvent[]): ListeningRange[] =>
  events.map((event, i) => {
    const [from, next] = [Date.parse(event.at), events[i + 1]];
    const isEnd = event.type === 'end';
    const goesOn = next !== undefined && Date.parse(next.at) - from <= dayMs;
    return { event, from, to: isEnd ? from : goesOn ? Date.parse(next.at) : from + 60_000 };
  });

const counted = (ranges: readonly ListeningRange[], start: number, end: number) => {
  const inside = ranges.filter(({ from, to }) => from < end && (to > start || from >= start));
  const ids = (given: readonly ListeningRange[]) =>
    new Set(given.map(({ event }) => `${event.listener} ${event.platform}`)).size;
  return {
    sessions: new Set(inside.map(({ event }) => event.session)).size,
    ms: inside.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, end) - Math.max(from, start)), 0),
    ios: ids(inside.filter(({ event }) => event.platform === 'ios')),
    android: ids(inside.filter(({ event }) => event.platform === 'android')),
  };
};

const send = async (key: string, events: readonly AppEvent[], random: () => number): Promise<void> => {
  const shuffled = events.toSorted(() => random() - 0.5);
  const deps = { ...portal.kernel, geo: { locate: async () => ({ country: 'DE', region: '', city: '' }) } as never };
  for (let i = 0; i < shuffled.length; i += 40) {
    // Each batch repeats some of the previous one.
    const batch = shuffled.slice(Math.max(0, i - 10), i + 40);
    await ingestAppEvents(deps, { key, ip: '91.0.0.1', events: batch });
    if (random() < 0.4) await forwardBatches({ db: portal.kernel.db, clickhouse: clickhouse.client });
  }
  while (await forwardBatches({ db: portal.kernel.db, clickhouse: clickhouse.client }));
};

const found = async (station: StationKey, period: Period) => {
  const rows = await countApps(clickhouse.client, { stations: [station], period });
  return (kind: string, name = '') => {
    const {
      sessions = 0,
      ms = 0,
      ios = 0,
      android = 0,
    } = rows.find((row) => row.kind === kind && row.name === name) ?? {};
    return { sessions, ms, ios, android };
  };
};

it.each([1, 2, 3])('counts as a naive count does (seed %i)', async (seed) => {
  const random = seeded(seed);
  const account = await portal.make.account();
  const station = await portal.make.station(account);
  const key = randomUUID();
  const row = { account_key: account, name: 'App', platform: 'ios', application_key: key } as const;
  await portal.kernel.db.insertInto('applications').values(row).execute();
  const sessions = Array.from({ length: 60 }, () => randomSession(station, random)).filter(({ length }) => length > 0);
  await send(key, sessions.flat(), random);
  const ranges = sessions.flatMap(rangesOf);
  const days = { from_date: '2026-11-15', to_date: '2026-11-21' };
  const periods = [
    periodOf('period', { ...days, frequency: 'day' }, 'Asia/Kathmandu'),
    periodOf('period', { ...days, frequency: 'hour' }, 'America/New_York'),
    periodOf('day', { from_date: '2026-11-18', to_date: '2026-11-18', frequency: 'hour' }, 'Europe/Berlin'),
  ];
  for (const period of periods) {
    const of = await found(station, period);
    expect(of('total')).toEqual(counted(ranges, period.start, period.end));
    period.starts.forEach((start, i) => {
      const end = period.starts[i + 1] ?? period.end;
      expect(of('bucket', String(start / 1000)), new Date(start).toISOString()).toEqual(counted(ranges, start, end));
    });
  }
});
