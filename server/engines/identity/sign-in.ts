import { setTimeout as wait } from 'node:timers/promises';
import { normaliseEmail } from './emails.ts';
import { isKnownBrowser } from './known-browsers.ts';
import { clearAttempt, registerAttempt } from './lockout.ts';
import { verifyPassword } from './passwords.ts';
import { personByEmail, type RealmPerson } from './people.ts';
import type { IdentityKernel } from './realm.ts';
import { latestRegistration } from './registrations.ts';
import { countAttempt, uncountAttempt } from './slow-down.ts';

export type SignIn =
  | { as: 'person'; person: RealmPerson }
  | { as: 'wrong' }
  | { as: 'locked'; seconds: number }
  /** The password is right, but the e-mail is not confirmed yet. */
  | { as: 'unconfirmed'; registration: string; email: string };

/** The client that signs in: its network, and the cookie of its browser, if any. */
export type SignInClient = { network: string; browser?: string | undefined };

/**
 * Checks an e-mail and password with the lockout; an unknown e-mail has the same response and timing. Logs each
 * attempt with its outcome and network, but not the e-mail, as people type passwords into that field.
 */
export const signIn = async (
  kernel: Pick<IdentityKernel, 'db' | 'clock' | 'log'>,
  credentials: { email: string; password: string },
  client: SignInClient,
): Promise<SignIn> => {
  const outcome = await checkPassword(kernel, credentials, client);
  const person = outcome.as === 'person' ? outcome.person.id : null;
  const line = { security: 'sign-in', step: 'password', outcome: outcome.as, person, network: client.network };
  if (outcome.as === 'person') kernel.log.info(line, 'password accepted');
  else kernel.log.warn(line, 'password refused');
  return outcome;
};

const checkPassword = async (
  kernel: Pick<IdentityKernel, 'db' | 'clock'>,
  credentials: { email: string; password: string },
  client: SignInClient,
): Promise<SignIn> => {
  const { db, clock } = kernel;
  const email = normaliseEmail(credentials.email);
  const person = await personByEmail(db, email);
  const isKnown =
    person !== undefined && client.browser !== undefined && (await isKnownBrowser(kernel, client.browser, person.id));
  const attempt = { email, from: isKnown ? `browser ${client.browser}` : `network ${client.network}` };
  const seconds = await registerAttempt(db, clock, attempt);
  if (seconds > 0) return { as: 'locked', seconds };
  if (!isKnown) await wait(await countAttempt(db, clock, email));
  const waiting = person ? undefined : await latestRegistration(db, clock, email);
  if (!(await verifyPassword((person ?? waiting)?.password_hash, credentials.password))) return { as: 'wrong' };
  await clearAttempt(db, attempt);
  if (!isKnown) await uncountAttempt(db, email);
  if (person) return { as: 'person', person };
  return waiting ? { as: 'unconfirmed', registration: waiting.id, email } : { as: 'wrong' };
};
