import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import { migrate } from '#server/kernel/db/migrate.ts';
import type { Backup, Manifest } from './manifest.ts';

type Dump = Pick<Manifest, 'migrations' | 'queue' | 'tables' | 'sequences'>;

/** All tables but those of the migrations, which migrating creates. */
const tablesQuery = `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind = 'r' and c.relname not like 'kysely_%' order by c.relname`;
const columnsOf = `select a.attname as name from pg_attribute a
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`;
/** Of the job queue only unfinished jobs; finished ones are not needed. */
const queueTables = ['queue', 'schedule', 'job'];
const rowFilters: Record<string, string> = { job: ` where state < 'completed'` };

/** Copies a snapshot of all rows, whatever is written meanwhile. */
export const dumpDatabase = async (url: string, backup: Backup): Promise<Dump> =>
  connected(url, async (client) => {
    await client.query('begin transaction isolation level repeatable read, read only');
    const migrations = await column(client, 'select name from kysely_migration order by name');
    const [queue] = await column(client, `select version as name from pgboss.version`, 'pgboss.version');
    const names = (await column(client, tablesQuery)).map((name) => ({ schema: 'public', name }));
    if (queue !== undefined) names.push(...queueTables.map((name) => ({ schema: 'pgboss', name })));
    const tables: Manifest['tables'] = [];
    for (const { schema, name } of names) {
      const columns = await column(client, columnsOf, undefined, [`${schema}.${quoted(name)}`]);
      const rows = client.query(
        copyTo(`copy (select ${list(columns)} from ${schema}.${quoted(name)}${rowFilters[name] ?? ''}) to stdout`),
      );
      await backup.add(fileOf(schema, name), rows, createGzip({ level: 3 }));
      tables.push({ schema, name, columns, rows: rows.rowCount });
    }
    const sequences = await client.query<{ name: string; last: string | null }>(
      `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public'`,
    );
    await client.query('commit');
    return {
      migrations,
      queue: queue === undefined ? null : Number(queue),
      tables,
      sequences: sequences.rows.map(({ name, last }) => ({ name, last: last ?? '1', isCalled: last !== null })),
    };
  });

/** Whether the database has no tables. */
export const isEmptyDatabase = async (url: string): Promise<boolean> =>
  connected(url, async (client) => (await column(client, tablesQuery)).length === 0);

/** Deletes everything, as after an interrupted restore. */
export const clearDatabase = async (url: string): Promise<void> =>
  connected(url, async (client) => {
    await client.query('drop schema if exists pgboss cascade');
    await client.query('drop schema public cascade');
    await client.query('create schema public');
  });

/** Fills an empty database from a dump, rows in one transaction, and migrates it to the newest version. */
export const loadDatabase = async (url: string, folder: string, dump: Dump): Promise<void> => {
  const { db } = connectDatabase(url, 2);
  try {
    await migrate(db, dump.migrations.at(-1));
    if (dump.queue !== null) await createQueue(url);
    await connected(url, (client) => loadRows(client, folder, dump));
    await migrate(db);
  } finally {
    await db.destroy();
  }
};

const loadRows = async (client: pg.Client, folder: string, dump: Dump): Promise<void> => {
  await client.query('begin');
  const [queue] = dump.queue === null ? [] : await column(client, `select version as name from pgboss.version`);
  // Jobs of another version of the queue cannot be read; the schedule is recreated at every start.
  const tables = dump.tables.filter(({ schema }) => schema === 'public' || Number(queue) === dump.queue);
  // Foreign keys are circular: they are dropped, and checked again when all rows are loaded.
  const references = await client.query<{ owner: string; name: string; rule: string }>(
    `select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as rule
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { owner, name } of references.rows) {
    await client.query(`alter table ${owner} drop constraint ${quoted(name)}`);
  }
  for (const { schema, name, columns } of tables) {
    const table = `${schema}.${quoted(name)}`;
    // Before anything is deleted: a trigger of the audit log forbids that.
    if (schema === 'public') await client.query(`alter table ${table} disable trigger user`);
    await client.query(`delete from ${table}`);
    const into = client.query(copyFrom(`copy ${table} (${list(columns)}) from stdin`));
    await pipeline(createReadStream(join(folder, fileOf(schema, name))), createGunzip(), into);
    if (schema === 'public') await client.query(`alter table ${table} enable trigger user`);
  }
  for (const { owner, name, rule } of references.rows) {
    await client.query(`alter table ${owner} add constraint ${quoted(name)} ${rule}`);
  }
  for (const { name, last, isCalled } of dump.sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [`public.${quoted(name)}`, last, isCalled]);
  }
  await client.query('commit');
  await client.query('analyze');
};

const createQueue = async (url: string): Promise<void> => {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ close: true, graceful: false });
};

const connected = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, application_name: 'skywave backup' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** The column `name` of a query; empty if `table` does not exist. */
const column = async (client: pg.Client, query: string, table?: string, values: string[] = []): Promise<string[]> => {
  if (table !== undefined) {
    const exists = await client.query<{ is: boolean }>('select to_regclass($1) is not null as is', [table]);
    if (exists.rows[0]?.is !== true) return [];
  }
  return (await client.query<{ name: string }>(query, values)).rows.map(({ name }) => String(name));
};

const fileOf = (schema: string, name: string): string => `postgres/${schema}.${name}.copy.gz`;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const list = (names: string[]): string => names.map(quoted).join(', ');
