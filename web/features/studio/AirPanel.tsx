import { Button, Text, TextInput } from '@mantine/core';
import { IconBroadcast, IconPlayerStopFilled } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { StationLive } from '#contract/api/session.ts';
import { isPlayingSource } from '#contract/api/on-air.ts';
import { count, duration } from '#web/lib/format.ts';
import { OnAir } from '#web/ui/OnAir.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { airText } from './air-text.ts';
import { LevelMeter } from './LevelMeter.tsx';
import { useObservable, useSelected } from './observable.ts';
import type { Studio } from './open-studio.ts';
import classes from './Studio.module.css';

type AirPanelProps = { studio: Studio; live: StationLive | undefined; stationName: string; mayGoLive: boolean };

/** The button that goes live, what has become of it, and what listeners hear. */
export const AirPanel = ({ studio, live, stationName, mayGoLive }: AirPanelProps) => {
  const uplink = useObservable(studio.uplink);
  const lowered = useSelected(studio.mixer.levels, ({ gain }) => Math.round(-20 * Math.log10(gain)));
  const { showTitle } = useObservable(studio.desk);
  const seconds = useSecondsSince(uplink.since);
  const isSending = uplink.phase !== 'off' && uplink.phase !== 'ended';
  const { state, text } = airText(uplink);
  return (
    <Surface title="On the air" actions={<OnAir live={live} size="sm" />}>
      <div className={classes.go}>
        <Button
          size="xl"
          className={classes.button}
          color={isSending ? 'gray' : 'red'}
          variant={isSending ? 'default' : 'filled'}
          disabled={!mayGoLive && !isSending}
          leftSection={
            isSending ? <IconPlayerStopFilled size={22} aria-hidden /> : <IconBroadcast size={24} aria-hidden />
          }
          onClick={() => (isSending ? studio.stop() : studio.goLive())}
        >
          {isSending ? 'Stop' : 'Go live'}
        </Button>
        <div className={classes.state} data-state={state} role="status">
          <span className={classes.lamp} aria-hidden />
          <div>
            <Text fw={650}>{text}</Text>
            {uplink.reason !== '' && <Text size="sm">{uplink.reason}</Text>}
            {uplink.presenter !== null && (
              <Text size="sm" c="dimmed">
                As {uplink.presenter}
              </Text>
            )}
          </div>
          {seconds !== undefined && (
            <Text className={classes.clock} aria-label="Time on the air" role="timer">
              {duration(seconds)}
            </Text>
          )}
        </div>
      </div>
      <LevelMeter label="Programme level" levels={studio.mixer.levels} of="out" />
      <Text size="sm" c="dimmed" mt={4}>
        {lowered > 0 ? `The limiter lowers peaks by ${lowered} dB.` : 'Peaks stay below −1 dB.'}
      </Text>
      <TextInput
        mt="md"
        label="Title while no file plays"
        description="The titles of your files are sent from their tags."
        maxLength={200}
        value={showTitle}
        onChange={(event) => studio.setShowTitle(event.currentTarget.value)}
      />
      <Text size="sm" mt="md" aria-live="polite">
        {isPlayingSource(live) ? (
          <>
            {count(live.listeners, 'listener')}
            {live.title !== '' && (
              <>
                {'. Title shown: '}
                <b>{live.title}</b>
              </>
            )}
          </>
        ) : (
          `${stationName} is not on the air.`
        )}
      </Text>
    </Surface>
  );
};

/** Counts the seconds of a broadcast. */
const useSecondsSince = (since: number | null): number | undefined => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (since === null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [since]);
  return since === null ? undefined : Math.max(0, Math.floor((now - since) / 1000));
};
