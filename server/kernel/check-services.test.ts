import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, service, type TestDatabase } from '#server/testing/database.ts';
import { testEngine, type TestEngine } from '#server/testing/engine.ts';
import { freePort } from '#server/testing/free-port.ts';
import { checkServices } from './check-services.ts';
import { readSettings } from './config.ts';

let database: TestDatabase;
let clickhouse: string;
let engine: TestEngine;
/** Replies 200 with something that isn't one of our services. */
let stranger: Server;
let strangerUrl: string;
let closedPort: number;

beforeAll(async () => {
  database = await testDatabase();
  clickhouse = await service('clickhouse');
  engine = await testEngine('the-token-of-the-engine');
  stranger = createServer((_, reply) => reply.end('<h1>It works</h1>')).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  closedPort = await freePort();
});
afterAll(async () => {
  stranger.close();
  await engine.leave();
  await database.drop();
});

const problems = async (env: Record<string, string>, patienceMs = 0) =>
  (await checkServices(readSettings(env), patienceMs)).map(({ message, isAway }) => ({ message, isAway }));
const urlWith = (url: string, changes: Partial<URL>): string => Object.assign(new URL(url), changes).href;

test('finds no problems with working services', async () => {
  const all = { DATABASE_URL: database.url, CLICKHOUSE_URL: clickhouse };
  const own = { ENGINE_URL: engine.url, ENGINE_TOKEN: 'the-token-of-the-engine' };
  expect(await problems({ ...all, ...own })).toEqual([]);
  expect(await problems({})).toEqual([]);
});

test('names the problem with DATABASE_URL', async () => {
  const problemOf = async (url: string) => (await problems({ DATABASE_URL: url }))[0];
  expect(await problemOf(urlWith(database.url, { password: 'wrong' }))).toEqual({
    message: 'DATABASE_URL: PostgreSQL rejects the user or password.',
    isAway: false,
  });
  expect((await problemOf(urlWith(database.url, { pathname: '/nowhere' })))?.message).toContain(
    'has no database of this name',
  );
  expect(await problemOf(`postgres://me@127.0.0.1:${closedPort}/x`)).toMatchObject({
    message: 'DATABASE_URL: PostgreSQL does not respond (ECONNREFUSED).',
    isAway: true,
  });
  expect((await problemOf('postgres://me@nowhere.invalid/x'))?.message).toContain('PostgreSQL does not respond');
  expect((await problemOf(urlWith(database.url, { search: '?options=-csearch_path%3Dnone' })))?.message).toContain(
    'is not allowed to create tables',
  );
  await database.pool.query(`create function current_setting(text) returns text language sql as $$ select '140012' $$`);
  const before = '?options=-csearch_path%3Dpublic%2Cpg_catalog';
  expect((await problemOf(urlWith(database.url, { search: before })))?.message).toBe(
    'DATABASE_URL: PostgreSQL 14 is too old; version 15 or newer is required.',
  );
});

test('names the problem with CLICKHOUSE_URL', async () => {
  const problemOf = async (url: string) => (await problems({ CLICKHOUSE_URL: url }))[0];
  expect((await problemOf(urlWith(clickhouse, { password: 'wrong' })))?.message).toBe(
    'CLICKHOUSE_URL: ClickHouse rejects the user or password.',
  );
  expect((await problemOf(urlWith(clickhouse, { pathname: '/nowhere' })))?.message).toContain(
    'has no database of this name',
  );
  expect(await problemOf(`http://127.0.0.1:${closedPort}`)).toEqual({
    message: 'CLICKHOUSE_URL: ClickHouse does not respond.',
    isAway: true,
  });
  expect((await problemOf(strangerUrl))?.message).toContain('the service at this URL is not ClickHouse');
});

test('names the problem with CLICKHOUSE_CLUSTER', async () => {
  // A server of a cluster, as far as the check asks.
  const replies = { databases: '', replicas: '' };
  const server = createServer((request, reply) =>
    reply.end(request.url?.includes('system.clusters') ? replies.replicas : replies.databases),
  );
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/skywave`;
  const problemOf = async (isCluster: boolean, databases: string, replicas = 2) => {
    Object.assign(replies, { databases: `${databases}\n`, replicas: `${replicas}\n` });
    const found = await problems({ CLICKHOUSE_URL: url, ...(isCluster && { CLICKHOUSE_CLUSTER: 'on' }) });
    return found[0]?.message;
  };
  expect(await problemOf(true, '26.7.1.1\nAtomic default\nReplicated skywave')).toBeUndefined();
  expect(await problemOf(false, '26.7.1.1\nReplicated skywave')).toBe(
    'CLICKHOUSE_CLUSTER: set it to on: the database skywave is a replicated one.',
  );
  expect(await problemOf(true, '26.7.1.1\nAtomic skywave')).toContain('the database skywave is not replicated');
  expect(await problemOf(true, '25.8.1.1\nReplicated skywave')).toContain('ClickHouse 25.8.1.1 is too old');
  expect(await problemOf(true, '26.7.1.1\nReplicated skywave', 1)).toContain('only one server has the database');
  server.close();
});

test('names the problem with OIDC_ISSUER', async () => {
  const problemOf = async (url: string) => (await problems({ OIDC_ISSUER: url }))[0];
  expect(await problemOf(`http://127.0.0.1:${closedPort}/realms/radio`)).toEqual({
    message: 'OIDC_ISSUER: no OpenID Connect provider responds at this URL.',
    isAway: true,
  });
  expect((await problemOf(strangerUrl))?.message).toMatch(/^OIDC_ISSUER: not a valid OpenID Connect provider/);
});

test('names the problem with ENGINE_URL', async () => {
  const problemOf = async (url: string, token?: string) =>
    (await problems({ ENGINE_URL: url, ...(token && { ENGINE_TOKEN: token }) }))[0]?.message;
  expect(await problemOf(engine.url)).toContain('requires ENGINE_TOKEN');
  expect(await problemOf(engine.url, 'some-other-token-of-it')).toContain('rejects ENGINE_TOKEN');
  expect(await problemOf(`http://127.0.0.1:${closedPort}`, 'the-token-of-the-engine')).toContain('does not respond');
});

test('waits for a service that is still starting', async () => {
  const port = await freePort();
  const waiting = problems({ CLICKHOUSE_URL: `http://127.0.0.1:${port}` }, 60_000);
  const late = createServer((_, reply) => reply.end('26.7.1.1\nAtomic default\n'));
  await new Promise((settle) => setImmediate(settle));
  late.listen(port, '127.0.0.1');
  expect(await waiting).toEqual([]);
  late.close();
});
