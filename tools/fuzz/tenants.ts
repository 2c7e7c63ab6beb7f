import { sql } from 'kysely';
import type { AnyEndpoint } from '#contract/http.ts';
import { allEndpoints } from '#contract/index.ts';
import { requestUrl, buildBody, type Request as Input } from '#contract/request.ts';
import type { TokenPurpose } from '#contract/tokens.ts';
import { isOpen, tokenPurpose } from '#server/kernel/auth/access.ts';
import type { Db, Tokens } from '#server/kernel/kernel.ts';
import { fixtures, inputWith } from '#server/testing/fixtures.ts';
import type { makers, TestPerson } from '#server/testing/make.ts';
import { makeWorld, worldRestorer, type Keys } from '#server/testing/world.ts';

/** Stands in every text of the second tenant: no answer to the first tenant's people may hold it. */
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
  /** The bearer token that a role uses for an endpoint; undefined where it has none. */
  tokenFor(role: Role, endpoint: AnyEndpoint): Promise<string | undefined>;
  /** Brings back what calls removed, suspended or moved of the first tenant. */
  restore(): Promise<void>;
};

/** Makes two tenants: the first one's people call, the second one's things are full of the canary. */
export const makeTenants = async (site: Site): Promise<Tenants> => {
  const world = await makeWorld(site);
  const { people } = world;
  const { own, foreign, deleted } = world.keys;
  const stranger = await site.make.person();
  await site.make.accountMember(foreign.account as never, stranger, 'owner');
  await fillByCalls(site, stranger, foreign);
  await fillRows(site.db, foreign, stranger);
  const keeper = await worldRestorer(site.db);
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
    restore: oneByOne(async () => {
      await keeper.restore();
      await site.db
        .insertInto('account_members')
        .values(members)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await site.db.updateTable('users').set({ disabled_at: null }).where('disabled_at', 'is not', null).execute();
    }),
  };
};

/** What is asked for while it runs is done after it; where a request removes what it puts back meanwhile, it is done anew. */
const oneByOne = (restore: () => Promise<void>): (() => Promise<void>) => {
  const insist = async (tries = 10): Promise<void> => {
    try {
      await restore();
    } catch (error) {
      if (tries === 1 || (error as { code?: string }).code !== foreignKeyMissing) throw error;
      await insist(tries - 1);
    }
  };
  let last = Promise.resolve();
  return () => (last = last.then(() => insist()));
};

const foreignKeyMissing = '23503';

const resourceOf = (purpose: TokenPurpose, keys: Keys): string => {
  const of = { 'media.preview': keys.track, 'episode.preview': keys.episode, 'podcast.upload': keys.podcast };
  return of[purpose as keyof typeof of] ?? keys.station ?? '';
};

const endsSomething = /remove|suspend|transfer|withdraw|disable|delete|reset|stop|clear|cancel|unsubscribe|reject/i;

/** Makes the second tenant's owner call whatever writes, every text of it being the canary where that is taken. */
const fillByCalls = async (site: Site, person: TestPerson, keys: Keys): Promise<void> => {
  const token = await site.sessionToken(person);
  for (const { domain, name, endpoint } of allEndpoints()) {
    if (endpoint.method === 'GET' || endpoint.method === 'HEAD' || endpoint.method === 'DELETE') continue;
    if (isOpen(endpoint) || tokenPurpose(endpoint) || endsSomething.test(name)) continue;
    const input = inputWith(endpoint, fixtures[`${domain}.${name}` as keyof typeof fixtures], () => keys);
    const keyTexts = new Set(Object.values(keys));
    const query = marked(input.query ?? {}, keyTexts) as Input['query'];
    const full = { ...input, query, body: marked(input.body, keyTexts) };
    if (!(await isTaken(site.url, token, endpoint, full))) await isTaken(site.url, token, endpoint, input);
  }
};

/** A copy whose texts are the canary, but for keys, short words (which are choices), days and addresses. */
const marked = (value: unknown, keep: ReadonlySet<string>): unknown => {
  if (Array.isArray(value)) return value.map((one) => marked(one, keep));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, marked(one, keep)]));
  if (typeof value !== 'string' || keep.has(value)) return value;
  if (value.includes('@')) return `${canary}.${value}`;
  return /[A-Z ]/.test(value) && !/[/:\d]/.test(value) ? `${value} ${canary}` : value;
};

const isTaken = async (url: string, token: string, endpoint: AnyEndpoint, input: Input): Promise<boolean> => {
  const body = buildBody(endpoint, input);
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (typeof body === 'string') headers['content-type'] = 'application/json';
  const init = { method: endpoint.method, headers, body: body ?? null, signal: AbortSignal.timeout(20_000) };
  const reply = await fetch(url + requestUrl(endpoint, input), init);
  await reply.body?.cancel();
  return reply.status < 400;
};

/** Columns that hold what people wrote. */
const written =
  /^(company|address|telephone|city|zip|area|comments|name|description|about|website|title|artist|album|label|subtitle|author|owner_name|copyright|link|email|owner_email|first_name|last_name|filename|genre)$/;

/** Writes the canary into every text of the second tenant's rows that a call did not reach. */
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
    for (const { name } of columns.filter((column) => written.test(column.name)))
      await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${textOf(name, String(key))} where ${sql.ref(id)} = ${key}`.execute(
        db,
      );
  }
};

const textOf = (column: string, key: string): string => {
  if (/email/.test(column)) return `${canary}.${key.toLowerCase()}@example.com`;
  return /website|link/.test(column) ? `https://example.com/${canary}` : `${canary} ${column}`;
};
