import { afterAll, beforeAll, expect, test } from 'vitest';
import { portal as calls } from '#contract/api/portal.ts';
import { queueState } from '#server/kernel/jobs/job-reports.ts';
import type { TestClient } from '#server/testing/client.ts';
import { unknownId } from '#server/testing/unknown-id.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let admin: TestClient;

beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.as(await portal.make.person({ admin: true }));
});
afterAll(() => portal.close());

test('lists no failed jobs at first', async () => {
  expect(await admin.ok(calls.failedJobs)).toEqual({ jobs: [], total: 0 });
  expect((await admin.call(calls.retryJob, { params: { name: 'test.job', id: unknownId } })).status).toBe(404);
});

test('lists failed jobs without their payload, and retries them', async () => {
  const { jobs, db } = portal.kernel;
  let isWorking = false;
  const succeeded = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<void>();
  await jobs.work('test.job', { concurrency: 1, retries: 0, expireS: 60, givenUp: 'listed' }, () => {
    if (isWorking) return Promise.resolve(succeeded.resolve());
    failed.resolve();
    throw new Error('no way to smtp://ada:pass-word@mail.test with token=abcdef');
  });
  await jobs.send('test.job', { secret: 'its payload' });
  await failed.promise;
  await expect.poll(async () => (await queueState(db)).failed, { timeout: 25_000 }).toBe(1);

  const found = await admin.ok(calls.failedJobs);
  expect(found).toMatchObject({ total: 1, jobs: [{ name: 'test.job', attempts: 1 }] });
  expect(found.jobs[0]?.problem).toBe('no way to smtp://…@mail.test with token=…');
  expect(JSON.stringify(found)).not.toContain('its payload');

  isWorking = true;
  const params = { name: 'test.job', id: found.jobs[0]!.id };
  await admin.ok(calls.retryJob, { params });
  await succeeded.promise;
  await expect.poll(async () => (await admin.ok(calls.failedJobs)).total, { timeout: 25_000 }).toBe(0);
  expect((await admin.call(calls.retryJob, { params })).status).toBe(404);
});
