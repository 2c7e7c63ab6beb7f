import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTables } from '#server/domains/analytics/clickhouse-tables.ts';
import { computeDays } from '#server/domains/analytics/report-cache/compute-days.ts';
import { announceLateArrivals } from '#server/domains/analytics/late-arrivals.ts';
import { diskStorage } from '#server/kernel/storage/disk.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { makers } from '#server/testing/make.ts';
import { backUp, restore, type InstallationData } from './backup.ts';
import { clearDatabase } from './database.ts';
import { dumpFiles } from './files.ts';
import { beginBackup } from './manifest.ts';

type Installation = InstallationData & { files: string; database: TestDatabase; clickhouse: TestClickHouse };

let folder: string;
let from: Installation;
let to: Installation;
const original = Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * n) % 251));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skywave-backup-'));
  from = await installation('from');
  to = await installation('to');
  await clearDatabase(to.databaseUrl);
  await fill(from);
});
afterAll(async () => {
  for (const { database, clickhouse } of [from, to]) await Promise.all([database.drop(), clickhouse.drop()]);
  await rm(folder, { recursive: true, force: true });
});

it('restores rows, listening and files into an empty installation, and refuses one with data', async () => {
  const backup = join(folder, 'whole');
  await backUp(from, backup);
  await restore(to, backup, once);
  expect(await rowsOf(to)).toEqual(await rowsOf(from));
  expect(await listeningOf(to)).toEqual(await listeningOf(from));
  expect(await readFile(join(to.files, 'originals/one'))).toEqual(original);
  const next = "select nextval('outbox_id_seq') as id";
  expect((await to.database.pool.query(next)).rows).toEqual((await from.database.pool.query(next)).rows);

  await expect(restore(to, backup, once)).rejects.toThrow('its database has tables, its ClickHouse has rows');
  const before = await rowsOf(to);
  await restore(to, backup, { ...once, again: true });
  expect(await rowsOf(to)).toEqual(before);
  expect(await listeningOf(to)).toEqual(await listeningOf(from));
}, 180_000);

it('copies every remaining file while other folders are removed', async () => {
  const root = join(folder, 'moving');
  const folders = Array.from({ length: 200 }, (_, n) => join(root, `${n % 2 ? 'goes' : 'stays'}-${n}`));
  for (const each of folders) {
    await mkdir(each, { recursive: true });
    await writeFile(join(each, 'sound'), each);
  }
  const backup = await beginBackup(join(folder, 'of-moving'));
  const removedFolders = folders.filter((each) => each.includes('goes-'));
  const removed = Promise.all(removedFolders.map((each) => rm(each, { recursive: true })));
  const [{ count }] = await Promise.all([dumpFiles(root, backup), removed]);
  expect(count).toBeGreaterThanOrEqual(100);
  for (const each of folders.filter((one) => one.includes('stays-'))) {
    const copy = join(folder, 'of-moving', 'files', basename(each), 'sound');
    expect(await readFile(copy, 'utf8')).toBe(each);
  }
});

it('says what is wrong with a backup before writing anything', async () => {
  const backup = join(folder, 'changed');
  await backUp(from, backup);
  await writeFile(join(backup, 'files/originals/one'), 'something else');
  let hasStarted = false;
  const attempt = () => restore(to, backup, { again: true, begin: () => (hasStarted = true) });
  const before = await rowsOf(to);
  await expect(attempt()).rejects.toThrow('originals/one is missing or has changed');
  await rm(join(backup, 'manifest.json'));
  await expect(attempt()).rejects.toThrow('or an incomplete one');
  expect(hasStarted).toBe(false);
  expect(await rowsOf(to)).toEqual(before);
});

const once = { again: false, begin: () => undefined };

const installation = async (name: string): Promise<Installation> => {
  const [database, clickhouse] = await Promise.all([testDatabase(), testClickHouse()]);
  const stores = { databaseUrl: database.url, clickhouseUrl: clickhouse.url, files: join(folder, name) };
  return { ...stores, database, clickhouse };
};

const fill = async ({ database, clickhouse, files }: Installation): Promise<void> => {
  const make = makers(database.db);
  const account = await make.account({ company: 'Tab\there, "quotes", \\N and ünïcode 🎙' });
  const station = await make.station(account);
  await make.track(station, { title: 'Line one\nLine two' });
  await make.stationMember(station, await make.person('http://issuer.test'), 'owner');
  await diskStorage(files).put('originals/one', original, 'audio/mpeg');
  await createTables(clickhouse.client);
  // Two equal batches, with returning listeners: sums must add up, distinct addresses must not.
  for (let batch = 0; batch < 2; batch++) {
    await clickhouse.client.insert({
      table: 'slices',
      values: Array.from({ length: 50 }, (_, n) => slice(station, n)),
      format: 'JSONEachRow',
      clickhouse_settings: { insert_deduplication_token: String(batch) },
    });
  }
  // Sessions that were deleted, of which only the rollups remain.
  const time = '2025-12-30 23:10:00.500';
  const values = Array.from({ length: 9 }, (_, n) => ({ ...slice(station, n), bytes: '7', started: time, since: time, until: '2025-12-30 23:14:00.000' })); // oxfmt-ignore
  await clickhouse.client.insert({ table: 'slices', values, format: 'JSONEachRow' });
  await clickhouse.client.command({ query: 'alter table slices drop partition 202512' });
  // What workers compute, and recompute, from the rest.
  const subjects = [{ subject: station, zone: 'UTC', stations: [station] }];
  const range = { subjects, zone: 'UTC', from_date: '2026-01-01', to_date: '2026-01-01' };
  for (const hour of [12, 13]) {
    await computeDays(clickhouse.client, range, new Date(Date.UTC(2026, 0, 2, hour)));
    await announceLateArrivals(clickhouse.client, ['2026-01-01'], new Date(Date.UTC(2026, 0, 2, hour)));
  }
};

const slice = (station: string, n: number): object => ({
  ...{ engine: 'e', session: `s${n}`, n: 0, station, account: 'a', bytes: '18446744073709551615', first: 1, last: 0 },
  ...{ started: '2026-01-01 10:00:00.001', since: '2026-01-01 10:00:00.001', until: '2026-01-01 10:14:59.999' },
  ...{ address: String(n % 7), country: 'DE', region: '', city: 'Köln\n', device: 'phone', player: '"', os: '' },
  ...{ referer: 'https://example.com/\\', output: 'mp3' },
});

const rowsOf = async ({ database: { pool } }: Installation): Promise<Record<string, unknown[]>> => {
  const tables = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1`,
  );
  const rows: Record<string, unknown[]> = {};
  for (const { name } of tables.rows) {
    rows[name] = (await pool.query(`select t::text from "${name}" t order by 1`)).rows;
  }
  return rows;
};

const listeningOf = async ({ clickhouse: { client } }: Installation): Promise<unknown> => {
  const ask = async (query: string) => (await client.query({ query, format: 'JSONEachRow' })).json();
  const sums = (table: string) =>
    ask(`select at, sum(connected), sum(ms), sum(bytes), uniqMerge(addresses) from ${table} group by at order by at`);
  return [
    await ask('select * from slices order by session, n'),
    await sums('listening_buckets where minutes = 15'),
    await sums('listening_buckets where minutes = 1440'),
    await sums('listening_buckets where minutes = 60'),
    await sums("audience_buckets where dimension = 'country' and minutes = 60"),
    await sums("audience_buckets where dimension = 'country' and minutes = 1440"),
    await sums("audience_buckets where dimension = 'country' and minutes = 10080"),
    await ask('select station, at, sum(listeners) from listening_minutes group by station, at order by station, at'),
  ];
};
