import { afterAll, beforeAll, expect, it } from 'vitest';
import { people } from '#contract/people.ts';
import { portal as calls } from '#contract/portal.ts';
import { session } from '#contract/session.ts';
import { notifyInbox } from './platform/inbox.ts';
import { follow, nextOf } from './testing/event-stream.ts';
import { testPortal, type TestPortal } from './testing/portal.ts';

/*
 * Two portals on one database, as behind a load balancer: what one of them does, the other knows.
 */
let one: TestPortal;
let other: TestPortal;
beforeAll(async () => {
  one = await testPortal();
  other = await testPortal({ beside: one });
});
afterAll(async () => {
  await other.close();
  await one.close();
});

it('tells the browsers of both portals that an inbox changed', async () => {
  const person = await one.make.person();
  const streams = await Promise.all([one, other].map(async (portal) => await follow(await portal.as(person), [])));
  await one.kernel.db.transaction().execute((tx) => notifyInbox(one.kernel.events, tx, [person.id]));
  await Promise.all(streams.map(({ events }) => nextOf(events, 'inbox')));
  for (const { end } of streams) end();
});

it('tells the inboxes of a thousand people, more than fit into one announcement', async () => {
  const ids = Array.from({ length: 1000 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
  const heard: unknown[] = [];
  other.kernel.events.onAnnounced('inbox.changed', ({ of }) => heard.push(...(of as string[])));
  await notifyInbox(one.kernel.events, one.kernel.db, ids);
  await expect.poll(() => heard).toEqual(ids);
});

it('refuses a removed person at the portal that did not remove them', async () => {
  const admin = await one.as(await one.make.person({ admin: true }));
  const person = await one.make.person();
  const client = await other.as(person);
  expect((await client.call(session.me)).status).toBe(200);
  await admin.ok(people.disable, { params: { userId: person.id } });
  await expect.poll(async () => (await client.call(session.me)).status).toBe(401);
});

it('counts the calls of both portals for one limit', async () => {
  const visit = async (portal: TestPortal) =>
    (await (await portal.as(undefined)).call(calls.referralClick, { params: { code: 'friend' } })).status;
  const statuses = [];
  for (let n = 0; n < 40; n++) statuses.push(await visit(n % 2 === 0 ? one : other));
  expect(statuses.filter((status) => status !== 429)).toHaveLength(30);
  expect(statuses.slice(30)).toEqual(Array.from({ length: 10 }, () => 429));
});

it('goes on hearing announcements after its connection broke', async () => {
  const heard: unknown[] = [];
  let began = 0;
  other.kernel.events.onAnnounced(
    'test',
    ({ n }) => heard.push(n),
    () => began++,
  );
  await one.kernel.events.announce(one.kernel.db, 'test', { n: 1 });
  await expect.poll(() => heard).toEqual([1]);
  const { pool } = one.database;
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen announcements'`);
  await expect.poll(() => began).toBe(1);
  await one.kernel.events.announce(one.kernel.db, 'test', { n: 2 });
  await expect.poll(() => heard).toEqual([1, 2]);
});

it('says that it is about to stop while it still answers, so that a load balancer sends requests to the other', async () => {
  const readiness = async () => {
    const reply = await fetch(`${other.url}/readyz`);
    return [reply.status, ((await reply.json()) as { status: string }).status];
  };
  expect(await readiness()).toEqual([200, 'ok']);
  await other.leave(0);
  expect(await readiness()).toEqual([503, 'stopping']);
  expect((await (await other.as(await one.make.person())).call(session.me)).status).toBe(200);
});
