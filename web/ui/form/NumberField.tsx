import { NumberInput } from '@mantine/core';
import { Controller, type Control, type FieldPath, type FieldValues } from 'react-hook-form';

type NumberFieldProps<T extends FieldValues> = {
  // oxlint-disable-next-line typescript/no-explicit-any -- a field does not depend on the form's output type
  control: Control<T, any, any>;
  name: FieldPath<T>;
  label: string;
  description?: string;
  min: number;
  max: number;
  /** Form units per displayed unit: 100 for cents shown as dollars. */
  scale?: number;
  suffix?: string;
  prefix?: string;
  placeholder?: string;
};

/** A number field. */
export const NumberField = <T extends FieldValues>({ control, name, scale = 1, ...field }: NumberFieldProps<T>) => (
  <Controller
    control={control}
    name={name}
    render={({ field: { value, onChange, ref, onBlur }, fieldState }) => (
      <NumberInput
        {...field}
        ref={ref}
        onBlur={onBlur}
        value={typeof value === 'number' ? value / scale : ''}
        onChange={(entered) => onChange(entered === '' ? null : Math.round(Number(entered) * scale))}
        decimalScale={scale === 1 ? 0 : 2}
        clampBehavior="none"
        error={fieldState.error?.message}
      />
    )}
  />
);
