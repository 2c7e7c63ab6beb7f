import { refuse } from '#server/kernel/http/refuse.ts';
import { isEmail, normaliseEmail } from './emails.ts';
import { orderLetter } from './letters.ts';
import { endLinks } from './links.ts';
import { endSessions } from './models.ts';
import { hashPassword, passwordProblem } from './passwords.ts';
import { changePerson, personByEmail, personById } from './people.ts';
import type { AccountAdmin } from './port.ts';
import type { IdentityKernel } from './realm.ts';

/** The port's embedded implementation. */
export const embeddedAccountAdmin = (kernel: Pick<IdentityKernel, 'db' | 'clock' | 'jobs'>): AccountAdmin => ({
  async changeName(subject, { firstName, lastName }) {
    const changed = await changePerson(kernel.db, kernel.clock, subject, {
      first_name: firstName,
      last_name: lastName,
    });
    if (!changed) refuse('profile.updateFailed');
  },
  async changePassword(subject, password) {
    const person = await personById(kernel.db, subject);
    if (!person) return refuse('profile.passwordFailed');
    const problem = passwordProblem(password, person.email);
    if (problem !== undefined) refuse('request.invalid', {}, { password: problem });
    await changePerson(kernel.db, kernel.clock, subject, { password_hash: await hashPassword(password) });
    await Promise.all([endSessions(kernel.db, subject), endLinks(kernel.db, kernel.clock, 'email', subject)]);
    await orderLetter(kernel, { about: 'changed', person: subject });
  },
  async changeEmail(subject, written) {
    const email = normaliseEmail(written);
    const person = await personById(kernel.db, subject);
    if (!person) return refuse('profile.emailFailed');
    if (!isEmail(email)) refuse('request.invalid', {}, { email: 'This is not an e-mail address.' });
    if (email === person.email) refuse('request.invalid', {}, { email: 'This is your e-mail already.' });
    if (await personByEmail(kernel.db, email)) refuse('profile.emailTaken');
    await orderLetter(kernel, { about: 'email', person: person.id, email });
    await orderLetter(kernel, { about: 'emailAsked', person: person.id, email });
  },
  async removeUser(subject) {
    const person = await personById(kernel.db, subject);
    if (!person) return;
    await kernel.db.deleteFrom('idp_users').where('id', '=', person.id).execute();
    await endSessions(kernel.db, subject);
  },
  async endSessions(subject) {
    await endSessions(kernel.db, subject);
  },
});
