import { createHash } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { postgresUrl, startPostgres, type RunningPostgres } from '#server/engines/postgres/postgres.ts';
import { clickhouseUrl, startClickHouse, type RunningClickHouse } from '#server/engines/clickhouse/clickhouse.ts';
import type { Environment, RunningServices, Settings } from '#server/kernel/config.ts';
import { formatEngines } from '#server/kernel/fleet.ts';
import type { Installation } from './installation.ts';
import { metricsEnv, metricsPorts } from './metrics-ports.ts';
import { readNote, writeNote } from './notes.ts';
import { freeFor, portFor } from './ports.ts';
import { isLeftRunning, startProgram } from './program.ts';
import type { Part } from './keep-running.ts';

/** The data that every service's start needs. */
export type Site = {
  settings: Settings;
  installation: Installation;
  ports: Ports;
  env: Environment;
};

/** The loopback ports of the embedded services. */
export type Ports = { postgres: number; clickhouse: number; engine: number };

const portsNote = 'ports';
const database = 'skywave';
const engineStopMs = 15_000;
const portalStopMs = 15_000;

/** The ports of the embedded services at the last start; each is checked when its service starts. */
export const choosePorts = async (settings: Settings): Promise<Ports> => {
  const before = readNote<Ports>(settings.dataDir, portsNote) ?? {};
  const any = () => portFor(undefined, promisedBy(settings));
  return {
    postgres: before.postgres ?? (await any()),
    clickhouse: before.clickhouse ?? (await any()),
    engine: before.engine ?? (await any()),
  };
};

/** The ports that the operator configured, including the one that Shoutcast adds. */
const promisedBy = (settings: Settings): number[] => [
  ...[settings.port, settings.deliveryPort, settings.streamPort, settings.streamPort + 1],
  ...metricsPorts(settings).map(({ port }) => port),
];

/** The URLs of all services, running or starting. */
export const servicesOf = ({ settings, installation, ports }: Site): RunningServices => ({
  databaseUrl: settings.databaseUrl ?? postgresUrl(ports.postgres, installation.postgresPassword, database),
  clickhouseUrl:
    settings.clickhouseUrl ?? `${clickhouseUrl(ports.clickhouse, installation.clickhousePassword)}/${database}`,
  engineUrl: settings.engines ? formatEngines(settings.engines) : `http://127.0.0.1:${ports.engine}`,
  engineToken: settings.engineToken ?? installation.engineToken,
});

/** The port of a service that is about to start; replaced by a free one if another program has taken it meanwhile. */
const claimPort = async (site: Site, name: keyof Ports): Promise<number> =>
  keepPort(site, name, await portFor(site.ports[name], promisedBy(site.settings)));

const keepPort = ({ settings, ports }: Site, name: keyof Ports, port: number): number => {
  ports[name] = port;
  writeNote(settings.dataDir, portsNote, ports);
  return port;
};

/** The embedded PostgreSQL with the portal's database; returns the URL of that database. */
export const startDatabase = async (site: Site): Promise<RunningPostgres> => {
  const { settings, installation } = site;
  const running = await startPostgres({
    dataDir: settings.dataDir,
    installation: installation.id,
    password: installation.postgresPassword,
    port: () => claimPort(site, 'postgres'),
    logFile: join(settings.dataDir, 'log', 'postgres.log'),
    durable: true,
  });
  keepPort(site, 'postgres', running.port);
  const client = new pg.Client({ connectionString: running.url });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
  return { ...running, url: postgresUrl(running.port, installation.postgresPassword, database) };
};

/** The embedded ClickHouse with the portal's database, which its URL includes. */
export const startAnalytics = async (site: Site): Promise<RunningClickHouse> => {
  const { settings, installation } = site;
  const running = await startClickHouse({
    dataDir: settings.dataDir,
    port: () => claimPort(site, 'clickhouse'),
    password: installation.clickhousePassword,
    logFile: join(settings.dataDir, 'log', 'clickhouse.log'),
  });
  keepPort(site, 'clickhouse', running.port);
  const { origin } = new URL(running.url);
  const created = await fetch(`${origin}/?query=create%20database%20if%20not%20exists%20${database}`, {
    method: 'POST',
    headers: { 'x-clickhouse-user': 'default', 'x-clickhouse-key': installation.clickhousePassword },
  });
  if (!created.ok) throw new Error(await created.text());
  return { ...running, url: `${running.url}/${database}` };
};

/**
 * The streaming engine. One that a killed supervisor left is adopted if its settings are ours, so it keeps its
 * listeners.
 */
export const startStreaming = async (site: Site): Promise<Part> => {
  const { settings, ports, env } = site;
  if (!isLeftRunning(settings.dataDir, 'engine')) await claimPort(site, 'engine');
  const own = {
    DATA_DIR: settings.dataDir,
    MEDIA_DIR: join(settings.dataDir, 'files'),
    STREAM_PORT: String(settings.streamPort),
    ENGINE_PORT: String(ports.engine),
    ENGINE_TOKEN: servicesOf(site).engineToken,
    ...metricsEnv(settings, 'engine'),
    ...(env.BUS_PORT ? { BUS_PORT: env.BUS_PORT, BUS_HOST: env.BUS_HOST ?? '' } : {}),
  };
  const passedOn = [
    'TRUSTED_PROXIES',
    'TLS_CERT',
    'TLS_KEY',
    'MAX_ADAPT',
    'MAX_AUTOMATION',
    'ENGINE_CAPACITY',
    'LOGGER_MAX_GB',
    'MEDIA_CACHE_GB',
    'ENGINE_ALLOW_PRIVATE',
    'HLS_BASE_URL',
  ].map((name) => env[name] ?? '');
  return startProgram({
    name: 'engine',
    file: 'streaming/main.ts',
    env: { ...defined(env), ...own },
    dataDir: settings.dataDir,
    health: `http://127.0.0.1:${ports.engine}/healthz`,
    leftover: { adopt: true, settings: fingerprint([...Object.values(own), ...passedOn]) },
    stopMs: engineStopMs,
  });
};

/**
 * The process that answers calls. Calls survive a restart of the supervisor or of the engine. A SIP port that another
 * program uses is reported in the log and to the portal; everything else continues.
 */
export const startCalls = async (site: Site): Promise<Part> => {
  const { settings, env } = site;
  const own = { DATA_DIR: settings.dataDir, MEDIA_DIR: join(settings.dataDir, 'files') };
  const passedOn = [
    ...['SIP_PORT', 'SIP_TLS_PORT', 'CALLS_PORT', 'RTP_PORTS', 'CALLS_MAX', 'CALLS_ADDRESS', 'TLS_CERT', 'TLS_KEY'],
  ];
  return startProgram({
    name: 'calls',
    file: 'streaming/calls-main.ts',
    env: { ...defined(env), ...own },
    dataDir: settings.dataDir,
    health: null,
    leftover: {
      adopt: true,
      settings: fingerprint([...Object.values(own), ...passedOn.map((name) => env[name] ?? '')]),
    },
    stopMs: engineStopMs,
  });
};

/** The portal; ready when its database is migrated and its pages are served. */
export const startPortal = (site: Site, env: Record<string, string>): Promise<Part> =>
  startProgram({
    name: 'portal',
    file: 'server/portal.ts',
    env: { ...defined(site.env), DATA_DIR: site.settings.dataDir, ...env },
    dataDir: site.settings.dataDir,
    health: `${site.settings.tls ? 'https' : 'http'}://127.0.0.1:${site.settings.port}/readyz`,
    leftover: { adopt: false },
    stopMs: portalStopMs + site.settings.drainSeconds * 1000,
  });

/** Feeds, public pages and downloads of podcasts; ready when it responds, even before its database. */
export const startDelivery = async (site: Site, env: Record<string, string>): Promise<Part> => {
  const { settings } = site;
  const port = site.env.DELIVERY_PORT ? settings.deliveryPort : await freePortOf(settings);
  return startProgram({
    name: 'delivery',
    file: 'server/delivery.ts',
    env: {
      ...defined(site.env),
      DATA_DIR: settings.dataDir,
      ...env,
      DELIVERY_PORT: String(port),
      ...metricsEnv(settings, 'delivery'),
    },
    dataDir: settings.dataDir,
    health: `${settings.tls ? 'https' : 'http'}://127.0.0.1:${port}/healthz`,
    leftover: { adopt: false },
    stopMs: portalStopMs,
  });
};

/** No fixed port: it avoids the configured ports and those of other programs. */
const freePortOf = ({ deliveryPort, streamPort }: Settings): Promise<number> =>
  freeFor([streamPort, streamPort + 1].includes(deliveryPort) ? 0 : deliveryPort);

const fingerprint = (values: string[]): string => createHash('sha256').update(JSON.stringify(values)).digest('hex');

const defined = (env: Environment): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
