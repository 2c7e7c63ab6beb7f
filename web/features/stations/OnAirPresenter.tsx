import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { StationLive } from '#contract/api/session.ts';
import type { LivePresenter } from '#contract/api/station-live.ts';
import type { Station } from '#contract/api/stations.ts';
import { timeOfDay } from '#web/lib/format.ts';
import { Artwork } from '#web/ui/Artwork.tsx';

/** Who is on the air, with their picture, and until when they may be. */
export const OnAirPresenter = ({ presenter: { name, picture, until } }: { presenter: LivePresenter }) => (
  <Group gap="sm" mb={6} wrap="nowrap">
    <Artwork name={name} src={picture ?? undefined} size={40} />
    <div>
      <Text fw={600}>{name}</Text>
      <Text size="xs" c="dimmed">
        {until === null
          ? 'Live'
          : Date.parse(until) < Date.now()
            ? `Time was over at ${timeOfDay(until)}`
            : `Live until ${timeOfDay(until)}`}
      </Text>
    </div>
  </Group>
);

/** Refusals older than this are no longer news on the overview, ms. */
const newsMs = 30 * 60_000;

type RefusedProps = { station: Station; refused: NonNullable<StationLive['air']>['refused'] };

/** The latest presenter who was refused, and why. */
export const RefusedPresenters = ({ station, refused = [] }: RefusedProps) => {
  const [latest] = refused;
  if (!latest || Date.now() - Date.parse(latest.at) > newsMs) return null;
  const params = { accountKey: station.account_key, stationKey: station.key };
  return (
    <Text size="sm" c="dimmed" mt="sm" role="status">
      {latest.name} was refused at {timeOfDay(latest.at)}: {latest.reason}{' '}
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => (
          <Link to="/accounts/$accountKey/stations/$stationKey/presenters" params={params} {...props} />
        )}
      >
        Presenters
      </Anchor>
    </Text>
  );
};
