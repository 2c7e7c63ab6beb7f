import { Button, Group } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { bitRateAllowed } from '#contract/rules/plans.ts';
import { planFeaturesQuery } from '#web/features/billing/queries.ts';
import { isPortalAdmin, meQuery } from '#web/features/session/queries.ts';
import { StationForm } from '#web/features/stations/shared/StationForm.tsx';
import { OnboardingFrame } from './OnboardingFrame.tsx';

const route = getRouteApi('/shell/onboarding/$accountKey/station');

/** `/onboarding/{accountKey}/station`: creates the first station; the dashboard's checklist has the rest. */
export const StationStep = () => {
  const { accountKey } = route.useParams();
  const navigate = useNavigate();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: plan } = useSuspenseQuery(planFeaturesQuery(accountKey));
  return (
    <OnboardingFrame
      step={2}
      title="Your first station"
      description="A station has its own URL that any player can open. You can change all of this later."
      actions={
        <Group gap="xs">
          <Button
            variant="subtle"
            renderRoot={(props) => <Link to="/onboarding/$accountKey/plan" params={{ accountKey }} {...props} />}
          >
            Back
          </Button>
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/accounts/$accountKey" params={{ accountKey }} {...props} />}
          >
            Skip
          </Button>
        </Group>
      }
    >
      <StationForm
        accountKey={accountKey}
        submit="Create station"
        bitRateLimit={bitRateAllowed({ isPortalAdmin: isPortalAdmin(me), plan })}
        onCreated={async ({ key }) =>
          navigate({ to: '/onboarding/$accountKey/share/$stationKey', params: { accountKey, stationKey: key } })
        }
      />
    </OnboardingFrame>
  );
};
