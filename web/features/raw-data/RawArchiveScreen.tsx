import { getRouteApi } from '@tanstack/react-router';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { StationArchive, ArchiveWithoutStation } from './StationArchive.tsx';
import { NoStation } from './NoStation.tsx';
import { RawTabs } from './RawTabs.tsx';
import { StationSelect } from './StationSelect.tsx';
import { useSelectedStation } from './use-selected-station.ts';

const route = getRouteApi('/shell/accounts/$accountKey/analytics/raw/archive');

/** `/accounts/{accountKey}/analytics/raw/archive`: the monthly files of a station of the account. */
export const RawArchiveScreen = () => {
  const { accountKey } = route.useParams();
  const { stations, station, choose } = useSelectedStation(accountKey);
  return (
    <>
      <PageHeader
        title="Raw data"
        windowTitle="Archived raw data"
        description="Monthly files with all sessions, for long-term storage"
        actions={
          <>
            {stations.length > 1 && <StationSelect stations={stations} value={station?.key} onChange={choose} />}
            <RawTabs base={`/accounts/${accountKey}/analytics/raw`} hasPodcasts />
          </>
        }
      />
      {station ? (
        <StationArchive key={station.key} station={station} accountKey={accountKey} />
      ) : stations.length > 0 ? (
        <ArchiveWithoutStation />
      ) : (
        <NoStation />
      )}
    </>
  );
};
