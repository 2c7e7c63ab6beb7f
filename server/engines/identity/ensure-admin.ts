import { randomLetters } from '#server/kernel/keys.ts';
import type { Config } from '#server/kernel/config.ts';
import { normaliseEmail } from './emails.ts';
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
 * where it made one up, to be shown once; a later start changes nothing, whatever ADMIN_PASSWORD says by then.
 */
export const ensureAdmin = async ({
  config,
  db,
}: Pick<IdentityKernel, 'config' | 'db'>): Promise<{ email: string; password: string | undefined }> => {
  const email = adminEmailOf(config) ?? 'admin@localhost';
  if (await personByEmail(db, email)) return { email, password: undefined };
  const password = config.adminPassword ?? randomLetters(16);
  const made = await addPerson(db, {
    email,
    password_hash: await hashPassword(password),
    first_name: 'Portal',
    last_name: 'Administrator',
  });
  return { email, password: made && config.adminPassword === undefined ? password : undefined };
};
