import { useMemo } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { ChangedPodcast } from '#contract/podcast.ts';
import { languages } from '#web/lib/languages.ts';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';

/** The language that is spoken; one that isn't in the list, as of an imported feed, stays what it is. */
export const LanguageField = () => {
  const { control } = useFormContext<ChangedPodcast>();
  const { field, fieldState } = useController({ control, name: 'language' });
  const value = field.value?.toLowerCase() ?? null;
  const known = useMemo(languages, []);
  const data = value === null || known.some((one) => one.value === value) ? known : [{ value, label: value }, ...known];
  return (
    <ChoiceInput
      ref={field.ref}
      onBlur={field.onBlur}
      label="Language"
      withAsterisk
      data={data}
      value={value}
      onChange={(chosen) => chosen !== null && field.onChange(chosen)}
      searchable
      allowDeselect={false}
      limit={300}
      error={fieldState.error?.message}
    />
  );
};
