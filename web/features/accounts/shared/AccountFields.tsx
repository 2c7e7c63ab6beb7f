import { SimpleGrid, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { customerTypes, vatCategories, type ChangedAccount } from '#contract/api/accounts.ts';
import { countries } from '#web/lib/countries.ts';
import { currencies } from '#web/lib/currencies.ts';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';

type Fields = ChangedAccount;
type FieldName = keyof Fields;

/** The props of a field's input: its registration and its error. */
export const useAccountField = () => {
  const { register, formState } = useFormContext<Fields>();
  return (name: FieldName) => ({ ...register(name), error: formState.errors[name]?.message });
};

/** The account's name and contact details. */
export const ContactFields = ({ autoFocus = false }: { autoFocus?: boolean }) => {
  const field = useAccountField();
  return (
    <>
      <TextInput
        {...field('company')}
        label="Name"
        description="Company, club or your own name"
        required
        autoFocus={autoFocus}
        autoComplete="organization"
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...field('email')} label="E-mail" type="email" required autoComplete="email" />
        <TextInput {...field('job_description')} label="Job title or industry" autoComplete="organization-title" />
        <TextInput {...field('telephone')} label="Telephone" type="tel" autoComplete="tel" />
        <TextInput {...field('fax')} label="Fax" type="tel" />
      </SimpleGrid>
    </>
  );
};

/** The account's postal address and currency. */
export const AddressFields = () => {
  const field = useAccountField();
  const countryOptions = useMemo(countries, []);
  const currencyOptions = useMemo(currencies, []);
  return (
    <>
      <TextInput {...field('address')} label="Address" autoComplete="street-address" />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...field('city')} label="City" autoComplete="address-level2" />
        <TextInput {...field('zip')} label="ZIP" autoComplete="postal-code" />
        <TextInput {...field('area')} label="State or area" autoComplete="address-level1" />
        <ChosenField name="country" label="Country" data={countryOptions} searchable />
        <ChosenField name="currency" label="Currency" data={currencyOptions} searchable />
      </SimpleGrid>
    </>
  );
};

const vatNames: Record<(typeof vatCategories)[number], string> = {
  '': '',
  standard: 'Standard rate',
  reduced: 'Reduced rate',
  reverse_charge: 'Reverse charge',
  exempt: 'Exempt',
};
const customerNames: Record<(typeof customerTypes)[number], string> = {
  '': '',
  company: 'Company',
  person: 'Private person',
  non_profit: 'Non-profit organization',
  public_body: 'Public body',
};
const named = <T extends string>(values: readonly T[], names: Record<T, string>) =>
  values.flatMap((value) => (value === '' ? [] : [{ value, label: names[value] }]));

/** The account's tax details; its VAT category is the portal administrators'. */
export const VatFields = ({ withCategory = false }: { withCategory?: boolean }) => {
  const field = useAccountField();
  const [country, doy] = useWatch<Fields, ['country', 'doy']>({ name: ['country', 'doy'] });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <ChosenField name="customer_type" label="Customer type" data={named(customerTypes, customerNames)} />
      {withCategory && <ChosenField name="vat_category" label="VAT category" data={named(vatCategories, vatNames)} />}
      <TextInput {...field('vatid')} label="VAT number" />
      {(country === 'GR' || (doy ?? '') !== '') && (
        <TextInput {...field('doy')} label="Tax office (ΔΟΥ)" description="For accounts in Greece" />
      )}
    </SimpleGrid>
  );
};

type ChosenFieldProps = {
  name: FieldName;
  label: string;
  data: { value: string; label: string }[];
  searchable?: boolean;
};

const ChosenField = ({ name, label, data, searchable = false }: ChosenFieldProps) => {
  const { control, formState } = useFormContext<Fields>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, ref } }) => (
        <ChoiceInput
          ref={ref}
          label={label}
          data={data}
          value={typeof value === 'string' && value !== '' ? value : null}
          onChange={(chosen) => onChange(chosen ?? '')}
          error={formState.errors[name]?.message}
          searchable={searchable}
          clearable
          clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
        />
      )}
    />
  );
};
