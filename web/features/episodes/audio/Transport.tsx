import { ActionIcon, Button, Group, Slider, Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBracketsContainEnd,
  IconBracketsContainStart,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward5,
  IconRewindForward5,
  IconZoomIn,
} from '@tabler/icons-react';
import { InfoTooltip } from '#web/ui/InfoTooltip.tsx';
import classes from './AudioEditor.module.css';
import { timeText } from './time-text.ts';
import type { Wave } from './use-wave.ts';

type TransportProps = {
  wave: Wave;
  duration: number;
  canUndo: boolean;
  canRedo: boolean;
  onUndo: () => void;
  onRedo: () => void;
  onFrom: () => void;
  onTo: () => void;
};

/** Playback, selection, undo and zoom controls. */
export const Transport = ({ wave, duration, canUndo, canRedo, onUndo, onRedo, onFrom, onTo }: TransportProps) => (
  <div className={classes.transport}>
    <Group gap="xs" wrap="nowrap">
      <Tool label="Back 5 seconds" icon={IconRewindBackward5} onClick={() => wave.seek(wave.now() - 5)} />
      <ActionIcon
        size={44}
        radius="xl"
        variant="filled"
        color="brand"
        aria-label={wave.isPlaying ? 'Pause' : 'Play edited audio'}
        disabled={wave.isMute}
        onClick={wave.toggle}
      >
        {wave.isPlaying ? (
          <IconPlayerPauseFilled size={20} aria-hidden />
        ) : (
          <IconPlayerPlayFilled size={20} aria-hidden />
        )}
      </ActionIcon>
      <Tool label="Forward 5 seconds" icon={IconRewindForward5} onClick={() => wave.seek(wave.now() + 5)} />
      <Text className="numbers" fw={600} miw={76}>
        {timeText(wave.time)}
      </Text>
    </Group>
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconBracketsContainStart size={16} aria-hidden />}
        onClick={onFrom}
      >
        Select from here
      </Button>
      <Button size="xs" variant="default" leftSection={<IconBracketsContainEnd size={16} aria-hidden />} onClick={onTo}>
        Select to here
      </Button>
      <Tool label="Undo" icon={IconArrowBackUp} onClick={onUndo} disabled={!canUndo} />
      <Tool label="Redo" icon={IconArrowForwardUp} onClick={onRedo} disabled={!canRedo} />
    </Group>
    <Group gap="xs" wrap="nowrap" className={classes.zoom}>
      <IconZoomIn size={18} aria-hidden />
      <Slider
        w={130}
        min={0}
        max={100}
        defaultValue={0}
        label={null}
        thumbLabel="Zoom"
        onChange={(to) => wave.zoom(zoomOf(to, duration))}
      />
    </Group>
  </div>
);

/** Pixels per second for a slider value, on an exponential scale from the whole file to 300 px per second. */
const zoomOf = (to: number, duration: number): number => {
  const [least, most] = [Math.max(0.02, 600 / Math.max(1, duration)), 300];
  return to === 0 ? 0 : least * (most / least) ** (to / 100);
};

type ToolProps = { label: string; icon: typeof IconZoomIn; onClick: () => void; disabled?: boolean };

const Tool = ({ label, icon: Icon, onClick, disabled = false }: ToolProps) => (
  <InfoTooltip label={label}>
    <ActionIcon aria-label={label} onClick={onClick} disabled={disabled}>
      <Icon size={20} aria-hidden />
    </ActionIcon>
  </InfoTooltip>
);
