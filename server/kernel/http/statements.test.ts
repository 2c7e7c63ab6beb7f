import { appendFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRaw } from '#server/kernel/http/reply.ts';
import type { TestClient } from '#server/testing/client.ts';
import { bySession, expectedOutcome, outcomeAt, type Listed } from '#server/testing/outcome.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { statementsOfReads } from '#server/testing/statements-of-reads.ts';
import { makeWorld, type World } from '#server/testing/world.ts';

/* How many statements each read sends to PostgreSQL, whose round trips are most of its cost (ADR 27). */

let portal: TestPortal;
let world: World;
let clients: { accountOwner: TestClient; portalAdmin: TestClient };
let statements: string[];
let recording: ReturnType<typeof recordStatements>;

beforeAll(async () => {
  recording = recordStatements();
  statements = recording.texts;
  portal = await testPortal();
  world = await makeWorld(portal);
  const { accountOwner, portalAdmin } = world.people;
  clients = { accountOwner: await portal.as(accountOwner), portalAdmin: await portal.as(portalAdmin) };
});
afterAll(async () => {
  await portal.close();
  recording.stop();
});

/** The text of every statement that connections send which are opened from now on. */
const recordStatements = (): { texts: string[]; stop(): void } => {
  const texts: string[] = [];
  const { prototype } = pg.Client as unknown as { prototype: { query: (...given: unknown[]) => unknown } };
  const query = prototype.query;
  prototype.query = function recorded(...given: unknown[]) {
    texts.push(typeof given[0] === 'string' ? given[0] : (given[0] as { text: string }).text);
    return query.apply(this, given);
  };
  return { texts, stop: () => (prototype.query = query) };
};

const readsOf = (standing: 'accountOwner' | 'portalAdmin'): Listed[] =>
  reads.filter(({ endpoint }) => expectedOutcome(standing, endpoint, () => 'own') === 'in');

const reads = bySession.filter(({ endpoint }) => {
  const { returns } = endpoint.spec;
  return endpoint.method === 'GET' && !(returns && isRaw(returns) && returns.raw === 'events');
});
const ofOwner = readsOf('accountOwner');
const ofAdmin = readsOf('portalAdmin').filter((read) => !ofOwner.includes(read));

/** The fewest of three calls, as others of the portal's statements may come between; the first call fills caches. */
const statementsOf = async (client: TestClient, read: Listed): Promise<{ count: number; texts: string[] }> => {
  const call = () => outcomeAt(client, read, () => world.keys.own);
  expect(await call()).toBe('in');
  let fewest: string[] | undefined;
  for (let round = 0; round < 3; round++) {
    statements.length = 0;
    await call();
    if (!fewest || statements.length < fewest.length) fewest = [...statements];
  }
  return { count: fewest?.length ?? 0, texts: fewest ?? [] };
};

describe.each([
  ['accountOwner', ofOwner],
  ['portalAdmin', ofAdmin],
] as const)('as %s', (standing, found) => {
  it.each(found)('$title', async (read) => {
    const { count, texts } = await statementsOf(clients[standing], read);
    if (process.env.ZZ) appendFileSync('/tmp/zz-counts.txt', `${read.title} ${count}\n`);
    expect(count, `statements:\n${texts.join('\n')}`).toBe(statementsOfReads[read.title] ?? 1);
  });
});

it('lists no call that is no read', () => {
  const titles = new Set([...ofOwner, ...ofAdmin].map(({ title }) => title));
  expect(Object.keys(statementsOfReads).filter((title) => !titles.has(title))).toEqual([]);
});
