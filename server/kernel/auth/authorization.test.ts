import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '#contract/rules/keys.ts';
import { permissions, type Action } from '#contract/rules/permissions.ts';
import type { TokenPurpose } from '#contract/rules/tokens.ts';
import type { TestClient } from '#server/testing/client.ts';
import { ofAccount, type Outcome } from '#server/testing/expectation.ts';
import { fixtureOf } from '#server/testing/fixtures.ts';
import { inputWith } from '#server/testing/input-with.ts';
import {
  bySession,
  listed,
  outcomeAt,
  expectedOutcome,
  outcomeOf,
  whosesOf,
  type Listed,
  type UnexpectedReply,
} from '#server/testing/outcome.ts';
import { placesOf, type Place } from '#server/testing/places.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import {
  makeWorld,
  standings,
  whoses,
  worldRestorer,
  type Keys,
  type Standing,
  type World,
} from '#server/testing/world.ts';
import { isOpen, tokenPurpose } from './access.ts';

/* Every endpoint × role × owner of the resource; contract/rules/permissions.ts defines the expected result. */

let portal: TestPortal;
let world: World;
let keeper: Awaited<ReturnType<typeof worldRestorer>>;
let clients: Record<Standing, TestClient>;

beforeAll(async () => {
  portal = await testPortal();
  world = await makeWorld(portal);
  keeper = await worldRestorer(portal.kernel.db);
  const entries = standings.map(
    async (one) => [one, await portal.as(one === 'anonymous' ? undefined : world.people[one])] as const,
  );
  clients = Object.fromEntries(await Promise.all(entries)) as Record<Standing, TestClient>;
});
afterAll(() => portal.close());

const withKeys = bySession.filter(({ endpoint }) => placesOf(endpoint).length > 0);

/** Endpoints whose handler refuses suspended stations, even for portal administrators. */
const neverOfSuspended = new Set(['playout.start', 'playout.restart']);

/** Calls by which a portal administrator moves things between accounts. */
const movesBetween = new Set(['stations.transfer']);

/** A successful call may change the state that the next one needs. */
const callAs = async (standing: Standing, one: Listed, keysAt: (place: Place) => Keys | Keys[]) => {
  const outcome = await outcomeAt(clients[standing], one, keysAt);
  const isHandlers = outcome === 'suspended' && standing === 'portalAdmin' && neverOfSuspended.has(one.title);
  const found = isHandlers ? 'in' : outcome;
  if (found === 'in' && one.endpoint.method !== 'GET') await keeper.restore();
  return found;
};

describe.each(bySession)('$title', (one) => {
  const { endpoint } = one;

  it.each(standings)('as %s', async (standing) => {
    for (const whose of whosesOf(endpoint, whoses)) {
      const found = await callAs(standing, one, () => world.keys[whose]);
      expect(found, `${standing} with ${whose} keys`).toBe(expectedOutcome(standing, endpoint, () => whose));
    }
  });
});

describe.each(withKeys)('$title with one foreign key', (one) => {
  const places = placesOf(one.endpoint);
  const cases = places.flatMap((place) =>
    (['foreign', 'deleted', 'deletedStation'] as const)
      .filter((whose) => whosesOf(one.endpoint, [whose]).length > 0)
      .filter((whose) => whose !== 'deletedStation' || !ofAccount.has(place.resource))
      .filter((whose) => whose !== 'deletedStation' || !('deleted' in permissions[place.access as Action]))
      .map((whose) => ({ place, whose, where: `${place.part}.${place.name}` })),
  );

  it.each(cases)('$whose at $where', async ({ place, whose }) => {
    const isThere = (at: Place) => at.part === place.part && at.name === place.name;
    for (const standing of ['accountOwner', 'portalAdmin'] as const) {
      const found = await callAs(standing, one, (at) => world.keys[isThere(at) ? whose : 'own']);
      // A portal administrator may use it alone; after another key it isn't part of that key's resource.
      const isAlone = places.length === 1 || movesBetween.has(one.title);
      const isFine = standing === 'portalAdmin' && whose === 'foreign' && isAlone;
      expect(found, standing).toBe(isFine ? 'in' : 404);
    }
  });

  it.each(places.filter(({ isList }) => isList))('a foreign key among own keys at $part.$name', async (place) => {
    const found = await callAs('accountOwner', one, (at) =>
      at.name === place.name ? [world.keys.own, world.keys.foreign] : world.keys.own,
    );
    expect(found).toBe(404);
  });
});

const resourceOf: Partial<Record<TokenPurpose, Resource>> = {
  'media.preview': 'track',
  'episode.preview': 'episode',
  download: 'account',
};
/** Who may use tokens of a purpose; the others admit staff, who may read everything of a station but its analytics. */
const holderOf: Partial<Record<TokenPurpose, Exclude<Standing, 'anonymous'>>> = {
  raw: 'stationAdmin',
  download: 'accountAdmin',
  ctl: 'stationAdmin',
  'ctl.prompt': 'stationAdmin',
};

/** Calls whose task or file does not exist in the world. */
const notThere = new Set(['library.task', 'library.previewFile', 'telephony.prompt']);

const byToken = listed.filter(({ endpoint }) => tokenPurpose(endpoint));
describe.each(byToken)('$title by token', ({ title, endpoint }) => {
  const purpose = tokenPurpose(endpoint) ?? 'library';
  const resource = resourceOf[purpose] ?? 'station';
  const call = async (token: string | undefined, keys: Keys): Promise<Outcome | UnexpectedReply> => {
    const input = inputWith(endpoint, fixtureOf(title), () => keys);
    const query = {
      ...input.query,
      ...(endpoint.spec.query && 'token' in endpoint.spec.query ? { token: token ?? '' } : {}),
    };
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return outcomeOf({ ask: (to, given) => clients.anonymous.ask(to, given, headers) }, endpoint, { ...input, query });
  };
  const sign = (keys: Keys, standing: Exclude<Standing, 'anonymous'>) =>
    portal.kernel.tokens.sign(purpose, keys[resource] ?? '', world.people[standing].id);
  const isRead = endpoint.method === 'GET' || endpoint.method === 'HEAD';
  // A call may delete what the next one needs.
  afterEach(async () => {
    if (!isRead) await keeper.restore();
  });

  it('admits the holder, and refuses calls without a token, with another token or with a session', async () => {
    const { own } = world.keys;
    const holder = holderOf[purpose] ?? 'stationStaff';
    const other = purpose === 'log' ? 'raw' : 'log';
    expect(await call(await sign(own, holder), own)).toSatisfy((found) => found === 'in' || notThere.has(title));
    expect(await call(undefined, own)).toBe(401);
    expect(await call('nonsense', own)).toBe(401);
    expect(await call(await portal.kernel.tokens.sign(other, own[resource] ?? '', null), own)).toBe(401);
    const { subject, email } = world.people.portalAdmin;
    expect(await call(await portal.issuer.token({ sub: subject, email }), own)).toBe(401);
  });

  it('is invalid once its user loses access or its resource is deleted', async () => {
    expect(await call(await sign(world.keys.own, 'stranger'), world.keys.own)).toBe(401);
    expect(await call(await sign(world.keys.deleted, 'accountOwner'), world.keys.deleted)).toBe(401);
  });

  it('refuses changes to resources of a suspended account', async () => {
    const found = await call(await sign(world.keys.suspended, 'accountOwner'), world.keys.suspended);
    if (!isRead) expect(found).toBe('suspended');
    else expect(found).not.toBe('suspended');
  });

  if (placesOf(endpoint).length === 0) return;
  it('gives no access to other resources', async () => {
    for (const whose of whosesOf(endpoint, ['sibling', 'foreign']))
      expect(await call(await sign(world.keys.own, 'accountOwner'), world.keys[whose])).toBe(404);
  });
});

describe('the table of endpoints', () => {
  it('has an action for every key', () => {
    for (const { title, endpoint } of listed)
      for (const { part, name, access } of placesOf(endpoint)) expect(access, `${title} ${part}.${name}`).toBeDefined();
  });
  it('has only the intended open endpoints', () => {
    expect(listed.filter(({ endpoint }) => isOpen(endpoint)).map(({ title }) => title)).toEqual([
      'session.config',
      'accounts.logo',
      'portal.referralClick',
      'portal.image',
      'stations.publicAdsTxt',
      'sharedLinks.view',
      'appStats.report',
      'live.several',
      'live.followSeveral',
      'live.nowPlaying',
      'live.follow',
      'songRequests.songs',
      'songRequests.request',
      'songRequests.follow',
    ]);
  });
});
