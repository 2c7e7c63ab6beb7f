import type { ErrorCode } from '#contract/errors.ts';
import { endTokens } from '#server/kernel/auth/end-tokens.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { askForEmail, confirmEmail, emailLinkOf, type EmailOwners } from './change-email.ts';
import type { AskKeycloak, KeycloakReply } from './keycloak-client.ts';
import { orderLetter } from './letters.ts';
import { endLinks } from './links.ts';
import type { AccountAdmin } from './port.ts';

type Kept = Pick<Kernel, 'db' | 'clock' | 'jobs'>;

/** The port by Keycloak's admin API: its people, passwords and sessions; the proof of a new e-mail is our own letter. */
export const keycloakAccountAdmin = (ask: AskKeycloak, kernel: Kept): AccountAdmin => {
  const owners = keycloakEmailOwners(ask);
  return {
    async changeName(subject, { firstName, lastName }) {
      const reply = await changeUser(ask, subject, { firstName, lastName });
      if (reply.status === 400) refuse('request.invalid', {}, wrongField(reply));
      mustBeDone(reply.status, 'profile.updateFailed');
    },
    async changePassword(subject, password) {
      const wanted = { type: 'password', value: password, temporary: false };
      const reply = await ask('PUT', `${userAt(subject)}/reset-password`, wanted);
      if (reply.status === 400) refuse('request.invalid', {}, { password: reasonOf(reply) });
      mustBeDone(reply.status, 'profile.passwordFailed');
      await Promise.all([
        ask('POST', `${userAt(subject)}/logout`).then(({ status }) => mustBeDone(status, 'profile.passwordFailed')),
        endLinks(kernel.db, kernel.clock, 'email', subject),
        endTokens(kernel.db, subject),
      ]);
      const owner = await owners.find(subject);
      if (owner) await orderLetter(kernel, { about: 'changed', to: owner.email });
    },
    changeEmail: (subject, email) => askForEmail(kernel, owners, subject, email),
    emailLink: (subject, secret) => emailLinkOf(kernel, owners, subject, secret),
    confirmEmail: (subject, secret) => confirmEmail(kernel, owners, subject, secret),
    async removeUser(subject) {
      const { status } = await ask('DELETE', userAt(subject));
      if (status !== 404) mustBeDone(status, 'profile.updateFailed');
      await endLinks(kernel.db, kernel.clock, 'email', subject);
    },
    async endSessions(subject) {
      const { status } = await ask('POST', `${userAt(subject)}/logout`);
      if (status !== 404) mustBeDone(status, 'profile.updateFailed');
      await endTokens(kernel.db, subject);
    },
    // Keycloak alone asks for its passwords: by its page, with whatever second step the realm wants.
    fitsPassword: async () => undefined,
  };
};

/** Whose address is whose in Keycloak. */
const keycloakEmailOwners = (ask: AskKeycloak): EmailOwners => ({
  async find(subject) {
    const { status, body } = await ask('GET', userAt(subject));
    const { email = '' } = (body ?? {}) as User;
    if (status === 404) return undefined;
    mustBeDone(status, 'profile.emailFailed');
    return { email: email.toLowerCase() };
  },
  async isTaken(email) {
    const { status, body } = await ask('GET', `/users?exact=true&max=1&email=${encodeURIComponent(email)}`);
    mustBeDone(status, 'profile.emailFailed');
    return (body as User[]).length > 0;
  },
  async change(subject, email) {
    const { status } = await changeUser(ask, subject, { email, emailVerified: true });
    if (status === 404) return 'gone';
    if (status === 409) return 'taken';
    mustBeDone(status, 'profile.emailFailed');
    return 'changed';
  },
});

type User = { email?: string; firstName?: string };

const userAt = (subject: string): string => `/users/${encodeURIComponent(subject)}`;

/** Keycloak checks a person's profile as a whole, so that what isn't sent counts as missing. */
const changeUser = async (
  ask: AskKeycloak,
  subject: string,
  changes: Record<string, unknown>,
): Promise<KeycloakReply> => {
  const found = await ask('GET', userAt(subject));
  if (!isDone(found.status)) return found;
  // With the e-mail as the user name, Keycloak changes that one too.
  return ask('PUT', userAt(subject), { ...(found.body as Record<string, unknown>), ...changes });
};

const isDone = (status: number): boolean => status >= 200 && status < 300;

const mustBeDone = (status: number, code: ErrorCode): void => {
  if (!isDone(status)) refuse(code);
};

/** The field that the realm's rules for profiles refuse; they name it as we do. */
const wrongField = ({ body }: KeycloakReply): Record<string, string> => {
  const { field = 'firstName' } = (body ?? {}) as { field?: string };
  return { [field]: 'The sign-in service does not take this name.' };
};

/** What the realm's password policy says, in Keycloak's words. */
const reasonOf = ({ body }: KeycloakReply): string => {
  const { error_description: text } = (body ?? {}) as { error_description?: string };
  return text ?? 'This password is too weak.';
};
