import { Outlet, getRouteApi, useLocation } from '@tanstack/react-router';
import { useSuspenseQuery } from '@tanstack/react-query';
import { accountQuery } from '#web/parts/account-queries.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageTabs } from '#web/ui/PageTabs.tsx';

const route = getRouteApi('/shell/accounts/$accountKey');

/** `/accounts/{accountKey}/subscriptions`: the account's current and past subscriptions. */
export const SubscriptionsFrame = () => {
  const { accountKey } = route.useParams();
  const { data: account } = useSuspenseQuery(accountQuery(accountKey));
  const base = `/accounts/${accountKey}/subscriptions`;
  const isArchive = useLocation({ select: ({ pathname }) => pathname.startsWith(`${base}/archive`) });
  const title = isArchive ? 'Legacy Plans' : 'Subscriptions';
  return (
    <>
      <PageHeader title={title} windowTitle={`${account.company}: ${title}`} />
      <PageTabs
        label="Subscriptions"
        tabs={[
          { to: `${base}/account`, text: 'Account' },
          { to: `${base}/billing`, text: 'Billing' },
          { to: `${base}/archive`, text: 'Legacy Plans' },
        ]}
      />
      <Outlet />
    </>
  );
};
