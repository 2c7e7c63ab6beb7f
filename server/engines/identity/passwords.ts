import { hash, verify } from '@node-rs/argon2';
import { passwordBounds } from './password-rule.ts';

/** OWASP's minimum for argon2id: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** An argon2id hash, normalised (NFKC) so that the same characters typed on another keyboard match. */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), cost);

let decoyHash: Promise<string> | undefined;

/** Whether a password matches its hash; takes the same time without a hash, for an unknown person. */
export const verifyPassword = async (passwordHash: string | undefined, password: string): Promise<boolean> => {
  decoyHash ??= hashPassword('nobody has this password');
  const typed = password.slice(0, passwordBounds.max + 1).normalize('NFKC');
  const isMatch = await verify(passwordHash ?? (await decoyHash), typed);
  return isMatch && passwordHash !== undefined;
};
