import { afterAll, beforeAll, expect, it } from 'vitest';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { findingsOf } from './report.ts';
import { fuzz } from './run.ts';

/* The first seconds of `npm run fuzz`, on a portal without an engine. */

const seed = 1;
const seconds = 12;

let portal: TestPortal;
let clickhouse: TestClickHouse;
beforeAll(async () => {
  clickhouse = await testClickHouse();
  portal = await testPortal({ config: { clickhouseUrl: clickhouse.url } });
});
afterAll(async () => {
  await portal.close();
  await clickhouse.drop();
});

it('answers hostile values as declared, and never with another tenant’s data', { timeout: 300_000 }, async () => {
  const { kernel, url, make, issuer } = portal;
  const site = {
    ...{ url, make, db: kernel.db, tokens: kernel.tokens },
    sessionToken: ({ subject, email }: { subject: string; email: string }) => issuer.token({ sub: subject, email }),
  };
  const outcome = await fuzz(site, { seed, seconds, connections: 2, mayBeAway: true });
  expect(findingsOf(outcome, seed)).toBe('');
  expect(outcome.requests).toBeGreaterThan(outcome.operations);
});
