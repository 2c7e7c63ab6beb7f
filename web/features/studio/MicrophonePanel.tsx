import { Alert, Button, Select, Switch, Text } from '@mantine/core';
import { IconMicrophone, IconMicrophoneOff } from '@tabler/icons-react';
import { Surface } from '#web/ui/Surface.tsx';
import type { Devices } from './use-devices.ts';
import { LevelMeter } from './LevelMeter.tsx';
import { useObservable } from './observable.ts';
import type { Studio } from './open-studio.ts';
import classes from './Studio.module.css';
import { VolumeSlider } from './VolumeSlider.tsx';

type MicrophonePanelProps = { studio: Studio; devices: Devices['inputs'] };

const problems = {
  denied: 'Please allow this page to use the microphone, in the address bar of your browser.',
  none: 'No microphone was found. You can still play files.',
};

/** The microphone: which one, how loud, and whether listeners hear it. */
export const MicrophonePanel = ({ studio, devices }: MicrophonePanelProps) => {
  const { microphone } = studio;
  const { deviceId, isMuted, isProcessed, volume, problem } = useObservable(microphone.state);
  return (
    <Surface title="Microphone">
      {problem === '' ? (
        <Button
          fullWidth
          size="md"
          color={isMuted ? 'gray' : 'red'}
          variant={isMuted ? 'default' : 'filled'}
          aria-pressed={!isMuted}
          leftSection={isMuted ? <IconMicrophoneOff size={20} aria-hidden /> : <IconMicrophone size={20} aria-hidden />}
          onClick={() => microphone.setMuted(!isMuted)}
        >
          {isMuted ? 'Switch on' : 'Microphone is on'}
        </Button>
      ) : (
        <Alert color="yellow" title="No microphone">
          {problems[problem]}
          <Button mt="sm" size="xs" variant="default" onClick={() => void microphone.choose('')}>
            Try again
          </Button>
        </Alert>
      )}
      <div className={classes.row}>
        <LevelMeter label="Microphone level" levels={studio.mixer.levels} of="mic" />
      </div>
      <VolumeSlider label="Microphone volume" max={2} value={volume} onChange={microphone.setVolume} />
      <Select
        mt="sm"
        label="Device"
        data={[...devices]}
        value={deviceId === '' ? null : deviceId}
        placeholder="The browser’s choice"
        allowDeselect={false}
        onChange={(id) => void microphone.choose(id ?? '')}
      />
      <Switch
        mt="md"
        label="Clean up my voice"
        checked={isProcessed}
        disabled={problem !== ''}
        onChange={(event) => void microphone.choose(deviceId, event.currentTarget.checked)}
      />
      <Text size="sm" c="dimmed" mt={4}>
        Removes echo and noise. For talking without headphones; it spoils music.
      </Text>
    </Surface>
  );
};
