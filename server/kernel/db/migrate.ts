import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { Db } from '../kernel.ts';
import * as baseline from './migrations/0067-baseline.ts';
import * as placements from './migrations/0068-placements.ts';
import * as renditionHashes from './migrations/0069-rendition-hashes.ts';
import * as engineStates from './migrations/0070-engine-states.ts';
import * as promptHashes from './migrations/0071-prompt-hashes.ts';
import { tooOld } from './too-old.ts';

const baselineName = '0067-baseline';
/** All migrations in numerical order; a released migration is never changed. */
const migrations: Record<string, Migration> = {
  [baselineName]: baseline,
  '0068-placements': placements,
  '0069-rendition-hashes': renditionHashes,
  '0070-engine-states': engineStates,
  '0071-prompt-hashes': promptHashes,
};

/** The last of the migrations that the baseline replaced: a database that has it equals one made by the baseline (ADR 77). */
const lastReplaced = '0066-playlists';
const isReplaced = (name: string): boolean => name < baselineName;
const tooOldDatabase = (last: string): Error => tooOld(`the last migration of its database is ${last}`);

/**
 * Migrates the database to the newest migration, or to `upTo`. Safe to call from several processes at once, as Kysely
 * holds an advisory lock. Throws the error of the failing migration, and where the database is too old.
 */
export const migrate = async (db: Db, upTo?: string): Promise<string[]> => {
  await adoptBaseline(db);
  const target = upTo === lastReplaced ? baselineName : upTo;
  if (target !== undefined && isReplaced(target)) throw tooOldDatabase(target);
  if (target !== undefined && !(target in migrations))
    throw new Error(`There is no migration ${target} in this version.`);
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error, results } = await (target === undefined ? migrator.migrateToLatest() : migrator.migrateTo(target));
  if (error !== undefined) throw error instanceof Error ? error : new Error('The migration failed.', { cause: error });
  return (results ?? []).map((result) => result.migrationName);
};

/** Records the baseline instead of the migrations that it replaced, in a database that has all of them. */
const adoptBaseline = async (db: Db): Promise<void> => {
  const found = await sql<{ exists: boolean }>`select to_regclass('kysely_migration') is not null as exists`.execute(
    db,
  );
  if (found.rows[0]?.exists !== true) return;
  await db.transaction().execute(async (tx) => {
    // Of several processes that start at once, each sees what the one before it has recorded.
    await sql`lock table kysely_migration in exclusive mode`.execute(tx);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(tx);
    const replaced = rows.map(({ name }) => name).filter(isReplaced);
    if (replaced.length === 0) return;
    if (!replaced.includes(lastReplaced)) throw tooOldDatabase(replaced.toSorted().at(-1)!);
    // At the time of the last one, as newer migrations must be later than those before them.
    await sql`insert into kysely_migration (name, timestamp)
      select ${baselineName}, timestamp from kysely_migration where name = ${lastReplaced}`.execute(tx);
    await sql`delete from kysely_migration where name = any(${replaced})`.execute(tx);
  });
};
