import { SimpleGrid, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { ContactInfo, type User } from '#contract/api/session.ts';
import { countries } from '#web/lib/countries.ts';
import { useContractForm } from '#web/ui/form/ContractForm.tsx';
import { SearchableSelect } from './SearchableSelect.tsx';
import { SectionForm } from './SectionForm.tsx';

const Contact = z.object({ contact_info: ContactInfo });
type Contact = z.infer<typeof Contact>;
const valuesOf = ({ contact_info }: User): Contact => ({ contact_info });

/** The user's contact details; only portal administrators see them. */
export const ContactSection = ({ me }: { me: User }) => {
  const form = useContractForm<Contact, Contact>(Contact, valuesOf(me));
  const countryOptions = useMemo(countries, []);
  const errors = form.formState.errors.contact_info;
  return (
    <SectionForm id="contact" title="Contact" form={form} valuesOf={valuesOf}>
      <TextInput
        {...form.register('contact_info.address')}
        label="Address"
        autoComplete="street-address"
        error={errors?.address?.message}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          {...form.register('contact_info.city')}
          label="City"
          autoComplete="address-level2"
          error={errors?.city?.message}
        />
        <TextInput
          {...form.register('contact_info.zip')}
          label="ZIP"
          autoComplete="postal-code"
          error={errors?.zip?.message}
        />
        <SearchableSelect control={form.control} name="contact_info.country" label="Country" data={countryOptions} />
        <TextInput
          {...form.register('contact_info.telephone')}
          type="tel"
          label="Telephone"
          autoComplete="tel"
          error={errors?.telephone?.message}
        />
      </SimpleGrid>
    </SectionForm>
  );
};
