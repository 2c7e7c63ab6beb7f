import { Alert, Stack, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { FormProvider } from 'react-hook-form';
import { ChangedAccount, type Account } from '#contract/api/accounts.ts';
import { configQuery, useMay } from '#web/features/session/queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { money } from '#web/lib/currencies.ts';
import { day } from '#web/lib/format.ts';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { ImageField } from '#web/ui/form/ImageField.tsx';
import { Stat, StatRow } from '#web/ui/Stat.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { accountQuery, useAccountLogo, useUpdateAccount } from '#web/parts/account-queries.ts';
import { AddressFields, ContactFields, VatFields } from '../shared/AccountFields.tsx';
import { FieldGroup } from '../shared/FieldGroup.tsx';
import { DangerZone } from './DangerZone.tsx';
import { PortalFields } from './PortalFields.tsx';

const route = getRouteApi('/shell/accounts/$accountKey');

/** `…/settings`: the account's details and logo, and for portal administrators the fields only they can change. */
export const InfoScreen = () => {
  const { accountKey } = route.useParams();
  const { data: account } = useSuspenseQuery(accountQuery(accountKey));
  const isPortalAdmin = useMay('account.suspend', { accountKey });
  const { data: config } = useQuery({ ...configQuery, throwOnError: false });
  return (
    <Stack gap="md">
      {account.suspended && !isPortalAdmin && (
        <Alert color="yellow" title="Account suspended">
          Nothing can be changed while the account is suspended. Please contact support
          {config?.support_email ? `: ${config.support_email}` : '.'}
        </Alert>
      )}
      <Logo account={account} />
      <InfoForm key={account.key} account={account} isPortalAdmin={isPortalAdmin} />
      <Balance account={account} />
      {isPortalAdmin && <DangerZone account={account} />}
    </Stack>
  );
};

const Logo = ({ account }: { account: Account }) => {
  const logo = useAccountLogo(account.key);
  return (
    <Surface>
      <ImageField
        label="Logo"
        name={account.company}
        src={account.logo}
        hint="Scaled to fit 512 × 512 pixels."
        busy={logo.isPending}
        onUpload={(file) => logo.mutate(file, { onSuccess: () => toastSuccess('Logo replaced.') })}
        onRemove={() => logo.mutate(null, { onSuccess: () => toastSuccess('Logo removed.') })}
      />
    </Surface>
  );
};

const ownerFields = [
  'company',
  'email',
  'job_description',
  'telephone',
  'fax',
  'address',
  'city',
  'zip',
  'area',
  'country',
  'currency',
  'customer_type',
  'vatid',
  'doy',
] as const satisfies (keyof ChangedAccount & keyof Account)[];
const adminFields = [
  'vatid_valid',
  'vat_category',
  'date_to',
  'gold_brd',
  'chat_support',
  'comments',
] as const satisfies (keyof ChangedAccount & keyof Account)[];

/** The current values of the account's fields that the user may change. */
const valuesOf = (account: Account, isPortalAdmin: boolean): ChangedAccount =>
  Object.fromEntries([...ownerFields, ...(isPortalAdmin ? adminFields : [])].map((name) => [name, account[name]]));

const InfoForm = ({ account, isPortalAdmin }: { account: Account; isPortalAdmin: boolean }) => {
  const update = useUpdateAccount(account.key);
  const form = useContractForm(ChangedAccount, valuesOf(account, isPortalAdmin));
  return (
    <FormProvider {...form}>
      <ContractForm
        form={form}
        onSubmit={async (body) => {
          form.reset(valuesOf(await update.mutateAsync(body), isPortalAdmin));
          toastSuccess('Account saved.');
        }}
      >
        <Stack gap="md">
          <FieldGroup title="Contact">
            <ContactFields />
          </FieldGroup>
          <FieldGroup title="Address">
            <AddressFields />
          </FieldGroup>
          <FieldGroup title="Tax">
            <VatFields withCategory={isPortalAdmin} />
            {!isPortalAdmin && account.vatid !== '' && (
              <Text size="sm" c="dimmed">
                {account.vatid_valid ? 'The VAT number is valid.' : 'The VAT number has not been verified yet.'}
              </Text>
            )}
          </FieldGroup>
          {isPortalAdmin && <PortalFields />}
        </Stack>
      </ContractForm>
    </FormProvider>
  );
};

const Balance = ({ account }: { account: Account }) => (
  <StatRow>
    <Stat
      label="Balance"
      value={money(account.balance, account.currency)}
      definition="The account’s balance in its own currency."
    />
    <Stat
      label="Available"
      value={money(account.balance_free, account.currency)}
      definition="The part of the balance that can be paid out."
    />
    <Stat
      label="Pending"
      value={money(account.balance_pending, account.currency)}
      definition="The part of the balance that has not been settled yet."
    />
    <Stat
      label="Since"
      value={account.date_from === '' ? '' : day(account.date_from)}
      hint={account.date_to === null ? 'No end date' : `until ${day(account.date_to)}`}
      definition="Account start and contract end."
    />
  </StatRow>
);
