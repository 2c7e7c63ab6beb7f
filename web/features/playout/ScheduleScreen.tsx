import { Button } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMay } from '#web/features/session/queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { playlistsQuery } from './playlist-queries.ts';
import { ScheduleForm } from './ScheduleForm.tsx';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/autodj/schedule');

/** `…/autodj/schedule`: the week as a calendar, in which the hours of playlists are dragged. */
export const ScheduleScreen = () => {
  const params = route.useParams();
  const { accountKey, stationKey } = params;
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const { data } = useSuspenseQuery(playlistsQuery(stationKey));
  const mayChange = useMay('station.playout', { accountKey, stationKey });
  usePageTitle(`${station.name}: Schedule`);
  if (data.playlists.length === 0)
    return (
      <Surface>
        <EmptyState
          icon={<IconCalendarTime size={30} />}
          title="Schedule different music by time of day"
          action={
            mayChange && (
              <Button
                renderRoot={(props) => (
                  <Link to="/accounts/$accountKey/stations/$stationKey/autodj/rotation" params={params} {...props} />
                )}
              >
                Go to Rotation
              </Button>
            )
          }
        >
          Calm music at night, the charts in the afternoon: add a playlist under Rotation, then drag its hours here.
          Without any, the main playlist plays.
        </EmptyState>
      </Surface>
    );
  return (
    <Surface title="Schedule" description={`Times in ${data.timezone}.`}>
      <ScheduleForm key={stationKey} stationKey={stationKey} playlists={data.playlists} readOnly={!mayChange} />
    </Surface>
  );
};
