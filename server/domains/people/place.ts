import { sql, type RawBuilder } from 'kysely';
import type { PeopleRole } from '#contract/api/people.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { ErrorCode } from '#contract/texts/errors.ts';

/** Where a person has a role: the portal, an account or a station. */
export type Place =
  | { scope: 'portal' }
  | { scope: 'account'; account: AccountKey }
  | { scope: 'station'; station: StationKey };

/** The key of an account or station, '' for the portal, as in the index of open invitations. */
export const placeKey = (place: Place): string =>
  place.scope === 'account' ? place.account : place.scope === 'station' ? place.station : '';

/** The refusal when the place is deleted. */
export const placeNotFound = {
  portal: 'request.notFound',
  account: 'account.notFound',
  station: 'station.notFound',
} as const satisfies Record<Place['scope'], ErrorCode>;

/** Higher roles include lower ones: an owner is an admin, an admin is staff (spec §6). */
export const rankOf: Record<PeopleRole, number> = { staff: 1, admin: 2, owner: 3 };

/** The memberships of a place as a subquery (user_id, role, created) to join. */
export const membershipsOf = (place: Place): RawBuilder<unknown> => {
  if (place.scope === 'account')
    return sql`(select user_id, role, created from account_members where account_key = ${place.account})`;
  if (place.scope === 'station')
    return sql`(select user_id, role, created from station_members where station_key = ${place.station})`;
  return sql`(select id as user_id, 'admin' as role, created from users where portal_admin)`;
};
