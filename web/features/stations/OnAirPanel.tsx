import { Box, Button, Group, Text } from '@mantine/core';
import { IconHandStop, IconPlayerPlay, IconPlayerSkipForward, IconPlaylistAdd } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { wording } from '#brand/wording.ts';
import { isPlayingSource } from '#contract/api/on-air.ts';
import type { StationLive } from '#contract/api/session.ts';
import type { Station } from '#contract/api/stations.ts';
import { playOf, useResume, useSkip, useStopAfter } from '#web/parts/air-queries.ts';
import { useMay } from '#web/features/session/queries.ts';
import { timeOfDay } from '#web/lib/format.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { EncoderControl } from './EncoderControl.tsx';
import { OnAirPresenter, RefusedPresenters } from './OnAirPresenter.tsx';
import classes from './OnAirPanel.module.css';
import { UpNext } from './UpNext.tsx';

const QueueDialog = lazy(() =>
  loadChunk(() => import('./QueueDialog.tsx')).then((part) => ({ default: part.QueueDialog })),
);

/** The usual height of the panel's content, kept until the station's state is known, pixels. */
const pendingHeight = 252;

const icon = { size: 17, 'aria-hidden': true } as const;

const sourceNames: Readonly<Record<StationLive['source'], string>> = {
  live: 'Live encoder',
  automation: 'Automation',
  relay: 'Relayed stream',
  failover: 'Fail-over stream',
  autodj: wording.AutoDJ,
  silence: 'Silence',
  none: 'Nothing',
};

type OnAirPanelProps = {
  station: Station;
  live: StationLive | undefined;
  /** Whether the dialog that queues a track is open. */
  isQueueOpen: boolean;
  onQueue: (isOpen: boolean) => void;
};

/** What plays now and next, and what can be done about it at once. */
export const OnAirPanel = ({ station, live, isQueueOpen, onQueue }: OnAirPanelProps) => {
  const scope = { accountKey: station.account_key, stationKey: station.key };
  const mayPlay = useMay('station.playout', scope);
  if (!live && station.server_status.radio_server_status === 'active')
    return (
      <Surface title="On the air">
        <Box h={pendingHeight} />
      </Surface>
    );
  if (live?.status !== 'active') return null;
  const stop = live.air?.stop ?? null;
  return (
    <Surface title="On the air">
      {live.presenter ? (
        <OnAirPresenter presenter={live.presenter} />
      ) : (
        <Text size="xs" c="dimmed" fw={600}>
          {sourceNames[live.source]}
        </Text>
      )}
      {live.presenter?.name !== live.title && (
        <Text fw={600} className={classes.title}>
          {isPlayingSource(live) ? live.title || station.name : 'Nothing is playing'}
        </Text>
      )}
      {stop && <StopNote stop={stop} />}
      {mayPlay && <Controls station={station} live={live} onQueue={() => onQueue(true)} />}
      <UpNext stationKey={station.key} live={live} mayChange={mayPlay} />
      <EncoderControl station={station} live={live} />
      <RefusedPresenters station={station} refused={live.air?.refused} />
      {isQueueOpen && mayPlay && (
        <Suspense>
          <QueueDialog stationKey={station.key} onClose={() => onQueue(false)} />
        </Suspense>
      )}
    </Surface>
  );
};

const StopNote = ({ stop: { by, since } }: { stop: NonNullable<NonNullable<StationLive['air']>['stop']> }) => (
  <Text size="sm" mt={4} role="status">
    {since === null
      ? `Stops after this track (${by}). Silence follows until an encoder connects.`
      : `${by} stopped the ${wording.AutoDJ} at ${timeOfDay(since)}. It continues when an encoder has been on the air, or after five minutes.`}
  </Text>
);

const Controls = ({
  station: { key },
  live,
  onQueue,
}: {
  station: Station;
  live: StationLive;
  onQueue: () => void;
}) => {
  const skip = useSkip(key);
  const stopAfter = useStopAfter(key);
  const resume = useResume(key);
  const play = live.source === 'autodj' ? playOf(live) : null;
  const stop = live.air?.stop;
  return (
    <Group gap="xs" mt="sm">
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlayerSkipForward {...icon} />}
        disabled={!play}
        loading={skip.isPending}
        onClick={() => play && skip.mutate(play)}
      >
        Skip
      </Button>
      {stop ? (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlayerPlay {...icon} />}
          loading={resume.isPending}
          onClick={() => resume.mutate()}
        >
          {stop.since === null ? 'Cancel stop' : 'Continue'}
        </Button>
      ) : (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconHandStop {...icon} />}
          disabled={!play}
          loading={stopAfter.isPending}
          onClick={() => play && stopAfter.mutate(play.track)}
        >
          Stop after this
        </Button>
      )}
      <Button variant="default" size="xs" leftSection={<IconPlaylistAdd {...icon} />} onClick={onQueue}>
        Queue a track
      </Button>
    </Group>
  );
};
