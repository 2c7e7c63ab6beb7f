import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { MyInvite } from '#contract/api/people.ts';
import type { AccountAdmin } from '#server/engines/identity/port.ts';
import type { Handlers, Person, ResourceContext } from '#server/kernel/http/handler.ts';
import { acceptInvitation, myInvitation, rejectInvitation } from './answer-invitation.ts';
import { giveRole } from './give-role.ts';
import { listInvitations, withdrawInvitation } from './list-invitations.ts';
import { myInvitations } from './my-invitations.service.ts';
import { listPeople, type Actor, type PeopleDeps } from './people.service.ts';
import type { Place } from './place.ts';
import { reactivateUser, removeSecondFactors, searchUsers, suspendUser } from './portal-users.ts';
import { workersOf } from './workers.service.ts';
import { personPageOf, resendInvitation, resetPassword, signOutUser, type PersonPageDeps } from './person-page.ts';
import { removePerson } from './remove-person.ts';
import { startSeeingAs, stopSeeingAs } from './see-as.ts';
import { endSessionsWithoutFactor } from './second-factor-due.service.ts';

/** The people endpoints: portal, accounts and stations share the same rules. */
export const peopleRoutes = (
  deps: PeopleDeps & PersonPageDeps & { accountAdmin: AccountAdmin },
): Handlers<'people'> => ({
  ofPortal: () => listPeople(deps, portal, ['portalAdmin']),
  ofAccount: ({ params, ...call }) => listPeople(deps, account(params.id), actor(call).roles),
  ofStation: ({ params, ...call }) => listPeople(deps, station(params.id), actor(call).roles),

  everywhere: ({ params, ...call }) => workersOf(deps, params.id, actor(call).roles),

  inviteToPortal: ({ params, query, body, ...call }) =>
    giveRole(deps, portal, { ...body, ...query, role: params.role }, actor(call)),
  inviteToAccount: ({ params, query, body, ...call }) =>
    giveRole(deps, account(params.id), { ...body, ...query, role: params.role }, actor(call)),
  inviteToStation: ({ params, query, body, ...call }) =>
    giveRole(deps, station(params.id), { ...body, ...query, role: params.role }, actor(call)),

  removeFromPortal: ({ params, ...call }) => removePerson(deps, portal, params.role, { id: params.id }, actor(call)),
  removeFromAccount: ({ params, ...call }) =>
    removePerson(deps, account(params.id), params.role, { id: params.userId }, actor(call)),
  removeFromStation: ({ params, ...call }) =>
    removePerson(deps, station(params.id), params.role, { id: params.userId }, actor(call)),
  removeEmailFromPortal: ({ params, query, ...call }) =>
    removePerson(deps, portal, params.role, { email: query.email }, actor(call)),
  removeEmailFromAccount: ({ params, query, ...call }) =>
    removePerson(deps, account(params.id), params.role, { email: query.email }, actor(call)),
  removeEmailFromStation: ({ params, query, ...call }) =>
    removePerson(deps, station(params.id), params.role, { email: query.email }, actor(call)),

  portalInvites: () => listInvitations(deps, portal),
  accountInvites: ({ params }) => listInvitations(deps, account(params.id)),
  stationInvites: ({ params }) => listInvitations(deps, station(params.id)),
  withdrawFromPortal: async ({ params, auditDetails, ...call }) =>
    note(auditDetails, await withdrawInvitation(deps, portal, params.token, actor(call))),
  withdrawFromAccount: async ({ params, auditDetails, ...call }) =>
    note(auditDetails, await withdrawInvitation(deps, account(params.id), params.token, actor(call))),
  withdrawFromStation: async ({ params, auditDetails, ...call }) =>
    note(auditDetails, await withdrawInvitation(deps, station(params.id), params.token, actor(call))),

  myInvites: ({ who }) => myInvitations(deps, who),
  invite: ({ params, who }) => myInvitation(deps, who, params.token),
  accept: async ({ params, who, auditDetails }) => {
    const accepted = await acceptInvitation(deps, who, params.token);
    note(auditDetails, noteOf(accepted));
    if (accepted.scope === 'portal') await endSessionsWithoutFactor(deps, who.id);
    return accepted;
  },
  reject: async ({ params, who, auditDetails }) =>
    note(auditDetails, noteOf(await rejectInvitation(deps, who, params.token))),

  user: ({ params }) => personPageOf(deps, params.userId),
  signOutUser: ({ params }) => signOutUser(deps, params.userId),
  resetPassword: ({ params }) => resetPassword(deps, params.userId),
  resendInvitation: async ({ params: { userId, token }, auditDetails }) => {
    await resendInvitation(deps, userId, token);
    return note(auditDetails, { invitation: token });
  },
  seeAs: ({ params, body, who, auditDetails }) => {
    auditDetails.reason = body.reason;
    return startSeeingAs(deps, params.userId, body.reason, who);
  },
  stopSeeingAs: ({ params, who }) => stopSeeingAs(deps, params.seeAsId, who),

  users: ({ query }) => searchUsers(deps, query),
  disable: ({ params, who }) => suspendUser(deps, params.userId, who),
  removeSecondFactors: ({ params, who, signIn }) => removeSecondFactors(deps, params.userId, { who, signIn }),
  enable: ({ params }) => reactivateUser(deps, params.userId),
});

const portal: Place = { scope: 'portal' };
const account = (key: AccountKey): Place => ({ scope: 'account', account: key });
const station = (key: StationKey): Place => ({ scope: 'station', station: key });

/** The audit log identifies an invitation by its id, never by what may be its secret. */
const note = (noted: Record<string, string>, details: Record<string, string>): undefined =>
  void Object.assign(noted, details);
const noteOf = ({ token, role, account_key, station_key }: MyInvite): Record<string, string> => ({
  invitation: token,
  role,
  ...(account_key ? { account: account_key } : {}),
  ...(station_key ? { station: station_key } : {}),
});

/** The caller, with their roles in the place from the path. */
const actor = ({ who, resources }: { who: Person; resources: Record<string, ResourceContext[]> }): Actor => ({
  who,
  roles: resources['path.id']?.[0]?.roles ?? [],
});
