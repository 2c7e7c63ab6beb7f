import { Button, Switch, Text } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { Surface } from '#web/ui/Surface.tsx';
import { DuckingSlider } from './DuckingSlider.tsx';
import { useObservable, useSelected } from './observable.ts';
import type { Studio } from './open-studio.ts';
import classes from './Studio.module.css';

/** How files give way to the voice. */
export const TalkPanel = ({ studio }: { studio: Studio }) => {
  const { ducking } = useObservable(studio.desk);
  const isDucking = useSelected(studio.mixer.levels, (levels) => levels.isDucking);
  return (
    <Surface title="Talk over">
      <Button
        fullWidth
        variant={ducking.talking ? 'filled' : 'default'}
        aria-pressed={ducking.talking}
        leftSection={<IconSpeakerphone size={18} aria-hidden />}
        onClick={() => studio.setDucking({ talking: !ducking.talking })}
      >
        {ducking.talking ? 'Files are lowered' : 'Lower the files'}
      </Button>
      <Switch
        mt="md"
        label="Lower them while I talk"
        checked={ducking.auto}
        onChange={(event) => studio.setDucking({ auto: event.currentTarget.checked })}
      />
      <DuckingSlider value={ducking.byDb} onChange={(byDb) => studio.setDucking({ byDb })} />
      <Text size="sm" c="dimmed" className={classes.note} aria-live="polite">
        {isDucking ? `Files are ${ducking.byDb} dB lower now.` : 'Files play at their own volume.'}
      </Text>
    </Surface>
  );
};
