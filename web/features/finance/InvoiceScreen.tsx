import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useMay } from '#web/features/session/queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { FirstRevenue } from './FirstRevenue.tsx';
import { InvoiceList } from './InvoiceList.tsx';
import { overviewQuery, statementQuery } from './queries.ts';
import { StatementList } from './StatementList.tsx';

const CreateInvoice = lazy(() =>
  loadChunk(() => import('./CreateInvoice.tsx')).then((part) => ({ default: part.CreateInvoice })),
);

const route = getRouteApi('/shell/accounts/$accountKey/finance/invoice');

/** `…/finance/invoice` (Create invoice): the monthly statements, the invoice of one of them, and all invoices. */
export const InvoiceScreen = () => {
  const { accountKey } = route.useParams();
  const { statement: chosen } = route.useSearch();
  const { data: overview } = useSuspenseQuery(overviewQuery(accountKey));
  const mayCreate = useMay('account.createInvoice', { accountKey });
  const { data: statement } = useQuery({
    ...statementQuery(accountKey, chosen ?? ''),
    enabled: chosen !== undefined,
  });
  if (!overview.hasFinancialData) return <FirstRevenue accountKey={accountKey} overview={overview} />;
  return (
    <>
      {statement && statement.id === chosen && mayCreate && statement.invoice === null && (
        <Suspense fallback={<ScreenSkeleton />}>
          <CreateInvoice key={statement.id} accountKey={accountKey} statement={statement} />
        </Suspense>
      )}
      <StatementList accountKey={accountKey} overview={overview} chosen={chosen} mayCreate={mayCreate} />
      <InvoiceList accountKey={accountKey} />
    </>
  );
};
