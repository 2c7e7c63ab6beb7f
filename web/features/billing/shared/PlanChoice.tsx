import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { PlanFeaturesReply } from '#contract/api/billing.ts';
import { plansOf } from '#contract/rules/brand-flags.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { featuresOf, planRefusal, plans, type OfferedPlan } from '#contract/rules/plans.ts';
import { brand } from '#brand/brand.ts';
import { useMay } from '#web/features/session/queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { count } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { subscriptionsQuery, useRequestPlan } from '../queries.ts';
import { paidOf } from './active-subscriptions.ts';
import { dollars, intervalName, nameOfPlan, perInterval } from './plan-labels.ts';
import { PlanPurchase } from './PlanPurchase.tsx';
import { usePlanChoice } from './use-plan-choice.ts';

type PlanChoiceProps = { accountKey: AccountKey; features: PlanFeaturesReply; hasRoom: boolean };

/** The plan for one more station (spec §2 "Create station: select a plan"): the account's own, or a larger one to buy. */
export const PlanChoice = ({ accountKey, features, hasRoom }: PlanChoiceProps) => {
  const larger = plansForOneMore(features);
  const first = hasRoom ? own : (larger.find((plan) => plan === features.requested?.plan) ?? larger[0] ?? own);
  const [chosen, choose] = useState<typeof own | OfferedPlan>(first);
  const mayBuy = useMay('account.buyPlan', { accountKey }) && brand.flags.subscriptions;
  const Prompt = mayBuy ? BuyPrompt : RequestPrompt;
  return (
    <>
      {mayBuy && <PlanPurchase accountKey={accountKey} features={features} onBought={() => choose(own)} />}
      <Surface
        title="Plan"
        description="Select a plan for the new station."
        maw={760}
        actions={
          <Button
            variant="subtle"
            size="xs"
            renderRoot={(props) => <Link to="/accounts/$accountKey/upgrade" params={{ accountKey }} {...props} />}
          >
            Compare plans
          </Button>
        }
      >
        <Radio.Group aria-label="Plan" value={chosen} onChange={(value) => choose(value as typeof chosen)}>
          <Stack gap="sm">
            {features.plan !== 'none' && (
              <Radio
                value={own}
                disabled={!hasRoom}
                label={`${nameOfPlan(features.plan)} (your plan)`}
                description={`${features.usage.stations} of ${count(features.allowedStationsCount, 'station')} used`}
              />
            )}
            {larger.map((plan) => (
              <Radio key={plan} value={plan} label={nameOfPlan(plan)} description={offerOf(plan, features)} />
            ))}
          </Stack>
        </Radio.Group>
        {chosen !== own && <Prompt accountKey={accountKey} features={features} plan={chosen} hasRoom={hasRoom} />}
      </Surface>
    </>
  );
};

const own = 'own';

/** The plans that fit the account's usage plus one more station. */
const plansForOneMore = ({ plan: current, usage }: PlanFeaturesReply): OfferedPlan[] => {
  const next = { ...usage, stations: usage.stations + 1 };
  return plansOf(brand).filter(
    (plan) =>
      (plan !== current || plan === 'custom') &&
      planRefusal(next, featuresOf({ plan, quantity: quantityOf(plan, usage), custom: {} })) === undefined,
  );
};

/** Only the custom plan is priced per station. */
const quantityOf = (plan: OfferedPlan, { stations }: PlanFeaturesReply['usage']): number =>
  plan === 'custom' ? stations + 1 : 1;

const offerOf = (plan: OfferedPlan, { usage, interval }: PlanFeaturesReply): string => {
  const quantity = quantityOf(plan, usage);
  const cents = plans[plan].prices.find((price) => price.interval === (interval ?? 'month'))?.cents ?? 0;
  const { allowedStationsCount } = featuresOf({ plan, quantity, custom: {} });
  return `${count(allowedStationsCount, 'station')}, ${dollars(cents * quantity)} ${intervalName[interval ?? 'month']}`;
};

type PromptProps = PlanChoiceProps & { plan: OfferedPlan };

const BuyPrompt = ({ accountKey, features, plan, hasRoom }: PromptProps) => {
  const { data: subscriptions } = useQuery({ ...subscriptionsQuery(accountKey), throwOnError: false });
  const paid = paidOf(subscriptions);
  const { isChecking, choose } = usePlanChoice(accountKey, paid);
  const interval = features.interval ?? 'month';
  const quantity = quantityOf(plan, features.usage);
  const cents = (plans[plan].prices.find((price) => price.interval === interval)?.cents ?? 0) * quantity;
  return (
    <Alert mt="md" title={`Upgrade to ${nameOfPlan(plan)}`}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" maw={460}>
          {dollars(cents)} {perInterval[interval]}. The plan changes at once, and you can create the station then.{' '}
          {hasRoom && `A station you create now is on ${nameOfPlan(features.plan)}.`}
        </Text>
        <Button
          size="xs"
          loading={isChecking}
          disabled={!subscriptions}
          onClick={() => choose({ plan, interval, quantity }, undefined)}
        >
          {paid ? 'Change plan' : 'Subscribe'}
        </Button>
      </Group>
    </Alert>
  );
};

const RequestPrompt = ({ accountKey, features, plan, hasRoom }: PromptProps) => {
  const request = useRequestPlan(accountKey);
  const mayRequest = useMay('account.requestPlan', { accountKey });
  const isRequested = features.requested?.plan === plan;
  const requestPlan = (): void =>
    request.mutate(
      { plan, interval: features.interval ?? 'month', quantity: quantityOf(plan, features.usage) },
      {
        onSuccess: () => toastSuccess('We’ll e-mail you when it is approved.', `${nameOfPlan(plan)} requested`),
      },
    );
  return (
    <Alert mt="md" title={isRequested ? `${nameOfPlan(plan)} requested` : `Upgrade to ${nameOfPlan(plan)}`}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" maw={460}>
          {isRequested
            ? 'The plan changes when an administrator approves it.'
            : `The account switches to ${nameOfPlan(plan)} when an administrator approves it.`}{' '}
          {hasRoom && `A station you create now is on ${nameOfPlan(features.plan)} until then.`}
        </Text>
        {mayRequest && !isRequested && (
          <Button size="xs" loading={request.isPending} onClick={requestPlan}>
            Request this plan
          </Button>
        )}
      </Group>
    </Alert>
  );
};
