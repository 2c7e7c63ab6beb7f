import { NumberInput } from '@mantine/core';
import { Controller, type Control, type FieldPath, type FieldValues } from 'react-hook-form';

type NumberFieldProps<T extends FieldValues> = {
  // oxlint-disable-next-line typescript/no-explicit-any -- what a form makes of its values doesn't matter to a field
  control: Control<T, any, any>;
  name: FieldPath<T>;
  label: string;
  description?: string;
  min: number;
  max: number;
  /** What stands in the form for one of what is shown: 100 for cents behind dollars. */
  scale?: number;
  suffix?: string;
  prefix?: string;
  placeholder?: string;
};

/** A number of a form. */
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
