import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyEndpoint } from '#contract/index.ts';
import type { AnyEndpoint } from '#contract/http.ts';
import type { Action } from '#contract/permissions.ts';
import type { Request as Input } from '#contract/request.ts';
import type { TestClient } from '#server/testing/client.ts';
import { expected, type Outcome } from '#server/testing/expectation.ts';
import { fixtures, inputWith } from '#server/testing/fixtures.ts';
import { placesOf, type Place } from '#server/testing/places.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { makeWorld, standings, type Keys, type Standing, type Whose, type World } from '#server/testing/world.ts';
import { isOpen, tokenPurpose } from './access.ts';

/* Every endpoint × standing × whose things; what must come out is computed from contract/permissions.ts. */

let portal: TestPortal;
let world: World;
let clients: Record<Standing, TestClient>;

beforeAll(async () => {
  portal = await testPortal();
  world = await makeWorld(portal);
  const entries = standings.map(
    async (one) => [one, await portal.as(one === 'anonymous' ? undefined : world.people[one])] as const,
  );
  clients = Object.fromEntries(await Promise.all(entries)) as Record<Standing, TestClient>;
});
afterAll(() => portal.close());

const listed = everyEndpoint().map(({ domain, name, endpoint }) => ({ title: `${domain}.${name}`, endpoint }));
const bySession = listed.filter(({ endpoint }) => !isOpen(endpoint) && !tokenPurpose(endpoint));
const withKeys = bySession.filter(({ endpoint }) => placesOf(endpoint).length > 0);
const fixtureOf = (title: string): Input => fixtures[title as keyof typeof fixtures];

/** An answer that no policy gives: its status and text. */
type Surprise = { answered: string };

/** What a call came to: who may not is told so before any handler runs. */
const outcomeOf = async (client: TestClient, endpoint: AnyEndpoint, input: Input): Promise<Outcome | Surprise> => {
  const reply = await client.raw(endpoint, input);
  if (reply.headers.get('content-type')?.startsWith('text/event-stream')) {
    await reply.body?.cancel();
    return 'in';
  }
  const text = await reply.text();
  const { code } = reply.ok ? { code: '' } : (JSON.parse(text) as { error: { code: string } }).error;
  if (reply.status === 401 || reply.status === 403) return code === 'account.suspended' ? 'suspended' : reply.status;
  if (reply.status === 404 && code.endsWith('.notFound')) return 404;
  return code === 'request.unexpected' || reply.status === 400
    ? { answered: `${String(reply.status)}: ${text}` }
    : 'in';
};

const must = (standing: Standing, endpoint: AnyEndpoint, whoseAt: (place: Place) => Whose): Outcome => {
  const keyless = endpoint.access[''];
  if (keyless) return expected(standing, keyless as Action, null);
  const outcomes = placesOf(endpoint).map((place) =>
    expected(standing, place.access as Action, { resource: place.resource, whose: whoseAt(place) }),
  );
  return outcomes.find((outcome) => outcome !== 'in') ?? 'in';
};

const callAs = (
  standing: Standing,
  { title, endpoint }: (typeof listed)[number],
  keysAt: (place: Place) => Keys | Keys[],
) => outcomeOf(clients[standing], endpoint, inputWith(endpoint, fixtureOf(title), keysAt));

describe.each(bySession)('$title', (one) => {
  const { endpoint } = one;
  const places = placesOf(endpoint);
  const isPossible = (whose: Whose) => whose !== 'sibling' || places.every(({ resource }) => resource !== 'account');
  const whoses = (['own', 'sibling', 'foreign', 'deleted', 'suspended'] as const).filter(isPossible);

  it.each(standings)('as %s', async (standing) => {
    for (const whose of places.length > 0 ? whoses : (['own'] as const)) {
      const found = await callAs(standing, one, () => world.keys[whose]);
      expect(found, `${standing} with ${whose} keys`).toBe(must(standing, endpoint, () => whose));
    }
  });
});

describe.each(withKeys)('$title with one key that is not its own', (one) => {
  const places = placesOf(one.endpoint);
  const cases = places.flatMap((place) => (['foreign', 'deleted'] as const).map((whose) => ({ place, whose })));

  it.each(cases)('$whose at $place.part.$place.name', async ({ place, whose }) => {
    const isThere = (at: Place) => at.part === place.part && at.name === place.name;
    for (const standing of ['accountOwner', 'portalAdmin'] as const) {
      const found = await callAs(standing, one, (at) => world.keys[isThere(at) ? whose : 'own']);
      // Alone it is the portal administrator's to use; beside another key it lies outside of that one's thing.
      const isFine = standing === 'portalAdmin' && whose === 'foreign' && places.length === 1;
      expect(found, standing).toBe(isFine ? 'in' : 404);
    }
  });

  it.each(places.filter(({ isList }) => isList))('foreign among own ones at $part.$name', async (place) => {
    const found = await callAs('accountOwner', one, (at) =>
      at.name === place.name ? [world.keys.own, world.keys.foreign] : world.keys.own,
    );
    expect(found).toBe(404);
  });
});

const byToken = listed.filter(({ endpoint }) => tokenPurpose(endpoint));
describe.each(byToken)('$title by token', ({ title, endpoint }) => {
  const purpose = tokenPurpose(endpoint) ?? 'library';
  const resource = purpose === 'media.preview' ? 'track' : 'station';
  const call = async (token: string | undefined, keys: Keys): Promise<Outcome | Surprise> => {
    const input = inputWith(endpoint, fixtureOf(title), () => keys);
    const query = {
      ...input.query,
      ...(endpoint.spec.query && 'token' in endpoint.spec.query ? { token: token ?? '' } : {}),
    };
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return outcomeOf(
      { ...clients.anonymous, raw: (to, given) => clients.anonymous.raw(to, given, headers) },
      endpoint,
      { ...input, query },
    );
  };
  const sign = (keys: Keys, standing: Exclude<Standing, 'anonymous'>) =>
    portal.kernel.tokens.sign(purpose, keys[resource] ?? '', world.people[standing].id);
  const isRead = endpoint.method === 'GET';

  it('lets the holder in, and nobody without a token, with another or with a session', async () => {
    const { own } = world.keys;
    expect(await call(await sign(own, 'stationStaff'), own)).toSatisfy(
      (found) => found === 'in' || title === 'library.task' || title === 'library.previewFile',
    );
    expect(await call(undefined, own)).toBe(401);
    expect(await call('nonsense', own)).toBe(401);
    expect(await call(await portal.kernel.tokens.sign('download', own[resource] ?? '', null), own)).toBe(401);
    const { subject, email } = world.people.portalAdmin;
    expect(await call(await portal.issuer.token({ sub: subject, email }), own)).toBe(401);
  });

  it('ends with the rights of its person and with its thing', async () => {
    expect(await call(await sign(world.keys.own, 'stranger'), world.keys.own)).toBe(401);
    expect(await call(await sign(world.keys.deleted, 'accountOwner'), world.keys.deleted)).toBe(401);
  });

  it('refuses to change what is of a suspended account', async () => {
    const found = await call(await sign(world.keys.suspended, 'accountOwner'), world.keys.suspended);
    if (!isRead) expect(found).toBe('suspended');
    else expect(found).not.toBe('suspended');
  });

  if (placesOf(endpoint).length === 0) return;
  it('reaches nothing beyond its thing', async () => {
    for (const whose of ['sibling', 'foreign'] as const)
      expect(await call(await sign(world.keys.own, 'accountOwner'), world.keys[whose])).toBe(404);
  });
});

describe('the table of endpoints', () => {
  it('has an action for every key', () => {
    for (const { title, endpoint } of listed)
      for (const { part, name, access } of placesOf(endpoint)) expect(access, `${title} ${part}.${name}`).toBeDefined();
  });
  it('opens only what is meant for everybody', () => {
    expect(listed.filter(({ endpoint }) => isOpen(endpoint)).map(({ title }) => title)).toEqual([
      'session.config',
      'live.nowPlaying',
      'live.follow',
    ]);
  });
});
