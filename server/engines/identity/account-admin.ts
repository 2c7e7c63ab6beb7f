import { refuse } from '#server/kernel/http/refuse.ts';
import { orderLetter } from './letters.ts';
import { endSessions } from './models.ts';
import { hashPassword, passwordProblem } from './passwords.ts';
import { changePerson, personById } from './people.ts';
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
    await endSessions(kernel.db, subject);
    await orderLetter(kernel, { about: 'changed', person: subject });
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
