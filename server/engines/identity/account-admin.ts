import { refuse } from '#server/kernel/http/refuse.ts';
import { askForEmail } from './ask-for-email.ts';
import type { EmailOwners } from './email.pages.ts';
import { orderLetter } from './letters.ts';
import { endLinks } from './links.ts';
import { endSessions } from './models.ts';
import { hashPassword, passwordProblem } from './passwords.ts';
import { changePerson, changePersonEmail, personByEmail, personById } from './people.ts';
import type { AccountAdmin } from './port.ts';
import type { IdentityKernel } from './realm.ts';

type Kept = Pick<IdentityKernel, 'db' | 'clock' | 'jobs'>;

/** The port's embedded implementation. */
export const embeddedAccountAdmin = (kernel: Kept): AccountAdmin => ({
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
    await orderLetter(kernel, { about: 'changed', to: person.email });
  },
  changeEmail: (subject, email) => askForEmail(kernel, embeddedEmailOwners(kernel), subject, email),
  async removeUser(subject) {
    const person = await personById(kernel.db, subject);
    if (!person) return;
    await kernel.db.deleteFrom('idp_users').where('id', '=', person.id).execute();
    await Promise.all([endSessions(kernel.db, subject), endLinks(kernel.db, kernel.clock, 'email', subject)]);
  },
  async endSessions(subject) {
    await endSessions(kernel.db, subject);
  },
});

/** Whose address is whose in the embedded realm. */
export const embeddedEmailOwners = ({ db, clock }: Pick<IdentityKernel, 'db' | 'clock'>): EmailOwners => ({
  async find(subject) {
    const person = await personById(db, subject);
    return person && { email: person.email, firstName: person.first_name };
  },
  isTaken: async (email) => (await personByEmail(db, email)) !== undefined,
  change: (subject, email) => changePersonEmail(db, clock, subject, email),
});
