import { getRouteApi, Outlet } from '@tanstack/react-router';
import { ViewsMenu } from '#web/features/reports/shared/ViewsMenu.tsx';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import { stationTabs } from './analytics-tabs.ts';
import classes from './AnalyticsFrame.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/analytics');

/** `…/stations/{stationKey}/analytics`: the tabs shared by all analytics pages of a station, below the station's own tabs. */
export const StationAnalyticsFrame = () => {
  const { accountKey, stationKey } = route.useParams();
  const base = `/accounts/${accountKey}/stations/${stationKey}/analytics`;
  return (
    <>
      <div className={classes.head}>
        <PageTabs
          label="Analytics"
          tabs={stationTabs.map(({ path, ...tab }) => ({ to: base + path, ...tab }))}
          isSecond
        />
        <ViewsMenu place={{ scope: 'station', key: stationKey }} reportsPage={{ to: `${base}/reports` }} />
      </div>
      <Outlet />
    </>
  );
};
