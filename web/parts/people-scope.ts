import type { AccountKey, StationKey } from '#contract/keys.ts';
import { accountRoles, portalRoles, stationRoles, type PeopleRole } from '#contract/people.ts';
import type { Role } from '#contract/permissions.ts';

/** Where people have roles (spec §6). A station's scope names its account, whose people stand above the station's. */
export type Scope =
  | { kind: 'portal' }
  | { kind: 'account'; accountKey: AccountKey }
  | { kind: 'station'; accountKey: AccountKey; stationKey: StationKey };

export const rolesIn: Record<Scope['kind'], readonly PeopleRole[]> = {
  portal: portalRoles,
  account: accountRoles,
  station: stationRoles,
};

/** What a role lets somebody do, in a sentence. */
export const roleMeaning = (kind: Scope['kind'], role: PeopleRole): string => meanings[kind][role] ?? '';

const meanings: Record<Scope['kind'], Partial<Record<PeopleRole, string>>> = {
  portal: { admin: 'Manages every account, station and person, and the portal itself.' },
  account: {
    owner: 'Everything an admin may, and the plan, and who owns the account.',
    admin: 'Manages all stations, people and settings of the account.',
  },
  station: {
    owner: 'Everything an admin may, and who owns the station.',
    admin: 'Manages the station: its settings, people and numbers.',
    staff: 'Works in the station: server, playlist and music; no settings, people or numbers.',
  },
};

const rank: Record<PeopleRole, number> = { owner: 3, admin: 2, staff: 1 };

/** Whether a change goes up: then the person is invited to it, while a change down holds at once. */
export const isHigher = (role: PeopleRole, than: PeopleRole): boolean => rank[role] > rank[than];

/** The roles a person may give and take there: an account's owners choose owners, a station's are chosen by its account. */
export const rolesToGive = (kind: Scope['kind'], mine: readonly Role[]): readonly PeopleRole[] => {
  const above: readonly Role[] =
    kind === 'station' ? ['portalAdmin', 'accountOwner', 'accountAdmin'] : ['portalAdmin', 'accountOwner'];
  return mine.some((role) => above.includes(role)) ? rolesIn[kind] : rolesIn[kind].filter((role) => role !== 'owner');
};

/** Of their own role anybody may give up what they have: the roles below it are theirs to choose too. */
export const rolesForMyself = (
  kind: Scope['kind'],
  toGive: readonly PeopleRole[],
  held: PeopleRole,
): readonly PeopleRole[] => rolesIn[kind].filter((role) => toGive.includes(role) || !isHigher(role, held));

/** The role somebody holds there, and the one they were asked to take (spec §6 "invited {role}"). */
export const standingOf = (roles: readonly string[]): { held?: PeopleRole; invited?: PeopleRole } => {
  const held = order.find((role) => roles.includes(role));
  const invited = order.find((role) => roles.includes(`invited ${role}`));
  return { ...(held && { held }), ...(invited && { invited }) };
};
const order: readonly PeopleRole[] = ['owner', 'admin', 'staff'];
