import { SimpleGrid, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { customerTypes, vatCategories, type ChangedAccount } from '#contract/accounts.ts';
import { countries } from '#web/lib/countries.ts';
import { currencies } from '#web/lib/currencies.ts';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';

type Fields = ChangedAccount;
type FieldName = keyof Fields;

/** What an input of a field takes: its registration and what is wrong with it. */
export const useAccountField = () => {
  const { register, formState } = useFormContext<Fields>();
  return (name: FieldName) => ({ ...register(name), error: formState.errors[name]?.message });
};

/** Who the account is and how it is reached. */
export const ContactFields = ({ autoFocus = false }: { autoFocus?: boolean }) => {
  const field = useAccountField();
  return (
    <>
      <TextInput
        {...field('company')}
        label="Name"
        description="Of the company, the club or yourself"
        required
        autoFocus={autoFocus}
        autoComplete="organization"
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...field('email')} label="E-mail" type="email" required autoComplete="email" />
        <TextInput {...field('job_description')} label="What you do" autoComplete="organization-title" />
        <TextInput {...field('telephone')} label="Telephone" type="tel" autoComplete="tel" />
        <TextInput {...field('fax')} label="Fax" type="tel" />
      </SimpleGrid>
    </>
  );
};

/** Where the account is, and in which money it counts. */
export const AddressFields = () => {
  const field = useAccountField();
  const lands = useMemo(countries, []);
  const moneys = useMemo(currencies, []);
  return (
    <>
      <TextInput {...field('address')} label="Address" autoComplete="street-address" />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...field('city')} label="City" autoComplete="address-level2" />
        <TextInput {...field('zip')} label="ZIP" autoComplete="postal-code" />
        <TextInput {...field('area')} label="State or area" autoComplete="address-level1" />
        <ChosenField name="country" label="Country" data={lands} searchable />
        <ChosenField name="currency" label="Currency" data={moneys} searchable />
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

/** What tax law asks of the account. */
export const VatFields = () => {
  const field = useAccountField();
  const [country, doy] = useWatch<Fields, ['country', 'doy']>({ name: ['country', 'doy'] });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <ChosenField name="customer_type" label="Kind of customer" data={named(customerTypes, customerNames)} />
      <ChosenField name="vat_category" label="VAT category" data={named(vatCategories, vatNames)} />
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
