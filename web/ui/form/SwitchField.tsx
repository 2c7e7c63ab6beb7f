import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { Controller, type Control, type FieldPath, type FieldValues } from 'react-hook-form';

type SwitchFieldProps<T extends FieldValues> = {
  // oxlint-disable-next-line typescript/no-explicit-any -- a field does not depend on the form's output type
  control: Control<T, any, any>;
  name: FieldPath<T>;
  label: string;
  description?: ReactNode;
  disabled?: boolean;
};

/** A switch field. Controlled, because a registered `Switch` keeps its own state and loses the value when it remounts. */
export const SwitchField = <T extends FieldValues>({ control, name, ...rest }: SwitchFieldProps<T>) => (
  <Controller
    control={control}
    name={name}
    render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
      <Switch
        {...rest}
        ref={ref}
        onBlur={onBlur}
        error={fieldState.error?.message}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    )}
  />
);
