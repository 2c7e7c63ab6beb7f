import { useMemo } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import type { ChangedPodcast } from '#contract/podcast.ts';
import { languages } from '#web/lib/languages.ts';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';

/** The spoken language; one that isn't in the list, such as from an imported feed, is kept. */
export const LanguageField = () => {
  const { control } = useFormContext<ChangedPodcast>();
  const known = useMemo(languages, []);
  return (
    <Controller
      control={control}
      name="language"
      render={({ field: { value = 'en', onChange, onBlur, ref }, fieldState }) => (
        <ChoiceInput
          ref={ref}
          onBlur={onBlur}
          label="Language"
          description="Spoken language"
          withAsterisk
          data={withOwn(known, value.toLowerCase())}
          value={value.toLowerCase()}
          onChange={(chosen) => chosen !== null && onChange(chosen)}
          searchable
          allowDeselect={false}
          limit={300}
          error={fieldState.error?.message}
        />
      )}
    />
  );
};

type Choice = { value: string; label: string };

const withOwn = (known: Choice[], value: string): Choice[] =>
  known.some((one) => one.value === value) ? known : [{ value, label: value }, ...known];
