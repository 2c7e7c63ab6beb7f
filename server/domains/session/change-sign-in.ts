import type { Person } from '#server/kernel/http/handler.ts';
import { Refusal, refuse } from '#server/kernel/http/refuse.ts';
import { personRow } from './session.repo.ts';
import type { SessionDeps } from './session.service.ts';

/** Changes the password at the identity provider; refuses one that is too weak at the field `value`. */
export const changePassword = async (
  { db, accountAdmin }: SessionDeps,
  who: Person,
  value: string,
): Promise<undefined> => {
  const person = await personRow(db, who.id);
  if (!person) return refuse('profile.passwordFailed');
  try {
    await accountAdmin.changePassword(person.subject, value);
  } catch (thrown) {
    const problem = thrown instanceof Refusal ? thrown.fields['password'] : undefined;
    if (problem === undefined) throw thrown;
    refuse('request.invalid', {}, { value: problem });
  }
};

/** Asks the identity provider for another e-mail, which counts once its link was opened. */
export const changeEmail = async (
  { db, accountAdmin }: SessionDeps,
  who: Person,
  email: string,
): Promise<undefined> => {
  const person = await personRow(db, who.id);
  if (!person) return refuse('profile.emailFailed');
  if (email === person.email) refuse('request.invalid', {}, { email: 'This is your e-mail already.' });
  await accountAdmin.changeEmail(person.subject, email);
};
