import { Outlet, getRouteApi } from '@tanstack/react-router';
import { useSuspenseQuery } from '@tanstack/react-query';
import { accountQuery } from '#web/features/accounts/queries.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageTabs } from '#web/ui/PageTabs.tsx';

const route = getRouteApi('/shell/accounts/$accountKey');

/** `/accounts/{accountKey}/subscriptions`: what the account pays for now, and what it had. */
export const SubscriptionsFrame = () => {
  const { accountKey } = route.useParams();
  const { data: account } = useSuspenseQuery(accountQuery(accountKey));
  const base = `/accounts/${accountKey}/subscriptions`;
  return (
    <>
      <PageHeader title="Subscriptions" windowTitle={`${account.company}: Subscriptions`} />
      <PageTabs
        label="Subscriptions"
        tabs={[
          { to: `${base}/account`, text: 'Account' },
          { to: `${base}/archive`, text: 'Legacy Plans' },
        ]}
      />
      <Outlet />
    </>
  );
};
