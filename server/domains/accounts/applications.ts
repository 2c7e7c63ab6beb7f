import type * as z from 'zod/mini';
import type { Application, NewApplication } from '#contract/api/applications.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import { applicationsOf, insertApplication, removeApplicationRow, type ApplicationRow } from './applications.repo.ts';

const keyLetters = 32;

/** The mobile applications of an account, sorted by name. */
export const listApplications = async (db: Db, account: AccountKey): Promise<z.infer<typeof Application>[]> =>
  (await applicationsOf(db, account)).map(present);

/** Adds an application with its own reporting key. */
export const addApplication = async (
  db: Db,
  account: AccountKey,
  { name, platform }: z.output<typeof NewApplication>,
): Promise<z.infer<typeof Application>> =>
  present(
    await insertApplication(db, { account_key: account, name, platform, application_key: randomLetters(keyLetters) }),
  );

/** Removes an application of the account; refuses with `application.notFound`, also for another account's. */
export const removeApplication = async (db: Db, account: AccountKey, id: string): Promise<undefined> => {
  if (!(await removeApplicationRow(db, account, id))) refuse('application.notFound');
};

const present = (row: ApplicationRow): z.infer<typeof Application> => ({
  id: row.id,
  name: row.name,
  platform: row.platform,
  applicationKey: row.application_key,
  created: row.created.toISOString(),
});
