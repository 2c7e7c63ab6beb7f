import { createServer, type Server } from 'node:http';
import { createServer as createSocket } from 'node:net';
import type { AddressInfo, Server as SocketServer } from 'node:net';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StationKey } from '#contract/keys.ts';
import { portal as calls } from '#contract/portal.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { freePort } from '#server/testing/services.ts';
import { testPortal } from '#server/testing/portal.ts';
import { judgedQueue, judgedRoom } from './health-checks.ts';

let clickhouse: TestClickHouse;
let engine: Server;
/** Takes connections and never says anything. */
let silent: SocketServer;

const portOf = (server: Server | SocketServer) => String((server.address() as AddressInfo).port);
const listen = (server: Server | SocketServer) =>
  new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

beforeAll(async () => {
  clickhouse = await testClickHouse();
  engine = createServer((_request, reply) => reply.end('{"sessions":[],"total":0}'));
  silent = createSocket(() => undefined);
  await Promise.all([listen(engine), listen(silent)]);
});
afterAll(async () => {
  await clickhouse.drop();
  engine.close();
  silent.close();
});

type Parts = 'database' | 'analytics' | 'engine' | 'jobs' | 'identity';

/** How the parts are found, once these are well. */
const healthOf = async (config: NonNullable<Parameters<typeof testPortal>[0]>['config'], ...well: Parts[]) => {
  const portal = await testPortal({ config });
  try {
    const admin = await portal.as(await portal.make.person({ admin: true }));
    for (let look = 1; ; look++) {
      const begun = performance.now();
      const { parts: found } = await admin.ok(calls.health);
      const ms = performance.now() - begun;
      const files = await readdir(join(portal.kernel.config.dataDir, 'files', 'health'));
      const parts = new Map(found.map((part) => [part.part, part]));
      const areWell = well.every((part) => parts.get(part)?.state === 'ok');
      // On a busy machine any part may be slow to answer; what was found is given again for three seconds.
      if (areWell || look === 5) return { parts, ms, files };
      await new Promise((later) => setTimeout(later, 3100));
    }
  } finally {
    await portal.close();
  }
};

test('finds every part well, and leaves nothing behind', async () => {
  const there = { clickhouseUrl: clickhouse.url, engineUrl: `http://127.0.0.1:${portOf(engine)}` };
  const { parts, files } = await healthOf(there, 'database', 'analytics', 'engine', 'jobs', 'identity');
  const states = Object.fromEntries([...parts].map(([part, { state }]) => [part, state]));
  expect(states).toMatchObject({ database: 'ok', analytics: 'ok', engine: 'ok', jobs: 'ok', identity: 'ok' });
  expect(parts.get('database')?.detail).toMatch(/^PostgreSQL \d+/);
  expect(parts.get('database')?.latency).toBeGreaterThanOrEqual(0);
  expect(parts.get('analytics')?.detail).toMatch(/^ClickHouse \d+/);
  expect(parts.get('mail')).toMatchObject({ state: 'degraded', detail: expect.stringContaining('SMTP_URL') });
  expect(files).toEqual([]);
});

test('says how many tracks the engine cannot read', async () => {
  const portal = await testPortal({ config: { engineUrl: `http://127.0.0.1:${portOf(engine)}` } });
  try {
    const tell = (key: string, count: number) =>
      portal.live.publish({
        ...{ key: key as StationKey, status: 'active', source: 'autodj', encoder: null, title: '', track: null },
        ...{ track_started: null, listeners: 0, unreadable: { count, since: 0, tracks: [] } },
      });
    tell('s-1111111111111111111111', 2);
    tell('s-1111111111111111111112', 1);
    const { parts } = await (await portal.as(await portal.make.person({ admin: true }))).ok(calls.health);
    expect(parts.find(({ part }) => part === 'engine')).toMatchObject({
      state: 'degraded',
      detail: expect.stringContaining("can't read the files of 3 tracks of 2 stations"),
    });
  } finally {
    await portal.close();
  }
});

test('says what is away, and does not wait for what says nothing', async () => {
  const away = {
    clickhouseUrl: `http://127.0.0.1:${portOf(silent)}`,
    engineUrl: `http://127.0.0.1:${String(await freePort())}`,
    smtpUrl: `smtp://user:very-secret@127.0.0.1:${portOf(silent)}`,
  };
  const { parts, ms } = await healthOf(away, 'database');
  expect(parts.get('analytics')).toMatchObject({ state: 'down', detail: expect.stringContaining('two seconds') });
  expect(parts.get('engine')).toMatchObject({ state: 'down', detail: expect.stringContaining('nothing answers') });
  expect(parts.get('mail')?.state).toBe('down');
  expect(parts.get('database')?.state).toBe('ok');
  expect(JSON.stringify([...parts])).not.toContain('very-secret');
  // What says nothing would be waited for by minutes.
  expect(ms).toBeLessThan(20_000);
});

describe('judges', () => {
  test.each([
    [0.5, 'ok'],
    [0.09, 'degraded'],
    [0.009, 'down'],
  ])('a disk with %s free as %s', (free, state) => {
    expect(judgedRoom(free).state).toBe(state);
  });
  test.each([
    [{ waiting: 3, oldestS: 2, failed: 0 }, 'ok'],
    [{ waiting: 0, oldestS: 0, failed: 1 }, 'degraded'],
    [{ waiting: 9, oldestS: 400, failed: 0 }, 'degraded'],
    [{ waiting: 9, oldestS: 4000, failed: 0 }, 'down'],
  ])('a queue like %j as %s', (queue, state) => {
    expect(judgedQueue(queue).state).toBe(state);
  });
});
