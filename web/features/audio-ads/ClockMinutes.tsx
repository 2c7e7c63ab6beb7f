import { MultiSelect } from '@mantine/core';
import { Controller, useFormContext } from 'react-hook-form';
import type { AudioAdsRules } from '#contract/api/audio-ads.ts';
import { limits } from '#contract/rules/limits.ts';

const minutes = Array.from({ length: 60 }, (_, minute) => `:${String(minute).padStart(2, '0')}`);

/** The minutes of each hour at which breaks begin. */
export const ClockMinutes = () => {
  const { control } = useFormContext<AudioAdsRules>();
  return (
    <Controller
      control={control}
      name="breaks.clock.minutes"
      render={({ field, fieldState }) => (
        <MultiSelect
          ref={field.ref}
          label="Minutes"
          data={minutes}
          value={field.value.map((minute) => minutes[minute] ?? '')}
          onChange={(chosen) =>
            field.onChange(chosen.map((name) => minutes.indexOf(name)).toSorted((one, other) => one - other))
          }
          maxValues={limits.adBreaksPerHour}
          hidePickedOptions
          searchable
          error={fieldState.error?.message}
        />
      )}
    />
  );
};
