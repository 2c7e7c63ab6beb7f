import { Anchor, Button } from '@mantine/core';
import { IconPlayerTrackNext } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Automation } from '#contract/api/automation.ts';
import { wording } from '#brand/wording.ts';
import { useMay } from '#web/features/session/queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { AutomationPanel } from './AutomationPanel.tsx';
import { MixForm } from './MixForm.tsx';
import { automationQuery, useRequestAutomation } from './queries.ts';
import classes from './Automation.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

/** `…/automation`: requests the automation software, shows its state and sets how it mixes (spec §4). */
export const AutomationScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const { data: state } = useSuspenseQuery(automationQuery(stationKey));
  const mayChange = useMay('station.update', { accountKey, stationKey }) && !station.suspended;
  usePageTitle(`${station.name}: Automation`);
  if (state.status === null) return <Offer state={state} mayChange={mayChange} />;
  return (
    <div className={classes.page}>
      <AutomationPanel stationKey={stationKey} state={state} mayChange={mayChange} />
      <Surface title="What it plays">
        The playlists and jingles of the{' '}
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => (
            <Link
              to="/accounts/$accountKey/stations/$stationKey/autodj"
              params={{ accountKey, stationKey }}
              {...props}
            />
          )}
        >
          {wording.AutoDJ}
        </Anchor>
        {state.hasAutoDj ? '. ' : ', which has no track to play yet. '}
        A live encoder has priority; the {wording.AutoDJ} takes over whenever the software is not running.
      </Surface>
      <MixForm key={stationKey} stationKey={stationKey} mix={state.mix} readOnly={!mayChange} />
    </div>
  );
};

/** Describes automation to a station that does not use it. */
const Offer = ({ state, mayChange }: { state: Automation; mayChange: boolean }) => {
  const { accountKey, stationKey } = route.useParams();
  const request = useRequestAutomation(stationKey);
  const seesPlans = useMay('account.readPlan', { accountKey });
  return (
    <Surface>
      <EmptyState
        icon={<IconPlayerTrackNext size={30} />}
        title="Automation"
        action={
          state.hasLibretime
            ? mayChange && (
                <Button loading={request.isPending} onClick={() => request.mutate('enable')}>
                  Request automation
                </Button>
              )
            : seesPlans && (
                <Button
                  variant="default"
                  renderRoot={(props) => <Link to="/accounts/$accountKey/upgrade" params={{ accountKey }} {...props} />}
                >
                  See plans
                </Button>
              )
        }
      >
        The automation software plays your schedule like a presenter would: it mixes each track into the next by
        loudness and evens out volume differences.{' '}
        {state.hasLibretime ? 'Listeners stay connected when you turn it on or off.' : 'Your plan does not include it.'}
      </EmptyState>
    </Surface>
  );
};
