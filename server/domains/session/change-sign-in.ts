import type { SignIn } from '#server/kernel/auth/bearer.ts';
import { checkRecent, isRecent } from '#server/kernel/auth/recent-sign-in.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { Refusal, refuse } from '#server/kernel/http/refuse.ts';
import { personRow, setProvenEmail } from './session.repo.ts';
import type { SessionDeps } from './session.service.ts';

type Caller = { who: Person; signIn: SignIn };

/**
 * Changes the password at the identity provider and signs the person out everywhere else. Refuses `session.stale`
 * without a recent sign-in or the present password, and one that is too weak at the field `value`.
 */
export const changePassword = async (
  deps: SessionDeps,
  { who, signIn }: Caller,
  { value, current }: { value: string; current?: string | undefined },
): Promise<undefined> => {
  const person = await personRow(deps.db, who.id);
  if (!person) return refuse('profile.passwordFailed');
  await checkPresent(deps, person.subject, signIn, current);
  try {
    await deps.accountAdmin.changePassword(person.subject, value, signIn.session);
  } catch (thrown) {
    const problem = thrown instanceof Refusal ? thrown.fields['password'] : undefined;
    if (problem === undefined) throw thrown;
    refuse('request.invalid', {}, { value: problem });
  }
  deps.people.forget(who.id);
};

/**
 * Asks the identity provider for another e-mail, which counts once its link was opened. Refuses `session.stale`
 * without a recent sign-in or the present password.
 */
export const changeEmail = async (
  deps: SessionDeps,
  { who, signIn }: Caller,
  { email, current }: { email: string; current?: string | undefined },
): Promise<undefined> => {
  const person = await personRow(deps.db, who.id);
  if (!person) return refuse('profile.emailFailed');
  await checkPresent(deps, person.subject, signIn, current);
  if (email === person.email) refuse('request.invalid', {}, { email: 'This is your e-mail already.' });
  await deps.accountAdmin.changeEmail(person.subject, email);
};

/** What a link to a new e-mail changes, for who asked for it. Refuses `profile.linkOver` and `profile.linkOfAnother`. */
export const emailLink = async (
  { db, accountAdmin }: SessionDeps,
  who: Person,
  token: string,
): Promise<{ email: string; was: string }> =>
  accountAdmin.emailLink((await personRow(db, who.id))?.subject ?? refuse('session.required'), token);

/** Takes the e-mail that a link proves; the person is known by it before their next access token. Also refuses `profile.emailTaken`. */
export const confirmEmail = async (
  { db, clock, people, accountAdmin }: SessionDeps,
  who: Person,
  token: string,
): Promise<{ email: string }> => {
  const { subject } = (await personRow(db, who.id)) ?? refuse('session.required');
  const email = await accountAdmin.confirmEmail(subject, token);
  await setProvenEmail(db, who.id, email, clock.now());
  people.forget(who.id);
  return { email };
};

/** A stolen access token is no proof that the person is here: only their password or a recent sign-in is. */
const checkPresent = async (
  { accountAdmin, clock }: SessionDeps,
  subject: string,
  signIn: SignIn,
  current: string | undefined,
): Promise<void> => {
  if (isRecent(signIn, clock.now())) return;
  const fits = current === undefined ? undefined : await accountAdmin.fitsPassword(subject, current);
  if (fits === undefined) return checkRecent(signIn, clock.now());
  if (!fits) refuse('request.invalid', {}, { current: 'This is not your password.' });
};
