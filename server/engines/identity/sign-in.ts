import type { IdentityKernel } from './realm.ts';
import { normaliseEmail } from './emails.ts';
import { forgiveAttempts, takeAttempt } from './lockout.ts';
import { fitsPassword } from './passwords.ts';
import { personByEmail, type RealmPerson } from './people.ts';
import { waitingRegistration } from './registrations.ts';

export type SignIn =
  | { as: 'person'; person: RealmPerson }
  | { as: 'wrong' }
  | { as: 'locked'; seconds: number }
  /** The password is right, the address not yet proven. */
  | { as: 'unconfirmed'; registration: string; email: string };

/** Checks an e-mail and password, behind the lockout; answers alike and as slowly where nobody has that address. */
export const signIn = async (
  { db, clock }: Pick<IdentityKernel, 'db' | 'clock'>,
  written: { email: string; password: string },
): Promise<SignIn> => {
  const email = normaliseEmail(written.email);
  const seconds = await takeAttempt(db, clock, email);
  if (seconds > 0) return { as: 'locked', seconds };
  const person = await personByEmail(db, email);
  const waiting = person ? undefined : await waitingRegistration(db, clock, email);
  if (!(await fitsPassword((person ?? waiting)?.password_hash, written.password))) return { as: 'wrong' };
  await forgiveAttempts(db, email);
  if (person) return { as: 'person', person };
  return waiting ? { as: 'unconfirmed', registration: waiting.id, email } : { as: 'wrong' };
};
