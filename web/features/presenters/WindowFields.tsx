import { ActionIcon, Button, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Controller, useFieldArray, useFormContext } from 'react-hook-form';
import { presenterLimits, type NewPresenter } from '#contract/presenters.ts';
import { clockOf } from '#contract/week.ts';
import { DaysInput } from '#web/ui/form/DaysInput.tsx';
import classes from './Presenters.module.css';

/** The hours of the week in which a presenter may broadcast. */
export const WindowFields = ({ timezone }: { timezone: string }) => {
  const { control, formState } = useFormContext<NewPresenter>();
  const { fields, append, remove } = useFieldArray({ control, name: 'windows' });
  const { windows } = formState.errors;
  const problem = windows?.root?.message ?? windows?.message;
  return (
    <Stack gap="sm" role="group" aria-label="Hours">
      <div>
        <Text size="sm" fw={500}>
          Hours
        </Text>
        <Text size="xs" c="dimmed">
          {fields.length === 0
            ? 'May broadcast at any time. Add hours to restrict that.'
            : `When they may go live, in ${timezone}. Outside these hours they are refused.`}
        </Text>
      </div>
      {fields.map(({ id }, index) => (
        <Window key={id} index={index} onRemove={() => remove(index)} />
      ))}
      {problem !== undefined && <Input.Error role="alert">{problem}</Input.Error>}
      {fields.length < presenterLimits.windows && (
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

const Window = ({ index, onRemove }: { index: number; onRemove: () => void }) => {
  const { control } = useFormContext<NewPresenter>();
  return (
    <Stack gap="sm" className={classes.window} role="group" aria-label={`Hours ${index + 1}`}>
      <Controller
        control={control}
        name={`windows.${index}.days`}
        render={({ field, fieldState }) => (
          <DaysInput value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
        )}
      />
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <TimeField name={`windows.${index}.from`} label="From" />
        <TimeField name={`windows.${index}.to`} label="To" />
        <ActionIcon variant="default" size="lg" mt={24} aria-label={`Remove hours ${index + 1}`} onClick={onRemove}>
          <IconTrash size={17} aria-hidden />
        </ActionIcon>
      </Group>
    </Stack>
  );
};

type TimeName = `windows.${number}.from` | `windows.${number}.to`;

/** A time of day in minutes; midnight as the end is 1440. */
const TimeField = ({ name, label }: { name: TimeName; label: string }) => {
  const { control } = useFormContext<NewPresenter>();
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
