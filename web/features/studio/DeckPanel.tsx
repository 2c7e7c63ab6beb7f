import { ActionIcon, Button, FileButton, Group, Slider, Switch, Text } from '@mantine/core';
import { IconHeadphones, IconPlayerPauseFilled, IconPlayerPlayFilled, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { duration } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { DeckFiles } from './DeckFiles.tsx';
import { useObservable } from './observable.ts';
import type { Deck } from './sound/deck.ts';
import classes from './Studio.module.css';
import { VolumeSlider } from './VolumeSlider.tsx';

/** A deck: files to play one after another. */
export const DeckPanel = ({ name, deck }: { name: string; deck: Deck }) => {
  const state = useObservable(deck.state);
  const [isOver, setOver] = useState(false);
  const loaded = state.files[state.at];
  const add = (files: readonly File[]): void =>
    void deck.add(files.filter(({ type }) => /^(audio|video)\//.test(type)));
  return (
    <Surface
      title={name}
      actions={
        <FileButton multiple accept="audio/*" onChange={add}>
          {(props) => (
            <Button {...props} size="xs" variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
              Add files
            </Button>
          )}
        </FileButton>
      }
    >
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          add([...event.dataTransfer.files]);
        }}
      >
        <Group gap="sm" wrap="nowrap">
          <ActionIcon
            size={48}
            radius="xl"
            variant="filled"
            color="brand"
            disabled={!loaded}
            aria-label={`${state.isPlaying ? 'Pause' : 'Play'} ${name}`}
            onClick={() => (state.isPlaying ? deck.pause() : deck.play())}
          >
            {state.isPlaying ? (
              <IconPlayerPauseFilled size={22} aria-hidden />
            ) : (
              <IconPlayerPlayFilled size={22} aria-hidden />
            )}
          </ActionIcon>
          <div className={classes.words}>
            <Text fw={650} truncate={loaded !== undefined}>
              {loaded?.title ?? 'Drop audio files here'}
            </Text>
            <Text size="sm" c={state.isUnreadable ? 'red' : 'dimmed'} className="numbers">
              {state.isUnreadable
                ? 'This file can’t be played.'
                : `${duration(Math.floor(state.position))} / ${duration(Math.floor(state.duration))}`}
            </Text>
          </div>
          <ActionIcon
            size={40}
            radius="xl"
            variant={state.isCued ? 'filled' : 'default'}
            color="brand"
            aria-pressed={state.isCued}
            aria-label={`Pre-listen to ${name}`}
            onClick={() => deck.setCued(!state.isCued)}
          >
            <IconHeadphones size={20} aria-hidden />
          </ActionIcon>
        </Group>
        <Slider
          mt="sm"
          size="sm"
          thumbLabel={`Position of ${name}`}
          label={null}
          min={0}
          max={Math.max(state.duration, 1)}
          step={0.1}
          disabled={state.duration === 0}
          value={state.position}
          onChange={deck.seek}
        />
        <DeckFiles name={name} deck={deck} state={state} />
      </div>
      <VolumeSlider label="Volume" value={state.volume} onChange={deck.setVolume} />
      <Switch
        mt="sm"
        label="Continue with the next file"
        checked={state.isContinuous}
        onChange={(event) => deck.setContinuous(event.currentTarget.checked)}
      />
    </Surface>
  );
};
