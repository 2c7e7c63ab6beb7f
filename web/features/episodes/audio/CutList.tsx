import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconPlayerPlay, IconScissors } from '@tabler/icons-react';
import { longDuration } from '#web/lib/format.ts';
import classes from './AudioEditor.module.css';
import type { Cut } from './cuts.ts';
import { TimeInput } from './TimeInput.tsx';
import type { Span } from './use-wave.ts';

type SelectionProps = {
  span: Span;
  duration: number;
  onChange: (span: Span) => void;
  onPlay: () => void;
  onCut: () => void;
  onKeep: () => void;
  onClear: () => void;
};

/** The selected part and the actions for it. */
export const Selection = ({ span, duration, onChange, onPlay, onCut, onKeep, onClear }: SelectionProps) => (
  <section aria-label="Selection" className={classes.selection}>
    <TimeInput label="From" value={span.from} max={span.to} onChange={(from) => onChange({ ...span, from })} />
    <TimeInput label="To" value={span.to} max={duration} onChange={(to) => onChange({ ...span, to })} />
    <Group gap="xs">
      <Button size="xs" leftSection={<IconScissors size={16} aria-hidden />} onClick={onCut}>
        Cut out
      </Button>
      <Button size="xs" variant="default" onClick={onKeep}>
        Keep only selection
      </Button>
      <Button size="xs" variant="default" leftSection={<IconPlayerPlay size={15} aria-hidden />} onClick={onPlay}>
        Play
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        Clear
      </Button>
    </Group>
  </section>
);

type CutListProps = {
  cuts: readonly Cut[];
  duration: number;
  onChange: (i: number, cut: Cut) => void;
  onRemove: (i: number) => void;
};

/** The cuts with their times, which can be changed or removed. */
export const CutList = ({ cuts, duration, onChange, onRemove }: CutListProps) => (
  <section aria-label="Cuts">
    <Title order={3} size="h6" mb="xs">
      Cut out
    </Title>
    {cuts.length === 0 ? (
      <Text size="sm" c="dimmed">
        No cuts. Drag across the waveform to select a part to remove.
      </Text>
    ) : (
      <Stack gap="xs" component="ul" className={classes.list}>
        {cuts.map((cut, i) => (
          <li key={`${cut.from} ${cut.to}`} className={classes.cut}>
            <TimeInput
              label={`Cut ${i + 1} from`}
              isLabelled={false}
              value={cut.from}
              max={cut.to}
              onChange={(from) => onChange(i, { ...cut, from })}
            />
            <span aria-hidden>–</span>
            <TimeInput
              label={`Cut ${i + 1} to`}
              isLabelled={false}
              value={cut.to}
              max={duration}
              onChange={(to) => onChange(i, { ...cut, to })}
            />
            <Text size="sm" c="dimmed" className="numbers">
              {longDuration(cut.to - cut.from)}
            </Text>
            <Button size="compact-xs" variant="subtle" onClick={() => onRemove(i)} aria-label={`Restore cut ${i + 1}`}>
              Restore
            </Button>
          </li>
        ))}
      </Stack>
    )}
  </section>
);
