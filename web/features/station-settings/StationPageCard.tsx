import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { PublishedPage } from '#web/features/stations/shared/PublishedPage.tsx';
import { useOffersPage } from '#web/lib/pages.ts';
import { stationPlayerQuery } from '#web/parts/station-settings-queries.ts';
import { Surface } from '#web/ui/Surface.tsx';

const playerRoute = '/accounts/$accountKey/stations/$stationKey/widget/player';
const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

/** The station's public page: its URL to copy and to open; without a page, how to get one. */
export const StationPageCard = ({ name, url }: { name: string; url: string | null }) => {
  const { accountKey, stationKey } = route.useParams();
  const { data: player } = useQuery({ ...stationPlayerQuery(stationKey), enabled: useOffersPage(playerRoute) });
  if (url === null)
    return (
      <Surface title="Station page">
        <Text size="sm">
          The station has no public page. Stations have one while they are active and{' '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => (
              <Link
                to="/accounts/$accountKey/stations/$stationKey/settings/info"
                params={{ accountKey, stationKey }}
                {...props}
              />
            )}
          >
            published
          </Anchor>
          .
        </Text>
      </Surface>
    );
  return <PublishedPage name={name} url={url} code={player?.code.script} />;
};
