import { sql } from 'kysely';
import type { AnyEndpoint } from '#contract/api/http.ts';
import { allEndpoints } from '#contract/api/index.ts';
import { requestUrl, buildBody, type Request as Input } from '#contract/api/request.ts';
import type { TokenPurpose } from '#contract/rules/tokens.ts';
import { isOpen, tokenPurpose } from '#server/kernel/auth/access.ts';
import type { Db, Tokens } from '#server/kernel/kernel.ts';
import { fixtureOf } from '#server/testing/fixtures.ts';
import { inputWith } from '#server/testing/input-with.ts';
import type { makers, TestPerson } from '#server/testing/make.ts';
import { makeWorld, worldRestorer, type Keys } from '#server/testing/world.ts';

/** Part of every text of the second tenant: no answer to the first tenant's users may contain it. */
export const canary = 'Canary7f3aQz';

/** The running portal as the fuzzer reaches it. */
export type Site = {
  url: string;
  db: Db;
  tokens: Tokens;
  make: Omit<ReturnType<typeof makers>, 'person'> & { person(given?: { admin?: boolean }): Promise<TestPerson> };
  sessionToken(person: TestPerson): Promise<string>;
};

export const roles = ['anonymous', 'stationStaff', 'stationOwner', 'accountOwner', 'portalAdmin'] as const;
export type Role = (typeof roles)[number];

export type Tenants = {
  own: Keys;
  foreign: Keys;
  deleted: Keys;
  /** The bearer token that a role uses for an endpoint; undefined if it has none. */
  tokenFor(role: Role, endpoint: AnyEndpoint): Promise<string | undefined>;
  /** Restores the first tenant's objects that calls removed, suspended or moved. */
  restore(): Promise<void>;
};

/** Creates two tenants: users of the first one send the calls, all texts of the second one contain the canary. */
export const makeTenants = async (site: Site): Promise<Tenants> => {
  const world = await makeWorld(site);
  const { people } = world;
  const { own, foreign, deleted } = world.keys;
  const foreignOwner = await site.make.person();
  await site.make.accountMember(foreign.account as never, foreignOwner, 'owner');
  await fillByCalls(site, foreignOwner, foreign);
  await fillRows(site.db, foreign, foreignOwner);
  const restorer = await worldRestorer(site.db);
  const members = await site.db.selectFrom('account_members').selectAll().execute();
  return {
    own,
    foreign,
    deleted,
    async tokenFor(role, endpoint) {
      if (role === 'anonymous' || isOpen(endpoint)) return undefined;
      const purpose = tokenPurpose(endpoint);
      if (purpose) return await site.tokens.sign(purpose, resourceOf(purpose, own), people[role].id);
      return await site.sessionToken(people[role]);
    },
    restore: queued(async () => {
      await restorer.restore();
      await site.db
        .insertInto('account_members')
        .values(members)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await site.db.updateTable('users').set({ disabled_at: null }).where('disabled_at', 'is not', null).execute();
    }),
  };
};

/** Runs one restore at a time; retries one that fails because a request deletes rows meanwhile. */
const queued = (restore: () => Promise<void>): (() => Promise<void>) => {
  const attempt = async (tries = 10): Promise<void> => {
    try {
      await restore();
    } catch (error) {
      if (tries === 1 || (error as { code?: string }).code !== foreignKeyMissing) throw error;
      await attempt(tries - 1);
    }
  };
  let last = Promise.resolve();
  return () => (last = last.then(() => attempt()));
};

const foreignKeyMissing = '23503';

const resourceOf = (purpose: TokenPurpose, keys: Keys): string => {
  const resources = { 'media.preview': keys.track, 'episode.preview': keys.episode, 'podcast.upload': keys.podcast };
  return resources[purpose as keyof typeof resources] ?? keys.station ?? '';
};

const isDestructive = /remove|suspend|transfer|withdraw|disable|delete|reset|stop|clear|cancel|unsubscribe|reject/i;

/** Calls everything that writes as the second tenant's owner, with the canary in every text that accepts it. */
const fillByCalls = async (site: Site, person: TestPerson, keys: Keys): Promise<void> => {
  const token = await site.sessionToken(person);
  for (const { domain, name, endpoint } of allEndpoints()) {
    if (endpoint.method === 'GET' || endpoint.method === 'HEAD' || endpoint.method === 'DELETE') continue;
    if (isOpen(endpoint) || tokenPurpose(endpoint) || isDestructive.test(name)) continue;
    const input = inputWith(endpoint, fixtureOf(`${domain}.${name}`), () => keys);
    const keyTexts = new Set(Object.values(keys));
    const query = withCanary(input.query ?? {}, keyTexts) as Input['query'];
    const marked = { ...input, query, body: withCanary(input.body, keyTexts) };
    if (!(await isAccepted(site.url, token, endpoint, marked))) await isAccepted(site.url, token, endpoint, input);
  }
};

/** A copy with the canary in its texts, except keys, single lower-case words (enum values), dates and URLs. */
const withCanary = (value: unknown, exceptions: ReadonlySet<string>): unknown => {
  if (Array.isArray(value)) return value.map((one) => withCanary(one, exceptions));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withCanary(one, exceptions)]));
  if (typeof value !== 'string' || exceptions.has(value)) return value;
  if (value.includes('@')) return `${canary}.${value}`;
  return /[A-Z ]/.test(value) && !/[/:\d]/.test(value) ? `${value} ${canary}` : value;
};

const isAccepted = async (url: string, token: string, endpoint: AnyEndpoint, input: Input): Promise<boolean> => {
  const body = buildBody(endpoint, input);
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (typeof body === 'string') headers['content-type'] = 'application/json';
  const init = { method: endpoint.method, headers, body: body ?? null, signal: AbortSignal.timeout(20_000) };
  const reply = await fetch(url + requestUrl(endpoint, input), init);
  await reply.body?.cancel();
  return reply.status < 400;
};

/** Columns with texts that users write. */
const userText =
  /^(company|address|telephone|city|zip|area|comments|name|description|about|website|title|artist|album|label|subtitle|author|owner_name|copyright|link|email|owner_email|first_name|last_name|filename|genre)$/;

/** Writes the canary directly into the text columns of the second tenant's rows. */
const fillRows = async (db: Db, keys: Keys, person: TestPerson): Promise<void> => {
  const rows = [
    ['accounts', 'key', keys.account],
    ['stations', 'key', keys.station],
    ['tracks', 'key', keys.track],
    ['podcasts', 'key', keys.podcast],
    ['episodes', 'key', keys.episode],
    ['users', 'id', person.id],
  ] as const;
  for (const [table, id, key] of rows) {
    const { rows: columns } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and data_type = 'text'`.execute(db);
    for (const { name } of columns.filter((column) => userText.test(column.name)))
      await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${textOf(name, String(key))} where ${sql.ref(id)} = ${key}`.execute(
        db,
      );
  }
};

const textOf = (column: string, key: string): string => {
  if (/email/.test(column)) return `${canary}.${key.toLowerCase()}@example.com`;
  return /website|link/.test(column) ? `https://example.com/${canary}` : `${canary} ${column}`;
};
