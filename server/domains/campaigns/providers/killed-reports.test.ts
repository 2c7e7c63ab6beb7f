import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SpotEvent } from '#contract/engine/engine.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import { testDatabase } from '#server/testing/database.ts';
import { makers } from '#server/testing/make.ts';
import { vastServer, type VastServer } from '../testing/vast-server.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { guardedOutbound } from '#server/kernel/outbound/guarded.ts';
import { recordHeard } from './record-heard.ts';
import { createReporter } from './send-reports.ts';
import { insertTicket } from './tickets.repo.ts';
import { noUrls } from './vast/read-vast.ts';

const childPath = fileURLToPath(new URL('../../../testing/report-child.ts', import.meta.url));
const tickets = 150;
/** Reports that may be under way to one host. */
const perHost = 6;
let database: Awaited<ReturnType<typeof testDatabase>>;
let server: VastServer;

beforeAll(async () => {
  [database, server] = await Promise.all([testDatabase(), vastServer()]);
});
afterAll(async () => {
  server.close();
  await database.drop();
});

/** Impressions of so many listeners, each to be reported to two URLs of its own. */
const record = async (server: VastServer, tickets: number): Promise<void> => {
  const { db } = database;
  const make = makers(db);
  const account = await make.account();
  const station = await make.station(account);
  const campaign = await make.campaign(account);
  const [provider, spot] = [randomUUID(), randomUUID()];
  const tag = { name: 'Exchange', tag_url: `${server.url}/tag`, consent: 'everywhere' as const };
  await db
    .insertInto('ad_providers')
    .values({ id: provider, account_key: account, ...tag })
    .execute();
  await db
    .insertInto('ad_creatives')
    .values({ id: spot, account_key: account, filename: 'a', state: 'ready' })
    .execute();
  const events: SpotEvent[] = [];
  for (let i = 0; i < tickets; i++) {
    const url = `${server.url}/track/${String(i)}`;
    const ticket = { id: randomUUID(), session: randomUUID(), campaign, station, provider, spot, until: Date.now() };
    const tracking = { ...noUrls(), impression: [`${url}/impression`], start: [`${url}/start`] };
    const listener = { ip: '203.0.113.7', user_agent: 'VLC', referer: '' };
    await insertTicket(db, { ...ticket, listener, tracking }, new Date());
    const about = { station, account, at: Date.now(), campaign, session: ticket.session, ip: '', user_agent: '' };
    events.push({ type: 'spot', ...about, referer: '', output: 'stream', quartile: 0, ticket: ticket.id });
  }
  const clock = { now: () => new Date() };
  await recordHeard({ db, clock })(events);
  await recordHeard({ db, clock })(events);
};
/** Reports in another process, killed within its call of this number; returns the signal that ended it, or its exit code. */
const report = async (killedAt?: number): Promise<string | number | null> => {
  const child = spawn(process.execPath, [childPath, database.url], { stdio: ['ignore', 'ignore', 'inherit'] });
  const before = server.calls.length;
  server.watch((calls) => {
    if (calls - before === killedAt) child.kill('SIGKILL');
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal ?? code;
};

test(
  'each URL is called at most once over kill -9, and only what was under way is not repeated',
  { timeout: 120_000 },
  async () => {
    await record(server, tickets);
    for (const call of [1, 20, 40]) expect(await report(call)).toBe('SIGKILL');
    expect(await report()).toBe(0);
    const counts = server.counts('/track');
    expect(Object.values(counts).filter((count) => count !== 1)).toEqual([]);
    const { db, pool } = connectDatabase(database.url, 1);
    const rows = await db.selectFrom('ad_tracking').select(['state', 'error']).execute();
    await pool.end();
    expect(rows).toHaveLength(tickets * 2);
    expect(rows.filter(({ state }) => state !== 'sent')).toEqual([]);
    // What a killed process had taken may have arrived: it is not sent again.
    const interrupted = rows.filter(({ error }) => error === 'interrupted').length;
    expect(Object.keys(counts).length).toBeGreaterThanOrEqual(tickets * 2 - interrupted);
    expect(interrupted).toBeLessThanOrEqual(3 * perHost);
  },
);

test('a server that does not answer delays only its own reports', { timeout: 60_000 }, async () => {
  const [hanging, answering] = [await vastServer(), await vastServer()];
  for (let i = 0; i < 40; i++)
    for (const event of ['impression', 'start']) hanging.answers.set(`/track/${String(i)}/${event}`, null);
  await record(hanging, 40);
  await record(answering, 40);
  const outbound = guardedOutbound({ isAllowed: (address) => address === '127.0.0.1', isPortAllowed: () => true });
  const reporter = createReporter({ db: database.db, clock: systemClock, outbound });
  while (Object.keys(answering.counts('/track')).length < 80) await reporter.step();
  expect(Object.values(answering.counts('/track')).every((count) => count === 1)).toBe(true);
  const isTried = Object.values(hanging.counts('/track'));
  expect(isTried.length).toBeLessThanOrEqual(2 * perHost);
  expect(isTried.every((count) => count === 1)).toBe(true);
  hanging.close();
  answering.close();
  await reporter.stop();
});
