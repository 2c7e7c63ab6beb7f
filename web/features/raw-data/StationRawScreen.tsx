import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { stationQuery } from '#web/parts/station-queries.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { PartHeader } from '#web/ui/PartHeader.tsx';
import { LiveRaw } from './LiveRaw.tsx';
import { RawTabs } from './RawTabs.tsx';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/analytics/raw');

/** `…/stations/{stationKey}/analytics/raw`: the individual sessions of the station. */
export const StationRawScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const base = `/accounts/${accountKey}/stations/${stationKey}/analytics/raw`;
  usePageTitle(`${station.name}: Raw data`);
  return (
    <>
      <PartHeader title="Raw data" actions={<RawTabs base={base} />} />
      <LiveRaw station={station} archive={`${base}/archive`} />
    </>
  );
};
