import { ActionIcon, Button, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Controller, useFieldArray, useFormContext } from 'react-hook-form';
import { clockOf, type DayPartHours } from '#contract/week.ts';
import { DaysInput } from './DaysInput.tsx';
import classes from './HoursFields.module.css';

type Hours = Record<string, DayPartHours[]>;
type HoursFieldsProps = {
  /** The field of the form around it. */
  name: string;
  /** What it means without any hours, and with some. */
  always: string;
  restricted: string;
  max: number;
};

/** Hours of the week, as many as needed. */
export const HoursFields = ({ name, always, restricted, max }: HoursFieldsProps) => {
  const { control, formState } = useFormContext<Hours>();
  const { fields, append, remove } = useFieldArray({ control, name });
  const errors = formState.errors[name];
  const problem = errors?.root?.message ?? errors?.message;
  return (
    <Stack gap="sm" role="group" aria-label="Hours">
      <div>
        <Text size="sm" fw={500}>
          Hours
        </Text>
        <Text size="xs" c="dimmed">
          {fields.length === 0 ? always : restricted}
        </Text>
      </div>
      {fields.map(({ id }, index) => (
        <Window key={id} name={`${name}.${index}`} number={index + 1} onRemove={() => remove(index)} />
      ))}
      {problem !== undefined && <Input.Error role="alert">{problem}</Input.Error>}
      {fields.length < max && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => append({ days: [], from: 20 * 60, to: 22 * 60 })}
          >
            Add hours
          </Button>
        </Group>
      )}
    </Stack>
  );
};

type WindowProps = { name: `${string}.${number}`; number: number; onRemove: () => void };

const Window = ({ name, number, onRemove }: WindowProps) => {
  const { control } = useFormContext<Hours>();
  return (
    <Stack gap="sm" className={classes.window} role="group" aria-label={`Hours ${number}`}>
      <Controller
        control={control}
        name={`${name}.days`}
        render={({ field, fieldState }) => (
          <DaysInput value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
        )}
      />
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <TimeField name={`${name}.from`} label="From" />
        <TimeField name={`${name}.to`} label="To" />
        <ActionIcon variant="default" size="lg" mt={24} aria-label={`Remove hours ${number}`} onClick={onRemove}>
          <IconTrash size={17} aria-hidden />
        </ActionIcon>
      </Group>
    </Stack>
  );
};

type TimeName = `${string}.${number}.from` | `${string}.${number}.to`;

/** A time of day in minutes; midnight as the end is 1440. */
const TimeField = ({ name, label }: { name: TimeName; label: string }) => {
  const { control } = useFormContext<Hours>();
  const midnight = name.endsWith('to') ? 1440 : 0;
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
        <TextInput
          ref={ref}
          type="time"
          label={label}
          flex={1}
          maw={140}
          value={Number.isFinite(value) ? clockOf(value % 1440) : ''}
          onChange={({ currentTarget }) => {
            const match = /^(\d\d):(\d\d)/.exec(currentTarget.value);
            const minutes = match ? Number(match[1]) * 60 + Number(match[2]) : undefined;
            onChange(minutes === 0 ? midnight : (minutes ?? Number.NaN));
          }}
          onBlur={onBlur}
          error={fieldState.error?.message}
        />
      )}
    />
  );
};
