import { ColorInput } from '@mantine/core';
import { Controller } from 'react-hook-form';
import { brand } from '#brand/brand.ts';
import type { BuilderForm } from './form.ts';

type ColourFieldProps = { form: BuilderForm; name: 'accent' | 'background' | 'text'; label: string };

/** The areas of the picker are for pointers only; others write the colour. */
const mouseOnly = { saturation: { 'aria-hidden': true }, slider: { 'aria-hidden': true } };

/** A colour, or empty for the theme's own. */
export const ColourField = ({ form, name, label }: ColourFieldProps) => (
  <Controller
    control={form.control}
    name={`colours.${name}`}
    render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
      <ColorInput
        ref={ref}
        label={label}
        placeholder="Theme"
        value={value ?? ''}
        onChange={onChange}
        onBlur={onBlur}
        format="hex"
        fixOnBlur={false}
        withEyeDropper={false}
        swatches={[...brand.theme.primary.slice(3)]}
        swatchesPerRow={7}
        attributes={mouseOnly}
        error={fieldState.error?.message}
      />
    )}
  />
);
