import { randomBytes } from 'node:crypto';
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { service } from './database.ts';

export type TestClickHouse = {
  /** With user and password, and the database as its path, like CLICKHOUSE_URL. */
  url: string;
  database: string;
  client: ClickHouseClient;
  /** Closes the client and removes the database; call it in `afterAll`. */
  drop(): Promise<void>;
};

/** A ClickHouse database for this test file, in the run's real server: empty, or with all tables of listening. */
export const testClickHouse = async ({ withTables = false } = {}): Promise<TestClickHouse> => {
  const rootUrl = await service('clickhouse');
  const database = `test_${randomBytes(6).toString('hex')}`;
  const root = createClient({ url: rootUrl });
  await root.command({ query: `create database ${database}` });
  const url = Object.assign(new URL(rootUrl), { pathname: `/${database}` }).href;
  // Tests provoke errors, and assert each one.
  const client = createClient({ url, log: { level: ClickHouseLogLevel.OFF } });
  if (withTables) await addTables(root, database);
  const drop = async (): Promise<void> => {
    await client.close();
    await root.command({ query: `drop database if exists ${database}` });
    await root.close();
  };
  return { url, database, client, drop };
};

const addTables = async (root: ClickHouseClient, database: string): Promise<void> => {
  const template = JSON.parse(await service('clickhouse-tables')) as string[];
  const statements = template.map((statement) => statement.replaceAll('$database.', `${database}.`));
  // The embedded engine runs several statements of a request; a server refuses them.
  const requests = process.env.TEST_CLICKHOUSE_URL ? statements : [statements.join(';\n')];
  for (const query of requests) await root.command({ query });
};
