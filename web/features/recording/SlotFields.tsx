import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Controller, useFieldArray, useFormContext } from 'react-hook-form';
import { recordingLimits, type NewRecordingSchedule } from '#contract/api/recording-schedules.ts';
import { DaysInput } from '#web/ui/form/DaysInput.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import classes from './Recording.module.css';

/** The weekly time slots to record. */
export const SlotFields = () => {
  const { control, formState } = useFormContext<NewRecordingSchedule>();
  const { fields, append, remove } = useFieldArray({ control, name: 'slots' });
  const { slots } = formState.errors;
  const problem = slots?.root?.message ?? slots?.message;
  return (
    <Stack gap="sm" role="group" aria-label="Times">
      {fields.map(({ id }, index) => (
        <Slot key={id} index={index} onRemove={fields.length > 1 ? () => remove(index) : undefined} />
      ))}
      {problem !== undefined && <Input.Error role="alert">{problem}</Input.Error>}
      {fields.length < recordingLimits.slots && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => append({ duration: 60, daysOfWeek: [], start: '18:00' })}
          >
            Add time
          </Button>
        </Group>
      )}
    </Stack>
  );
};

const Slot = ({ index, onRemove }: { index: number; onRemove: (() => void) | undefined }) => {
  const { control, register, formState } = useFormContext<NewRecordingSchedule>();
  const errors = formState.errors.slots?.[index];
  return (
    <Stack gap="sm" className={classes.slot} role="group" aria-label={`Time ${index + 1}`}>
      <Controller
        control={control}
        name={`slots.${index}.daysOfWeek`}
        render={({ field, fieldState }) => (
          <DaysInput value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
        )}
      />
      <Group align="flex-start" gap="sm">
        <TextInput
          {...register(`slots.${index}.start`)}
          type="time"
          label="Start"
          w={150}
          error={errors?.start?.message}
        />
        <NumberField
          control={control}
          name={`slots.${index}.duration`}
          label="Length"
          suffix=" min"
          min={recordingLimits.shortestMin}
          max={recordingLimits.longestMin}
        />
        {onRemove && (
          <ActionIcon variant="default" size="lg" mt={24} aria-label={`Remove time ${index + 1}`} onClick={onRemove}>
            <IconTrash size={17} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    </Stack>
  );
};
