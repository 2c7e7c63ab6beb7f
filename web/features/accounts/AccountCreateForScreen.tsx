import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { AccountForOwner } from '#contract/api/accounts.ts';
import { offersPlan } from '#contract/rules/brand-flags.ts';
import { planIds, planName } from '#contract/rules/plans.ts';
import { brand } from '#brand/brand.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { useCreateAccountFor } from '#web/parts/account-queries.ts';
import { AddressFields, ContactFields, VatFields } from './shared/AccountFields.tsx';
import { FieldGroup } from './shared/FieldGroup.tsx';

/** Every plan of the brand, including those that customers cannot request. */
const offered = planIds.filter((plan) => offersPlan(brand, plan));

/** `/portal/accounts/create`: a portal administrator creates an account for a customer, who is invited as its owner. */
export const AccountCreateForScreen = () => {
  const navigate = useNavigate();
  const create = useCreateAccountFor();
  const [key] = useState(() => crypto.randomUUID());
  const form = useContractForm(AccountForOwner, {
    company: '',
    email: '',
    owner_email: '',
    plan: 'trial',
    address: '',
    telephone: '',
    fax: '',
    city: '',
    zip: '',
    area: '',
    country: '',
    currency: '',
    vatid: '',
    vat_category: '',
    customer_type: '',
    job_description: '',
    doy: '',
  });
  const { errors } = form.formState;
  return (
    <>
      <PageHeader
        title="Create an account for a customer"
        description="The customer is invited by e-mail as its owner. You do not become a member."
      />
      <div style={{ maxWidth: 760 }}>
        <FormProvider {...form}>
          <ContractForm
            form={form}
            submit="Create account"
            onSubmit={async (body) => {
              const account = await create.mutateAsync({ body, key });
              form.reset(body);
              toastSuccess(`Invitation sent to ${body.owner_email}.`, `${account.company} created`);
              await navigate({ to: '/accounts/$accountKey', params: { accountKey: account.key } });
            }}
            onCancel={() => void navigate({ to: '/accounts' })}
          >
            <Stack gap="md">
              <FieldGroup title="Owner">
                <SimpleGrid cols={{ base: 1, xs: 2 }}>
                  <TextInput
                    {...form.register('owner_email')}
                    label="Owner’s e-mail"
                    description="The invitation is sent to this address"
                    type="email"
                    required
                    autoFocus
                    error={errors.owner_email?.message}
                  />
                  <NativeSelect
                    {...form.register('plan')}
                    label="Plan"
                    description="You can change it at any time"
                    data={offered.map((value) => ({ value, label: planName(value, brand) }))}
                    error={errors.plan?.message}
                  />
                </SimpleGrid>
              </FieldGroup>
              <FieldGroup title="Account">
                <ContactFields />
              </FieldGroup>
              <FieldGroup title="Address">
                <AddressFields />
              </FieldGroup>
              <FieldGroup title="Invoicing">
                <VatFields withCategory />
              </FieldGroup>
            </Stack>
          </ContractForm>
        </FormProvider>
      </div>
    </>
  );
};
