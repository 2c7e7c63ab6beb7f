import { Anchor, Button, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { PublishedPage } from '#web/features/stations/shared/PublishedPage.tsx';
import { useOffersPage } from '#web/lib/pages.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { profileQuery, stationPlayerQuery } from '#web/parts/station-settings-queries.ts';
import { CodeText } from '#web/ui/CodeText.tsx';
import { CopyButton } from '#web/ui/CopyField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { OnboardingFrame } from './OnboardingFrame.tsx';
import classes from './OnboardingFrame.module.css';

const route = getRouteApi('/shell/onboarding/$accountKey/share/$stationKey');
const playerRoute = '/accounts/$accountKey/stations/$stationKey/widget/player';

/** `/onboarding/{accountKey}/share/{stationKey}`: the page of the new station, and the code of its player; the station's Widget tab has both later. */
export const ShareStep = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const { data: profile } = useSuspenseQuery(profileQuery(stationKey));
  const hasPlayer = useOffersPage(playerRoute);
  return (
    <OnboardingFrame
      step={3}
      title="Share your station"
      description={`${station.name} is ready. People can listen once you add music or connect your encoder.`}
      actions={
        <Button
          renderRoot={(props) => (
            <Link to="/accounts/$accountKey/stations/$stationKey" params={{ accountKey, stationKey }} {...props} />
          )}
        >
          Go to the station
        </Button>
      }
    >
      <div className={classes.parts}>
        <StationPage stationKey={stationKey} name={station.name} url={profile.page_url} />
        {hasPlayer && <PlayerCode accountKey={accountKey} stationKey={stationKey} />}
      </div>
    </OnboardingFrame>
  );
};

type StationPageProps = { stationKey: StationKey; name: string; url: string | null };

const StationPage = ({ stationKey, name, url }: StationPageProps) => {
  const { data: player } = useQuery({ ...stationPlayerQuery(stationKey), enabled: useOffersPage(playerRoute) });
  if (url !== null) return <PublishedPage name={name} url={url} code={player?.code.script} />;
  return (
    <Surface title="Station page">
      <Text size="sm">The station has no public page yet. You can publish it in its settings, under Station info.</Text>
    </Surface>
  );
};

const PlayerCode = ({ accountKey, stationKey }: { accountKey: AccountKey; stationKey: StationKey }) => {
  const { data: player } = useSuspenseQuery(stationPlayerQuery(stationKey));
  const code = player.code.script;
  return (
    <Surface
      title="Player for your website"
      description="Paste this line where the player should stand."
      actions={<CopyButton label="Player code" value={code} />}
    >
      <CodeText label="Player code" code={code} />
      <Text size="sm" mt="sm">
        Its look, and code for WordPress and other systems, are on the station’s{' '}
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <Link to={playerRoute} params={{ accountKey, stationKey }} {...props} />}
        >
          Widget page
        </Anchor>
        .
      </Text>
    </Surface>
  );
};
