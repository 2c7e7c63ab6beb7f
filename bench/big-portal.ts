import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { postgresUrl, startPostgres, type RunningPostgres } from '#server/engines/postgres/postgres.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import { migrate } from '#server/kernel/db/migrate.ts';
import { fillDatabase, fullStation, type Size } from './big-database.ts';
import { startIssuer, type BenchIssuer } from './issuer.ts';
import { pause } from './process-figures.ts';
import { end, freePort, start } from './programs.ts';
import { watch } from './watchdog.ts';

/** What a portal needs besides its database; without them it has neither engine nor analytics, and runs no jobs. */
export type Services = { clickhouseUrl: string; engineUrl: string; engineToken: string };

/** A portal on a full database, and the issuer its users sign in with. */
export type BigPortal = {
  url: string;
  pid: number;
  databasePid: number;
  databaseUrl: string;
  issuer: BenchIssuer;
  /** The key of the station with the large library. */
  fullStation: string;
  stop(): Promise<void>;
};

export const adminEmail = 'admin@example.com';
const password = 'for the bench';
const readyMs = 30_000;

const unreachable: Services = {
  clickhouseUrl: 'http://nobody:nothing@127.0.0.1:1',
  engineUrl: 'http://127.0.0.1:1',
  engineToken: 'a token for the bench only',
};

/** Fills its own PostgreSQL below `folder` and starts a portal on it; the portal runs jobs if it has `services`. */
export const startBigPortal = async (folder: string, size: Size, services?: Services): Promise<BigPortal> => {
  const dataDir = mkdtempSync(join(folder, 'portal-'));
  const postgres = await startPostgres({
    dataDir,
    installation: `bench-${randomUUID()}`,
    password,
    port: freePort,
    logFile: join(dataDir, 'postgres.log'),
    durable: true,
  });
  const unwatch = watch(postgres.pid);
  const stopDatabase = async (): Promise<void> => {
    await postgres.stop();
    unwatch();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    return await startOn(postgres, { dataDir, size, services, stopDatabase });
  } catch (error) {
    await stopDatabase();
    throw error;
  }
};

type StartOptions = { dataDir: string; size: Size; services: Services | undefined; stopDatabase: () => Promise<void> };

const startOn = async (
  postgres: RunningPostgres,
  { dataDir, size, services, stopDatabase }: StartOptions,
): Promise<BigPortal> => {
  const issuer = await startIssuer();
  const { url: databaseUrl, station } = await fill(postgres, issuer.url, size);
  const port = await freePort();
  const { clickhouseUrl, engineUrl, engineToken } = services ?? unreachable;
  const child = start([process.execPath, 'server/portal.ts', ...(services ? [] : ['--no-jobs'])], {
    PORT: `${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    OIDC_ISSUER: issuer.url,
    ADMIN_EMAIL: adminEmail,
    CLICKHOUSE_URL: clickhouseUrl,
    ENGINE_URL: engineUrl,
    ENGINE_TOKEN: engineToken,
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url);
  return {
    url,
    pid: child.pid,
    databasePid: postgres.pid,
    databaseUrl,
    issuer,
    fullStation: station,
    stop: async () => {
      await end(child);
      issuer.stop();
      await stopDatabase();
    },
  };
};

const fill = async (
  postgres: RunningPostgres,
  issuer: string,
  size: Size,
): Promise<{ url: string; station: string }> => {
  const root = connectDatabase(postgres.url, 1);
  await root.pool.query('create database big');
  await root.db.destroy();
  const url = postgresUrl(postgres.port, password, 'big');
  const { db } = connectDatabase(url, 2);
  await migrate(db);
  await fillDatabase(db, issuer, size);
  const station = await fullStation(db);
  await db.destroy();
  return { url, station };
};

const untilReady = async (url: string): Promise<void> => {
  const until = Date.now() + readyMs;
  for (;;) {
    const reply = await fetch(`${url}/readyz`).catch(() => undefined);
    if (reply?.ok) return;
    if (Date.now() > until) throw new Error(`The portal at ${url} does not answer.`);
    await pause(100);
  }
};
