import { createServer, type Server } from 'node:http';
import { createServer as createSocket } from 'node:net';
import type { AddressInfo, Server as SocketServer } from 'node:net';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StationKey } from '#contract/rules/keys.ts';
import { portal as calls } from '#contract/api/portal.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { freePort } from '#server/testing/free-port.ts';
import { testPortal } from '#server/testing/portal.ts';
import { rateQueue, rateDiskSpace } from './health-checks.ts';

let clickhouse: TestClickHouse;
let engine: Server;
/** Accepts connections and never responds. */
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

/** The health of all parts, polled until the given ones are ok. */
const healthOf = async (config: NonNullable<Parameters<typeof testPortal>[0]>['config'], ...expected: Parts[]) => {
  const portal = await testPortal({ config });
  try {
    const admin = await portal.as(await portal.make.person({ admin: true }));
    for (let attempt = 1; ; attempt++) {
      const started = performance.now();
      const { parts: results } = await admin.ok(calls.health);
      const ms = performance.now() - started;
      const files = await readdir(join(portal.kernel.config.dataDir, 'files', 'health'));
      const parts = new Map(results.map((part) => [part.part, part]));
      const isReady = expected.every((part) => parts.get(part)?.state === 'ok');
      // On a busy machine any part may respond slowly; results are cached for three seconds.
      if (isReady || attempt === 5) return { parts, ms, files };
      await new Promise((later) => setTimeout(later, 3100));
    }
  } finally {
    await portal.close();
  }
};

test('reports every part as ok, and leaves no files behind', async () => {
  const config = { clickhouseUrl: clickhouse.url, engineUrl: `http://127.0.0.1:${portOf(engine)}` };
  const { parts, files } = await healthOf(config, 'database', 'analytics', 'engine', 'jobs', 'identity');
  const states = Object.fromEntries([...parts].map(([part, { state }]) => [part, state]));
  expect(states).toMatchObject({ database: 'ok', analytics: 'ok', engine: 'ok', jobs: 'ok', identity: 'ok' });
  expect(parts.get('database')?.detail).toMatch(/^PostgreSQL \d+/);
  expect(parts.get('database')?.latency).toBeGreaterThanOrEqual(0);
  expect(parts.get('analytics')?.detail).toMatch(/^ClickHouse \d+/);
  expect(parts.get('mail')).toMatchObject({ state: 'degraded', detail: expect.stringContaining('SMTP_URL') });
  expect(files).toEqual([]);
});

test('reports how many tracks the engine cannot read', async () => {
  const portal = await testPortal({ config: { engineUrl: `http://127.0.0.1:${portOf(engine)}` } });
  try {
    const report = (key: string, count: number) =>
      portal.live.publish({
        ...{ key: key as StationKey, status: 'active', source: 'autodj', encoder: null, title: '', track: null },
        ...{ track_started: null, listeners: 0, unreadable: { count, since: 0, tracks: [] } },
      });
    report('s-1111111111111111111111', 2);
    report('s-1111111111111111111112', 1);
    const { parts } = await (await portal.as(await portal.make.person({ admin: true }))).ok(calls.health);
    expect(parts.find(({ part }) => part === 'engine')).toMatchObject({
      state: 'degraded',
      detail: expect.stringContaining("can't read the files of 3 tracks of 2 stations"),
    });
  } finally {
    await portal.close();
  }
});

test('reports parts that are down, and does not wait for silent ones', async () => {
  const unreachable = {
    clickhouseUrl: `http://127.0.0.1:${portOf(silent)}`,
    engineUrl: `http://127.0.0.1:${String(await freePort())}`,
    smtpUrl: `smtp://user:very-secret@127.0.0.1:${portOf(silent)}`,
  };
  const { parts, ms } = await healthOf(unreachable, 'database');
  expect(parts.get('analytics')).toMatchObject({ state: 'down', detail: expect.stringContaining('two seconds') });
  expect(parts.get('engine')).toMatchObject({ state: 'down', detail: expect.stringContaining('connection refused') });
  expect(parts.get('mail')?.state).toBe('down');
  expect(parts.get('database')?.state).toBe('ok');
  expect(JSON.stringify([...parts])).not.toContain('very-secret');
  // Without the timeout, a silent part would take minutes.
  expect(ms).toBeLessThan(20_000);
});

describe('rates', () => {
  test.each([
    [0.5, 'ok'],
    [0.09, 'degraded'],
    [0.009, 'down'],
  ])('a disk with %s free as %s', (free, state) => {
    expect(rateDiskSpace(free).state).toBe(state);
  });
  test.each([
    [{ waiting: 3, oldestS: 2, failed: 0 }, 'ok'],
    [{ waiting: 0, oldestS: 0, failed: 1 }, 'degraded'],
    [{ waiting: 9, oldestS: 400, failed: 0 }, 'degraded'],
    [{ waiting: 9, oldestS: 4000, failed: 0 }, 'down'],
  ])('a queue like %j as %s', (queue, state) => {
    expect(rateQueue(queue).state).toBe(state);
  });
});
