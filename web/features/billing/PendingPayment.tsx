import { Alert, Button, Group, Text } from '@mantine/core';
import { planOfPrice } from '#contract/rules/plans.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { BillingOverview } from '#contract/api/payments.ts';
import type { Subscription } from '#contract/api/subscription.ts';
import { moment } from '#web/lib/format.ts';
import { amount } from './shared/charge-texts.ts';
import { nameOfPlan, statusName } from './shared/plan-labels.ts';
import { usePay } from './use-pay.ts';

type PendingPaymentProps = {
  accountKey: AccountKey;
  subscription: Subscription;
  overview: BillingOverview | undefined;
};

/** What a subscription waits for: a failed payment, one to confirm, or a change that is not paid yet; with a button to pay. */
export const PendingPayment = ({ accountKey, subscription, overview }: PendingPaymentProps) => {
  const { isPaying, pay } = usePay(accountKey);
  const text = textOf(subscription, overview);
  const open = overview?.open_invoice;
  // The oldest unpaid one may be another subscription's.
  const { latest_invoice: invoice } = subscription;
  if (text === undefined) return null;
  return (
    <Alert color={subscription.status === 'past_due' ? 'red' : 'yellow'} mt="md" title={text.title}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" maw={560}>
          {text.text}
        </Text>
        {invoice !== null && (
          <Button size="xs" loading={isPaying} onClick={() => pay(invoice)}>
            {open?.id === invoice ? `Pay ${amount(open.amount_due, open.currency)}` : 'Pay now'}
          </Button>
        )}
      </Group>
    </Alert>
  );
};

const textOf = (
  { status, pending }: Subscription,
  overview: BillingOverview | undefined,
): { title: string; text: string } | undefined => {
  const next = overview?.open_invoice?.next_attempt;
  const retry = next ? ` We try again on ${moment(next)}.` : '';
  if (status === 'past_due' || status === 'unpaid')
    return { title: 'The last payment failed', text: `Pay now, or change the card on the Billing page.${retry}` };
  if (status === 'incomplete')
    return { title: statusName.incomplete, text: 'The plan starts as soon as you confirm the payment.' };
  if (!pending) return undefined;
  const plan = pending.priceId === null ? undefined : planOfPrice(pending.priceId)?.plan;
  return {
    title: plan ? `The change to ${nameOfPlan(plan.id)} is not paid yet` : 'A change is not paid yet',
    text: `Until then the present plan stays. The change is dropped on ${moment(pending.expires)}.`,
  };
};
