import { useMemo } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { languages } from '#web/lib/languages.ts';
import { ChoiceInput } from './ChoiceInput.tsx';

/** A form's `language`; one that isn't in the list, such as from an imported feed, is kept. */
export const LanguageField = ({ description }: { description: string }) => {
  const { control } = useFormContext<{ language?: string | undefined }>();
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
          description={description}
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
