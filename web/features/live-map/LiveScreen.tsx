import { Switch } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loadChunk } from '#web/lib/chunks.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { UnavailableNotice, LiveStatRow } from './LiveStatRow.tsx';
import { LiveLocations } from './LiveLocations.tsx';
import { useLive } from './use-live.ts';
import { useLiveSearch } from './use-live-search.ts';
import { useLastHour } from './use-last-hour.ts';

const LiveStations = lazy(() =>
  loadChunk(() => import('./LiveStations.tsx')).then((part) => ({ default: part.LiveStations })),
);
const LiveSessions = lazy(() =>
  loadChunk(() => import('./LiveSessions.tsx')).then((part) => ({ default: part.LiveSessions })),
);
const route = getRouteApi('/shell/accounts/$accountKey/analytics/live');

/** `/accounts/{accountKey}/analytics/live`: the current listeners of an account's stations and their locations. */
export const LiveScreen = () => {
  const { accountKey } = route.useParams();
  const { country, outputs, setSearch } = useLiveSearch();
  const { now, isUnavailable, stations, sessions, pushed } = useLive(accountKey, country);
  const hourOf = useLastHour(accountKey, pushed, stations);
  const rows = stations.map((station) => ({
    ...station,
    hour: hourOf(station.key, station.listeners),
    href: `/accounts/${accountKey}/stations/${station.key}/analytics/live`,
  }));
  return (
    <>
      <PageHeader
        title="Listeners now"
        description="All stations of the account, updated live"
        actions={
          <Switch
            label="Show outputs"
            checked={outputs}
            onChange={({ currentTarget }) => setSearch({ outputs: currentTarget.checked || undefined })}
          />
        }
      />
      {isUnavailable && <UnavailableNotice isKnown={now !== undefined} />}
      {!now && !isUnavailable && <ScreenSkeleton />}
      {now && (
        <>
          <LiveStatRow
            now={now}
            outputs={outputs}
            activeStations={stations.filter(({ listeners }) => listeners > 0).length}
          />
          <LiveLocations {...{ now, outputs, country }} onCountry={(iso) => setSearch({ country: iso })} />
          <Suspense fallback={<ScreenSkeleton />}>
            {rows.length > 0 && <LiveStations rows={rows} />}
            <LiveSessions sessions={sessions} outputs={outputs} />
          </Suspense>
        </>
      )}
    </>
  );
};
