import { Alert, Button, Group, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { brand } from '#brand/brand.ts';
import type { PlanFeaturesReply } from '#contract/api/billing.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { featuresOf, planRefusal } from '#contract/rules/plans.ts';
import { accountQuery } from '#web/parts/account-queries.ts';
import { useMay } from '#web/features/session/queries.ts';
import { toastFailure, toastSuccess } from '#web/lib/toasts.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Segments } from '#web/ui/form/Segments.tsx';
import { AssignPlan } from './AssignPlan.tsx';
import { BuyPlan } from './BuyPlan.tsx';
import { PlanComparison } from './PlanComparison.tsx';
import { planFeaturesQuery, useAssignPlan, useRequestPlan, useWithdrawRequest } from './queries.ts';
import { endsPaidText, usePaidPlan } from './shared/use-paid-plan.ts';
import { intervalName, nameOfPlan, trialText } from './shared/plan-labels.ts';
import { PlanCards, type ChosenPlan } from './shared/PlanCards.tsx';
import { planRefusalError } from './shared/plan-refusals.ts';

const route = getRouteApi('/shell/accounts/$accountKey/upgrade');

/**
 * `/accounts/{accountKey}/upgrade`: the plans to buy; to request in brands without payments; to assign for portal administrators, who
 * can also buy one as the account would.
 */
export const UpgradeScreen = () => {
  const { accountKey } = route.useParams();
  const { as } = route.useSearch();
  const { data: account } = useSuspenseQuery(accountQuery(accountKey));
  const { data: features } = useSuspenseQuery(planFeaturesQuery(accountKey));
  const mayAssign = useMay('account.setPlan', { accountKey });
  const mayBuy = useMay('account.buyPlan', { accountKey }) && brand.flags.subscriptions;
  const isAssigning = mayAssign && !(mayBuy && as === 'customer');
  const trial = trialText(features);
  return (
    <>
      <PageHeader
        title="Plan"
        windowTitle={`${account.company}: Plan`}
        description={`${account.company} ${features.plan === 'none' ? 'has no plan' : `is on ${nameOfPlan(features.plan)}`}${
          trial === undefined ? '.' : `. ${trial}.`
        }`}
        actions={mayAssign && mayBuy && <AssignOrBuy isAssigning={isAssigning} />}
      />
      {features.requested && <Requested accountKey={accountKey} requested={features.requested} />}
      {isAssigning ? (
        <AssignPlanCards accountKey={accountKey} features={features} />
      ) : mayBuy ? (
        <BuyPlan accountKey={accountKey} features={features} />
      ) : (
        <RequestPlan accountKey={accountKey} features={features} />
      )}
      <PlanComparison />
      {isAssigning && <AssignPlan accountKey={accountKey} features={features} />}
    </>
  );
};

const AssignOrBuy = ({ isAssigning }: { isAssigning: boolean }) => {
  const navigate = route.useNavigate();
  return (
    <Segments
      aria-label="How to change the plan"
      value={isAssigning ? 'assign' : 'customer'}
      onChange={(chosen) =>
        void navigate({
          search: (from) => ({ ...from, as: chosen === 'customer' ? 'customer' : undefined }),
          replace: true,
        })
      }
      data={[
        { value: 'assign', label: 'Assign' },
        { value: 'customer', label: 'Buy' },
      ]}
    />
  );
};

type RequestedProps = { accountKey: AccountKey; requested: NonNullable<PlanFeaturesReply['requested']> };

const Requested = ({ accountKey, requested }: RequestedProps) => {
  const withdraw = useWithdrawRequest(accountKey);
  return (
    <Alert title={`Requested: ${nameOfPlan(requested.plan)} (${intervalName[requested.interval]})`} mb="lg">
      <Group justify="space-between" gap="sm">
        <Text size="sm">An administrator will review your request.</Text>
        <Button
          variant="default"
          size="xs"
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate(undefined, { onSuccess: () => toastSuccess('Request cancelled.') })}
        >
          Cancel request
        </Button>
      </Group>
    </Alert>
  );
};

type ChoosingProps = { accountKey: AccountKey; features: PlanFeaturesReply };

const RequestPlan = ({ accountKey, features }: ChoosingProps) => {
  const request = useRequestPlan(accountKey);
  const requestPlan = (chosen: ChosenPlan): void => {
    const refusal = planRefusal(features.usage, featuresOf({ ...chosen, custom: {} }));
    if (refusal) return toastFailure(planRefusalError(refusal));
    request.mutate(chosen, {
      onSuccess: () => toastSuccess('We’ll e-mail you when it is approved.', `${nameOfPlan(chosen.plan)} requested`),
    });
  };
  return (
    <PlanCards
      accountKey={accountKey}
      features={features}
      kind="request"
      hasTable
      busy={request.isPending}
      onChoose={requestPlan}
    />
  );
};

const AssignPlanCards = ({ accountKey, features }: ChoosingProps) => {
  const assign = useAssignPlan(accountKey);
  const paid = usePaidPlan(accountKey);
  const [chosen, setChosen] = useState<ChosenPlan>();
  return (
    <>
      <PlanCards
        accountKey={accountKey}
        features={features}
        kind="assign"
        hasTable
        busy={assign.isPending}
        onChoose={setChosen}
      />
      <ConfirmDialog
        opened={chosen !== undefined}
        title={chosen ? `Assign ${nameOfPlan(chosen.plan)}?` : ''}
        confirm="Assign"
        busy={assign.isPending}
        onConfirm={() =>
          chosen &&
          assign.mutate(
            { ...chosen, endPaid: paid !== undefined },
            {
              onSuccess: () => toastSuccess(`The account is now on ${nameOfPlan(chosen.plan)}.`),
              onSettled: () => setChosen(undefined),
            },
          )
        }
        onClose={() => setChosen(undefined)}
      >
        Replaces {nameOfPlan(features.plan)} immediately
        {chosen && `, billed ${intervalName[chosen.interval]}`}. The new limits apply right away. {paid && endsPaidText}
      </ConfirmDialog>
    </>
  );
};
