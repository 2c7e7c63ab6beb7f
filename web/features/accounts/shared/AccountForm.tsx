import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { IconLock } from '@tabler/icons-react';
import { NewAccount, type Account } from '#contract/api/accounts.ts';
import { accountErrors } from '#contract/texts/errors/accounts.ts';
import { configQuery, isPortalAdmin, locationQuery, meQuery } from '#web/features/session/queries.ts';
import { errorOf } from '#web/lib/error-of.ts';
import { useCreateAccount } from '#web/parts/account-queries.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { AddressFields, ContactFields, VatFields } from './AccountFields.tsx';
import { FieldGroup } from './FieldGroup.tsx';

type AccountFormProps = { submit: string; onCreated: (account: Account) => Promise<void>; onCancel?: () => void };

/** The form for a new account of the user's own, with e-mail and country prefilled. */
export const AccountForm = (props: AccountFormProps) => {
  const { data: me } = useQuery(meQuery);
  const { data: config } = useQuery({ ...configQuery, throwOnError: false });
  const location = useQuery(locationQuery);
  if (!me || location.isPending) return <ScreenSkeleton />;
  if (config?.account_creation === 'admins' && !isPortalAdmin(me))
    return <CreationClosed supportEmail={config.support_email} />;
  return (
    <NewAccountForm
      {...props}
      email={me.email}
      country={me.localization.country || location.data?.country || ''}
      currency={me.localization.currency}
    />
  );
};

const CreationClosed = ({ supportEmail }: { supportEmail: string }) => (
  <Surface>
    <EmptyState icon={<IconLock size={30} />} title="Accounts are created by the portal">
      {errorOf(accountErrors, 'account.creationClosed').message}{' '}
      {supportEmail !== '' && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>}
    </EmptyState>
  </Surface>
);

type NewAccountFormProps = AccountFormProps & { email: string; country: string; currency: string };

const NewAccountForm = ({ submit, onCreated, onCancel, ...prefilled }: NewAccountFormProps): ReactNode => {
  const create = useCreateAccount();
  const [key] = useState(() => crypto.randomUUID());
  const form = useContractForm(NewAccount, {
    company: '',
    address: '',
    telephone: '',
    fax: '',
    city: '',
    zip: '',
    area: '',
    vatid: '',
    customer_type: '',
    job_description: '',
    doy: '',
    ...prefilled,
  });
  return (
    <FormProvider {...form}>
      <ContractForm
        form={form}
        submit={submit}
        onSubmit={async (body) => {
          const account = await create.mutateAsync({ body, key });
          form.reset(body);
          await onCreated(account);
        }}
        {...(onCancel && { onCancel })}
      >
        <Stack gap="md">
          <FieldGroup title="Contact">
            <ContactFields autoFocus />
          </FieldGroup>
          <FieldGroup title="Address">
            <AddressFields />
          </FieldGroup>
          <FieldGroup title="Invoicing" description="You can fill this in later.">
            <VatFields />
          </FieldGroup>
        </Stack>
      </ContractForm>
    </FormProvider>
  );
};
