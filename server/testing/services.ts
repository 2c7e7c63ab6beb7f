import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { TestProject } from 'vitest/node';
import { connectDatabase } from '../kernel/db/connect.ts';
import { migrate } from '../kernel/db/migrate.ts';
import { startClickHouse } from '../engines/clickhouse/clickhouse.ts';
import { postgresUrl, startPostgres } from '../engines/postgres/postgres.ts';
import { givenServers } from './given-clickhouse.ts';
import { clickhouseTables } from './clickhouse-template.ts';
import { freePort } from './free-port.ts';
import { clearLeftovers, noteService, runFolder } from './leftovers.ts';
import { templateName } from './template-name.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files request the services they need. */
    services: string;
  }
}

type Service = { url: string; stop(): Promise<void> };
type Started = { reply: string; stop?(): Promise<void> };

/**
 * One PostgreSQL and one ClickHouse for a whole test run, each started at the first request (`GET /postgres` returns
 * its URL), so that tests without a database don't wait for one. Stopped with the run.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  await clearLeftovers();
  const folder = runFolder();
  const started = new Map<string, Promise<Started>>();
  const starters: Record<string, () => Promise<Started>> = {
    '/postgres': async () => asStarted(await testPostgres(folder)),
    '/clickhouse': async () => asStarted(await (givenClickHouse() ?? testClickHouse(folder))),
    '/clickhouse-tables': async () => ({ reply: JSON.stringify(await clickhouseTables(await replyOf('/clickhouse'))) }),
  };
  const replyOf = async (path: string): Promise<string> => {
    const starter = starters[path];
    if (starter === undefined) throw new Error(`There is no service ${path}.`);
    const found = started.get(path) ?? starter();
    started.set(path, found);
    return (await found).reply;
  };

  const server = createServer((request, reply) => {
    replyOf(request.url ?? '').then(
      (text) => reply.end(text),
      (error: unknown) => reply.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  project.provide('services', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  return async () => {
    server.closeAllConnections();
    server.close();
    const services = await Promise.allSettled(started.values());
    for (const service of services) if (service.status === 'fulfilled') await service.value.stop?.();
    rmSync(folder, { recursive: true, force: true });
  };
};

const asStarted = ({ url, stop }: Service): Started => ({ reply: url, stop });

const testPostgres = async (folder: string): Promise<Service> => {
  const port = await freePort();
  const password = randomBytes(12).toString('hex');
  const postgres = await startPostgres({
    dataDir: folder,
    installation: `test-${randomUUID()}`,
    password,
    port: () => Promise.resolve(port),
    logFile: join(folder, 'postgres.log'),
    durable: false,
  });
  noteService(folder, 'postgres', postgres);
  await quickenSignIns(postgres.url, password);
  await makeTemplate(postgres.url, postgresUrl(port, password, templateName));
  return postgres;
};

/** The operator's server (`TEST_CLICKHOUSE_URL`), in which test files create and drop their databases. */
const givenClickHouse = (): Promise<Service> | undefined => {
  const [url] = givenServers;
  return url ? Promise.resolve({ url, stop: () => Promise.resolve() }) : undefined;
};

const testClickHouse = async (folder: string): Promise<Service> => {
  const clickhouse = await startClickHouse({
    dataDir: folder,
    port: freePort,
    password: randomBytes(12).toString('hex'),
    logFile: join(folder, 'clickhouse.log'),
  });
  noteService(folder, 'clickhouse', clickhouse);
  return clickhouse;
};

/** Test files open thousands of connections, each of which would hash the password 4,096 times on both sides. */
const quickenSignIns = async (url: string, password: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set scram_iterations = 1');
  await client.query(`alter role current_user password '${password}'`);
  await client.end();
};

const makeTemplate = async (rootUrl: string, templateUrl: string): Promise<void> => {
  const root = connectDatabase(rootUrl, 1);
  await root.pool.query(`create database ${templateName}`);
  await root.db.destroy();
  const template = connectDatabase(templateUrl, 2);
  await migrate(template.db);
  await template.db.destroy();
  // The job queue creates its tables where it finds none: a tenth of a second of processor time for each test file with jobs.
  const queue = new PgBoss({ connectionString: templateUrl, supervise: false, schedule: false });
  await queue.start();
  await queue.stop({ graceful: false });
};
