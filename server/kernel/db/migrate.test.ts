import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyDatabase, type EmptyDatabase } from '#server/testing/empty-database.ts';
import { migrate } from './migrate.ts';

let database: EmptyDatabase;
beforeEach(async () => (database = await emptyDatabase()));
afterEach(() => database.drop());

const recorded = async (): Promise<unknown[]> =>
  (await database.run('select name from kysely_migration order by name')).map(({ name }) => name);
const record = async (names: readonly string[]): Promise<void> => {
  await database.run('delete from kysely_migration');
  for (const name of names)
    await database.run(`insert into kysely_migration values ('${name}', '2026-11-27T21:00:00Z')`);
};

test('an empty database gets every migration, once', async () => {
  const done = await migrate(database.db);
  const files = readdirSync(join(import.meta.dirname, 'migrations')).flatMap(
    (name) => /^(.+)\.ts$/.exec(name)?.[1] ?? [],
  );
  expect(done, 'list every file of migrations/ in migrate.ts').toEqual(files.toSorted());
  expect(done[0]).toBe('0067-baseline');
  expect(await recorded()).toEqual(done);
  expect(await migrate(database.db)).toEqual([]);
});

test('processes that start at once do it once', async () => {
  const done = await Promise.all([migrate(database.db), migrate(database.db), migrate(database.db)]);
  expect(done.flat()).toEqual(await recorded());
});

test('a database from before the baseline continues with its rows', async () => {
  await migrate(database.db, '0067-baseline');
  await database.run(`insert into accounts (key, company, email) values ('a-1', 'Harbour', 'a@example.org')`);
  await record(['0001-foundation', '0065-uploads-over-portals', '0066-playlists']);

  const newer = (await Promise.all([migrate(database.db), migrate(database.db)])).flat();

  expect(newer.length).toBeGreaterThan(0);
  expect(await recorded()).toEqual(['0067-baseline', ...newer]);
  expect(await database.run('select key from accounts')).toEqual([{ key: 'a-1' }]);
});

test('one that lacks migrations of before the baseline is refused, and is as it was', async () => {
  await migrate(database.db, '0067-baseline');
  await record(['0001-foundation', '0065-uploads-over-portals']);

  await expect(migrate(database.db)).rejects.toThrow(
    /last migration of its database is 0065-uploads-over-portals. Start it once with commit [0-9a-f]{8}, then/,
  );

  expect(await recorded()).toEqual(['0001-foundation', '0065-uploads-over-portals']);
});

test('a backup is restored at its migration: the baseline, or the last that it replaced', async () => {
  await expect(migrate(database.db, '0065-uploads-over-portals')).rejects.toThrow('0065-uploads-over-portals');
  await expect(migrate(database.db, '9999-future')).rejects.toThrow('There is no migration 9999-future');
  expect(await migrate(database.db, '0066-playlists')).toEqual(['0067-baseline']);
});
