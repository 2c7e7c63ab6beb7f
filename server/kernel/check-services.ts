import pg from 'pg';
import { checkIssuerHealth } from './auth/issuer-health.ts';
import { offeredBy } from './check-pooler.ts';
import type { Settings } from './config.ts';
import type { EngineSetting } from './fleet.ts';

type Service =
  | 'DATABASE_URL'
  | 'DATABASE_DIRECT_URL'
  | 'CLICKHOUSE_URL'
  | 'CLICKHOUSE_CLUSTER'
  | 'OIDC_ISSUER'
  | 'ENGINE_URL'
  | 'ENGINES';

/** A problem with one of the operator's services; `isAway` if it doesn't respond, which may be temporary. */
export class ServiceProblem extends Error {
  readonly isAway: boolean;
  constructor(name: Service, what: string, { isAway, cause }: { isAway: boolean; cause?: unknown }) {
    super(`${name}: ${what}.`, { cause });
    this.isAway = isAway;
  }
}

const oldestPostgres = 15;
const answerMs = 10_000;

/**
 * Checks the services that an operator configured, so that a wrong URL, password or version is reported at startup.
 * Returns a sentence for each problem; waits `patienceMs` for services that may still be starting.
 */
export const checkServices = async (settings: Settings, patienceMs: number): Promise<ServiceProblem[]> => {
  const {
    databaseUrl,
    databaseDirectUrl,
    clickhouseUrl,
    clickhouseCluster,
    engines = [],
    engineToken,
    oidcIssuer,
    embeddedIdentity,
  } = settings;
  const until = Date.now() + patienceMs;
  const checks = [
    ...(databaseUrl === undefined ? [] : [() => checkDatabase(databaseUrl, settings)]),
    ...(databaseDirectUrl === undefined ? [] : [() => checkDirect(databaseDirectUrl)]),
    ...(clickhouseUrl === undefined ? [] : [() => checkClickHouse(clickhouseUrl, clickhouseCluster)]),
    ...(embeddedIdentity ? [] : [() => checkIssuer(oidcIssuer)]),
    ...engines.map((engine) => () => checkEngine(engine, engines.length, engineToken)),
  ];
  const found = await Promise.all(checks.map((check) => patiently(check, until)));
  return found.filter((problem) => problem !== undefined);
};

/** Throws the problem of a service that responds; the services' users wait for those that don't respond. */
export const refuseWrongServices = async (settings: Settings): Promise<void> => {
  const wrong = (await checkServices(settings, 0)).find(({ isAway }) => !isAway);
  if (wrong) throw wrong;
};

/** Retries while the service doesn't respond. */
const patiently = async (check: () => Promise<void>, until: number): Promise<ServiceProblem | undefined> => {
  for (;;) {
    try {
      await check();
      return undefined;
    } catch (error) {
      if (!(error instanceof ServiceProblem)) throw error;
      if (!error.isAway || Date.now() >= until) return error;
      await new Promise((settle) => setTimeout(settle, 250));
    }
  }
};

const checkDatabase = async (
  url: string,
  { databaseDirectUrl, databasePrepared }: Pick<Settings, 'databaseDirectUrl' | 'databasePrepared'>,
): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: answerMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; may_create: boolean }>(
      `select current_setting('server_version_num')::int / 10000 as version,
        coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create`,
    );
    const { version = 0, may_create = false } = rows[0] ?? {};
    if (version < oldestPostgres)
      throw problem('DATABASE_URL', `PostgreSQL ${version} is too old; version ${oldestPostgres} or newer is required`);
    if (!may_create) throw problem('DATABASE_URL', 'its user is not allowed to create tables in this database');
    const { session, prepared } = await offeredBy(url);
    if (!session && databaseDirectUrl === undefined) throw problem('DATABASE_URL', noSession);
    if (!prepared && databasePrepared)
      throw problem('DATABASE_URL', 'its pooler does not know prepared statements; set DATABASE_PREPARED=off');
  } catch (error) {
    throw error instanceof ServiceProblem ? error : databaseProblem('DATABASE_URL', error);
  } finally {
    await client.end().catch(() => undefined);
  }
};

const noSession =
  'a pooler in transaction mode (PgBouncer) answers at this URL; set DATABASE_DIRECT_URL to PostgreSQL itself';

/** Locks and notifications need a session of their own. */
const checkDirect = async (url: string): Promise<void> => {
  const offered = await offeredBy(url).catch((error: unknown) => {
    throw databaseProblem('DATABASE_DIRECT_URL', error);
  });
  if (!offered.session) throw problem('DATABASE_DIRECT_URL', noSession);
};

const databaseProblem = (name: Service, error: unknown): ServiceProblem => {
  const { code = '', message } = error as { code?: string; message: string };
  if (code.startsWith('28')) return problem(name, 'PostgreSQL rejects the user or password', error);
  if (code === '3D000') return problem(name, 'PostgreSQL has no database of this name', error);
  return away(name, `PostgreSQL does not respond (${code || message})`, error);
};

const oldestCluster = 26;

const checkClickHouse = async (url: string, isCluster: boolean): Promise<void> => {
  const name = 'CLICKHOUSE_URL';
  const { origin, username, password, pathname } = new URL(url);
  const answer = (query: string): Promise<Response> =>
    ask(name, 'ClickHouse', `${origin}/?query=${encodeURIComponent(query)}`, {
      'x-clickhouse-user': decodeURIComponent(username) || 'default',
      'x-clickhouse-key': decodeURIComponent(password),
    });
  const reply = await answer(versionAndDatabases);
  const [version = '', ...databases] = (await reply.text()).trimEnd().split('\n');
  const code = reply.headers.get('x-clickhouse-exception-code');
  if (code === '516' || [401, 403].includes(reply.status))
    throw problem(name, 'ClickHouse rejects the user or password');
  if (!reply.ok || !/^\d+\.\d+/.test(version))
    throw problem(name, `the service at this URL is not ClickHouse (${reply.status})`);
  const database = decodeURIComponent(pathname.slice(1)) || 'default';
  const engine = databases.find((one) => one.endsWith(` ${database}`))?.split(' ')[0];
  if (engine === undefined) throw problem(name, 'ClickHouse has no database of this name');
  if (engine === 'Replicated' && !isCluster)
    throw problem('CLICKHOUSE_CLUSTER', `set it to on: the database ${database} is a replicated one`);
  if (!isCluster) return;
  if (Number.parseInt(version) < oldestCluster)
    throw problem(
      'CLICKHOUSE_CLUSTER',
      `ClickHouse ${version} is too old; a cluster must be of version ${oldestCluster} or newer`,
    );
  if (engine !== 'Replicated')
    throw problem(
      'CLICKHOUSE_CLUSTER',
      `the database ${database} is not replicated; on each server, create it with "engine = Replicated('/clickhouse/databases/${database}', '{shard}', '{replica}')"`,
    );
  const replicas = Number(
    await (await answer(`select count() from system.clusters where cluster = '${database}'`)).text(),
  );
  if (!(replicas > 1))
    throw problem('CLICKHOUSE_CLUSTER', `only one server has the database ${database}; create it on the others too`);
};

/** The version, then the engine and name of each database. */
const versionAndDatabases = `select arrayJoin(arrayConcat([version()], (select groupArray(engine || ' ' || name) from system.databases)))`;

const checkIssuer = async (issuer: string): Promise<void> => {
  const name = 'OIDC_ISSUER';
  try {
    await checkIssuerHealth(issuer, { discover: true }, AbortSignal.timeout(answerMs));
  } catch (error) {
    if (isNetworkError(error)) throw away(name, 'no OpenID Connect provider responds at this URL', error);
    throw problem(name, `not a valid OpenID Connect provider: ${(error as Error).message}`, error);
  }
};

const checkEngine = async ({ id, url }: EngineSetting, count: number, token: string | undefined): Promise<void> => {
  const name = count === 1 ? 'ENGINE_URL' : 'ENGINES';
  const what = count === 1 ? 'the streaming engine' : `the streaming engine ${id}`;
  if (token === undefined) throw problem(name, 'it requires ENGINE_TOKEN, which is not set');
  const reply = await ask(name, what, `${url}/`, { authorization: `Bearer ${token}` });
  await reply.body?.cancel();
  if (reply.status === 401) throw problem(name, `${what} rejects ENGINE_TOKEN`);
  if (reply.status !== 404)
    throw problem(
      name,
      `the service at ${count === 1 ? 'this URL' : url} is not the streaming engine (${reply.status})`,
    );
};

const ask = async (name: Service, what: string, url: string, headers: Record<string, string>): Promise<Response> => {
  try {
    return await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(answerMs) });
  } catch (error) {
    throw away(name, `${what} does not respond`, error);
  }
};

/** Errors that fetch throws without any response. */
const isNetworkError = (error: unknown): boolean =>
  (error instanceof TypeError && error.cause !== undefined) || (error as Error).name === 'TimeoutError';

const problem = (name: Service, what: string, cause?: unknown): ServiceProblem =>
  new ServiceProblem(name, what, { isAway: false, cause });
const away = (name: Service, what: string, cause: unknown): ServiceProblem =>
  new ServiceProblem(name, what, { isAway: true, cause });
