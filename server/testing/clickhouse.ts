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

/** An empty ClickHouse database for this test file, in the run's real server. */
export const testClickHouse = async (): Promise<TestClickHouse> => {
  const rootUrl = await service('clickhouse');
  const database = `test_${randomBytes(6).toString('hex')}`;
  const root = createClient({ url: rootUrl });
  await root.command({ query: `create database ${database}` });
  const url = Object.assign(new URL(rootUrl), { pathname: `/${database}` }).href;
  // Tests provoke errors, and assert each one.
  const client = createClient({ url, log: { level: ClickHouseLogLevel.OFF } });
  const drop = async (): Promise<void> => {
    await client.close();
    await root.command({ query: `drop database if exists ${database}` });
    await root.close();
  };
  return { url, database, client, drop };
};
