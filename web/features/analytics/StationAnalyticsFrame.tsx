import { getRouteApi, Outlet } from '@tanstack/react-router';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import { stationTabs } from './analytics-tabs.ts';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/analytics');

/** `…/stations/{stationKey}/analytics`: the tabs that all pages of a station's analytics share, under those of the station. */
export const StationAnalyticsFrame = () => {
  const { accountKey, stationKey } = route.useParams();
  const base = `/accounts/${accountKey}/stations/${stationKey}/analytics`;
  return (
    <>
      {stationTabs.length > 1 && (
        <PageTabs label="Analytics" tabs={stationTabs.map(({ path, ...tab }) => ({ to: base + path, ...tab }))} />
      )}
      <Outlet />
    </>
  );
};
