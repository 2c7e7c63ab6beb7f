import { afterAll, beforeAll, expect, it } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import { stations } from '#contract/api/stations.ts';
import { testPortal, type TestPortal } from './portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

it('replies with JSON 404 to unknown URLs', async () => {
  const reply = await (await portal.as(undefined)).send('GET', '/v1/nothing');
  expect(reply.status).toBe(404);
  expect(await reply.json()).toMatchObject({ error: { code: 'request.notFound' } });
});

it('publishes a domain event that was written before', async () => {
  const published = Promise.withResolvers<unknown>();
  portal.kernel.events.on('test.happened', (payload) => Promise.resolve(published.resolve(payload)));
  await portal.kernel.events.emit(portal.kernel.db, 'test.happened', { n: 1 });
  expect(await published.promise).toEqual({ n: 1 });
});

it('runs a job', async () => {
  const done = Promise.withResolvers<unknown>();
  await portal.kernel.jobs.work('test', { concurrency: 1, retries: 1, expireS: 60, givenUp: 'listed' }, (data) =>
    Promise.resolve(done.resolve(data)),
  );
  await portal.kernel.jobs.send('test', { n: 2 });
  expect(await done.promise).toEqual({ n: 2 });
});

it('lets users create and see their own things, and hides them from others', async () => {
  const [owner, stranger] = [await portal.make.person(), await portal.make.person()];
  const account = await (
    await portal.as(owner)
  ).ok(accounts.create, {
    body: { company: 'Wave One', email: 'a@example.com' },
  });
  const input = { params: { key: account.key } };
  expect(await (await portal.as(owner)).ok(accounts.get, input)).toMatchObject({ company: 'Wave One' });
  expect((await (await portal.as(stranger)).call(accounts.get, input)).status).toBe(404);
  expect((await (await portal.as(undefined)).call(accounts.get, input)).status).toBe(401);
  const station = await (
    await portal.as(owner)
  ).ok(stations.create, {
    params: { id: account.key },
    body: { name: 'Wave One Radio' },
  });
  expect(station.account_key).toBe(account.key);
});
