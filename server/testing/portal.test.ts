import { afterAll, beforeAll, expect, it } from 'vitest';
import { testPortal, type TestPortal } from './portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

it('answers JSON 404 for what is not there', async () => {
  const reply = await (await portal.as(undefined)).send('GET', '/v1/nothing');
  expect(reply.status).toBe(404);
  expect(await reply.json()).toMatchObject({ error: { code: 'request.notFound' } });
});

it('tells a domain event that was written before', async () => {
  const told = Promise.withResolvers<unknown>();
  portal.kernel.events.on('test.happened', (payload) => Promise.resolve(told.resolve(payload)));
  await portal.kernel.events.emit(portal.kernel.db, 'test.happened', { n: 1 });
  expect(await told.promise).toEqual({ n: 1 });
});

it('does a job', async () => {
  const done = Promise.withResolvers<unknown>();
  await portal.kernel.jobs.work('test', { concurrency: 1, retries: 1, expireS: 60 }, (data) =>
    Promise.resolve(done.resolve(data)),
  );
  await portal.kernel.jobs.send('test', { n: 2 });
  expect(await done.promise).toEqual({ n: 2 });
});
