import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { text } from './listing.ts';
import { Location } from './session.ts';

/** How somebody's sign-in stands: what of it is changed here, and whether it is recent enough to change it. */
export const SignInState = z.object({
  /** `external`: the identity provider has pages of its own for sessions and second factors. */
  provider: z.enum(['embedded', 'external']),
  email: z.string(),
  /** Whether the sign-in is at most five minutes ago. */
  recent: z.boolean(),
  /** Null where the identity provider asks for second factors by itself. */
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
      /** Whether browsers make passkeys for this portal's address. */
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
/** There with a first factor, and after they were asked for; never shown again. */
const RecoveryCodes = z.object({ recovery_codes: z.nullable(z.array(z.string())) });
const often = { max: 60, seconds: 3600 } as const;

/** A session of the signed-in person at the embedded provider. */
export const SessionEntry = z.object({
  id: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  /** The browser and system, or what a script calls itself; '' where nothing is known. */
  client: z.string(),
  script: z.boolean(),
  address: z.string(),
  place: Location,
  started: z.string(),
  last_used: z.string(),
});
export type SessionEntry = z.infer<typeof SessionEntry>;

/** The secret of the link in the letter to a new e-mail. */
const EmailLink = z.object({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'Not the token of a link.')) });

/** How the signed-in person signs in, and where they are signed in. */
export const signIn = {
  state: endpoint('GET users/me/sign-in', {
    access: 'user.self',
    summary: 'How the sign-in of the signed-in person stands',
    returns: SignInState,
    spec: 'own',
  }),
  sessions: endpoint('GET users/me/sessions', {
    access: 'user.self',
    summary: 'The sessions of the signed-in person, the last used first; none with an external provider',
    returns: z.array(SessionEntry),
    spec: 'own',
  }),
  endSession: endpoint('DELETE users/me/sessions/{id}', {
    access: 'user.self',
    summary: 'Sign one session out',
    params: { id: z.string().check(z.maxLength(100)) },
    spec: 'own',
  }),
  beginApp: endpoint('POST users/me/second-factor/app', {
    access: 'user.self',
    summary: 'Begin to set up an authenticator app; its secret is shown once. Needs a recent sign-in',
    returns: NewApp,
    rateLimit: often,
    spec: 'own',
  }),
  addApp: endpoint('POST users/me/second-factor/app/confirm', {
    access: 'user.self',
    summary: 'Add the authenticator app that was begun, by a code of it. Needs a recent sign-in',
    body: z.object({ code: text(20), name: FactorName }),
    returns: RecoveryCodes,
    rateLimit: often,
    spec: 'own',
  }),
  beginPasskey: endpoint('POST users/me/second-factor/passkey', {
    access: 'user.self',
    summary: 'Begin to set up a passkey: what navigator.credentials.create takes, as JSON. Needs a recent sign-in',
    returns: z.object({ options: z.record(z.string(), z.unknown()) }),
    rateLimit: often,
    spec: 'own',
  }),
  addPasskey: endpoint('POST users/me/second-factor/passkey/confirm', {
    access: 'user.self',
    summary: 'Add the passkey that was begun, by the browser’s answer. Needs a recent sign-in',
    body: z.object({ response: z.record(z.string(), z.unknown()), name: FactorName }),
    returns: RecoveryCodes,
    rateLimit: often,
    spec: 'own',
  }),
  renewRecoveryCodes: endpoint('POST users/me/second-factor/recovery-codes', {
    access: 'user.self',
    summary: 'Make new recovery codes; those before end. Needs a recent sign-in',
    returns: RecoveryCodes,
    rateLimit: often,
    spec: 'own',
  }),
  removeFactor: endpoint('DELETE users/me/second-factor/{id}', {
    access: 'user.self',
    summary: 'Remove a second factor. Needs a recent sign-in',
    params: { id: z.string().check(z.maxLength(100)) },
    spec: 'own',
  }),
  endOtherSessions: endpoint('POST users/me/sessions/end-others', {
    access: 'user.self',
    summary: 'Sign out everywhere else',
    rateLimit: { max: 20, seconds: 3600 },
    spec: 'own',
  }),
  emailLink: endpoint('POST users/me/email/link', {
    access: 'user.self',
    summary: 'What the link in the letter to a new e-mail changes',
    audit: false,
    body: EmailLink,
    returns: z.object({ email: z.string(), was: z.string() }),
    rateLimit: { max: 60, seconds: 3600 },
    spec: 'own',
  }),
  confirmEmail: endpoint('POST users/me/email/confirm', {
    access: 'user.self',
    summary: 'Take the new e-mail that its link proves; for who asked for it alone',
    body: EmailLink,
    returns: z.object({ email: z.string() }),
    rateLimit: { max: 60, seconds: 3600 },
    spec: 'own',
  }),
};
