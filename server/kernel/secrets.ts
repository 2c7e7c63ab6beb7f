import { randomBytes } from 'node:crypto';
import type { Db, Secrets } from './kernel.ts';

/**
 * Random values (256 bits, base64url), generated at the first request and stored in the database; all processes use the
 * same ones.
 */
export const databaseSecrets = (db: Db): Secrets => {
  const known = new Map<string, Promise<string>>();
  return {
    get(name) {
      const found = known.get(name) ?? load(db, name);
      known.set(name, found);
      // Retry a failed read next time.
      found.catch(() => known.delete(name));
      return found;
    },
  };
};

const load = async (db: Db, name: string): Promise<string> => {
  const value = randomBytes(32).toString('base64url');
  await db
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()).value;
};
