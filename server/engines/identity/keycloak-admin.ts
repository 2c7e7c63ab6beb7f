import type { ErrorCode } from '#contract/texts/errors.ts';
import { endTokens } from '#server/kernel/auth/end-tokens.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { requestEmailChange, confirmEmail, pendingEmailChange, type EmailDirectory } from './change-email.ts';
import type { CallKeycloak, KeycloakReply } from './keycloak-client.ts';
import { queueEmail } from './identity-emails.ts';
import { invalidateLinks } from './links.ts';
import type { AccountAdmin } from './port.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'jobs'>;

/** The port on Keycloak's admin API: its people, passwords and sessions; a new e-mail is verified by our own e-mail. */
export const keycloakAccountAdmin = (ask: CallKeycloak, kernel: Deps): AccountAdmin => {
  const owners = keycloakEmailOwners(ask);
  return {
    async changeName(subject, { firstName, lastName }) {
      const reply = await changeUser(ask, subject, { firstName, lastName });
      if (reply.status === 400) refuse('request.invalid', {}, wrongField(reply));
      mustBeDone(reply.status, 'profile.updateFailed');
    },
    async changePassword(subject, password) {
      const credential = { type: 'password', value: password, temporary: false };
      const reply = await ask('PUT', `${userAt(subject)}/reset-password`, credential);
      if (reply.status === 400) refuse('request.invalid', {}, { password: reasonOf(reply) });
      mustBeDone(reply.status, 'profile.passwordFailed');
      await Promise.all([
        ask('POST', `${userAt(subject)}/logout`).then(({ status }) => mustBeDone(status, 'profile.passwordFailed')),
        invalidateLinks(kernel.db, kernel.clock, 'email', subject),
        endTokens(kernel.db, subject),
      ]);
      const owner = await owners.find(subject);
      if (owner) await queueEmail(kernel, { about: 'changed', to: owner.email });
    },
    changeEmail: (subject, email) => requestEmailChange(kernel, owners, subject, email),
    emailLink: (subject, secret) => pendingEmailChange(kernel, owners, subject, secret),
    confirmEmail: (subject, secret) => confirmEmail(kernel, owners, subject, secret),
    async removeUser(subject) {
      const { status } = await ask('DELETE', userAt(subject));
      if (status !== 404) mustBeDone(status, 'profile.updateFailed');
      await invalidateLinks(kernel.db, kernel.clock, 'email', subject);
    },
    async endSessions(subject) {
      const { status } = await ask('POST', `${userAt(subject)}/logout`);
      if (status !== 404) mustBeDone(status, 'profile.updateFailed');
      await endTokens(kernel.db, subject);
    },
    // Only Keycloak's own page may ask for its passwords, with any second step the realm requires.
    verifyPassword: async () => undefined,
  };
};

/** The e-mails of Keycloak's people. */
const keycloakEmailOwners = (ask: CallKeycloak): EmailDirectory => ({
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
    if (status === 404) return 'notFound';
    if (status === 409) return 'taken';
    mustBeDone(status, 'profile.emailFailed');
    return 'changed';
  },
});

type User = { email?: string; firstName?: string };

const userAt = (subject: string): string => `/users/${encodeURIComponent(subject)}`;

/** Sends the whole profile: Keycloak treats fields that are not sent as missing. */
const changeUser = async (
  ask: CallKeycloak,
  subject: string,
  changes: Record<string, unknown>,
): Promise<KeycloakReply> => {
  const found = await ask('GET', userAt(subject));
  if (!isDone(found.status)) return found;
  // If the e-mail is the user name, Keycloak changes that too.
  return ask('PUT', userAt(subject), { ...(found.body as Record<string, unknown>), ...changes });
};

const isDone = (status: number): boolean => status >= 200 && status < 300;

const mustBeDone = (status: number, code: ErrorCode): void => {
  if (!isDone(status)) refuse(code);
};

/** The field that the realm's profile rules refuse, which has the same name as ours. */
const wrongField = ({ body }: KeycloakReply): Record<string, string> => {
  const { field = 'firstName' } = (body ?? {}) as { field?: string };
  return { [field]: 'The sign-in service does not accept this name.' };
};

/** The realm's password policy violation, in Keycloak's words. */
const reasonOf = ({ body }: KeycloakReply): string => {
  const { error_description: text } = (body ?? {}) as { error_description?: string };
  return text ?? 'This password is too weak.';
};
