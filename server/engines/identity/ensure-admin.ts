import { randomLetters } from '#server/kernel/keys.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { emailHash, normaliseEmail } from './emails.ts';
import { passwordProblem } from './password-rule.ts';
import { hashPassword } from './passwords.ts';
import { addPerson, personByEmail } from './people.ts';
import type { IdentityKernel } from './realm.ts';

/** The portal administrator's address: ADMIN_EMAIL, or admin@localhost where the provider is embedded. */
export const adminEmailOf = (config: Pick<Config, 'adminEmail' | 'embeddedIdentity'>): string | undefined => {
  if (config.adminEmail !== undefined) return normaliseEmail(config.adminEmail);
  return config.embeddedIdentity ? 'admin@localhost' : undefined;
};

/**
 * Makes the portal administrator at the first start, their address taken as proven. Gives the password only
 * where it made one up, to be shown once; a later start changes nothing, whatever ADMIN_PASSWORD says by then, and
 * whether that person has another e-mail meanwhile or was removed. Throws a sentence that names ADMIN_PASSWORD where
 * the rule for passwords refuses it.
 */
export const ensureAdmin = async ({
  config,
  db,
}: Pick<IdentityKernel, 'config' | 'db'>): Promise<{ email: string; password: string | undefined }> => {
  const email = adminEmailOf(config) ?? 'admin@localhost';
  if (await isNoted(db, email)) return { email, password: undefined };
  const made = (await personByEmail(db, email)) ? undefined : await addAdmin(db, email, config);
  await noteAdmin(db, email);
  return { email, password: made };
};

/** Gives the password where it made one up. */
const addAdmin = async (
  db: Db,
  email: string,
  { adminPassword: given, brand }: Pick<Config, 'adminPassword' | 'brand'>,
): Promise<string | undefined> => {
  const password = given ?? randomLetters(16);
  const person = { email, first_name: 'Portal', last_name: 'Administrator' };
  const problem = given === undefined ? undefined : await passwordProblem(given, { ...person, brand }, email);
  if (problem !== undefined) throw new Error(`ADMIN_PASSWORD: ${problem}`);
  const made = await addPerson(db, { ...person, password_hash: await hashPassword(password) });
  return made && given === undefined ? password : undefined;
};

const model = 'Administrator';

const isNoted = async (db: Db, email: string): Promise<boolean> =>
  (await db
    .selectFrom('idp_models')
    .select('id')
    .where('model', '=', model)
    .where('id', '=', emailHash(email))
    .executeTakeFirst()) !== undefined;

const noteAdmin = async (db: Db, email: string): Promise<void> => {
  await db
    .insertInto('idp_models')
    .values({ model, id: emailHash(email), payload: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
