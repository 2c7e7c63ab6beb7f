import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenSession } from '#contract/engine.ts';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import type { EngineSessions } from '../engine-sessions.ts';
import { openOf, slicesOf } from '../listening.ts';
import { store } from '../spool-consumer.ts';
import { previewSessions } from './preview-sessions.ts';

const minute = 60_000;
const now = Date.UTC(2026, 10, 21, 13, 40);
const station = 's-preview' as StationKey;
const by = { station, account: 'a-preview' as AccountKey };
const parts = { geo: mmdbGeo(packagedDatabases()), agents: userAgents(), clock: { now: () => new Date(now) } };

let clickhouse: TestClickHouse;
let portal: TestPortal;
beforeAll(async () => {
  clickhouse = await testClickHouse({ withTables: true });
  portal = await testPortal();
}, 120_000);
afterAll(async () => {
  await portal.close();
  await clickhouse.drop();
});

it('lists every session once, latest first, however far back a page lies and however sessions were cut', async () => {
  const from = Date.UTC(2026, 10, 21, 6);
  const ended = Array.from({ length: 12 }, (_, i) => {
    const begin = from + i * 17 * minute;
    return slicesOf({ ...by, from: begin, to: begin + (1 + ((i * 37) % 90)) * minute });
  });
  // Several slices within one quarter hour count as several sessions in the rollup.
  const [late] = slicesOf({ ...by, from: now - 6 * minute, to: now - 2 * minute });
  const pieces = Array.from({ length: 4 }, (_, n) => {
    const [since, to] = [late!.from + n * minute, late!.from + (n + 1) * minute];
    return { ...late!, n, from: since, to, first: n === 0, last: n === 3 };
  });
  const openSlices = slicesOf({ ...by, from: now - 50 * minute, to: now, open: true });
  const { secrets, log } = portal.kernel;
  const deps = { ...parts, clickhouse: clickhouse.client, secrets, log };
  const events = [...ended.flat(), ...pieces, ...openSlices.slice(0, -1)];
  await store(deps, { engine: 'e', batch: 1, events });
  const open = async (): Promise<OpenSession[]> => [openOf(openSlices.at(-1)!)];
  const engine: EngineSessions = { open, everywhere: open, next: async () => undefined, acknowledge: async () => {} };
  const request = { station, start: from - 6 * 60 * minute, end: from + 18 * 60 * minute, zone: 'UTC' };
  const pages = await Promise.all(
    [0, 3, 6, 9, 12].map((offset) => previewSessions({ ...deps, engine }, request, { limit: 3, offset })),
  );
  expect(pages.map(({ entities }) => entities.length)).toEqual([3, 3, 3, 3, 2]);
  const ends = [...ended, pieces].map((slices) => slices.at(-1)!.to).sort((one, other) => other - one);
  expect(pages.flatMap(({ entities }) => entities.map((one) => one.ended))).toEqual([
    '',
    ...ends.map((at) => new Date(at).toISOString().replace('.000Z', '+00:00')),
  ]);
}, 120_000);
