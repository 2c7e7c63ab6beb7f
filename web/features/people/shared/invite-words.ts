import type { MyInvite } from '#contract/people.ts';
import { brand } from '#brand/brand.ts';

/** What somebody is invited to, in words. */
export const placeOf = ({ scope, name }: Pick<MyInvite, 'scope' | 'name'>): string =>
  scope === 'portal' ? `the administration of ${brand.name}` : name;

/** Where somebody goes who has accepted. */
export const whereInvitedTo = ({
  scope,
  account_key,
  station_key,
}: Pick<MyInvite, 'scope' | 'account_key' | 'station_key'>): string => {
  if (scope === 'portal') return '/portal';
  if (account_key === null) return '/';
  return station_key === null ? `/accounts/${account_key}` : `/accounts/${account_key}/stations/${station_key}`;
};
