import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
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
let stopRecording: () => void;

beforeAll(async () => {
  stopRecording = recordStatements();
  portal = await testPortal();
  followCalls(portal);
  world = await makeWorld(portal);
  const { accountOwner, portalAdmin } = world.people;
  clients = { accountOwner: await portal.as(accountOwner), portalAdmin: await portal.as(portalAdmin) };
});
afterAll(async () => {
  await portal.close();
  stopRecording();
});

/** The statements of one call, and how many of them the database has not answered: others of the portal have none. */
type Sent = { texts: string[]; unanswered: number };
const ofCall = new AsyncLocalStorage<Sent>();
let sent: Sent;

/** Records the statements of each call until the returned function is called, by connections opened from now on. */
const recordStatements = (): (() => void) => {
  const { prototype } = pg.Client as unknown as { prototype: { query: (...given: unknown[]) => unknown } };
  const query = prototype.query;
  prototype.query = function recorded(...given: unknown[]) {
    const call = ofCall.getStore();
    const answer = query.apply(this, given);
    if (!call) return answer;
    call.texts.push(typeof given[0] === 'string' ? given[0] : (given[0] as { text: string }).text);
    call.unanswered += 1;
    const answered = (): void => void (call.unanswered -= 1);
    void Promise.resolve(answer).then(answered, answered);
    return answer;
  };
  return () => void (prototype.query = query);
};

const followCalls = ({ app }: TestPortal): void => {
  const { server } = app;
  const listeners = server.listeners('request') as ((...given: unknown[]) => void)[];
  server.removeAllListeners('request');
  for (const listener of listeners) server.on('request', (...given) => ofCall.run(sent, () => listener(...given)));
};

const readsOf = (standing: 'accountOwner' | 'portalAdmin'): Listed[] =>
  reads.filter(({ endpoint }) => expectedOutcome(standing, endpoint, () => 'own') === 'in');

const reads = bySession.filter(({ endpoint }) => {
  const { returns } = endpoint.spec;
  return endpoint.method === 'GET' && !(returns && isRaw(returns) && returns.raw === 'events');
});
const ofOwner = readsOf('accountOwner');
const ofAdmin = readsOf('portalAdmin').filter((read) => !ofOwner.includes(read));

/**
 * The fewest of two calls after one that fills caches, as some are kept for seconds. A call is refused as soon as it is clear that it
 * must be, as here without ClickHouse: what it still asks the database then counts too.
 */
const statementsOf = async (client: TestClient, read: Listed): Promise<string[]> => {
  const call = async (): Promise<string[]> => {
    const own: Sent = (sent = { texts: [], unanswered: 0 });
    expect(await outcomeAt(client, read, () => world.keys.own)).toBe('in');
    do await setImmediate();
    while (own.unanswered > 0);
    return own.texts;
  };
  await call();
  const [one, other] = [await call(), await call()];
  return one.length < other.length ? one : other;
};

describe.each([
  ['accountOwner', ofOwner],
  ['portalAdmin', ofAdmin],
] as const)('as %s', (standing, found) => {
  it.each(found)('$title', async (read) => {
    const texts = await statementsOf(clients[standing], read);
    expect(texts.length, texts.join('\n')).toBe(statementsOfReads[read.title] ?? 1);
  });
});

it('lists no call that is no read', () => {
  const titles = new Set([...ofOwner, ...ofAdmin].map(({ title }) => title));
  expect(Object.keys(statementsOfReads).filter((title) => !titles.has(title))).toEqual([]);
});
