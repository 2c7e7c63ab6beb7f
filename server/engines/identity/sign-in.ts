import { setTimeout as wait } from 'node:timers/promises';
import { normaliseEmail } from './emails.ts';
import { isKnownBrowser } from './known-browsers.ts';
import { forgiveAttempt, takeAttempt } from './lockout.ts';
import { fitsPassword } from './passwords.ts';
import { personByEmail, type RealmPerson } from './people.ts';
import type { IdentityKernel } from './realm.ts';
import { waitingRegistration } from './registrations.ts';
import { countAttempt, uncountAttempt } from './slow-down.ts';

export type SignIn =
  | { as: 'person'; person: RealmPerson }
  | { as: 'wrong' }
  | { as: 'locked'; seconds: number }
  /** The password is right, the address not yet proven. */
  | { as: 'unconfirmed'; registration: string; email: string };

/** Who tries to sign in: a client's network, and the cookie of its browser where it has one. */
export type SignInClient = { network: string; browser?: string | undefined };

/**
 * Checks an e-mail and password, behind the lockout; answers alike and as slowly where nobody has that address. Each
 * attempt is logged with its outcome and network; the e-mail is not, as people type passwords into that field.
 */
export const signIn = async (
  kernel: Pick<IdentityKernel, 'db' | 'clock' | 'log'>,
  written: { email: string; password: string },
  client: SignInClient,
): Promise<SignIn> => {
  const found = await checkPassword(kernel, written, client);
  const person = found.as === 'person' ? found.person.id : null;
  const line = { security: 'sign-in', step: 'password', outcome: found.as, person, network: client.network };
  if (found.as === 'person') kernel.log.info(line, 'password accepted');
  else kernel.log.warn(line, 'password refused');
  return found;
};

const checkPassword = async (
  kernel: Pick<IdentityKernel, 'db' | 'clock'>,
  written: { email: string; password: string },
  client: SignInClient,
): Promise<SignIn> => {
  const { db, clock } = kernel;
  const email = normaliseEmail(written.email);
  const person = await personByEmail(db, email);
  const isKnown =
    person !== undefined && client.browser !== undefined && (await isKnownBrowser(kernel, client.browser, person.id));
  const attempt = { email, from: isKnown ? `browser ${client.browser}` : `network ${client.network}` };
  const seconds = await takeAttempt(db, clock, attempt);
  if (seconds > 0) return { as: 'locked', seconds };
  if (!isKnown) await wait(await countAttempt(db, clock, email));
  const waiting = person ? undefined : await waitingRegistration(db, clock, email);
  if (!(await fitsPassword((person ?? waiting)?.password_hash, written.password))) return { as: 'wrong' };
  await forgiveAttempt(db, attempt);
  if (!isKnown) await uncountAttempt(db, email);
  if (person) return { as: 'person', person };
  return waiting ? { as: 'unconfirmed', registration: waiting.id, email } : { as: 'wrong' };
};
