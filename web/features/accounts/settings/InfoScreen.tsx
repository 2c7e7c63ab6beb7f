import { Alert, Stack, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { FormProvider } from 'react-hook-form';
import { ChangedAccount, type Account } from '#contract/accounts.ts';
import { configQuery, useMay } from '#web/features/session/queries.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
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

/** `…/settings`: what the account says of itself, its logo, and for portal administrators what is theirs to say. */
export const InfoScreen = () => {
  const { accountKey } = route.useParams();
  const { data: account } = useSuspenseQuery(accountQuery(accountKey));
  const isPortals = useMay('account.suspend', { accountKey });
  const { data: config } = useQuery({ ...configQuery, throwOnError: false });
  return (
    <Stack gap="md">
      {account.suspended && !isPortals && (
        <Alert color="yellow" title="Account suspended">
          Nothing can be changed while the account is suspended. Please contact support
          {config?.support_email ? `: ${config.support_email}` : '.'}
        </Alert>
      )}
      <Logo account={account} />
      <InfoForm key={account.key} account={account} isPortals={isPortals} />
      <Balance account={account} />
      {isPortals && <DangerZone account={account} />}
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
        hint="It is fitted into 512 × 512 pixels."
        busy={logo.isPending}
        onUpload={(file) => logo.mutate(file, { onSuccess: () => announceSuccess('The logo was replaced.') })}
        onRemove={() => logo.mutate(null, { onSuccess: () => announceSuccess('The logo was removed.') })}
      />
    </Surface>
  );
};

const own = [
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
  'vat_category',
  'vatid',
  'doy',
] as const satisfies (keyof ChangedAccount & keyof Account)[];
const portals = [
  'vatid_valid',
  'date_to',
  'gold_brd',
  'chat_support',
  'comments',
] as const satisfies (keyof ChangedAccount & keyof Account)[];

/** The fields of an account that somebody may change, as they are. */
const valuesOf = (account: Account, isPortals: boolean): ChangedAccount =>
  Object.fromEntries([...own, ...(isPortals ? portals : [])].map((name) => [name, account[name]]));

const InfoForm = ({ account, isPortals }: { account: Account; isPortals: boolean }) => {
  const update = useUpdateAccount(account.key);
  const form = useContractForm(ChangedAccount, valuesOf(account, isPortals));
  return (
    <FormProvider {...form}>
      <ContractForm
        form={form}
        submit="Save"
        onSubmit={async (body) => {
          form.reset(valuesOf(await update.mutateAsync(body), isPortals));
          announceSuccess('The account was saved.');
        }}
      >
        <Stack gap="md">
          <FieldGroup title="Who you are">
            <ContactFields />
          </FieldGroup>
          <FieldGroup title="Where you are">
            <AddressFields />
          </FieldGroup>
          <FieldGroup title="Tax">
            <VatFields />
            {!isPortals && account.vatid !== '' && (
              <Text size="sm" c="dimmed">
                {account.vatid_valid ? 'The VAT number was found valid.' : 'The VAT number has not been checked yet.'}
              </Text>
            )}
          </FieldGroup>
          {isPortals && <PortalFields />}
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
      definition="What the account has with the portal, in the account's currency."
    />
    <Stat
      label="Free"
      value={money(account.balance_free, account.currency)}
      definition="The part of the balance that can be paid out."
    />
    <Stat
      label="Pending"
      value={money(account.balance_pending, account.currency)}
      definition="The part of the balance that is not settled yet."
    />
    <Stat
      label="Since"
      value={account.date_from === '' ? '' : day(account.date_from)}
      hint={account.date_to === null ? 'without an end' : `until ${day(account.date_to)}`}
      definition="When the account was made, and until when it was agreed upon."
    />
  </StatRow>
);
