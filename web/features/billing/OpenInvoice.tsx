import { Alert, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { BillingOverview } from '#contract/api/payments.ts';
import { useMay } from '#web/features/session/queries.ts';
import { day, moment } from '#web/lib/format.ts';
import { useBillingPortal } from './invoice-queries.ts';
import { amount, cardName } from './shared/charge-texts.ts';
import { usePay } from './use-pay.ts';

type OpenInvoiceProps = { accountKey: AccountKey; overview: BillingOverview };

/** The oldest unpaid invoice with a button to pay it. */
export const OpenInvoice = ({ accountKey, overview }: OpenInvoiceProps) => {
  const { open_invoice: invoice, card, held } = overview;
  const mayPay = useMay('account.buyPlan', { accountKey });
  const { isPaying, pay } = usePay(accountKey);
  const portal = useBillingPortal(accountKey);
  if (!invoice)
    return held === null ? null : (
      <Alert color="red" mb="md" title="Your stations are off the air">
        <Group justify="space-between" gap="sm">
          <Text size="sm">Choose a plan to put them back on the air. Everything is still there.</Text>
          {mayPay && (
            <Button
              size="xs"
              renderRoot={(props) => <Link to="/accounts/$accountKey/upgrade" params={{ accountKey }} {...props} />}
            >
              Choose a plan
            </Button>
          )}
        </Group>
      </Alert>
    );
  const due = amount(invoice.amount_due, invoice.currency);
  return (
    <Alert
      color="red"
      mb="md"
      title={`${due} unpaid: invoice ${invoice.number ?? ''} of ${day(invoice.created)}`.replace('  ', ' ')}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" maw={560}>
          {card === null
            ? 'There is no card on file. Add one to pay it.'
            : `${cardName(card)} ${invoice.attempts > 1 ? `was declined ${String(invoice.attempts)} times` : 'was declined'}.`}{' '}
          {invoice.next_attempt !== null && `We try again on ${moment(invoice.next_attempt)}.`}
        </Text>
        {mayPay && (
          <Group gap="xs">
            <Button size="xs" variant="default" loading={portal.isPending} onClick={() => portal.mutate('card')}>
              {card === null ? 'Add card' : 'Change card'}
            </Button>
            {card !== null && (
              <Button size="xs" loading={isPaying} onClick={() => pay(invoice.id)}>
                Pay {due}
              </Button>
            )}
          </Group>
        )}
      </Group>
    </Alert>
  );
};
