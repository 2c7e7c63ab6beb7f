import { Button, Checkbox, Group, NativeSelect, NumberInput, Text } from '@mantine/core';
import { useState } from 'react';
import type { PlanFeaturesReply } from '#contract/api/billing.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { intervals, planIds, plans, type Interval, type PlanId } from '#contract/rules/plans.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useAssignPlan } from './queries.ts';
import { intervalName, nameOfPlan } from './shared/plan-labels.ts';
import { endsPaidText, usePaidPlan } from './shared/use-paid-plan.ts';

type AssignPlanProps = { accountKey: AccountKey; features: PlanFeaturesReply };

/** For portal administrators: assigns any plan, including those not offered, or none. */
export const AssignPlan = ({ accountKey, features }: AssignPlanProps) => {
  const assign = useAssignPlan(accountKey);
  const paid = usePaidPlan(accountKey);
  const [plan, setPlan] = useState<PlanId>(features.plan);
  const [interval, setInterval] = useState<Interval>(features.interval ?? 'month');
  const [quantity, setQuantity] = useState(1);
  const [isLegacy, setLegacy] = useState(features.legacySubscription);
  const [isConfirming, setConfirming] = useState(false);
  const isPriced = plan !== 'none' && plan !== 'trial';
  return (
    <Surface
      title="Other plans"
      description="Plans that are not offered, a new trial, or no plan. Only portal administrators see this."
      mt="xl"
    >
      <Group align="flex-end" gap="md">
        <NativeSelect
          label="Plan"
          value={plan}
          onChange={(event) => setPlan(event.currentTarget.value as PlanId)}
          data={planIds.map((value) => ({ value, label: nameOfPlan(value) }))}
        />
        {isPriced && (
          <NativeSelect
            label="Billing"
            value={interval}
            onChange={(event) => setInterval(event.currentTarget.value as Interval)}
            data={intervals.map((value) => ({ value, label: intervalName[value] }))}
          />
        )}
        {plans[plan].perStation && (
          <NumberInput
            label="Stations"
            value={quantity}
            onChange={(to) => setQuantity(Math.min(1000, Math.max(1, Number(to) || 1)))}
            min={1}
            max={1000}
            allowDecimal={false}
            w={110}
          />
        )}
        {isPriced && (
          <Checkbox
            label="Legacy subscription"
            checked={isLegacy}
            onChange={(event) => setLegacy(event.currentTarget.checked)}
            pb={8}
          />
        )}
        <Button variant="default" onClick={() => setConfirming(true)}>
          Assign…
        </Button>
      </Group>
      <ConfirmDialog
        opened={isConfirming}
        title={plan === 'none' ? 'End plan?' : `Assign ${nameOfPlan(plan)}?`}
        confirm={plan === 'none' ? 'End plan' : 'Assign'}
        danger={plan === 'none'}
        busy={assign.isPending}
        onConfirm={() =>
          assign.mutate(
            { plan, interval, quantity, legacySubscription: isPriced && isLegacy, endPaid: paid !== undefined },
            {
              onSuccess: () => toastSuccess('Plan changed.'),
              onSettled: () => setConfirming(false),
            },
          )
        }
        onClose={() => setConfirming(false)}
      >
        <Text>
          {plan === 'none'
            ? 'Cancels the subscription. Stations stay on the air, but nothing new can be added.'
            : `Replaces ${nameOfPlan(features.plan)} immediately.`}{' '}
          {paid && endsPaidText}
        </Text>
      </ConfirmDialog>
    </Surface>
  );
};
