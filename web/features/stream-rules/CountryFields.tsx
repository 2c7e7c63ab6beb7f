import { Stack, Text, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { loadChunk } from '#web/lib/chunks.ts';
import { Segments } from '#web/ui/form/Segments.tsx';
import type { RulesForm } from './rules-form.ts';

const CountriesInput = lazy(() =>
  loadChunk(() => import('./CountriesInput.tsx')).then((part) => ({ default: part.CountriesInput })),
);

const modes = [
  { value: 'all', label: 'Everywhere' },
  { value: 'only', label: 'Only in' },
  { value: 'except', label: 'Not in' },
];

/** The countries in which the station is available. */
export const CountryFields = () => {
  const { control } = useFormContext<RulesForm>();
  const mode = useWatch({ control, name: 'country_mode' });
  return (
    <Stack gap="md">
      <Controller
        control={control}
        name="country_mode"
        render={({ field: { value, onChange }, fieldState }) => (
          <div>
            <Segments
              aria-label="Where the station is available"
              data={modes}
              value={value}
              onChange={onChange}
              fullWidth
              maw={460}
            />
            {fieldState.error && (
              <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
                {fieldState.error.message}
              </Text>
            )}
          </div>
        )}
      />
      {mode !== 'all' && (
        <Controller
          control={control}
          name="countries"
          render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
            <Suspense fallback={<TextInput label="Countries" disabled />}>
              <CountriesInput
                ref={ref}
                label="Countries"
                description={
                  mode === 'only'
                    ? 'Listeners elsewhere or in an unknown country are blocked.'
                    : 'Listeners in an unknown country are allowed.'
                }
                placeholder={value.length === 0 ? 'Choose countries' : ''}
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                error={fieldState.error?.message ?? fieldState.error?.root?.message}
              />
            </Suspense>
          )}
        />
      )}
    </Stack>
  );
};
