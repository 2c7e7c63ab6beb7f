import { hash, verify } from '@node-rs/argon2';
import { passwordBounds } from './password-rule.ts';

/** OWASP's floor for argon2id: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** An argon2id hash; the same letters typed on another keyboard give the same password (NFKC). */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), cost);

let stranger: Promise<string> | undefined;

/** Whether a password fits; takes as long for a person who isn't there. */
export const fitsPassword = async (known: string | undefined, password: string): Promise<boolean> => {
  stranger ??= hashPassword('nobody has this password');
  const typed = password.slice(0, passwordBounds.max + 1).normalize('NFKC');
  const fits = await verify(known ?? (await stranger), typed);
  return fits && known !== undefined;
};
