import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { text } from '../rules/listing.ts';
import { Location } from './session.ts';

const signInState = ['users/me/sign-in', 'users/me/sessions'] as const;

/** The sign-in settings of a user: which can be changed here, and whether the sign-in is recent enough. */
export const SignInState = z.object({
  /** `external`: the identity provider manages sessions and second factors on its own pages. */
  provider: z.enum(['embedded', 'external']),
  email: z.string(),
  /** Whether the sign-in is at most five minutes old. */
  recent: z.boolean(),
  /** Null if the identity provider manages second factors. */
  second_factor: z.nullable(
    z.object({
      factors: z.array(
        z.object({
          id: z.string(),
          kind: z.enum(['totp', 'passkey']),
          name: z.string(),
          created: z.string(),
          last_used: z.nullable(z.string()),
        }),
      ),
      recovery_codes: z.number(),
      /** Whether browsers can create passkeys for this portal's host name. */
      passkeys: z.boolean(),
    }),
  ),
});
export type SignInState = z.infer<typeof SignInState>;

/** An authenticator app to set up. */
const NewApp = z.object({
  secret: z.string(),
  uri: z.string(),
  /** One SVG path of unit squares. */
  qr: z.object({ size: z.number(), path: z.string() }),
});
export type NewApp = z.infer<typeof NewApp>;

const FactorName = text(60);
/** Returned with the first factor, and on request; never shown again. */
const RecoveryCodes = z.object({ recovery_codes: z.nullable(z.array(z.string())) });
const hourlyRate = { max: 60, seconds: 3600 } as const;

/** A session of the signed-in user at the embedded provider. */
export const SessionEntry = z.object({
  id: z.string(),
  /** The current session. */
  current: z.boolean(),
  /** The browser and system, or a script's user agent; '' if unknown. */
  client: z.string(),
  script: z.boolean(),
  address: z.string(),
  place: Location,
  started: z.string(),
  last_used: z.string(),
});
export type SessionEntry = z.infer<typeof SessionEntry>;

/** The secret of the confirmation link in the e-mail to a new address. */
const EmailLink = z.object({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'Not the token of a link.')) });

/** Sign-in settings and sessions of the signed-in user. */
export const signIn = {
  state: endpoint('GET users/me/sign-in', {
    access: 'user.self',
    summary: 'The sign-in settings of the signed-in user',
    returns: SignInState,
    spec: 'own',
  }),
  sessions: endpoint('GET users/me/sessions', {
    access: 'user.self',
    summary: 'The sessions of the signed-in user, last used first; none with an external provider',
    returns: z.array(SessionEntry),
    spec: 'own',
  }),
  endSession: endpoint('DELETE users/me/sessions/{id}', {
    access: 'user.self',
    summary: 'Sign out of one session',
    params: { id: z.string().check(z.maxLength(100)) },
    spec: 'own',
    changes: signInState,
  }),
  beginApp: endpoint('POST users/me/second-factor/app', {
    access: 'user.self',
    summary: 'Start to set up an authenticator app; its secret is shown once. Requires a recent sign-in',
    returns: NewApp,
    rateLimit: hourlyRate,
    spec: 'own',
    changes: signInState,
  }),
  addApp: endpoint('POST users/me/second-factor/app/confirm', {
    access: 'user.self',
    summary: 'Confirm the new authenticator app with a code. Requires a recent sign-in',
    body: z.object({ code: text(20), name: FactorName }),
    returns: RecoveryCodes,
    rateLimit: hourlyRate,
    spec: 'own',
    changes: signInState,
  }),
  beginPasskey: endpoint('POST users/me/second-factor/passkey', {
    access: 'user.self',
    summary:
      'Start to set up a passkey: the options for navigator.credentials.create, as JSON. Requires a recent sign-in',
    returns: z.object({ options: z.record(z.string(), z.unknown()) }),
    rateLimit: hourlyRate,
    spec: 'own',
    changes: signInState,
  }),
  addPasskey: endpoint('POST users/me/second-factor/passkey/confirm', {
    access: 'user.self',
    summary: 'Add the new passkey from the browser’s response. Requires a recent sign-in',
    body: z.object({ response: z.record(z.string(), z.unknown()), name: FactorName }),
    returns: RecoveryCodes,
    rateLimit: hourlyRate,
    spec: 'own',
    changes: signInState,
  }),
  renewRecoveryCodes: endpoint('POST users/me/second-factor/recovery-codes', {
    access: 'user.self',
    summary: 'Create new recovery codes; the old ones stop working. Requires a recent sign-in',
    returns: RecoveryCodes,
    rateLimit: hourlyRate,
    spec: 'own',
    changes: signInState,
  }),
  removeFactor: endpoint('DELETE users/me/second-factor/{id}', {
    access: 'user.self',
    summary: 'Remove a second factor. Requires a recent sign-in',
    params: { id: z.string().check(z.maxLength(100)) },
    spec: 'own',
    changes: signInState,
  }),
  endOtherSessions: endpoint('POST users/me/sessions/end-others', {
    access: 'user.self',
    summary: 'Sign out of all other sessions',
    rateLimit: { max: 20, seconds: 3600 },
    spec: 'own',
    changes: signInState,
  }),
  emailLink: endpoint('POST users/me/email/link', {
    access: 'user.self',
    summary: 'The change that an e-mail confirmation link makes',
    audit: false,
    body: EmailLink,
    returns: z.object({ email: z.string(), was: z.string() }),
    rateLimit: { max: 60, seconds: 3600 },
    spec: 'own',
    changes: { none: 'It only reads.' },
  }),
  confirmEmail: endpoint('POST users/me/email/confirm', {
    access: 'user.self',
    summary: 'Confirm a new e-mail address by its link; only for the user who requested it',
    body: EmailLink,
    returns: z.object({ email: z.string() }),
    rateLimit: { max: 60, seconds: 3600 },
    spec: 'own',
    changes: [
      'users/me',
      'users/me/sign-in',
      'users/me/sessions',
      'portal/people',
      'accounts/*/people/**',
      'stations/*/people',
      'users/me/invites',
      'users/me/alerts',
      'tools/notifications',
    ],
  }),
};
