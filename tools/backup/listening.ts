import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Transform, type Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { createTables, derivedTables } from '#server/domains/analytics/clickhouse-tables.ts';
import { createPodcastTables } from '#server/domains/podcasts/stats/podcast-clickhouse.ts';
import type { Backup, Manifest } from './manifest.ts';
import {
  isObsoleteRollup,
  isPaidRollup,
  isRollupTable,
  paidDumpQueries,
  replacedBy,
  rollupDumpQueries,
  rollupInsert,
} from './rollup-dump.ts';

type Dump = Manifest['listening'];

/** Raw tables only: views rebuild the rollups from them, and workers recompute the derived tables. */
const rawTables = `select name from system.tables where database = currentDatabase() and engine like '%MergeTree'
  and name not in (${derivedTables.map((name) => `'${name}'`).join(',')}) and not arrayExists(view -> position(view, ' TO ' || database || '.' || name || ' ') > 0
    or position(view, ' TO ' || database || '.\`' || name || '\` ') > 0,
    (select groupArray(create_table_query) from system.tables
     where database = currentDatabase() and engine = 'MaterializedView')) order by name`;
const insertBytes = 8_000_000;
const unbounded = { max_execution_time: 0, max_result_bytes: '0' };

/** Copies the raw listening tables, row by row as JSON, and the rollups that cannot be rebuilt. */
export const dumpListening = async (url: string, backup: Backup): Promise<Dump> =>
  connected(url, async (client) => {
    const dump: Dump = [];
    const raw = (await namesOf(client)).map((name) => ({ name, query: `select * from ${name} format JSONEachRow` }));
    // After the raw tables, so that no impression is in them only.
    const paid = await paidDumpQueries(client);
    for (const { name, query } of [...(await rollupDumpQueries(client)), ...raw, ...paid]) {
      const rows = countLines();
      const result = await client.exec({ query, clickhouse_settings: unbounded });
      await backup.add(fileOf(name), result.stream as Readable, rows, createGzip({ level: 3 }));
      dump.push({ name, rows: rows.lines() });
    }
    return dump;
  });

/** Whether no listening is recorded. */
export const isEmptyListening = async (url: string): Promise<boolean> =>
  connected(url, async (client) => {
    for (const name of await namesOf(client)) if ((await countOf(client, name)) > 0) return false;
    return true;
  });

/** Empties all tables, as after an interrupted restore. */
export const clearListening = async (url: string): Promise<void> =>
  connected(url, async (client) => {
    const query = `select name from system.tables where database = currentDatabase() and engine like '%MergeTree'`;
    for (const name of await namesOf(client, query)) await client.command({ query: `truncate table ${name}` });
  });

/** Inserts a dump; the views add it to the rollups again. */
export const loadListening = async (url: string, folder: string, dump: Dump): Promise<void> =>
  connected(url, async (client) => {
    await createTables(client);
    await createPodcastTables(client);
    for (const { name, rows } of dump) {
      if (isObsoleteRollup(name)) continue;
      // Views have added the raw rows before it.
      if (isPaidRollup(name))
        for (const table of replacedBy(name)) await client.command({ query: `truncate table ${table}` });
      const lines = createInterface({ input: createReadStream(join(folder, fileOf(name))).pipe(createGunzip()) });
      let batch: string[] = [];
      let bytes = 0;
      const flush = async (): Promise<void> => {
        if (batch.length > 0) await insert(client, name, batch);
        [batch, bytes] = [[], 0];
      };
      for await (const line of lines) {
        batch.push(line);
        bytes += line.length;
        if (bytes > insertBytes) await flush();
      }
      await flush();
      // Rollups also get rows from the views, so their count differs.
      if (isRollupTable(name)) continue;
      const loaded = await countOf(client, name);
      if (loaded !== rows) throw new Error(`Restored ${loaded} of ${rows} rows of ${name}.`);
    }
  });

/** Without deduplication: two equal batches are both inserted. */
const insert = async (client: ClickHouseClient, name: string, lines: string[]): Promise<void> => {
  const query = isRollupTable(name)
    ? await rollupInsert(client, name, lines)
    : `insert into ${name} format JSONEachRow ${lines.join('\n')}`;
  await client.command({
    query,
    clickhouse_settings: {
      ...unbounded,
      max_query_size: '64000000',
      insert_deduplicate: 0,
      deduplicate_blocks_in_dependent_materialized_views: 0,
    },
  });
};

const namesOf = async (client: ClickHouseClient, query = rawTables): Promise<string[]> => {
  const result = await client.query({ query, format: 'JSONEachRow' });
  return (await result.json<{ name: string }>()).map(({ name }) => name);
};

const countOf = async (client: ClickHouseClient, name: string): Promise<number> => {
  const result = await client.query({ query: `select count() as rows from ${name}`, format: 'JSONEachRow' });
  return Number((await result.json<{ rows: string }>())[0]?.rows);
};

const connected = async <T>(url: string, work: (client: ClickHouseClient) => Promise<T>): Promise<T> => {
  const client = createClient({
    url,
    request_timeout: 3_600_000,
    // A kept-alive connection that the server closes meanwhile would abort the whole copy.
    keep_alive: { enabled: false },
    log: { level: ClickHouseLogLevel.OFF },
  });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
};

const countLines = (): Transform & { lines(): number } => {
  let lines = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++;
      done(null, chunk);
    },
  });
  return Object.assign(counter, { lines: () => lines });
};

const fileOf = (name: string): string => `clickhouse/${name}.jsonl.gz`;
