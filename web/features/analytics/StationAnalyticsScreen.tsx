import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Group } from '@mantine/core';
import { stationQuery, useStationLive } from '#web/features/stations/queries.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Waiting } from '#web/ui/Waiting.tsx';
import { LiveSessions } from './LiveSessions.tsx';
import { PeriodPicker, usePeriod } from './shared/PeriodPicker.tsx';
import { stationListenersQuery, stationStatsQuery } from './queries.ts';
import { StatsView } from './StatsView.tsx';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/analytics/');

/** `/accounts/{accountKey}/stations/{stationKey}/analytics`: who listens now, and the numbers of a period. */
export const StationAnalyticsScreen = () => {
  const { stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const period = usePeriod(station.default_timezone || 'UTC');
  const live = useStationLive(stationKey);
  const { data: stats, error } = useQuery(stationStatsQuery(stationKey, period.range));
  const { data: listeners } = useQuery({ ...stationListenersQuery(stationKey), throwOnError: false });
  usePageTitle(`${station.name}: Analytics`);
  if (error && !stats) throw error;
  return (
    <>
      <Group justify="flex-end" mb="md">
        <PeriodPicker state={period} />
      </Group>
      {stats ? (
        <StatsView stats={stats} isDay={period.range.type === 'day'} listenersNow={live?.listeners} />
      ) : (
        <Waiting />
      )}
      {listeners && <LiveSessions sessions={listeners.sessions} />}
    </>
  );
};
