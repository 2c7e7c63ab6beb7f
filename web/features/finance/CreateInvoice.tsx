import { Alert, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { NewAdInvoice, type StatementDetails } from '#contract/api/finance.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { money } from '#web/lib/currencies.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { invoiceSettingsQuery } from '#web/parts/account-queries.ts';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { InvoicePaper } from './InvoicePaper.tsx';
import { monthName } from './money-texts.ts';
import { previewQuery, useCreateAdInvoice } from './queries.ts';

const previewAfterMs = 300;

type CreateInvoiceProps = { accountKey: AccountKey; statement: StatementDetails };

/** The invoice of a statement: what is printed on it, beside what it will look like. */
export const CreateInvoice = ({ accountKey, statement }: CreateInvoiceProps) => {
  const { data: settings } = useSuspenseQuery(invoiceSettingsQuery(accountKey));
  const { accountName, referenceNumber, mount } = settings;
  const form = useContractForm(NewAdInvoice, { statement: statement.id, accountName, referenceNumber, mount });
  const create = useCreateAdInvoice(accountKey);
  const navigate = useNavigate();
  const [key] = useState(() => crypto.randomUUID());
  const { errors } = form.formState;
  const close = () =>
    void navigate({ to: '/accounts/$accountKey/finance/invoice', params: { accountKey }, search: {} });
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} mb="md" spacing="md">
      <Surface
        title={`Invoice for ${monthName(statement.month)}`}
        description={`${money(statement.amount, statement.currency)} for what your listeners heard`}
      >
        <ContractForm
          form={form}
          submit="Create invoice"
          onCancel={close}
          onSubmit={async (body) => {
            const made = await create.mutateAsync({ body, key });
            form.reset(form.getValues());
            toastSuccess(`Invoice ${made.number} was created. Send it from the list of invoices.`);
            close();
          }}
        >
          <Stack gap="md">
            <TextInput
              {...form.register('accountName')}
              label="Name on the invoice"
              error={errors.accountName?.message}
            />
            <TextInput
              {...form.register('referenceNumber')}
              label="Reference number"
              error={errors.referenceNumber?.message}
            />
            <TextInput {...form.register('mount')} label="Mount" error={errors.mount?.message} />
            <Text size="sm" c="dimmed">
              CPM rate {money(settings.cpmRate, statement.currency)}. Each impression earned the rate at the time when
              it was heard. The portal sets the rate in the invoice settings.
            </Text>
          </Stack>
        </ContractForm>
      </Surface>
      <Preview accountKey={accountKey} control={form.control} />
    </SimpleGrid>
  );
};

type Control = ReturnType<typeof useContractForm<NewAdInvoice, NewAdInvoice>>['control'];

const Preview = ({ accountKey, control }: { accountKey: AccountKey; control: Control }) => {
  const [body] = useDebouncedValue(useWatch({ control }) as NewAdInvoice, previewAfterMs);
  const { data, error, isPlaceholderData } = useQuery({ ...previewQuery(accountKey, body), throwOnError: false });
  if (error) return <Alert color="red">{asApiError(error).text}</Alert>;
  return data ? <InvoicePaper invoice={data} isOld={isPlaceholderData} /> : <ScreenSkeleton />;
};
