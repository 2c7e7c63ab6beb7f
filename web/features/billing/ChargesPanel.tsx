import { Text } from '@mantine/core';
import type { BillingOverview } from '#contract/api/payments.ts';
import { day } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { amount } from './shared/charge-texts.ts';

/** The next regular charge, and what is left of earlier payments. */
export const ChargesPanel = ({
  overview: { upcoming, credit, currency, open_invoice: unpaid },
}: {
  overview: BillingOverview;
}) => (
  <Surface title="Next charge">
    {upcoming === null ? (
      <Text c="dimmed">{unpaid ? 'The unpaid invoice above.' : 'Nothing will be charged.'}</Text>
    ) : (
      <>
        <Text fw={600} className="numbers">
          <bdi>{amount(upcoming.amount, upcoming.currency)}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          On {day(upcoming.at)}
        </Text>
      </>
    )}
    {credit > 0 && (
      <Text size="sm" mt="sm">
        Credit: <b className="numbers">{amount(credit, currency)}</b>. It reduces the next invoices.
      </Text>
    )}
  </Surface>
);
