import { Alert, NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Controller } from 'react-hook-form';
import { InvoiceSettings } from '#contract/api/accounts.ts';
import { useMay } from '#web/features/session/queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { fractionDigits } from '#web/lib/currencies.ts';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { accountQuery, invoiceSettingsQuery, useSetInvoiceSettings } from '#web/parts/account-queries.ts';

const route = getRouteApi('/shell/accounts/$accountKey');

/** `…/settings/invoice`: the account's invoice settings, changed by portal administrators only. */
export const InvoiceScreen = () => {
  const { accountKey } = route.useParams();
  const { data: account } = useSuspenseQuery(accountQuery(accountKey));
  const { data: settings } = useSuspenseQuery(invoiceSettingsQuery(accountKey));
  const maySet = useMay('account.setLimits', { accountKey });
  const set = useSetInvoiceSettings(accountKey);
  const form = useContractForm(InvoiceSettings, settings);
  const { errors } = form.formState;
  const digits = fractionDigits(account.currency);
  return (
    <>
      {!maySet && (
        <Alert mb="md" title="Managed by the portal">
          Only portal administrators can change these settings.
        </Alert>
      )}
      <Surface title="Invoices">
        <ContractForm
          form={form}
          readOnly={!maySet}
          onSubmit={async (body) => {
            form.reset(await set.mutateAsync(body));
            toastSuccess('Invoice settings saved.');
          }}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput {...form.register('accountName')} label="Name on invoices" error={errors.accountName?.message} />
            <TextInput
              {...form.register('referenceNumber')}
              label="Reference number"
              error={errors.referenceNumber?.message}
            />
            <TextInput
              {...form.register('mount')}
              label="Mount"
              description="Stream mount on the invoice"
              error={errors.mount?.message}
            />
            <TextInput
              {...form.register('brdEmail')}
              label="Invoice e-mail"
              description="Leave empty to use the account’s e-mail"
              type="email"
              error={errors.brdEmail?.message}
            />
            <Controller
              control={form.control}
              name="cpmRate"
              render={({ field: { value, onChange, ref } }) => (
                <NumberInput
                  ref={ref}
                  label={`CPM rate${account.currency === '' ? '' : ` (${account.currency})`}`}
                  value={value / 10 ** digits}
                  onChange={(to) => onChange(Math.round(Number(to) * 10 ** digits))}
                  min={0}
                  decimalScale={digits}
                  fixedDecimalScale
                  allowNegative={false}
                  error={errors.cpmRate?.message}
                />
              )}
            />
          </SimpleGrid>
        </ContractForm>
      </Surface>
    </>
  );
};
