import { Outlet, getRouteApi, useLocation } from '@tanstack/react-router';
import { useSuspenseQuery } from '@tanstack/react-query';
import { wording } from '#brand/wording.ts';
import { accountQuery } from '#web/parts/account-queries.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageTabs } from '#web/ui/PageTabs.tsx';

const route = getRouteApi('/shell/accounts/$accountKey');

/** `/accounts/{accountKey}/finance`: what the account earns with ads, and its invoices. */
export const FinanceFrame = () => {
  const { accountKey } = route.useParams();
  const { data: account } = useSuspenseQuery(accountQuery(accountKey));
  const base = `/accounts/${accountKey}/finance`;
  const isInvoice = useLocation({ select: ({ pathname }) => pathname.startsWith(`${base}/invoice`) });
  return (
    <>
      <PageHeader
        title="Finance"
        windowTitle={`${account.company}: ${isInvoice ? 'Create invoice' : 'Revenue'}`}
        description={`What your stations and ${wording.podcasts} earn with ads`}
      />
      <PageTabs
        label="Finance"
        tabs={[
          { to: `${base}/analytics`, text: 'Revenue' },
          { to: `${base}/invoice`, text: 'Create invoice' },
        ]}
      />
      <Outlet />
    </>
  );
};
