import { Alert, Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AccountKey } from '#contract/rules/keys.ts';
import { wording } from '#brand/wording.ts';
import { planRefusalError } from './plan-refusals.ts';

/** Why a plan can't be chosen, with a link to where that can be changed (spec §8). */
export const RefusalAlert = ({ accountKey, reason }: { accountKey: AccountKey; reason: string | null }) => {
  const error = planRefusalError(reason);
  const remedy = reason === null ? undefined : remedies[reason];
  return (
    <Alert color="red" title={error.title}>
      {error.text}
      {remedy && (
        <>
          {' '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => <Link to={`/accounts/${accountKey}${remedy.path}` as '/'} {...props} />}
          >
            {remedy.name}
          </Anchor>
        </>
      )}
    </Alert>
  );
};

const remedies: Record<string, { path: string; name: string }> = {
  stationsCountExceeded: { path: '/stations', name: 'See stations' },
  podcastsCountExceeded: { path: '/podcasts', name: `See ${wording.podcasts}` },
  maxTracksExceeded: { path: '/stations', name: 'See stations' },
  maxBitRateExceeded: { path: '/stations', name: 'See stations' },
  pastDue: { path: '/subscriptions/billing', name: 'Go to Billing' },
  ending: { path: '/subscriptions/account', name: 'Go to Subscriptions' },
  noPaymentMethod: { path: '/subscriptions/billing', name: 'Go to Billing' },
};
