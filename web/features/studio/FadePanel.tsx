import { Button, Select, Slider, Text } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { Surface } from '#web/ui/Surface.tsx';
import type { Devices } from './use-devices.ts';
import { useObservable } from './observable.ts';
import type { Studio } from './open-studio.ts';
import classes from './Studio.module.css';
import { VolumeSlider } from './VolumeSlider.tsx';

type FadePanelProps = { studio: Studio; devices: Devices['outputs'] };

/** Whether this browser plays to another output than its own. */
const hasOutputs = (): boolean => 'setSinkId' in HTMLMediaElement.prototype;

/** From one deck to the other, and what the presenter hears. */
export const FadePanel = ({ studio, devices }: FadePanelProps) => {
  const { crossfade, monitor, cueOutput } = useObservable(studio.desk);
  return (
    <Surface title="Crossfade">
      <div className={classes.cross}>
        <Text fw={650} component="span" aria-hidden>
          A
        </Text>
        <Slider
          thumbLabel="Crossfade from deck A to deck B"
          label={null}
          min={0}
          max={1}
          step={0.01}
          value={crossfade}
          onChange={studio.setCrossfade}
        />
        <Text fw={650} component="span" aria-hidden>
          B
        </Text>
        <Button
          variant="default"
          leftSection={<IconArrowsExchange size={18} aria-hidden />}
          onClick={() => studio.fadeOver()}
        >
          Fade to the other deck
        </Button>
      </div>
      <div className={classes.ears}>
        <VolumeSlider label="Decks in this room" value={monitor} onChange={studio.setMonitor} />
        {hasOutputs() && (
          <Select
            label="Pre-listening"
            description="Where a deck with the headphones on is heard."
            data={[...devices]}
            value={cueOutput === '' ? null : cueOutput}
            placeholder="The browser’s output"
            clearable
            onChange={(id) => void studio.setCueOutput(id ?? '')}
          />
        )}
      </div>
    </Surface>
  );
};
