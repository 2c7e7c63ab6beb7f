import { Group } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PeriodPicker, usePeriod } from '#web/features/analytics/shared/PeriodPicker.tsx';
import { useMay } from '#web/features/session/queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { StationPlayerTabs } from '../PlayerTabs.tsx';
import { stationPlayerQuery } from '#web/parts/station-settings-queries.ts';
import { stationPlayerStatsQuery } from '../queries.ts';
import { PlayerNumbers } from './PlayerNumbers.tsx';
import { useSite } from './use-site.ts';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

/** `…/widget/player/numbers`: the numbers of the player that the station has. */
export const StationPlayerNumbersScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const { data: player } = useSuspenseQuery(stationPlayerQuery(stationKey));
  const mayWrite = useMay('station.update', { accountKey, stationKey });
  usePageTitle(`${station.name}: Numbers of the widget`);
  const period = usePeriod(station.default_timezone || 'UTC');
  const site = useSite();
  const { data, error, isPlaceholderData } = useQuery(stationPlayerStatsQuery(stationKey, period.range, site.chosen));
  if (error && !data) throw error;
  return (
    <>
      <StationPlayerTabs accountKey={accountKey} stationKey={stationKey} />
      <Group justify="flex-end" mb="md">
        <PeriodPicker state={period} minutes={false} />
      </Group>
      <PlayerNumbers player={player} mayWrite={mayWrite} stats={data} isOld={isPlaceholderData} site={site} />
    </>
  );
};
