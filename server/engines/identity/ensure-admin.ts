import { randomLetters } from '#server/kernel/keys.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { emailHash, normaliseEmail } from './emails.ts';
import { passwordProblem } from './password-rule.ts';
import { hashPassword } from './passwords.ts';
import { addPerson, personByEmail } from './people.ts';
import type { IdentityKernel } from './realm.ts';

/** The portal administrator's e-mail: ADMIN_EMAIL, or admin@localhost with the embedded provider. */
export const adminEmailOf = (config: Pick<Config, 'adminEmail' | 'embeddedIdentity'>): string | undefined => {
  if (config.adminEmail !== undefined) return normaliseEmail(config.adminEmail);
  return config.embeddedIdentity ? 'admin@localhost' : undefined;
};

/**
 * Creates the portal administrator at the first start with a verified e-mail. Returns the password only
 * if it was generated, to be shown once; later starts change nothing, even if ADMIN_PASSWORD changed or
 * that person has another e-mail or was removed. Throws a sentence that names ADMIN_PASSWORD if
 * the password rule refuses it.
 */
export const ensureAdmin = async ({
  config,
  db,
}: Pick<IdentityKernel, 'config' | 'db'>): Promise<{ email: string; password: string | undefined }> => {
  const email = adminEmailOf(config) ?? 'admin@localhost';
  if (await wasCreated(db, email)) return { email, password: undefined };
  const password = (await personByEmail(db, email)) ? undefined : await addAdmin(db, email, config);
  await markCreated(db, email);
  return { email, password };
};

/** Returns the password if it was generated. */
const addAdmin = async (
  db: Db,
  email: string,
  { adminPassword, brand }: Pick<Config, 'adminPassword' | 'brand'>,
): Promise<string | undefined> => {
  const password = adminPassword ?? randomLetters(16);
  const person = { email, first_name: 'Portal', last_name: 'Administrator' };
  const problem =
    adminPassword === undefined ? undefined : await passwordProblem(adminPassword, { ...person, brand }, email);
  if (problem !== undefined) throw new Error(`ADMIN_PASSWORD: ${problem}`);
  const added = await addPerson(db, { ...person, password_hash: await hashPassword(password) });
  return added && adminPassword === undefined ? password : undefined;
};

const model = 'Administrator';

const wasCreated = async (db: Db, email: string): Promise<boolean> =>
  (await db
    .selectFrom('idp_models')
    .select('id')
    .where('model', '=', model)
    .where('id', '=', emailHash(email))
    .executeTakeFirst()) !== undefined;

const markCreated = async (db: Db, email: string): Promise<void> => {
  await db
    .insertInto('idp_models')
    .values({ model, id: emailHash(email), payload: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
