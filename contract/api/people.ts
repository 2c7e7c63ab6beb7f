import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { AccountKey, StationKey } from '../rules/keys.ts';
import { AccountWorker, ListedPerson } from './listed-person.ts';
import { limits } from '../rules/limits.ts';
import { Email, listed, text, whole } from '../rules/listing.ts';

const peopleOfPortal = ['portal/people', 'portal/invites', 'users/me'] as const;
const peopleOfAccount = [
  'accounts/{id}/people/**',
  'accounts/{id}/invites',
  'accounts/{id}/checklist',
  'users/me',
] as const;
const peopleOfStation = [
  'stations/{id}/people',
  'stations/{id}/invites',
  'accounts/*/people/everywhere',
  'users/me',
] as const;
const ownRights = ['users/me/invites', 'users/me', 'users/me/accounts', 'users/me/stations'] as const;
const userPaths = ['portal/users', 'portal/users/{userId}'] as const;

export const portalRoles = ['admin'] as const;
export const accountRoles = ['owner', 'admin'] as const;
export const stationRoles = ['owner', 'admin', 'staff'] as const;
export type PeopleRole = 'owner' | 'admin' | 'staff';

/** Spec §3 "Invite". `token` identifies it to its senders; only the e-mail contains the secret. */
export const Invite = z.object({
  token: z.string(),
  invitedEmail: z.string(),
  invitedUserFirstName: z.string(),
  invitedUserLastName: z.string(),
  role: z.enum(['owner', 'admin', 'staff']),
  invitedBy: z.string(),
  created: z.string(),
  expires: z.string(),
  /** Whether its sender may no longer invite, so that it can't be accepted. */
  lapsed: z.boolean(),
});
export type Invite = z.infer<typeof Invite>;

/** An invitation as the invited person sees it. */
export const MyInvite = z.object({
  token: z.string(),
  scope: z.enum(['portal', 'account', 'station']),
  /** The account or station; empty for the portal. */
  name: z.string(),
  account_key: z.nullable(AccountKey),
  station_key: z.nullable(StationKey),
  role: z.enum(['owner', 'admin', 'staff']),
  invitedBy: z.string(),
  expires: z.string(),
});
export type MyInvite = z.infer<typeof MyInvite>;

const Invitation = z.optional(
  z.object({
    first_name: z.optional(text(100)),
    last_name: z.optional(text(100)),
    /** Quoted in the e-mail as plain text, and not stored: an invitation that is sent again has none. */
    message: z.optional(text(limits.invitationMessageMax)),
  }),
);
const People = z.object({ people: z.array(ListedPerson) });
const byEmail = { email: Email };
const PersonId = z.uuid('Not the ID of a person.');
/** The invitation's ID, or the secret of its e-mail. */
const Token = { token: z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/, 'Not the token of an invitation.')) };
const inviteRate = { max: 60, seconds: 3600 };
const PortalRole = { role: z.enum(portalRoles) };
const AccountRole = { role: z.enum(accountRoles) };
const StationRole = { role: z.enum(stationRoles) };

/** A user of the portal, as its administrators see them. */
export const PortalUser = z.object({
  id: z.string(),
  fullName: z.string(),
  email: z.string(),
  avatar: z.nullable(z.string()),
  portalAdmin: z.boolean(),
  /** Whether sign-in requires their second factor; false if another provider manages it. */
  secondFactor: z.boolean(),
  disabled: z.boolean(),
  accounts: z.number(),
  stations: z.number(),
  created: z.string(),
});

export const people = {
  ofPortal: endpoint('GET portal/people', {
    access: 'portal.readPeople',
    summary: "The portal's administrators, and who is invited to be one",
    returns: People,
  }),
  ofAccount: endpoint('GET accounts/{id}/people', {
    access: 'account.readPeople',
    summary: 'The owners and admins of an account, and who is invited',
    returns: People,
  }),
  ofStation: endpoint('GET stations/{id}/people', {
    access: 'station.readPeople',
    summary: 'The owners, admins and staff of a station, and who is invited',
    returns: People,
  }),
  everywhere: endpoint('GET accounts/{id}/people/everywhere', {
    access: 'account.readPeople',
    summary: 'Everyone who works in an account or one of its stations, or is invited, and where',
    returns: z.object({
      people: z.array(AccountWorker),
      stations: z.array(z.object({ key: StationKey, name: z.string() })),
    }),
    spec: 'own',
  }),
  inviteToPortal: endpoint('POST portal/people/{role}', {
    access: 'portal.managePeople',
    summary: 'Invite a portal administrator',
    params: PortalRole,
    query: byEmail,
    body: Invitation,
    returns: People,
    rateLimit: inviteRate,
    changes: peopleOfPortal,
  }),
  inviteToAccount: endpoint('POST accounts/{id}/people/{role}', {
    access: 'account.managePeople',
    summary: "Invite a person to an account, or change a member's role",
    params: AccountRole,
    query: byEmail,
    body: Invitation,
    returns: People,
    rateLimit: inviteRate,
    changes: peopleOfAccount,
  }),
  inviteToStation: endpoint('POST stations/{id}/people/{role}', {
    access: 'station.managePeople',
    summary: "Invite a person to a station, or change a member's role",
    params: StationRole,
    query: byEmail,
    body: Invitation,
    returns: People,
    rateLimit: inviteRate,
    changes: peopleOfStation,
  }),
  removeFromPortal: endpoint('DELETE portal/people/{role}/{id}', {
    access: 'portal.managePeople',
    summary: 'Remove a portal administrator',
    params: { ...PortalRole, id: PersonId },
    returns: People,
    changes: peopleOfPortal,
  }),
  removeFromAccount: endpoint('DELETE accounts/{id}/people/{role}/{userId}', {
    access: 'account.managePeople',
    summary: "Remove a person's role in an account",
    params: { ...AccountRole, userId: PersonId },
    returns: People,
    changes: peopleOfAccount,
  }),
  removeFromStation: endpoint('DELETE stations/{id}/people/{role}/{userId}', {
    access: 'station.managePeople',
    summary: "Remove a person's role in a station",
    params: { ...StationRole, userId: PersonId },
    returns: People,
    changes: peopleOfStation,
  }),
  removeEmailFromPortal: endpoint('DELETE portal/people/{role}', {
    access: 'portal.managePeople',
    summary: 'Remove a portal administrator, or their invitation, by e-mail',
    params: PortalRole,
    query: { email: z.optional(Email) },
    returns: People,
    changes: peopleOfPortal,
  }),
  removeEmailFromAccount: endpoint('DELETE accounts/{id}/people/{role}', {
    access: 'account.managePeople',
    summary: 'Remove a role in an account, or an invitation to it, by e-mail',
    params: AccountRole,
    query: { email: z.optional(Email) },
    returns: People,
    changes: peopleOfAccount,
  }),
  removeEmailFromStation: endpoint('DELETE stations/{id}/people/{role}', {
    access: 'station.managePeople',
    summary: 'Remove a role in a station, or an invitation to it, by e-mail',
    params: StationRole,
    query: { email: z.optional(Email) },
    returns: People,
    changes: peopleOfStation,
  }),
  portalInvites: endpoint('GET portal/invites', {
    access: 'portal.readPeople',
    summary: 'The open invitations to administer the portal',
    returns: z.array(Invite),
    spec: 'own',
  }),
  accountInvites: endpoint('GET accounts/{id}/invites', {
    access: 'account.readPeople',
    summary: 'The open invitations to an account',
    returns: z.array(Invite),
  }),
  stationInvites: endpoint('GET stations/{id}/invites', {
    access: 'station.readPeople',
    summary: 'The open invitations to a station',
    returns: z.array(Invite),
  }),
  withdrawFromPortal: endpoint('DELETE portal/invites/{token}', {
    access: 'portal.managePeople',
    summary: 'Withdraw an invitation to administer the portal',
    params: Token,
    spec: 'own',
    changes: peopleOfPortal,
  }),
  withdrawFromAccount: endpoint('DELETE accounts/{id}/invites/{token}', {
    access: 'account.managePeople',
    summary: 'Withdraw an invitation to an account',
    params: Token,
    changes: peopleOfAccount,
  }),
  withdrawFromStation: endpoint('DELETE stations/{id}/invites/{token}', {
    access: 'station.managePeople',
    summary: 'Withdraw an invitation to a station',
    params: Token,
    changes: peopleOfStation,
  }),
  myInvites: endpoint('GET users/me/invites', {
    access: 'user.self',
    summary: "The open invitations to the signed-in user's verified e-mail",
    returns: z.array(MyInvite),
    spec: 'own',
  }),
  invite: endpoint('GET users/me/invites/{token}', {
    access: 'user.self',
    summary: 'One invitation of the signed-in user',
    params: Token,
    returns: MyInvite,
    spec: 'own',
  }),
  accept: endpoint('POST users/me/invites/{token}/accept', {
    access: 'user.self',
    summary: 'Accept an invitation',
    params: Token,
    returns: MyInvite,
    spec: 'own',
    changes: ownRights,
  }),
  reject: endpoint('POST users/me/invites/{token}/reject', {
    access: 'user.self',
    summary: 'Reject an invitation',
    params: Token,
    spec: 'own',
    changes: ownRights,
  }),
  users: endpoint('GET portal/users', {
    access: 'portal.readPeople',
    summary: 'All users, or those whose name or e-mail contains a text',
    query: {
      pageNumber: whole(0, 100_000),
      pageSize: whole(limits.peopleListPage, 1000),
      sortBy: z._default(z.enum(['name', 'email', 'created']), 'name'),
      sortDesc: z._default(z.stringbool(), false),
      search: z.optional(text(100)),
      only: z.optional(z.enum(['disabled', 'admins'])),
    },
    returns: listed(PortalUser),
    spec: 'own',
  }),
  disable: endpoint('PUT portal/users/{userId}/suspend', {
    access: 'portal.managePeople',
    summary: 'Suspend a user: within a minute they are signed out and refused',
    params: { userId: PersonId },
    returns: PortalUser,
    spec: 'own',
    changes: userPaths,
  }),
  removeSecondFactors: endpoint('DELETE portal/users/{userId}/second-factor', {
    access: 'portal.managePeople',
    summary: 'Reset the second factors of a user, who is signed out and gets an e-mail. Requires a recent sign-in',
    params: { userId: PersonId },
    returns: PortalUser,
    spec: 'own',
    changes: userPaths,
  }),
  enable: endpoint('PUT portal/users/{userId}/reactivate', {
    access: 'portal.managePeople',
    summary: 'Reactivate a suspended user',
    params: { userId: PersonId },
    returns: PortalUser,
    spec: 'own',
    changes: userPaths,
  }),
};
