import { randomBytes } from 'node:crypto';
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { createTables } from '#server/domains/analytics/clickhouse-tables.ts';
import { clusterSettings } from '#server/platform/clickhouse/dialect.ts';
import { service } from './database.ts';
import { givenServers, isClusterTested } from './given-clickhouse.ts';

export type TestClickHouse = {
  /** With user and password, and the database as its path, like CLICKHOUSE_URL. */
  url: string;
  database: string;
  client: ClickHouseClient;
  /** Closes the client and removes the database; call it in `afterAll`. */
  drop(): Promise<void>;
};

/**
 * A ClickHouse database for this test file, in the run's real server: empty, or with all tables of listening. On a cluster, it is
 * on all replicas, and tests talk to the first.
 */
export const testClickHouse = async ({ withTables = false } = {}): Promise<TestClickHouse> => {
  const rootUrl = await service('clickhouse');
  const database = `test_${randomBytes(6).toString('hex')}`;
  const servers = (isClusterTested ? givenServers : [rootUrl]).map((url) => createClient({ url }));
  const engine = isClusterTested
    ? ` engine = Replicated('/clickhouse/databases/${database}', '{shard}', '{replica}')`
    : '';
  for (const server of servers) await server.command({ query: `create database ${database}${engine}` });
  const url = databaseUrl(rootUrl, database);
  // Tests provoke errors, and assert each one.
  const client = createClient({
    url,
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: isClusterTested ? clusterSettings : {},
  });
  if (withTables) await (isClusterTested ? createTables(client) : addTables(servers[0]!, database));
  const drop = async (): Promise<void> => {
    await client.close();
    for (const server of servers) {
      await server.command({ query: `drop database if exists ${database}` });
      await server.close();
    }
  };
  return { url, database, client, drop };
};

/** A server's URL with this database as its path. */
export const databaseUrl = (serverUrl: string, database: string): string =>
  Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href;

const addTables = async (root: ClickHouseClient, database: string): Promise<void> => {
  const template = JSON.parse(await service('clickhouse-tables')) as string[];
  const statements = template.map((statement) => statement.replaceAll('$database.', `${database}.`));
  // The embedded engine runs several statements of a request; a server refuses them.
  const requests = givenServers.length > 0 ? statements : [statements.join(';\n')];
  for (const query of requests) await root.command({ query });
};
