import { Anchor, Button } from '@mantine/core';
import { IconPlayerTrackNext } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Automation } from '#contract/automation.ts';
import { wording } from '#brand/wording.ts';
import { useMay } from '#web/features/session/queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { Teach } from '#web/ui/Teach.tsx';
import { AutomationPanel } from './AutomationPanel.tsx';
import { MixForm } from './MixForm.tsx';
import { automationQuery, useRequestAutomation } from './queries.ts';
import classes from './Automation.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

/** `…/automation`: asks for the automation software, shows how it runs, and says how it mixes (spec §4). */
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
        The playlist, the day-parts and the jingles of the{' '}
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
        An encoder goes first; the {wording.AutoDJ} itself takes over whenever the software is not there.
      </Surface>
      <MixForm key={stationKey} stationKey={stationKey} mix={state.mix} readOnly={!mayChange} />
    </div>
  );
};

/** What it would bring, to a station that doesn't have it. */
const Offer = ({ state, mayChange }: { state: Automation; mayChange: boolean }) => {
  const { accountKey, stationKey } = route.useParams();
  const request = useRequestAutomation(stationKey);
  const seesPlans = useMay('account.readPlan', { accountKey });
  return (
    <Surface>
      <Teach
        icon={<IconPlayerTrackNext size={30} />}
        title="A presenter who never sleeps"
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
                  See the plans
                </Button>
              )
        }
      >
        The automation software plays your schedule as a presenter would: it mixes each track into the next by their
        loudness, and evens out what is quiet and what is loud.{' '}
        {state.hasLibretime ? 'Listeners stay when it comes and when it goes.' : 'Your plan does not include it.'}
      </Teach>
    </Surface>
  );
};
