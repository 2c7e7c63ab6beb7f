import { SimpleGrid } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useMay } from '#web/features/session/queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { accountQuery } from '#web/parts/account-queries.ts';
import { CardPanel } from './CardPanel.tsx';
import { ChargesPanel } from './ChargesPanel.tsx';
import { InvoicesTable } from './InvoicesTable.tsx';
import { OpenInvoice } from './OpenInvoice.tsx';
import { overviewQuery } from './queries.ts';
import { VatPanel } from './VatPanel.tsx';

const ProviderPanel = lazy(() =>
  loadChunk(() => import('./ProviderPanel.tsx')).then((part) => ({ default: part.ProviderPanel })),
);

const route = getRouteApi('/shell/accounts/$accountKey/subscriptions/billing');

/** `…/subscriptions/billing`: the card, VAT number, what is charged next, what is unpaid, and all invoices. */
export const BillingScreen = () => {
  const { accountKey } = route.useParams();
  const { data: account } = useSuspenseQuery(accountQuery(accountKey));
  const { data: overview } = useSuspenseQuery(overviewQuery(accountKey));
  const seesProvider = useMay('account.setPlan', { accountKey });
  usePageTitle(`${account.company}: Billing`);
  return (
    <>
      <OpenInvoice accountKey={accountKey} overview={overview} />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} mb="md">
        <CardPanel accountKey={accountKey} overview={overview} />
        <ChargesPanel overview={overview} />
        <VatPanel accountKey={accountKey} vat={overview.vat} />
      </SimpleGrid>
      <InvoicesTable accountKey={accountKey} />
      {seesProvider && (
        <Suspense>
          <ProviderPanel accountKey={accountKey} overview={overview} />
        </Suspense>
      )}
    </>
  );
};
