import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChargePreview, NewSubscription, PlanFeaturesReply } from '#contract/api/billing.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { BillingOverview } from '#contract/api/payments.ts';
import type { Plan, Price } from '#contract/rules/plans.ts';
import type { Subscription } from '#contract/api/subscription.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { count, day } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { chargeQuery, useBuyPlan } from '../queries.ts';
import { useBillingPortal } from '../invoice-queries.ts';
import { amount, cardName, chargeSentence } from './charge-texts.ts';
import { ChargeTable } from './ChargeTable.tsx';
import { dollars, nameOfPlan, perInterval } from './plan-labels.ts';
import { PromoCodeField } from './PromoCodeField.tsx';
import { RefusalAlert } from './RefusalAlert.tsx';
import { SandboxNote } from './SandboxNote.tsx';
import { usePurchaseKey } from './use-purchase-key.ts';
import { usePurchase } from './use-purchase.ts';

type PurchaseFormProps = {
  accountKey: AccountKey;
  features: PlanFeaturesReply;
  overview: BillingOverview;
  /** The paid plan that is changed; undefined for a first purchase. */
  paid: Subscription | undefined;
  plan: Plan;
  price: Price;
  quantity: number;
  onBought: () => void;
};

/** The content of the purchase drawer: the charge by its lines, a promo code, what is agreed to, and the button. */
export const PurchaseForm = (props: PurchaseFormProps) => {
  const { accountKey, features, overview, paid, plan, price, quantity, onBought } = props;
  const { search, change, close, returnPath } = usePurchase();
  const code = search.code;
  const charge = useQuery({
    ...chargeQuery(accountKey, { priceId: price.id, quantity, code }),
    throwOnError: false,
  });
  const buy = useBuyPlan(accountKey);
  const portal = useBillingPortal(accountKey);
  const keyOf = usePurchaseKey();
  const [isChanged, setChanged] = useState(false);
  const { card } = overview;
  const preview = charge.data?.preview ?? undefined;
  const reason = charge.data?.updateAllowed === false ? charge.data.reason : undefined;
  const isWrongCode = reason === 'invalidPromoCode';
  // A first purchase enters the card on the payment page.
  const paysOnPage = card === null && paid === undefined;
  const refusal = isWrongCode || (paysOnPage && reason === 'noPaymentMethod') ? undefined : reason;
  const declined = buy.error && asApiError(buy.error).code === 'payment.declined' ? asApiError(buy.error) : undefined;

  const submit = (): void => {
    const body: NewSubscription = {
      priceId: price.id,
      quantity,
      returnPath,
      ...(code !== undefined && { promoCode: code }),
      ...(card && preview && { confirm: { amount_due: preview.amount_due, currency: preview.currency } }),
    };
    buy.mutate(
      { subId: paid?.id, body, key: keyOf(body) },
      {
        onSuccess: (result) => {
          if ('charge' in result) return setChanged(true);
          if (result.next) return location.assign(result.next.url);
          toastSuccess(`You are on ${nameOfPlan(plan.id)} now.`);
          close();
          onBought();
        },
      },
    );
  };

  const list = price.cents * quantity;
  return (
    <Stack gap="md">
      <div>
        <Text fw={600}>
          <bdi>
            {dollars(list)} {perInterval[price.interval]}
            {plan.perStation && ` for ${count(quantity, 'station')}`}
          </bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {contextOf(features, paid)}
        </Text>
      </div>
      {search.checkout === 'cancelled' && (
        <Alert color="yellow" title="Payment cancelled">
          Nothing was charged. You can try again.
        </Alert>
      )}
      {charge.isPending ? (
        <ScreenSkeleton />
      ) : charge.error ? (
        <Alert color="red" title={asApiError(charge.error).title}>
          {asApiError(charge.error).text}
        </Alert>
      ) : refusal !== undefined ? (
        <RefusalAlert accountKey={accountKey} reason={refusal} />
      ) : (
        preview && <ChargeTable preview={preview} />
      )}
      {refusal === undefined && !charge.error && (
        <>
          <PromoCodeField
            key={code ?? ''}
            value={code}
            error={isWrongCode ? 'This promo code is not valid for this plan.' : undefined}
            busy={charge.isFetching && code !== undefined}
            onApply={(applied) => change({ code: applied })}
          />
          {isChanged && !declined && (
            <Alert color="yellow" title="The amount has changed">
              Please check the new amount and confirm it.
            </Alert>
          )}
          {declined && (
            <Alert color="red" title={declined.title}>
              {declined.text}{' '}
              <Button
                size="compact-sm"
                variant="light"
                loading={portal.isPending}
                onClick={() => portal.mutate('card')}
              >
                Use another card
              </Button>
            </Alert>
          )}
          {preview && card && (
            <Text size="sm">
              <bdi>
                {chargeSentence(cardName(card), preview, price.interval)} {discountEnd(code, paid)}
              </bdi>
            </Text>
          )}
          {paysOnPage && (
            <Text size="sm">
              {preview
                ? `${amount(preview.amount_due, preview.currency)} will be charged today, then ${amount(preview.next_amount, preview.currency)} every ${price.interval}.`
                : `${code === undefined ? 'Tax is added' : `${code} is deducted and tax added`} where it applies; the payment page shows the total.`}{' '}
              You enter your card on a secure payment page; this site never sees its number.
            </Text>
          )}
          <Button
            size="md"
            loading={buy.isPending}
            disabled={charge.isPending || isWrongCode || (card !== null && !preview)}
            onClick={submit}
          >
            {paysOnPage ? 'Continue to payment' : confirmLabel(preview)}
          </Button>
        </>
      )}
      <SandboxNote mode={overview.mode} asksForCard={paysOnPage} />
    </Stack>
  );
};

const confirmLabel = (preview: ChargePreview | undefined): string =>
  preview && preview.amount_due > 0 ? `Pay ${amount(preview.amount_due, preview.currency)}` : 'Confirm change';

/** A discount lowers the later charges only as long as it applies. */
const discountEnd = (code: string | undefined, paid: Subscription | undefined): string => {
  if (code !== undefined) return `Later charges are higher once ${code} no longer applies.`;
  const { discount } = paid ?? {};
  if (!discount?.ends) return '';
  return `Later charges are higher once ${discount.code} ends on ${day(discount.ends)}.`;
};

/** What becomes of the present plan. */
const contextOf = ({ plan, status, ends }: PlanFeaturesReply, paid: Subscription | undefined): string => {
  if (paid)
    return `Replaces ${nameOfPlan(paid.plan)} at once; what you have paid for the rest of its period is deducted.`;
  if (status === 'trialing' && ends !== null)
    return `Your trial until ${day(ends)} ends now, and the plan starts at once. Cancel at any time.`;
  return plan === 'none' ? 'Starts at once. Cancel at any time.' : `Replaces ${nameOfPlan(plan)} at once.`;
};
