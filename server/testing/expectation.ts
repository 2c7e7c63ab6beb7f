import type { Resource } from '#contract/rules/keys.ts';
import { permissions, type Action, type Role } from '#contract/rules/permissions.ts';
import type { Standing, Whose } from './world.ts';

/** The expected result of a call; `in` is anything that a handler returns. */
export type Outcome = 401 | 403 | 404 | 'suspended' | 'in';

/**
 * The result that contract/rules/permissions.ts defines for a caller with this role who does `action` on a resource of
 * `whose`.
 */
export const expected = (
  standing: Standing,
  action: Action,
  on: { resource: Resource; whose: Whose } | null,
): Outcome => {
  if (standing === 'anonymous') return 401;
  const isAllowed = (role: Role) => (permissions[action].roles as readonly Role[]).includes(role);
  if (!on) return isAllowed('signedIn') || (standing === 'portalAdmin' && isAllowed('portalAdmin')) ? 'in' : 403;
  const isOfAccount = ofAccount.has(on.resource);
  const whose = isOfAccount && isOfStationOnly(on.whose) ? 'own' : on.whose;
  const isReached = whose === 'deletedStation' && 'deleted' in permissions[action];
  if (whose === 'deleted' || (whose === 'deletedStation' && !isReached)) return 404;
  if (standing === 'portalAdmin') return isAllowed('portalAdmin') ? 'in' : 403;
  if (standing === 'stranger' || whose === 'foreign') return 404;
  const isOfStation = standing.startsWith('station');
  if (isOfStation && whose === 'sibling') return 404;
  if (isOfStation && isOfAccount && on.resource !== 'account') return 404;
  // A member of a station may know of its account, but do nothing to it.
  if (isOfStation && on.resource === 'account') return 403;
  if (!isAllowed(standing)) return 403;
  const isSuspended = whose === 'suspended' || whose === 'suspendedStation';
  if (isSuspended && !('suspended' in permissions[action])) return 'suspended';
  return 'in';
};

/** What belongs to an account and to no station. */
export const ofAccount: ReadonlySet<Resource> = new Set<Resource>(['account', 'campaign', 'player']);

/** The state of a station doesn't imply the same for its account. */
const isOfStationOnly = (whose: Whose): boolean => whose === 'deletedStation' || whose === 'suspendedStation';
