import { refuse } from '#server/kernel/http/refuse.ts';
import { requestEmailChange, confirmEmail, pendingEmailChange, type EmailDirectory } from './change-email.ts';
import { embeddedSecondFactors } from './factors/second-factors.ts';
import { queueEmail } from './identity-emails.ts';
import { invalidateLinks } from './links.ts';
import { passwordProblem } from './password-rule.ts';
import { verifyPassword, hashPassword } from './passwords.ts';
import { changePerson, changePersonEmail, personByEmail, personById } from './people.ts';
import type { AccountAdmin } from './port.ts';
import type { IdentityKernel } from './realm.ts';
import { endSession, endSessions, sessionsOf } from './sessions.ts';

type Deps = Pick<IdentityKernel, 'db' | 'clock' | 'jobs' | 'config' | 'secrets' | 'brand'>;

/** The port's embedded implementation. */
export const embeddedAccountAdmin = (kernel: Deps): AccountAdmin => ({
  async changeName(subject, { firstName, lastName }) {
    const changed = await changePerson(kernel.db, kernel.clock, subject, {
      first_name: firstName,
      last_name: lastName,
    });
    if (!changed) refuse('profile.updateFailed');
  },
  async changePassword(subject, password, session) {
    const person = await personById(kernel.db, subject);
    if (!person) return refuse('profile.passwordFailed');
    const problem = await passwordProblem(password, { ...person, brand: kernel.config.brand }, subject);
    if (problem !== undefined) refuse('request.invalid', {}, { password: problem });
    await changePerson(kernel.db, kernel.clock, subject, { password_hash: await hashPassword(password) });
    await Promise.all([
      endSessions(kernel.db, subject, session),
      invalidateLinks(kernel.db, kernel.clock, 'email', subject),
    ]);
    await queueEmail(kernel, { about: 'changed', to: person.email });
  },
  sendReset: (email) => queueEmail(kernel, { about: 'reset', email }),
  changeEmail: (subject, email) => requestEmailChange(kernel, embeddedEmailOwners(kernel), subject, email),
  emailLink: (subject, secret) => pendingEmailChange(kernel, embeddedEmailOwners(kernel), subject, secret),
  confirmEmail: (subject, secret) => confirmEmail(kernel, embeddedEmailOwners(kernel), subject, secret),
  async removeUser(subject) {
    const person = await personById(kernel.db, subject);
    if (!person) return;
    await kernel.db.deleteFrom('idp_users').where('id', '=', person.id).execute();
    await Promise.all([endSessions(kernel.db, subject), invalidateLinks(kernel.db, kernel.clock, 'email', subject)]);
  },
  async verifyPassword(subject, password) {
    return verifyPassword((await personById(kernel.db, subject))?.password_hash, password);
  },
  async endSessions(subject, except) {
    await endSessions(kernel.db, subject, except);
  },
  secondFactors: embeddedSecondFactors(kernel),
  sessions: {
    list: (subject) => sessionsOf(kernel.db, kernel.clock, subject),
    end: (subject, id) => endSession(kernel.db, subject, id),
  },
});

/** The e-mails of the embedded realm's people. */
const embeddedEmailOwners = ({ db, clock }: Pick<IdentityKernel, 'db' | 'clock'>): EmailDirectory => ({
  async find(subject) {
    const person = await personById(db, subject);
    return person && { email: person.email };
  },
  isTaken: async (email) => (await personByEmail(db, email)) !== undefined,
  change: (subject, email) => changePersonEmail(db, clock, subject, email),
});
