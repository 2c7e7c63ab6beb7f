import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { rawData as api } from '#contract/api/raw-data.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { mostGrowth, usedMemory } from '#server/testing/used-memory.ts';
import { testSpool } from '../testing/listening.ts';

/* Many sessions of one station. */

const sessions = 600_000;
/**
 * The file has 120 MB, of which only a page and unsent data are held; resident memory also includes garbage not yet
 * collected.
 */
const maxHeap = 40 * 1024 ** 2;
const mostResident = 300 * 1024 ** 2;
const now = Date.UTC(2026, 10, 21, 13, 40);
const query = { from_date: '2026-11-01', to_date: '2026-11-21' };

let clickhouse: TestClickHouse;
let portal: TestPortal;
let spool: Awaited<ReturnType<typeof testSpool>>;
let account: AccountKey;
let key: StationKey;
let proxy: Awaited<ReturnType<typeof startProxy>>;

beforeAll(async () => {
  [clickhouse, spool] = await Promise.all([testClickHouse({ withTables: true }), testSpool('token')]);
  proxy = await startProxy(clickhouse.url);
  const config = { clickhouseUrl: proxy.url, engineUrl: spool.url, engineToken: 'token' };
  portal = await testPortal({ config, clock: { now: () => new Date(now) } });
  account = await portal.make.account();
  key = await portal.make.station(account);
  await dropSums();
  await clickhouse.client.command({ query: manySlices(key, account) });
}, 600_000);
afterAll(async () => {
  await portal.close();
  proxy.close();
  spool.close();
  await clickhouse.drop();
});

/** Raw data reads only the slices; filling a million rows into the rollups takes longer than reading them. */
const dropSums = async (): Promise<void> => {
  const query = `select name from system.tables where database = currentDatabase() and engine = 'MaterializedView'`;
  const views = await (await clickhouse.client.query({ query, format: 'JSONEachRow' })).json<{ name: string }>();
  for (const { name } of views) await clickhouse.client.command({ query: `drop table ${name}` });
};

/** Half of them have one slice, half have two. */
const manySlices = (station: string, of: string): string => `insert into slices
  (engine, session, n, station, account, started, since, until, bytes, first, last, address, country, region, city,
   device, player, os, referer, output)
  select 'e', concat('session-', toString(which)), k = 2, '${station}', '${of}', began,
    if(k = 2, quarter, began), if(k = 0, least(began + 30, quarter), if(k = 1, quarter, quarter + 60)), 480000,
    k < 2, k <> 1, cityHash64(which), 'DE', 'Berlin', 'Berlin', 'phone', 'VLC', 'Android',
    'https://radio.example/listen', 'stream'
  from (select number % 3 as k, intDiv(number, 3) * 2 + (k > 0) as which,
    toDateTime64(toDateTime('2026-11-01 00:00:00', 'UTC') + which % 1700000, 3, 'UTC') as began,
    toDateTime64(toStartOfFifteenMinutes(began) + 900, 3, 'UTC') as quarter from numbers(${sessions * 1.5}))`;

const download = async (): Promise<Response> => {
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  return await (await portal.as(person)).raw(api.detailed, { params: { key }, query });
};

it('make a complete file in the memory of one page', { timeout: 600_000 }, async () => {
  const reply = await download();
  const reader = reply.body!.getReader();
  const [heapSizes, resident]: [number[], number[]] = [[], []];
  let lines = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const byte of value) if (byte === 10) lines++;
    if (lines < (heapSizes.length + 1) * (sessions / 20)) continue;
    heapSizes.push(usedMemory());
    resident.push(process.memoryUsage().rss);
  }
  expect(lines).toBe(sessions + 1);
  expect(heapSizes).toHaveLength(20);
  expect(mostGrowth(heapSizes)).toBeLessThan(maxHeap);
  expect(Math.max(...resident) - resident[0]!).toBeLessThan(mostResident);
});

it('wait for a reader who stops, and are not read further after one leaves', { timeout: 600_000 }, async () => {
  proxy.questions = 0;
  const reply = await download();
  const reader = reply.body!.getReader();
  await reader.read();
  // Whatever fits into the buffers is read; then there are no more queries.
  let before = -1;
  const isStill = () => {
    const last = before;
    before = proxy.questions;
    return before === last;
  };
  await expect.poll(isStill, { interval: 2000, timeout: 60_000 }).toBe(true);
  expect(proxy.questions).toBeLessThan(60);
  await reader.cancel();
  before = -1;
  await expect.poll(isStill, { interval: 2000, timeout: 60_000 }).toBe(true);
  expect(proxy.questions).toBeLessThan(60);
});

/** A proxy before ClickHouse that counts queries on slices. */
const startProxy = async (to: string) => {
  const at = { questions: 0 };
  const { hostname, port, pathname, username, password } = new URL(to);
  const server = createServer((request, reply) => {
    void (async () => {
      const body = await buffer(request);
      if (body.includes('from slices')) at.questions++;
      const { method, headers, url: path } = request;
      const onward = httpRequest({ hostname, port, method, headers, path }, (answer) => {
        reply.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(reply);
      });
      onward.on('error', () => reply.destroy());
      reply.on('close', () => onward.destroy());
      onward.end(body);
    })();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const own = (server.address() as AddressInfo).port;
  const url = `http://${username}:${password}@127.0.0.1:${own}${pathname}`;
  const close = () => (server.closeAllConnections(), server.close());
  return Object.assign(at, { url, close });
};
