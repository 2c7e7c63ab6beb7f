import { SimpleGrid } from '@mantine/core';
import { useMemo } from 'react';
import { Controller } from 'react-hook-form';
import * as z from 'zod/mini';
import { locales } from '#contract/rules/locales.ts';
import { Localization, type User } from '#contract/api/session.ts';
import { countries } from '#web/lib/countries.ts';
import { currencies } from '#web/lib/currencies.ts';
import { useContractForm } from '#web/ui/form/ContractForm.tsx';
import { ZoneInput } from '#web/ui/form/ZoneInput.tsx';
import { SearchableSelect } from './SearchableSelect.tsx';
import { SectionForm } from './SectionForm.tsx';

const Localized = z.object({ localization: Localization });
type Localized = z.infer<typeof Localized>;
const valuesOf = ({ localization }: User): Localized => ({ localization });

/** The user's formats for dates, numbers and money; the interface is in English (spec §1). */
export const LocalizationSection = ({ me }: { me: User }) => {
  const form = useContractForm<Localized, Localized>(Localized, valuesOf(me));
  const lists = useMemo(
    () => ({
      locales: localeChoices(),
      countries: countries(),
      currencies: currencies(),
    }),
    [],
  );
  const { control } = form;
  return (
    <SectionForm
      id="localization"
      title="Localization"
      description="Formats for dates and numbers. The interface is in English."
      form={form}
      valuesOf={valuesOf}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <SearchableSelect
          control={control}
          name="localization.locale"
          label="Locale"
          placeholder="Browser default"
          data={lists.locales}
        />
        <Controller
          control={control}
          name="localization.timezone"
          render={({ field, fieldState }) => (
            <ZoneInput
              {...field}
              value={field.value || null}
              onChange={(chosen) => field.onChange(chosen ?? '')}
              label="Time zone"
              placeholder="Browser default"
              clearable
              clearButtonProps={{ 'aria-label': 'Clear time zone' }}
              error={fieldState.error?.message}
            />
          )}
        />
        <SearchableSelect control={control} name="localization.country" label="Country" data={lists.countries} />
        <SearchableSelect control={control} name="localization.currency" label="Currency" data={lists.currencies} />
      </SimpleGrid>
    </SectionForm>
  );
};

/** The locales by English name, each with its native name. */
const localeChoices = (): { value: string; label: string }[] => {
  const english = new Intl.DisplayNames('en', { type: 'language' });
  return locales
    .map((tag) => {
      const name = english.of(tag) ?? tag;
      const nativeName = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? name;
      return { value: tag, label: nativeName.toLowerCase() === name.toLowerCase() ? name : `${name}, ${nativeName}` };
    })
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
};
