import { Button, Stack } from '@mantine/core';
import { IconArrowUpCircle } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { accountErrors } from '#contract/texts/errors/accounts.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { bitRateAllowed, canCreateStation } from '#contract/rules/plans.ts';
import { errorOf } from '#web/lib/error-of.ts';
import { count } from '#web/lib/format.ts';
import { planFeaturesQuery } from '#web/features/billing/queries.ts';
import { nameOfPlan } from '#web/features/billing/shared/plan-labels.ts';
import { PlanChoice } from '#web/features/billing/shared/PlanChoice.tsx';
import { isPortalAdmin, meQuery } from '#web/features/session/queries.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { StationForm } from './shared/StationForm.tsx';

const route = getRouteApi('/shell/accounts/$accountKey');

/** `/accounts/{accountKey}/stations/create`: the plan, and the form if the plan allows another station. */
export const StationCreateScreen = () => {
  const { accountKey } = route.useParams();
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const { data: plan } = useSuspenseQuery(planFeaturesQuery(accountKey));
  const isAdmin = isPortalAdmin(me);
  const mayCreate = canCreateStation({ isPortalAdmin: isAdmin, masterStations: plan.usage.stations, plan });
  return (
    <>
      <PageHeader title="Create station" description="You can change all of this later." />
      <Stack>
        {mayCreate === false && <StationLimitReached accountKey={accountKey} />}
        <PlanChoice accountKey={accountKey} features={plan} hasRoom={mayCreate !== false} />
        {mayCreate !== false && (
          <StationForm
            accountKey={accountKey}
            submit="Create station"
            bitRateLimit={bitRateAllowed({ isPortalAdmin: isAdmin, plan })}
            onCreated={async ({ key }) =>
              navigate({ to: '/accounts/$accountKey/stations/$stationKey', params: { accountKey, stationKey: key } })
            }
            onCancel={() => void navigate({ to: '/accounts/$accountKey', params: { accountKey } })}
          />
        )}
      </Stack>
    </>
  );
};

const StationLimitReached = ({ accountKey }: { accountKey: AccountKey }) => {
  const { data: plan } = useSuspenseQuery(planFeaturesQuery(accountKey));
  return (
    <Surface maw="var(--form-width)">
      <EmptyState
        icon={<IconArrowUpCircle size={32} />}
        title={errorOf(accountErrors, 'plan.stationLimit').title}
        action={
          <Button
            renderRoot={(props) => <Link to="/accounts/$accountKey/upgrade" params={{ accountKey }} {...props} />}
          >
            See plans
          </Button>
        }
      >
        {errorOf(accountErrors, 'plan.stationLimit').message}.{' '}
        {plan.plan === 'none'
          ? 'The account has no plan.'
          : `${nameOfPlan(plan.plan)} allows ${count(plan.allowedStationsCount, 'station')}.`}
      </EmptyState>
    </Surface>
  );
};
