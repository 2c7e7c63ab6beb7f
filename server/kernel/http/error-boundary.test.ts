import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brand } from '#brands/skywave/brand.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { createServer } from './server.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

it('replies with a conflict to a change that ran into a deadlock', async () => {
  const { config, log, db } = portal.kernel;
  const app = createServer({ config, log, wording: brand.wording });
  const bothLocked = Promise.withResolvers<void>();
  let locked = 0;
  app.post<{ Params: { first: string; second: string } }>('/lock/:first/:second', async ({ params }) => {
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${params.first}::int)`.execute(tx);
      if (++locked === 2) bothLocked.resolve();
      await bothLocked.promise;
      await sql`select pg_advisory_xact_lock(${params.second}::int)`.execute(tx);
    });
    return { done: true };
  });
  const replies = await Promise.all(['/lock/1/2', '/lock/2/1'].map((url) => app.inject({ method: 'POST', url })));
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const refused = replies.find(({ statusCode }) => statusCode === 409);
  expect(refused?.json()).toMatchObject({ error: { code: 'request.conflict' } });
  await app.close();
});

it('replies with a conflict to a change of something that was removed meanwhile', async () => {
  const { config, log, db } = portal.kernel;
  const app = createServer({ config, log, wording: brand.wording });
  app.post('/gone', async () => {
    await db
      .insertInto('autodj')
      .values({ station_key: 's-1111111111111111111111' as StationKey })
      .execute();
  });
  const reply = await app.inject({ method: 'POST', url: '/gone' });
  expect([reply.statusCode, reply.json()]).toMatchObject([409, { error: { code: 'request.conflict' } }]);
  await app.close();
});

it('refuses half a surrogate pair, which no column accepts', async () => {
  const { config, log, db } = portal.kernel;
  const app = createServer({ config, log, wording: brand.wording });
  app.post('/kept', async ({ body }) => await sql`select ${JSON.stringify(body)}::jsonb`.execute(db));
  const reply = await app.inject({ method: 'POST', url: '/kept', payload: { period: 'a\udfff' } });
  expect([reply.statusCode, reply.json()]).toMatchObject([400, { error: { code: 'request.malformed' } }]);
  await app.close();
});
