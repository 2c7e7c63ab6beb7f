import { Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Recording } from '#contract/api/recording-schedules.ts';
import { duration, momentIn } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { formatZone } from './recording-format.ts';
import classes from './Recording.module.css';

type Now = Extract<Recording['state'], 'recording' | 'silent' | 'unknown' | 'preparing'>;

const labels: Record<Now, { title: string; text: string }> = {
  recording: { title: 'Recording now', text: '' },
  silent: { title: 'Waiting for audio', text: 'The station is off the air. Recording starts when it comes back.' },
  unknown: { title: 'Recording now', text: 'The streaming server is not answering right now; it keeps recording.' },
  preparing: { title: 'Processing the episode', text: 'The recording has ended. The episode will be ready shortly.' },
};
const isNow = (state: Recording['state']): state is Now => state in labels;

/** The recordings in progress and their elapsed time. */
export const RecordingNow = ({ recordings }: { recordings: readonly Recording[] }) =>
  recordings.map((one) => (isNow(one.state) ? <RecordingCard key={one.id} recording={one} state={one.state} /> : null));

const RecordingCard = ({ recording, state }: { recording: Recording; state: Now }) => {
  const { name, station, begin, end, timezone } = recording;
  const length = (Date.parse(end) - Date.parse(begin)) / 1000;
  return (
    <Surface>
      <Group justify="space-between" gap="md">
        <div className={classes.now} data-state={state} role="status">
          <span className={classes.lamp} aria-hidden />
          <div>
            <Text fw={600}>
              {labels[state].title}: {name}
            </Text>
            <Text size="sm" c="dimmed">
              {labels[state].text || `${station.name}, until ${momentIn(end, timezone)} (${formatZone(timezone)})`}
            </Text>
          </div>
        </div>
        {state !== 'preparing' && (
          <Text size="xl" fw={600} className="numbers">
            <Elapsed since={Date.parse(begin)} max={length} />
            <Text span c="dimmed" size="sm">
              {' '}
              of {duration(length)}
            </Text>
          </Text>
        )}
      </Group>
    </Surface>
  );
};

const Elapsed = ({ since, max }: { since: number; max: number }) => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <>{duration(Math.min(max, (now - since) / 1000))}</>;
};
