import { Button, Text } from '@mantine/core';
import { IconMusicHeart } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { StationKey } from '#contract/rules/keys.ts';
import type { SongRequest } from '#contract/api/song-requests.ts';
import { useMay } from '#web/features/session/queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { songRequestsQuery, useSetSongRequests } from './song-request-queries.ts';
import { SongRequestRow } from './SongRequestRow.tsx';
import { SongRequestForm } from './SongRequestForm.tsx';
import classes from './SongRequests.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/autodj/requests');

const lists: readonly { title: string; states: readonly SongRequest['state'][] }[] = [
  { title: 'Waiting for a decision', states: ['waiting'] },
  { title: 'Coming up', states: ['approved', 'playing'] },
  { title: 'Earlier', states: ['played', 'refused', 'removed', 'expired'] },
];

/** `…/autodj/requests`: the songs that listeners request, and whether and how a station takes requests. */
export const SongRequestsScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const mayChange = useMay('station.playout', { accountKey, stationKey }) && !station.suspended;
  const { data } = useSuspenseQuery(songRequestsQuery(stationKey));
  usePageTitle(`${station.name}: Requests`);
  return (
    <div className={classes.page} key={stationKey}>
      {data.requests.length === 0 ? (
        <NoRequests stationKey={stationKey} mayChange={mayChange} />
      ) : (
        lists.map(({ title, states }) => (
          <RequestList
            key={title}
            title={title}
            stationKey={stationKey}
            mayChange={mayChange}
            requests={data.requests.filter(({ state }) => states.includes(state))}
          />
        ))
      )}
      {(data.settings.enabled || data.requests.length > 0) && (
        <SongRequestForm
          stationKey={stationKey}
          settings={data.settings}
          timezone={data.timezone}
          readOnly={!mayChange}
        />
      )}
    </div>
  );
};

const NoRequests = ({ stationKey, mayChange }: { stationKey: StationKey; mayChange: boolean }) => {
  const { data } = useSuspenseQuery(songRequestsQuery(stationKey));
  const set = useSetSongRequests(stationKey);
  const { settings } = data;
  if (settings.enabled)
    return (
      <Surface title="Requests">
        <Text c="dimmed">No requests yet. They appear here as soon as listeners send them.</Text>
      </Surface>
    );
  return (
    <Surface>
      <EmptyState
        icon={<IconMusicHeart size={30} />}
        title="Let listeners request songs"
        action={
          mayChange && (
            <Button loading={set.isPending} onClick={() => set.mutate({ ...settings, enabled: true })}>
              Take requests
            </Button>
          )
        }
      >
        Listeners search your songs in the player and on the station’s page. You approve each request, or let a rule
        decide, and set how many are taken.
      </EmptyState>
    </Surface>
  );
};

type RequestListProps = { title: string; stationKey: StationKey; mayChange: boolean; requests: SongRequest[] };

/** What waits or comes up is listed oldest first, as it will play. */
const RequestList = ({ title, stationKey, mayChange, requests }: RequestListProps) => {
  if (requests.length === 0) return null;
  const isOver = title === 'Earlier';
  return (
    <Surface title={title}>
      <ul className={classes.list}>
        {(isOver ? requests : requests.toReversed()).map((request) => (
          <SongRequestRow key={request.id} stationKey={stationKey} request={request} mayChange={mayChange} />
        ))}
      </ul>
    </Surface>
  );
};
