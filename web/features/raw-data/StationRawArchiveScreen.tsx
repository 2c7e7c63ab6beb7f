import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { stationQuery } from '#web/parts/station-queries.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { PartHeader } from '#web/ui/PartHeader.tsx';
import { StationArchive } from './StationArchive.tsx';
import { RawTabs } from './RawTabs.tsx';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/analytics/raw/archive');

/** `…/stations/{stationKey}/analytics/raw/archive`: the monthly files of the station. */
export const StationRawArchiveScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  usePageTitle(`${station.name}: Archived raw data`);
  return (
    <>
      <PartHeader
        title="Raw data"
        actions={<RawTabs base={`/accounts/${accountKey}/stations/${stationKey}/analytics/raw`} />}
      />
      <StationArchive station={station} accountKey={accountKey} />
    </>
  );
};
