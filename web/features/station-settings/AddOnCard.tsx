import { Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { AddOn, AddOnId } from '#contract/api/add-ons.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Interval } from '#contract/rules/plans.ts';
import type { Subscription } from '#contract/api/subscription.ts';
import { useBuyAddOn, useCancelAddOn, useResumeAddOn, type ChargeToConfirm } from '#web/features/billing/queries.ts';
import { CancelDialog } from '#web/features/billing/shared/CancelDialog.tsx';
import { dollars, intervalName, perInterval, statusName } from '#web/features/billing/shared/plan-labels.ts';
import { usePurchaseKey } from '#web/features/billing/shared/use-purchase-key.ts';
import { useMay } from '#web/features/session/queries.ts';
import { capital, day } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { Segments } from '#web/ui/form/Segments.tsx';

type AddOnCardProps = {
  accountKey: AccountKey;
  stationKey: StationKey;
  addOn: AddOn;
  subscription: Subscription | undefined;
  /** Whether the account's plan includes it. */
  isInPlan: boolean;
};

/** What one add-on gives the station and costs; buys, cancels or resumes it. */
export const AddOnCard = ({ addOn, subscription, isInPlan, ...scope }: AddOnCardProps) => (
  <Surface
    title={
      <Group gap="xs" component="span">
        {addOn.name}
        {subscription && <StateBadge subscription={subscription} />}
      </Group>
    }
    description={descriptions[addOn.id]}
  >
    {subscription ? (
      <Subscribed addOn={addOn} subscription={subscription} {...scope} />
    ) : isInPlan ? (
      <Text size="sm">Included in your plan.</Text>
    ) : (
      <Offer addOn={addOn} {...scope} />
    )}
  </Surface>
);

const descriptions: Record<AddOnId, string> = {
  ctl: 'A phone number on which people can listen to the station',
  sponsored: 'The station is featured in the listings',
  music: 'No longer offered; you keep it until you cancel it',
};

const StateBadge = ({ subscription: { status, cancel_at_period_end: isEnding } }: { subscription: Subscription }) => (
  <Badge color={isEnding ? 'yellow' : status === 'active' ? 'green' : 'red'}>
    {isEnding ? 'Cancelled' : statusName[status]}
  </Badge>
);

type Scope = { accountKey: AccountKey; stationKey: StationKey; addOn: AddOn };

const Subscribed = ({ addOn, subscription, ...scope }: Scope & { subscription: Subscription }) => {
  const mayCancel = useMay('station.cancelPlan', scope);
  const mayBuy = useMay('station.buyAddOn', scope);
  const cancel = useCancelAddOn(scope);
  const resume = useResumeAddOn(scope);
  const [isConfirming, setConfirming] = useState(false);
  const { items, status, cancel_at_period_end: isEnding, current_period_end: end } = subscription;
  const price = items[0]?.price;
  return (
    <>
      <Text>
        <bdi>{price ? `${dollars(price.unit_amount)} ${perInterval[price.recurring.interval]}` : 'Free'}</bdi>
      </Text>
      {status === 'active' ? (
        end !== null && (
          <Text size="sm" c="dimmed" mt={4}>
            {isEnding ? `Ends on ${day(end)}.` : `Renews on ${day(end)}.`}
          </Text>
        )
      ) : (
        <Text size="sm" c="var(--mantine-color-error)" mt={4}>
          Please pay the open invoice on the account’s Billing page.
        </Text>
      )}
      <Group gap="xs" mt="md">
        {isEnding && mayBuy && (
          <Button
            size="xs"
            loading={resume.isPending}
            onClick={() => resume.mutate(subscription.id, { onSuccess: () => toastSuccess(`${addOn.name} goes on.`) })}
          >
            Keep it
          </Button>
        )}
        {mayCancel && !isEnding && (
          <Button size="xs" variant="default" onClick={() => setConfirming(true)}>
            Cancel
          </Button>
        )}
      </Group>
      <CancelDialog
        opened={isConfirming}
        subscription={subscription}
        name={addOn.name}
        effect="The station stays on the air."
        busy={cancel.isPending}
        onConfirm={(choice) =>
          cancel.mutate(
            { subId: subscription.id, ...choice },
            {
              onSuccess: () => toastSuccess(`${addOn.name} cancelled.`),
              onSettled: () => setConfirming(false),
            },
          )
        }
        onClose={() => setConfirming(false)}
      />
    </>
  );
};

const Offer = ({ addOn, ...scope }: Scope) => {
  const mayBuy = useMay('station.buyAddOn', scope);
  const buy = useBuyAddOn(scope);
  const keyOf = usePurchaseKey();
  const [interval, setInterval] = useState<Interval>(addOn.prices[0]?.interval ?? 'month');
  const [charge, setCharge] = useState<ChargeToConfirm>();
  const price = addOn.prices.find((one) => one.interval === interval);
  if (!price) return null;
  const submit = (confirm?: ChargeToConfirm): void => {
    const body = {
      priceId: price.id,
      returnPath: `/accounts/${scope.accountKey}/stations/${scope.stationKey}/settings/subscriptions?buy=${price.id}`,
      ...(confirm && { confirm: { amount_due: confirm.amount_due, currency: confirm.currency } }),
    };
    buy.mutate(
      { body, key: keyOf(body) },
      {
        onSuccess: (result) => {
          if ('charge' in result) return setCharge(result.charge);
          setCharge(undefined);
          if (result.next) return location.assign(result.next.url);
          toastSuccess(`The station has ${addOn.name} now.`);
        },
        onError: () => setCharge(undefined),
      },
    );
  };
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Text>
          <bdi>
            {dollars(price.cents)} {perInterval[price.interval]}
          </bdi>
        </Text>
        {addOn.prices.length > 1 && (
          <Segments
            size="xs"
            aria-label={`Billing interval of ${addOn.name}`}
            value={interval}
            onChange={setInterval}
            data={addOn.prices.map((one) => ({
              value: one.interval,
              label: capital(intervalName[one.interval]),
            }))}
          />
        )}
      </Group>
      {mayBuy ? (
        <Button
          mt="md"
          variant="light"
          loading={buy.isPending && !charge}
          onClick={() => submit()}
          aria-label={`Subscribe: ${addOn.name}`}
        >
          Subscribe
        </Button>
      ) : (
        <Text size="sm" c="dimmed" mt="md">
          Account owners and admins can subscribe to it.
        </Text>
      )}
      <ConfirmDialog
        opened={charge !== undefined}
        title={`Subscribe to ${addOn.name}?`}
        confirm="Pay and subscribe"
        busy={buy.isPending}
        onConfirm={() => submit(charge)}
        onClose={() => setCharge(undefined)}
      >
        {charge?.text.replace(/ Please confirm\.$/, '')} Then {dollars(price.cents)} {perInterval[price.interval]},
        until you cancel.
      </ConfirmDialog>
    </>
  );
};
