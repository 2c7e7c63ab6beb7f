import { Alert, Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { StationLive } from '#contract/api/session.ts';
import { wording } from '#brand/wording.ts';
import { count } from '#web/lib/format.ts';

type Props = { accountKey: string; stationKey: string; unreadable: StationLive['unreadable'] };

const maxListed = 5;

/** Lists the tracks that the Auto DJ skips because their files cannot be read. Empty if it can read them all. */
export const UnreadableTracks = ({ accountKey, stationKey, unreadable }: Props) => {
  if (!unreadable || unreadable.count === 0) return null;
  const listedTracks = unreadable.tracks.slice(0, maxListed);
  const more = unreadable.count - listedTracks.length;
  return (
    <Alert color="yellow" mt="md" title={`${count(unreadable.count, 'track')} can’t be read`}>
      {wording.AutoDJ} skips them. To fix a track, delete it from the library and upload it again.
      {listedTracks.map(({ key, title, artist, reason }) => (
        <Text size="sm" key={key}>
          <bdi>{artist === '' ? title : `${artist} - ${title}`}</bdi>: {reason}
        </Text>
      ))}
      {more > 0 && <Text size="sm">and {more} more</Text>}
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link
            to="/accounts/$accountKey/stations/$stationKey/library"
            params={{ accountKey, stationKey }}
            {...props}
          />
        )}
      >
        Open the library
      </Anchor>
    </Alert>
  );
};
