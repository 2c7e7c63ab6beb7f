import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Segments } from '#web/ui/form/Segments.tsx';
import { BillingDriftTable } from './BillingDriftTable.tsx';
import { BillingEventsTable } from './BillingEventsTable.tsx';
import { billingEventsQuery } from './payments-queries.ts';

const route = getRouteApi('/shell/portal/payments');

/** `/portal/payments`: the payment provider's events, and differences from it that were healed. */
export const PaymentsScreen = () => {
  const { tab = 'events' } = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useQuery({
    ...billingEventsQuery({ limit: 1, offset: 0, state: undefined }),
    throwOnError: false,
  });
  return (
    <>
      <PageHeader
        title="Payments"
        description={
          tab === 'events'
            ? 'What the payment provider reported. Each event only says which customer to read anew.'
            : 'Differences from the payment provider, found and corrected in the last 30 days'
        }
        actions={
          <Segments
            aria-label="Show"
            value={tab}
            onChange={(chosen) =>
              void navigate({ search: { tab: chosen === 'differences' ? 'differences' : undefined }, replace: true })
            }
            data={[
              { value: 'events', label: 'Events' },
              { value: 'differences', label: 'Differences' },
            ]}
          />
        }
      />
      {data && data.mode !== 'live' && (
        <Alert mb="md" color="yellow" title={data.mode === 'sandbox' ? 'Sandbox' : 'Test mode'}>
          No money moves.{' '}
          {data.mode === 'sandbox' && 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to take real payments.'}
        </Alert>
      )}
      {tab === 'events' ? <BillingEventsTable /> : <BillingDriftTable />}
    </>
  );
};
