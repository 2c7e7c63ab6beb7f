import { TextInput } from '@mantine/core';
import { Controller, type Control, type FieldPath, type FieldValues } from 'react-hook-form';

type MomentFieldProps<T extends FieldValues> = {
  // oxlint-disable-next-line typescript/no-explicit-any -- a field does not depend on the form's output type
  control: Control<T, any, any>;
  name: FieldPath<T>;
  label: string;
  description: string;
};

/** A date-time field in the browser's time zone; empty is null. */
export const DateTimeField = <T extends FieldValues>({ control, name, label, description }: MomentFieldProps<T>) => (
  <Controller
    control={control}
    name={name}
    render={({ field: { value, onChange, ref, onBlur }, fieldState }) => (
      <TextInput
        ref={ref}
        type="datetime-local"
        label={label}
        description={description}
        defaultValue={typeof value === 'string' ? localOf(value) : ''}
        onBlur={onBlur}
        onChange={({ currentTarget }) => onChange(momentOf(currentTarget.value))}
        error={fieldState.error?.message}
      />
    )}
  />
);

const momentOf = (local: string): string | null => {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
};

/** `2026-11-21T20:30` in the browser's time zone, the format of a datetime-local input. */
const localOf = (iso: string): string => {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};
