import type { SignIn } from '#server/kernel/auth/bearer.ts';
import { checkRecent, isRecent } from '#server/kernel/auth/recent-sign-in.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { Refusal, refuse } from '#server/kernel/http/refuse.ts';
import { personRow, setVerifiedEmail } from './session.repo.ts';
import type { SessionDeps } from './session.service.ts';

type Caller = { who: Person; signIn: SignIn };

/**
 * Changes the password at the identity provider and signs the person out everywhere else. Refuses `session.stale`
 * without a recent sign-in or the current password, and a weak new password at the field `value`.
 */
export const changePassword = async (
  deps: SessionDeps,
  { who, signIn }: Caller,
  { value, current }: { value: string; current?: string | undefined },
): Promise<undefined> => {
  const person = await personRow(deps.db, who.id);
  if (!person) return refuse('profile.passwordFailed');
  await checkIdentity(deps, person.subject, signIn, current);
  try {
    await deps.accountAdmin.changePassword(person.subject, value, signIn.session);
  } catch (error) {
    const problem = error instanceof Refusal ? error.fields['password'] : undefined;
    if (problem === undefined) throw error;
    refuse('request.invalid', {}, { value: problem });
  }
  deps.people.forget(who.id);
};

/**
 * Requests a new e-mail at the identity provider, which takes effect once its link is confirmed. Refuses
 * `session.stale` without a recent sign-in or the current password.
 */
export const changeEmail = async (
  deps: SessionDeps,
  { who, signIn }: Caller,
  { email, current }: { email: string; current?: string | undefined },
): Promise<undefined> => {
  const person = await personRow(deps.db, who.id);
  if (!person) return refuse('profile.emailFailed');
  await checkIdentity(deps, person.subject, signIn, current);
  if (email === person.email) refuse('request.invalid', {}, { email: 'This is already your e-mail.' });
  await deps.accountAdmin.changeEmail(person.subject, email);
};

/** The change a confirmation link makes, shown to its requester. Refuses `profile.linkOver`, `profile.linkOfAnother`. */
export const emailLink = async (
  { db, accountAdmin }: SessionDeps,
  who: Person,
  token: string,
): Promise<{ email: string; was: string }> =>
  accountAdmin.emailLink((await personRow(db, who.id))?.subject ?? refuse('session.required'), token);

/** Applies the e-mail a link confirms, before the person's next access token. Also refuses `profile.emailTaken`. */
export const confirmEmail = async (
  { db, clock, people, accountAdmin }: SessionDeps,
  who: Person,
  token: string,
): Promise<{ email: string }> => {
  const { subject } = (await personRow(db, who.id)) ?? refuse('session.required');
  const email = await accountAdmin.confirmEmail(subject, token);
  await setVerifiedEmail(db, who.id, email, clock.now());
  people.forget(who.id);
  return { email };
};

/** A stolen access token does not prove the person's presence: only their password or a recent sign-in does. */
const checkIdentity = async (
  { accountAdmin, clock }: SessionDeps,
  subject: string,
  signIn: SignIn,
  current: string | undefined,
): Promise<void> => {
  if (isRecent(signIn, clock.now())) return;
  const isCorrect = current === undefined ? undefined : await accountAdmin.verifyPassword(subject, current);
  if (isCorrect === undefined) return checkRecent(signIn, clock.now());
  if (!isCorrect) refuse('request.invalid', {}, { current: 'Wrong password.' });
};
