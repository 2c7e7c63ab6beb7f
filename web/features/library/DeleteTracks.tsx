import { List, Text } from '@mantine/core';
import type { StationKey } from '#contract/rules/keys.ts';
import type { MediaTrack } from '#contract/api/library.ts';
import { count } from '#web/lib/format.ts';
import { DeleteItemsDialog } from '#web/ui/DeleteItemsDialog.tsx';
import { useDeleteTracks } from './queries.ts';
import { describeUse, usedTracks } from './track-use.ts';

type DeleteTracksProps = {
  stationKey: StationKey;
  tracks: readonly MediaTrack[];
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
};

const maxListed = 5;

/** Confirms the permanent deletion of tracks and lists where they are used. */
export const DeleteTracks = ({ stationKey, tracks, opened, onClose, onDeleted }: DeleteTracksProps) => {
  const remove = useDeleteTracks(stationKey);
  const used = usedTracks(tracks);
  const items = tracks.map(({ key, metadata }) => ({ key, title: metadata.title }));
  return (
    <DeleteItemsDialog
      noun="track"
      items={items}
      remove={remove}
      opened={opened}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      <Text inherit>The files are permanently deleted. This cannot be undone.</Text>
      {used.length > 0 && (
        <>
          <Text inherit mt="sm" fw={600}>
            {tracks.length === 1
              ? 'The track is in use and will be removed from'
              : `${count(used.length, 'track')} in use will be removed from`}
          </Text>
          <List size="sm" mt={4}>
            {used.slice(0, maxListed).map((track) => (
              <List.Item key={track.key}>
                {tracks.length > 1 && `${track.metadata.title}: `}
                {track.used_in.map(describeUse).join(', ')}
              </List.Item>
            ))}
            {used.length > maxListed && <List.Item>and {count(used.length - maxListed, 'more track')}</List.Item>}
          </List>
        </>
      )}
    </DeleteItemsDialog>
  );
};
