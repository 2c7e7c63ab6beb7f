import { Outlet, getRouteApi } from '@tanstack/react-router';
import { useSuspenseQuery } from '@tanstack/react-query';
import { accountQuery } from '#web/parts/account-queries.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageTabs } from '#web/ui/PageTabs.tsx';

const route = getRouteApi('/shell/accounts/$accountKey');

/** `/accounts/{accountKey}/microsite`: the account's website, and its domains. */
export const SiteFrame = () => {
  const { accountKey } = route.useParams();
  const { data: account } = useSuspenseQuery(accountQuery(accountKey));
  const base = `/accounts/${accountKey}/microsite`;
  return (
    <>
      <PageHeader
        title="Microsite"
        windowTitle={`${account.company}: Microsite`}
        description="A website of your stations, without any code"
      />
      <PageTabs
        label="Microsite"
        tabs={[
          { to: `${base}/editor`, text: 'Editor' },
          { to: `${base}/domains`, text: 'Domains & ads.txt' },
        ]}
      />
      <Outlet />
    </>
  );
};
