import type { Resource } from '#contract/keys.ts';
import { permissions, type Action, type Role } from '#contract/permissions.ts';
import type { Standing, Whose } from './world.ts';

/** What a call must come to; `in` is anything a handler itself may answer. */
export type Outcome = 401 | 403 | 404 | 'suspended' | 'in';

/** What contract/permissions.ts promises somebody of this standing who does `action` to a thing of `whose`. */
export const expected = (
  standing: Standing,
  action: Action,
  on: { resource: Resource; whose: Whose } | null,
): Outcome => {
  if (standing === 'anonymous') return 401;
  const isAllowed = (role: Role) => (permissions[action].roles as readonly Role[]).includes(role);
  if (!on) return isAllowed('signedIn') || (standing === 'portalAdmin' && isAllowed('portalAdmin')) ? 'in' : 403;
  const whose = on.resource === 'account' && isOfStationOnly(on.whose) ? 'own' : on.whose;
  const isReached = whose === 'deletedStation' && 'deleted' in permissions[action];
  if (whose === 'deleted' || (whose === 'deletedStation' && !isReached)) return 404;
  if (standing === 'portalAdmin') return isAllowed('portalAdmin') ? 'in' : 403;
  if (standing === 'stranger' || whose === 'foreign') return 404;
  const isOfStation = standing.startsWith('station');
  if (isOfStation && whose === 'sibling') return 404;
  // Whoever works in a station may know of its account, and do nothing to it.
  if (isOfStation && on.resource === 'account') return 403;
  if (!isAllowed(standing)) return 403;
  const isSuspended = whose === 'suspended' || whose === 'suspendedStation';
  if (isSuspended && !('suspended' in permissions[action])) return 'suspended';
  return 'in';
};

/** A station in another state says nothing of its account. */
const isOfStationOnly = (whose: Whose): boolean => whose === 'deletedStation' || whose === 'suspendedStation';
