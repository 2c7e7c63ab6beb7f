import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { accountRoles, portalRoles, stationRoles, type PeopleRole } from '#contract/api/people.ts';
import type { Role } from '#contract/rules/permissions.ts';

/** What roles apply to (spec §6). A station's scope names its account, whose roles rank above the station's. */
export type Scope =
  | { kind: 'portal' }
  | { kind: 'account'; accountKey: AccountKey }
  | { kind: 'station'; accountKey: AccountKey; stationKey: StationKey };

export const rolesIn: Record<Scope['kind'], readonly PeopleRole[]> = {
  portal: portalRoles,
  account: accountRoles,
  station: stationRoles,
};

/** Describes what a role may do. */
export const describeRole = (kind: Scope['kind'], role: PeopleRole): string => meanings[kind][role] ?? '';

const meanings: Record<Scope['kind'], Partial<Record<PeopleRole, string>>> = {
  portal: { admin: 'Manages all accounts, stations and users, and the portal itself.' },
  account: {
    owner: 'Everything an admin can do, plus the plan and account ownership.',
    admin: 'Manages all stations, the team and the settings of the account.',
  },
  station: {
    owner: 'Everything an admin can do, plus station ownership.',
    admin: 'Manages the station: settings, team and statistics.',
    staff: 'Runs the station: server, playlist and music. No settings, team or statistics.',
  },
};

const rank: Record<PeopleRole, number> = { owner: 3, admin: 2, staff: 1 };

/** Whether a role ranks above another: raising a role takes an invitation, lowering applies immediately. */
export const isHigher = (role: PeopleRole, than: PeopleRole): boolean => rank[role] > rank[than];

/**
 * The roles that a user may assign: account owners assign account owners, the account's roles assign station owners.
 */
export const grantableRoles = (kind: Scope['kind'], myRoles: readonly Role[]): readonly PeopleRole[] => {
  const above: readonly Role[] =
    kind === 'station' ? ['portalAdmin', 'accountOwner', 'accountAdmin'] : ['portalAdmin', 'accountOwner'];
  return myRoles.some((role) => above.includes(role))
    ? rolesIn[kind]
    : rolesIn[kind].filter((role) => role !== 'owner');
};

/** The roles that users may choose for themselves: assignable ones and those not above their own. */
export const ownRoleChoices = (
  kind: Scope['kind'],
  assignable: readonly PeopleRole[],
  held: PeopleRole,
): readonly PeopleRole[] => rolesIn[kind].filter((role) => assignable.includes(role) || !isHigher(role, held));

/** The role that a member holds, and the one they are invited to (spec §6 "invited {role}"). */
export const heldAndInvited = (roles: readonly string[]): { held?: PeopleRole; invited?: PeopleRole } => {
  const held = roleOrder.find((role) => roles.includes(role));
  const invited = roleOrder.find((role) => roles.includes(`invited ${role}`));
  return { ...(held && { held }), ...(invited && { invited }) };
};
const roleOrder: readonly PeopleRole[] = ['owner', 'admin', 'staff'];
