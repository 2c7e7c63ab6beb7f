import { Badge, Group, Loader, Text } from '@mantine/core';
import { IconPencil, IconPlayerTrackNext, IconPlaylistAdd, IconTag, IconTrash } from '@tabler/icons-react';
import { createColumnHelper } from '@tanstack/react-table';
import type { MediaTrack } from '#contract/api/library.ts';
import { day, duration } from '#web/lib/format.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { DropGroup, DropItem } from '#web/ui/menu/DropMenu.tsx';
import { MoreMenu } from '#web/ui/menu/MoreMenu.tsx';
import { HiddenHeader } from '#web/ui/table/HiddenHeader.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { PreviewButton } from './shared/PreviewButton.tsx';
import { usageBadge } from './track-use.ts';
import classes from './Library.module.css';

type TrackActions = {
  isFixed: boolean;
  onEdit: (track: MediaTrack) => void;
  onPlay: (track: MediaTrack) => void;
  /** Missing for those who may not decide what plays. */
  onPlayNext?: ((track: MediaTrack) => void) | undefined;
  onTags: (track: MediaTrack) => void;
  onDelete: (track: MediaTrack) => void;
};

const column = createColumnHelper<MediaTrack>();

/** The columns of the library's table; the last one holds the track's actions. */
export const columnsFor = (actions: TrackActions) => [
  column.display({
    id: 'preview',
    header: () => <HiddenHeader>Preview</HiddenHeader>,
    cell: ({ row: { original } }) => (
      <PreviewButton track={{ key: original.key, title: original.metadata.title, state: original.state }} />
    ),
  }),
  column.accessor('metadata.title', {
    id: 'title',
    header: 'Title',
    cell: ({ row: { original } }) => <Title track={original} />,
  }),
  column.accessor('metadata.artist', { id: 'artist', header: 'Artist', meta: { onPhone: 'below' } }),
  column.accessor('metadata.album', {
    id: 'album',
    header: 'Album',
    enableSorting: false,
    meta: { onPhone: 'hidden' },
  }),
  column.accessor(({ used_in }) => used_in.map(usageBadge).join(', '), {
    id: 'used_in',
    header: 'Used in',
    enableSorting: false,
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => <Uses track={original} />,
  }),
  column.accessor('duration', {
    header: 'Duration',
    cell: ({ getValue }) => <span className="numbers">{duration(getValue())}</span>,
    meta: { align: 'end', onPhone: 'below' },
  }),
  column.accessor('created', {
    header: 'Added',
    cell: ({ getValue }) => <NoWrap>{day(getValue())}</NoWrap>,
    meta: { onPhone: 'hidden' },
  }),
  ...(actions.isFixed ? [] : [actionsColumn(actions)]),
];

const Title = ({ track }: { track: MediaTrack }) => (
  <span className={classes.title}>
    <Artwork name={track.metadata.title} src={track.artwork ?? undefined} size={36} />
    <span className={classes.words}>
      {track.metadata.title}
      {track.state === 'preparing' && (
        <Badge color="gray" size="sm" ms="xs" leftSection={<Loader size={10} color="gray" />}>
          Processing
        </Badge>
      )}
      {track.state === 'failed' && (
        <Badge color="red" size="sm" ms="xs">
          Processing failed
        </Badge>
      )}
      {track.tags.length > 0 && (
        <span className={classes.tags}>
          {track.tags.map((tag) => (
            <Badge key={tag} size="sm" color="gray">
              {tag}
            </Badge>
          ))}
        </span>
      )}
    </span>
  </span>
);

const Uses = ({ track: { used_in } }: { track: MediaTrack }) =>
  used_in.length === 0 ? (
    <Text size="sm" c="dimmed">
      Not used
    </Text>
  ) : (
    <Group gap={4}>
      {used_in.slice(0, 3).map((use) => (
        <Badge key={`${use.kind} ${use.name}`} color={use.kind === 'playlist' ? 'brand' : 'gray'} miw="max-content">
          {usageBadge(use)}
        </Badge>
      ))}
      {used_in.length > 3 && <Text size="xs">+{used_in.length - 3}</Text>}
    </Group>
  );

const icon = { size: 16, 'aria-hidden': true } as const;

const actionsColumn = ({ onEdit, onPlay, onPlayNext, onTags, onDelete }: TrackActions) =>
  column.display({
    id: 'actions',
    header: () => <HiddenHeader>Actions</HiddenHeader>,
    cell: ({ row: { original } }) => (
      <MoreMenu label={`Actions for ${original.metadata.title}`}>
        <DropGroup>
          <DropItem icon={<IconPencil {...icon} />} onClick={() => onEdit(original)}>
            Edit
          </DropItem>
          <DropItem icon={<IconTag {...icon} />} onClick={() => onTags(original)}>
            Tags
          </DropItem>
          <DropItem icon={<IconPlaylistAdd {...icon} />} onClick={() => onPlay(original)}>
            Add to playlist
          </DropItem>
          {onPlayNext && (
            <DropItem
              icon={<IconPlayerTrackNext {...icon} />}
              disabled={original.state !== 'ready'}
              onClick={() => onPlayNext(original)}
            >
              Play next
            </DropItem>
          )}
        </DropGroup>
        <DropGroup>
          <DropItem icon={<IconTrash {...icon} />} onClick={() => onDelete(original)} danger>
            Delete
          </DropItem>
        </DropGroup>
      </MoreMenu>
    ),
  });
