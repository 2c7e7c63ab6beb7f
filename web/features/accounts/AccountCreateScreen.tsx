import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Controller } from 'react-hook-form';
import { NewAccount } from '#contract/accounts.ts';
import { meQuery } from '#web/features/session/queries.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { countries } from '#web/lib/countries.ts';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { Waiting } from '#web/ui/Waiting.tsx';
import { useCreateAccount } from './queries.ts';

/** `/accounts/create` */
export const AccountCreateScreen = () => {
  const { data: me } = useQuery(meQuery);
  return (
    <>
      <PageHeader title="Create account" description="You become its owner, and can invite others later." />
      {me ? <AccountForm email={me.email} /> : <Waiting />}
    </>
  );
};

const AccountForm = ({ email }: { email: string }) => {
  const navigate = useNavigate();
  const create = useCreateAccount();
  const [key] = useState(() => crypto.randomUUID());
  const options = useMemo(countries, []);
  const form = useContractForm(NewAccount, {
    company: '',
    email,
    address: '',
    telephone: '',
    city: '',
    zip: '',
    area: '',
    country: '',
  });
  const { errors } = form.formState;
  const field = (name: keyof NewAccount) => ({ ...form.register(name), error: errors[name]?.message });
  return (
    <Surface maw={760}>
      <ContractForm
        form={form}
        submit="Create account"
        onSubmit={async (body) => {
          const account = await create.mutateAsync({ body, key });
          announceSuccess('Now add its first station.', `${account.company} was created`);
          await navigate({ to: '/accounts/$accountKey', params: { accountKey: account.key } });
        }}
        onCancel={() => void navigate({ to: '/accounts' })}
      >
        <TextInput
          {...field('company')}
          label="Name"
          description="Of the company, the club or yourself"
          required
          autoFocus
        />
        <TextInput {...field('email')} label="E-mail" type="email" required autoComplete="email" />
        <TextInput {...field('telephone')} label="Telephone" type="tel" autoComplete="tel" />
        <TextInput {...field('address')} label="Address" autoComplete="street-address" />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput {...field('city')} label="City" autoComplete="address-level2" />
          <TextInput {...field('zip')} label="ZIP" autoComplete="postal-code" />
          <TextInput {...field('area')} label="State or area" autoComplete="address-level1" />
          <Controller
            control={form.control}
            name="country"
            render={({ field: { value, onChange, ref } }) => (
              <Select
                ref={ref}
                label="Country"
                data={options}
                value={value || null}
                onChange={(chosen) => onChange(chosen ?? '')}
                error={errors.country?.message}
                searchable
                clearable
                clearButtonProps={{ 'aria-label': 'Clear the country' }}
              />
            )}
          />
        </SimpleGrid>
      </ContractForm>
    </Surface>
  );
};
