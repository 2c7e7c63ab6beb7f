import { ActionIcon, Button, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { clockOf, type DayPartHours } from '#contract/rules/week.ts';
import { DaysInput } from './DaysInput.tsx';
import classes from './HoursInput.module.css';

type Problem = { message?: string | undefined };
/** As react-hook-form reports it for a field with a list: of the list itself, or of fields of its entries. */
export type HoursProblem =
  | (Problem & {
      root?: Problem | undefined;
      [index: number]: Partial<Record<keyof DayPartHours, Problem>> | undefined;
    })
  | undefined;

type HoursInputProps = {
  value: readonly DayPartHours[];
  onChange: (value: DayPartHours[]) => void;
  problem: HoursProblem;
  /** What it means: that there are no hours, or which. */
  description: string;
  max: number;
};

/** Hours of the week, as many as needed. */
export const HoursInput = ({ value, onChange, problem, description, max }: HoursInputProps) => {
  const text = problem?.root?.message ?? problem?.message;
  return (
    <Stack gap="sm" role="group" aria-label="Hours">
      <div>
        <Text size="sm" fw={500}>
          Hours
        </Text>
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      </div>
      {value.map((hours, index) => (
        <Window
          // Entries have no identity of their own, and keep their place while they are edited.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          number={index + 1}
          hours={hours}
          problems={problem?.[index]}
          onChange={(changed) => onChange(value.map((one, at) => (at === index ? changed : one)))}
          onRemove={() => onChange(value.filter((_one, at) => at !== index))}
        />
      ))}
      {text !== undefined && <Input.Error role="alert">{text}</Input.Error>}
      {value.length < max && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onChange([...value, { days: [], from: 20 * 60, to: 22 * 60 }])}
          >
            Add hours
          </Button>
        </Group>
      )}
    </Stack>
  );
};

type WindowProps = {
  number: number;
  hours: DayPartHours;
  problems: Partial<Record<keyof DayPartHours, Problem>> | undefined;
  onChange: (hours: DayPartHours) => void;
  onRemove: () => void;
};

const Window = ({ number, hours, problems, onChange, onRemove }: WindowProps) => (
  <Stack gap="sm" className={classes.window} role="group" aria-label={`Hours ${number}`}>
    <DaysInput value={hours.days} onChange={(days) => onChange({ ...hours, days })} error={problems?.days?.message} />
    <Group align="flex-start" gap="sm">
      <TimeField
        label="From"
        value={hours.from}
        midnight={0}
        error={problems?.from?.message}
        onChange={(from) => onChange({ ...hours, from })}
      />
      <TimeField
        label="To"
        value={hours.to}
        midnight={1440}
        error={problems?.to?.message}
        onChange={(to) => onChange({ ...hours, to })}
      />
      <ActionIcon variant="default" size="lg" mt={24} aria-label={`Remove hours ${number}`} onClick={onRemove}>
        <IconTrash size={17} aria-hidden />
      </ActionIcon>
    </Group>
  </Stack>
);

type TimeFieldProps = {
  label: string;
  value: number;
  /** The minutes that midnight means. */
  midnight: number;
  error: string | undefined;
  onChange: (minutes: number) => void;
};

/** A time of day in minutes. */
const TimeField = ({ label, value, midnight, error, onChange }: TimeFieldProps) => (
  <TextInput
    type="time"
    label={label}
    w={140}
    value={Number.isFinite(value) ? clockOf(value % 1440) : ''}
    onChange={({ currentTarget }) => {
      const match = /^(\d\d):(\d\d)/.exec(currentTarget.value);
      const minutes = match ? Number(match[1]) * 60 + Number(match[2]) : undefined;
      onChange(minutes === 0 ? midnight : (minutes ?? Number.NaN));
    }}
    error={error}
  />
);
