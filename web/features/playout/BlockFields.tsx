import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { clockOf } from '#contract/rules/week.ts';
import type { PlacedBlock } from './placed-block.ts';
import { dayNames, minutesOf } from './week-format.ts';
import { dayMinutes } from './week-blocks.ts';
import classes from './WeekCalendar.module.css';

type BlockFieldsProps = {
  block: PlacedBlock;
  name: string;
  onChange: (block: PlacedBlock) => void;
  onRemove: () => void;
};

/** The selected block's day and times, to the minute and without dragging. */
export const BlockFields = ({ block, name, onChange, onRemove }: BlockFieldsProps) => {
  const { from, to } = block;
  const setTimes = (begin: number | undefined, end: number | undefined): void => {
    if (begin === undefined || end === undefined || begin === end) return;
    onChange({ ...block, from: begin, to: end > begin ? end : end + dayMinutes });
  };
  return (
    <section className={classes.fields} aria-label={`Selected hours of ${name}`}>
      <Text fw={600} size="sm">
        {name}
      </Text>
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label="Day"
          value={block.day}
          onChange={({ currentTarget }) => onChange({ ...block, day: Number(currentTarget.value) })}
          data={dayNames.map((day, index) => ({ value: String(index + 1), label: day }))}
        />
        <TextInput
          type="time"
          label="From"
          value={clockOf(from)}
          onChange={({ currentTarget }) => setTimes(minutesOf(currentTarget.value), asEnd(to % dayMinutes))}
        />
        <TextInput
          type="time"
          label="To"
          value={clockOf(to % dayMinutes)}
          onChange={({ currentTarget }) => setTimes(from, asEnd(minutesOf(currentTarget.value)))}
        />
        <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
          Remove
        </Button>
      </Group>
    </section>
  );
};

/** Midnight as an end is that of the day. */
const asEnd = (minutes: number | undefined): number | undefined => (minutes === 0 ? dayMinutes : minutes);
