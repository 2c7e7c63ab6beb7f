import { getRouteApi, Outlet } from '@tanstack/react-router';
import { ViewsMenu } from '#web/features/reports/shared/ViewsMenu.tsx';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import { accountTabs } from './analytics-tabs.ts';
import classes from './AnalyticsFrame.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/analytics');

/** `/accounts/{accountKey}/analytics`: the tabs shared by all analytics pages of an account; each page has its own heading. */
export const AnalyticsFrame = () => {
  const { accountKey } = route.useParams();
  const base = `/accounts/${accountKey}/analytics`;
  return (
    <>
      <div className={classes.head}>
        <PageTabs label="Analytics" tabs={accountTabs.map(({ path, ...tab }) => ({ to: base + path, ...tab }))} />
        <ViewsMenu place={{ scope: 'account', id: accountKey }} reportsPage={{ to: `${base}/reports` }} />
      </div>
      <Outlet />
    </>
  );
};
