import { afterAll, beforeAll, expect, it } from 'vitest';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { formatFindings } from './report.ts';
import { fuzz } from './run.ts';
import { roles } from './tenants.ts';

/* The first requests of `npm run fuzz`, the same in each run, on a portal without an engine. */

const seed = 1;

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
  const outcome = await fuzz(site, { seed, bound: { rounds: 1 }, connections: 2, mayBeAway: true });
  expect(formatFindings(outcome, seed)).toBe('');
  expect(outcome.requests).toBe(outcome.operations * roles.length);
});
