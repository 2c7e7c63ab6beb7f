import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { AccountKey, StationKey } from '../rules/keys.ts';
import { text } from '../rules/listing.ts';
import { PortalUser } from './people.ts';
import { SessionEntry } from './sign-in.ts';

const userPaths = ['portal/users', 'portal/users/{userId}'] as const;

/* A person's page for portal administrators, and seeing the portal as that person. */

const UserId = { userId: z.uuid('Not the ID of a person.') };

/** An e-mail that we sent to a person's address: what it was about, never what it said. */
export const SentEmail = z.object({
  at: z.string(),
  subject: z.string(),
  /** Why it could not be delivered; '' if it was. */
  failure: z.string(),
});

const membership = { name: z.string(), role: z.enum(['owner', 'admin', 'staff']), since: z.string() };

export const PersonPage = z.object({
  user: PortalUser,
  first_name: z.string(),
  last_name: z.string(),
  email_verified: z.boolean(),
  accounts: z.array(z.object({ key: AccountKey, ...membership })),
  stations: z.array(z.object({ key: StationKey, account_key: AccountKey, ...membership })),
  /** Open invitations to their e-mail. */
  invitations: z.array(
    z.object({
      token: z.string(),
      scope: z.enum(['portal', 'account', 'station']),
      name: z.string(),
      role: z.enum(['owner', 'admin', 'staff']),
      created: z.string(),
      expires: z.string(),
    }),
  ),
  /** Null if another provider manages sign-in. */
  sessions: z.nullable(z.array(SessionEntry)),
  /** Whether we can send a link to a new password. */
  can_reset: z.boolean(),
  /** The latest 50 of the last 90 days. */
  emails: z.array(SentEmail),
});
export type PersonPage = z.infer<typeof PersonPage>;

/** How long an administrator may see the portal as another person, in minutes. */
export const seeAsMinutes = 30;

export const SeeAs = z.object({
  /** Sent as the header `see-as` with every call. */
  id: z.string(),
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  expires: z.string(),
});
export type SeeAs = z.infer<typeof SeeAs>;

export const personPage = {
  user: endpoint('GET portal/users/{userId}', {
    access: 'portal.readPeople',
    summary: 'A person: memberships, invitations, sessions and the e-mails we sent',
    params: UserId,
    returns: PersonPage,
    spec: 'own',
  }),
  signOutUser: endpoint('DELETE portal/users/{userId}/sessions', {
    access: 'portal.managePeople',
    summary: 'Sign a person out everywhere',
    params: UserId,
    spec: 'own',
    changes: userPaths,
  }),
  resetPassword: endpoint('POST portal/users/{userId}/password-reset', {
    access: 'portal.managePeople',
    summary: 'Send a person a link to choose a new password',
    params: UserId,
    rateLimit: { max: 20, seconds: 3600 },
    spec: 'own',
    changes: userPaths,
  }),
  resendInvitation: endpoint('POST portal/users/{userId}/invites/{token}/resend', {
    access: 'portal.managePeople',
    summary: 'Send the e-mail of an open invitation to a person again; it is valid for 7 days from now',
    params: { ...UserId, token: z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/, 'Not the ID of an invitation.')) },
    rateLimit: { max: 60, seconds: 3600 },
    spec: 'own',
    changes: userPaths,
  }),
  seeAs: endpoint('POST portal/users/{userId}/see-as', {
    access: 'portal.managePeople',
    summary: 'See the portal as a person for 30 minutes, without changing anything; they get an e-mail',
    params: UserId,
    body: z.object({ reason: text(300).check(z.minLength(1, 'Please enter the reason.')) }),
    returns: SeeAs,
    status: 201,
    rateLimit: { max: 30, seconds: 3600 },
    spec: 'own',
    changes: { none: 'The page is loaded again.' },
  }),
  stopSeeingAs: endpoint('DELETE portal/see-as/{seeAsId}', {
    access: 'portal.managePeople',
    summary: 'Stop seeing the portal as a person',
    params: { seeAsId: z.uuid('Not an ID.') },
    spec: 'own',
    changes: { none: 'The page is loaded again.' },
  }),
};
