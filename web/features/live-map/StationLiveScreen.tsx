import { Switch } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { stationQuery } from '#web/parts/station-queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { PartHeader } from '#web/ui/PartHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { DayCurve } from '#web/ui/chart/DayCurve.tsx';
import { UnavailableNotice, LiveStatRow } from './LiveStatRow.tsx';
import { LiveLocations } from './LiveLocations.tsx';
import { useLive } from './use-live.ts';
import { useLiveSearch } from './use-live-search.ts';
import { useLastHour } from './use-last-hour.ts';

const LiveSessions = lazy(() =>
  loadChunk(() => import('./LiveSessions.tsx')).then((part) => ({ default: part.LiveSessions })),
);
const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/analytics/live');

/**
 * `/accounts/{accountKey}/stations/{stationKey}/analytics/live`: the current listeners of a station and their
 * locations.
 */
export const StationLiveScreen = () => {
  const { stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const { country, outputs, setSearch } = useLiveSearch();
  const { now, isUnavailable, stations, sessions, pushed } = useLive(stationKey, country);
  const hour = useLastHour(stationKey, pushed, stations)(stationKey, now?.listeners ?? 0);
  usePageTitle(`${station.name}: Listeners now`);
  return (
    <>
      <PartHeader
        title="Listeners now"
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
          <LiveStatRow now={now} outputs={outputs} />
          <LiveLocations {...{ now, outputs, country }} onCountry={(iso) => setSearch({ country: iso })} />
          <Surface mt="md">
            <DayCurve label="Last hour" unit="listeners" points={minutesOf(hour)} height={110} />
          </Surface>
          <Suspense fallback={<ScreenSkeleton />}>
            <LiveSessions sessions={sessions} outputs={outputs} />
          </Suspense>
        </>
      )}
    </>
  );
};

const minutesOf = (hour: readonly number[]) =>
  hour.map((value, i) => ({ label: i === hour.length - 1 ? 'now' : `${hour.length - 1 - i} min ago`, value }));
