import { expect, it } from 'vitest';
import type { EngineEvent } from '#contract/engine/engine.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { newKey } from '#server/kernel/keys.ts';
import { clickhouseTime } from '#server/platform/clickhouse/clickhouse-time.ts';
import { recordedColumns, enrichBatch } from './enrich.ts';
import { slicesOf } from './testing/listening.ts';

const [station, account, track] = [newKey('station'), newKey('account'), newKey('track')];
const noon = Date.UTC(2026, 10, 20, 12);
const place = { country: 'DE', region: 'Saxony', city: 'Görlitz', latitude: 51, longitude: 15 };
const geo = {
  locate: async () => place,
  pinpoint: async () => place,
  pinpointAll: async (addresses: readonly string[]) => addresses.map(() => place),
};
const deps = { geo, agents: userAgents(), secrets: { get: async () => 'a key' } };
const rowsBy = async (events: EngineEvent[], own: object = {}) => {
  const { tables, days } = await enrichBatch({ ...deps, ...own }, 'e', events);
  const read = (table: keyof typeof recordedColumns) =>
    Buffer.concat(tables[table])
      .toString()
      .split('\n')
      .slice(0, -1)
      .map((line) => Object.fromEntries(line.split('\t').map((value, i) => [recordedColumns[table][i], value])));
  return { days, slices: read('slices'), plays: read('plays'), spots: read('spots'), sources: read('sources') };
};
const playAt = (at: number): EngineEvent => ({
  ...{ type: 'play', station, account, at, source: 'autodj', track, title: 'T', artist: 'A', album: '' },
});

it('formats times as UTC, also after many other times', () => {
  const step = 86_400_000 * 0.7 + 61_234.5;
  for (let ms = Date.UTC(1999, 11, 31, 23, 59, 59, 999); ms < Date.UTC(2040, 0, 1); ms += step)
    expect(clickhouseTime(ms)).toBe(new Date(ms).toISOString().replace('T', ' ').slice(0, 23));
  expect([0, 59_999, 60_000, -1].map(clickhouseTime)).toEqual([
    ...['1970-01-01 00:00:00.000', '1970-01-01 00:00:59.999', '1970-01-01 00:01:00.000', '1969-12-31 23:59:59.999'],
  ]);
});

it('keeps the order of a batch of any length, and drops IP addresses', async () => {
  const events = Array.from({ length: 1234 }, (_, i) =>
    slicesOf({ station, account, from: noon + i, to: noon + i + 1, ip: `9.9.${i % 7}.9`, user_agent: 'VLC/3.0' }),
  ).flat();
  const { slices, plays } = await rowsBy(events);
  expect(slices.map((row) => [row['session'], row['since']])).toEqual(
    events.map(({ session, from }) => [session, clickhouseTime(from)]),
  );
  expect(new Set(slices.map((row) => row['address'])).size).toBe(7);
  expect(slices[0]).toMatchObject({ engine: 'e', city: 'Görlitz', player: 'VLC', first: '1', last: '1', bytes: '16' });
  expect(JSON.stringify(slices)).not.toContain('9.9.');
  expect(plays).toEqual([]);
});

it('lists the days a batch belongs to: both ends of listening, and the day a play may continue into', async () => {
  const [slice] = slicesOf({ station, account, from: noon, to: noon + 1 });
  const midnight = Date.UTC(2026, 10, 21);
  const source = {
    type: 'source',
    station,
    account,
    at: 0,
    event: 'lost',
    reason: '',
    ip: '',
    user_agent: '',
  } as const;
  expect((await rowsBy([{ ...slice!, from: midnight - 1, to: midnight }])).days).toEqual(['2026-11-20', '2026-11-21']);
  expect((await rowsBy([{ ...slice!, to: noon - 86_400_000 }, source])).days).toEqual(['2026-11-20']);
  expect((await rowsBy([playAt(noon)])).days).toEqual(['2026-11-20', '2026-11-21']);
  expect((await rowsBy([])).days).toEqual([]);
});

it('stores track details with plays, looking them up once per batch', async () => {
  const lookups: unknown[] = [];
  const lookupTracks = async (keys: readonly string[]) => {
    lookups.push(keys);
    return new Map([[track as string, { isrc: 'DEA123', label: 'L', lasts: 1000 }]]);
  };
  const events = Array.from(
    { length: 600 },
    (_, i): EngineEvent => ({ ...playAt(noon + i), ...(i === 1 && { track: null }) }) as EngineEvent,
  );
  const { plays } = await rowsBy(events, { lookupTracks });
  expect(lookups).toHaveLength(1);
  expect(plays.slice(0, 2)).toMatchObject([
    { track, isrc: 'DEA123', label: 'L', lasts: '1000' },
    { track: '', isrc: '', label: '', lasts: '0' },
  ]);
});
