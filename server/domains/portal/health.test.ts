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
import { createAnalytics } from '#server/domains/analytics/analytics.work.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { checkIssuerHealth } from '#server/kernel/auth/issuer-health.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { checks, rateQueue, rateDiskSpace, versionOf, type Patience } from './health-checks.ts';
import { createHealth } from './health.service.ts';

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

/** As long as it takes: on a busy machine, any part may respond slowly. */
const patient = { slowMs: Infinity, timeoutMs: 60_000 };

/** The health of all parts; `files` are those that a check has left. */
const healthOf = async (
  config: NonNullable<Parameters<typeof testPortal>[0]>['config'],
  patience?: Patience,
  begin?: (portal: TestPortal) => void,
) => {
  const portal = await testPortal({ config });
  begin?.(portal);
  const { kernel, live, issuer } = portal;
  const { clickhouse: asked } = createAnalytics(kernel, { geo: mmdbGeo(packagedDatabases()), agents: userAgents() });
  const identityAnswers = (signal: AbortSignal) =>
    checkIssuerHealth(kernel.config.oidcIssuer, { local: () => issuer.keys() }, signal);
  const health = createHealth({ ...kernel, live, identityAnswers, clickhouseVersion: versionOf(asked) }, patience);
  try {
    const { parts } = await health();
    const files = await readdir(join(kernel.config.dataDir, 'files', 'health'));
    return { parts: new Map(parts.map((part) => [part.part, part])), files };
  } finally {
    await asked.close();
    await portal.close();
  }
};

test('is a call of portal administrators', async () => {
  const portal = await testPortal();
  try {
    const { parts } = await (await portal.as(await portal.make.person({ admin: true }))).ok(calls.health);
    expect(parts.map(({ part }) => part)).toEqual(Object.keys(checks));
  } finally {
    await portal.close();
  }
});

test('reports every part as ok, and leaves no files behind', async () => {
  const config = { clickhouseUrl: clickhouse.url, engineUrl: `http://127.0.0.1:${portOf(engine)}` };
  const { parts, files } = await healthOf(config, patient);
  const states = Object.fromEntries([...parts].map(([part, { state }]) => [part, state]));
  expect(states).toMatchObject({ database: 'ok', analytics: 'ok', engine: 'ok', jobs: 'ok', identity: 'ok' });
  expect(parts.get('database')?.detail).toMatch(/^PostgreSQL \d+/);
  expect(parts.get('database')?.latency).toBeGreaterThanOrEqual(0);
  expect(parts.get('analytics')?.detail).toMatch(/^ClickHouse \d+/);
  expect(parts.get('mail')).toMatchObject({ state: 'degraded', detail: expect.stringContaining('SMTP_URL') });
  expect(files).toEqual([]);
});

test('reports how many tracks the engine cannot read', async () => {
  const report = ({ live }: TestPortal, key: string, count: number) =>
    live.publish({
      ...{ key: key as StationKey, status: 'active', source: 'autodj', encoder: null, title: '', track: null },
      ...{ track_started: null, listeners: 0, unreadable: { count, since: 0, tracks: [] } },
    });
  const { parts } = await healthOf({ engineUrl: `http://127.0.0.1:${portOf(engine)}` }, patient, (portal) => {
    report(portal, 's-1111111111111111111111', 2);
    report(portal, 's-1111111111111111111112', 1);
  });
  expect(parts.get('engine')).toMatchObject({
    state: 'degraded',
    detail: expect.stringContaining("can't read the files of 3 tracks of 2 stations"),
  });
});

test('reports a part that is down', async () => {
  const { parts } = await healthOf({ engineUrl: `http://127.0.0.1:${String(await freePort())}` }, patient);
  expect(parts.get('engine')).toMatchObject({ state: 'down', detail: expect.stringContaining('connection refused') });
  expect(parts.get('database')?.state).toBe('ok');
});

test('does not wait for silent parts, and reports no credentials', async () => {
  const silentParts = {
    clickhouseUrl: `http://127.0.0.1:${portOf(silent)}`,
    smtpUrl: `smtp://user:very-secret@127.0.0.1:${portOf(silent)}`,
  };
  const { parts } = await healthOf(silentParts);
  expect(parts.get('analytics')).toMatchObject({ state: 'down', detail: expect.stringContaining('within 2 seconds') });
  expect(parts.get('mail')?.state).toBe('down');
  expect(JSON.stringify([...parts])).not.toContain('very-secret');
});

test('rates a database that responds slowly as degraded', async () => {
  const { parts } = await healthOf({}, { ...patient, slowMs: 0 });
  expect(parts.get('database')).toMatchObject({ state: 'degraded', detail: expect.stringContaining('slowly') });
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
