import { TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { Controller } from 'react-hook-form';
import { countries } from '#web/lib/countries.ts';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { SettingsGroup, type SettingsForm } from './SettingsGroup.tsx';

/** The general settings of payments: what happens after an unpaid end, and who sells. */
export const PaymentGroups = ({ form }: { form: SettingsForm }) => (
  <>
    <SettingsGroup
      title="Unpaid subscriptions"
      description="What happens to the stations of an account that stops paying"
    >
      <NumberField
        control={form.control}
        name="grace_days"
        label="Days until stations go off the air"
        description="After a paid subscription has ended. Leave empty to never take them off the air"
        min={0}
        max={365}
        placeholder="Never"
      />
      <SwitchField
        control={form.control}
        name="hold_after_trial"
        label="Also after a trial"
        description="Otherwise the stations of a trial that ends unpaid stay on the air"
      />
    </SettingsGroup>
    <SellerGroup form={form} />
  </>
);

const SellerGroup = ({ form }: { form: SettingsForm }) => {
  const errors = form.formState.errors.seller;
  const options = useMemo(countries, []);
  return (
    <SettingsGroup title="Seller" description="Who sells the plans, as printed on invoices">
      <TextInput {...form.register('seller.name')} label="Company" error={errors?.name?.message} />
      <TextInput {...form.register('seller.vatid')} label="VAT number" error={errors?.vatid?.message} />
      <TextInput {...form.register('seller.address')} label="Address" error={errors?.address?.message} />
      <Controller
        control={form.control}
        name="seller.country"
        render={({ field: { value, onChange, ref } }) => (
          <ChoiceInput
            ref={ref}
            label="Country"
            description="Decides the VAT of customers"
            data={options}
            value={value === '' ? null : value}
            onChange={(chosen) => onChange(chosen ?? '')}
            error={errors?.country?.message}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'Clear: Country' }}
          />
        )}
      />
    </SettingsGroup>
  );
};
