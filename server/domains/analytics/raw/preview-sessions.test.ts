import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenSession } from '#contract/engine/engine.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import type { OpenSessions } from '../engine-sessions.ts';
import { openOf, slicesOf } from '../testing/listening.ts';
import { store } from '../spool-consumer.ts';
import { findSessions, type SessionSearch } from './find-sessions.ts';
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
  const engine: OpenSessions = { open, everywhere: open };
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

it('finds sessions by what they are, in the order that is asked for, with current listeners', async () => {
  const own = { station: 's-search' as StationKey, account: 'a-preview' as AccountKey };
  const begin = now - 5 * 60 * minute;
  const phone = 'AppleCoreMedia/1.0 (iPhone; CPU OS 17_5 like Mac OS X)';
  const short = slicesOf({ ...own, from: begin, to: begin + 10 * minute });
  const long = slicesOf({ ...own, from: begin + minute, to: begin + 200 * minute, user_agent: phone, ip: '91.0.0.1' });
  const current = slicesOf({ ...own, from: now - 20 * minute, to: now, open: true, ip: '91.0.0.1' });
  const { secrets, log } = portal.kernel;
  const deps = { ...parts, clickhouse: clickhouse.client, secrets, log };
  await store(deps, { engine: 'e', batch: 2, events: [...short, ...long, ...current.slice(0, -1)] });
  const open = async (): Promise<OpenSession[]> => [openOf(current.at(-1)!)];
  const engine: OpenSessions = { open, everywhere: open };
  const request = { station: own.station, start: begin - 60 * minute, end: begin + 24 * 60 * minute, zone: 'UTC' };
  const names = new Map([
    [short[0]!.session, 'short'],
    [long[0]!.session, 'long'],
    [current[0]!.session, 'current'],
  ]);
  const find = async (asked: SessionSearch, page = { limit: 10, offset: 0 }) => {
    const { entities, total } = await findSessions({ ...deps, engine }, request, { ...asked, ...page });
    return [entities.map(({ session }) => names.get(session)), total];
  };
  expect(await find({ sort: '-seconds' })).toEqual([['long', 'current', 'short'], 3]);
  expect(await find({ sort: 'started' })).toEqual([['short', 'long', 'current'], 3]);
  expect(await find({ sort: 'started' }, { limit: 1, offset: 1 })).toEqual([['long'], 3]);
  expect(await find({ search: 'germ' })).toEqual([['current', 'long'], 2]);
  expect(await find({ search: 'iphone', country: 'DE' })).toEqual([[], 0]);
  expect(await find({ country: 'DE', player: 'VLC' })).toEqual([['current'], 1]);
  expect(await find({ only: 'listening' })).toEqual([['current'], 1]);
  expect(await find({ only: 'ended', sort: '-ended' })).toEqual([['long', 'short'], 2]);
  expect(await find({ search: "100%'; drop" })).toEqual([[], 0]);
  const { entities } = await findSessions({ ...deps, engine }, request, { only: 'listening', limit: 1, offset: 0 });
  expect(entities[0]).toMatchObject({ ended: '', seconds: 20 * 60 });
}, 120_000);
