import { getRouteApi } from '@tanstack/react-router';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { LiveRaw } from './LiveRaw.tsx';
import { NoStation } from './NoStation.tsx';
import { RawTabs } from './RawTabs.tsx';
import { StationSelect } from './StationSelect.tsx';
import { useStationOrRecent } from './use-selected-station.ts';

const route = getRouteApi('/shell/accounts/$accountKey/analytics/raw');

/** `/accounts/{accountKey}/analytics/raw`: the individual sessions of a station of the account. */
export const RawScreen = () => {
  const { accountKey } = route.useParams();
  const { stations, station, choose } = useStationOrRecent(accountKey);
  return (
    <>
      <PageHeader
        title="Raw data"
        description="Export individual sessions and track plays"
        actions={
          <>
            {stations.length > 1 && <StationSelect stations={stations} value={station?.key} onChange={choose} />}
            <RawTabs base={`/accounts/${accountKey}/analytics/raw`} hasPodcasts />
          </>
        }
      />
      {station ? (
        <LiveRaw key={station.key} station={station} archive={`/accounts/${accountKey}/analytics/raw/archive`} />
      ) : (
        <NoStation />
      )}
    </>
  );
};
