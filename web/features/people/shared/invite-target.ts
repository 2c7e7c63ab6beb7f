import type { MyInvite } from '#contract/api/people.ts';
import { brand } from '#brand/brand.ts';

/** The name of what an invitation is for. */
export const inviteTarget = ({ scope, name }: Pick<MyInvite, 'scope' | 'name'>): string =>
  scope === 'portal' ? `the administration of ${brand.name}` : name;

/** The page to open once the invitation is accepted. */
export const invitePath = ({
  scope,
  account_key,
  station_key,
}: Pick<MyInvite, 'scope' | 'account_key' | 'station_key'>): string => {
  if (scope === 'portal') return '/portal';
  if (account_key === null) return '/';
  return station_key === null ? `/accounts/${account_key}` : `/accounts/${account_key}/stations/${station_key}`;
};
