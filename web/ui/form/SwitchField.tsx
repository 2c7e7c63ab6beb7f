import { Switch } from '@mantine/core';
import { Controller, type Control, type FieldPath, type FieldValues } from 'react-hook-form';

type SwitchFieldProps<T extends FieldValues> = {
  // oxlint-disable-next-line typescript/no-explicit-any -- what a form makes of its values doesn't matter to a field
  control: Control<T, any, any>;
  name: FieldPath<T>;
  label: string;
  description?: string;
  disabled?: boolean;
};

/** A yes or no of a form. A registered `Switch` forgets what it stands at when it is drawn again: it holds a state of its own. */
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
