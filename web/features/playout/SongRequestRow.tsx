import { Badge, Button, Group, Text } from '@mantine/core';
import type { StationKey } from '#contract/rules/keys.ts';
import type { SongRequest, SongRequestState } from '#contract/api/song-requests.ts';
import { moment, timeOfDay } from '#web/lib/format.ts';
import { useDecideRequest } from './song-request-queries.ts';
import classes from './SongRequests.module.css';

type SongRequestRowProps = { stationKey: StationKey; request: SongRequest; mayChange: boolean };

const labels: Record<SongRequestState, { text: string; color: string }> = {
  waiting: { text: 'Waiting', color: 'yellow' },
  approved: { text: 'In the queue', color: 'blue' },
  playing: { text: 'Playing', color: 'green' },
  played: { text: 'Played', color: 'gray' },
  refused: { text: 'Refused', color: 'gray' },
  removed: { text: 'Removed from the queue', color: 'gray' },
  expired: { text: 'Expired', color: 'gray' },
};

/** A request: the song, who requested it and what they wrote, and the decision. */
export const SongRequestRow = ({ stationKey, request, mayChange }: SongRequestRowProps) => {
  const decide = useDecideRequest(stationKey);
  const { id, title, artist, name, message, state, created, track } = request;
  const isPending = (decision: 'approve' | 'refuse'): boolean =>
    decide.isPending && decide.variables.decision === decision;
  return (
    <li className={classes.row} aria-label={title}>
      <div className={classes.words}>
        <Text fw={600} dir="auto">
          {title}
          {artist !== '' && (
            <Text span c="dimmed" fw={400}>
              {' '}
              · {artist}
            </Text>
          )}
        </Text>
        {message !== '' && (
          <Text size="sm" dir="auto">
            “{message}”
          </Text>
        )}
        <Text size="sm" c="dimmed">
          <bdi>{name || 'A listener'}</bdi>, {moment(created)}
          {decisionOf(request)}
        </Text>
      </div>
      {state !== 'waiting' && (
        <Badge color={labels[state].color} variant="light">
          {labels[state].text}
        </Badge>
      )}
      {mayChange && (state === 'waiting' || state === 'approved') && (
        <Group gap="xs" wrap="nowrap">
          {state === 'waiting' && (
            <Button
              size="xs"
              disabled={track === null}
              loading={isPending('approve')}
              onClick={() => decide.mutate({ id, decision: 'approve' })}
            >
              Approve
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            loading={isPending('refuse')}
            onClick={() => decide.mutate({ id, decision: 'refuse' })}
          >
            Refuse
          </Button>
        </Group>
      )}
    </li>
  );
};

const decisionOf = ({ state, decided, decided_by, played }: SongRequest): string => {
  if (played !== null) return ` · played at ${timeOfDay(played)}`;
  if (decided === null) return '';
  const what = state === 'refused' ? 'refused' : 'approved';
  return ` · ${what} ${decided_by === '' ? 'by rule' : `by ${decided_by}`}`;
};
