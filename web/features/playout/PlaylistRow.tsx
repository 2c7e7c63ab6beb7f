import { ActionIcon, Anchor, Badge, Checkbox, Loader, Table, Text } from '@mantine/core';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import {
  attachClosestEdge,
  extractClosestEdge,
  type Edge,
} from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { IconGripVertical } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import type { AutoDjTrack } from '#contract/api/playout.ts';
import { duration } from '#web/lib/format.ts';
import { Bars } from './Bars.tsx';
import { PreviewButton } from '#web/features/library/shared/PreviewButton.tsx';
import { RowMenu } from './RowMenu.tsx';
import classes from './Playlist.module.css';

export type PlaylistRowProps = {
  stationKey: StationKey;
  track: AutoDjTrack;
  index: number;
  total: number;
  isPlaying: boolean;
  isFixed: boolean;
  canMove: boolean;
  isSelected: boolean;
  onSelect: () => void;
  onMove: (to: number) => void;
  onMoveTo: () => void;
  /** Missing where nothing can be queued. */
  onPlayNext: (() => void) | undefined;
  onEdit: () => void;
  onJingle: () => void;
  onRemove: () => void;
};

/** One track: handle (drag or arrow keys), preview, metadata, state and menu. */
export const PlaylistRow = (props: PlaylistRowProps) => {
  const { track, index, isPlaying, isFixed, isSelected, onSelect } = props;
  const { rowRef, handleRef, edge, isDragged } = useRowDrag(props);
  return (
    <Table.Tr
      ref={rowRef}
      className={classes.row}
      data-playing={isPlaying || undefined}
      data-selected={isSelected || undefined}
      data-edge={edge ?? undefined}
      data-dragged={isDragged || undefined}
      aria-current={isPlaying ? 'true' : undefined}
    >
      {!isFixed && (
        <>
          <Table.Td>
            <Handle {...props} handleRef={handleRef} />
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <Checkbox checked={isSelected} onChange={onSelect} aria-label={`Select ${track.title}`} />
          </Table.Td>
        </>
      )}
      <Table.Td ta="end" className="numbers" visibleFrom="sm">
        {isPlaying ? <Bars /> : <Text c="dimmed">{index + 1}</Text>}
      </Table.Td>
      <Table.Td>
        <PreviewButton track={track} />
      </Table.Td>
      <Table.Td className={classes.title}>
        <span className={classes.words}>{track.title}</span>
        <TrackState state={track.state} />
        <Duplicate of={track.duplicate} />
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {[track.artist, duration(track.duration)].filter(Boolean).join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{track.artist}</Table.Td>
      <Table.Td visibleFrom="md">{track.album}</Table.Td>
      <Table.Td visibleFrom="lg" className={classes.url}>
        {track.url !== null && (
          <Anchor href={track.url} target="_blank" rel="noreferrer" size="sm" truncate display="block">
            {track.url.replace(/^https?:\/\//, '')}
          </Anchor>
        )}
      </Table.Td>
      <Table.Td ta="end" className="numbers" visibleFrom="sm">
        {duration(track.duration)}
      </Table.Td>
      <Table.Td>{!isFixed && <RowMenu {...props} />}</Table.Td>
    </Table.Tr>
  );
};

const Handle = ({
  track,
  index,
  total,
  canMove,
  onMove,
  handleRef,
}: PlaylistRowProps & { handleRef: React.Ref<HTMLButtonElement> }) => {
  const moveByKey = (event: KeyboardEvent): void => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: total - 1 }[event.key];
    if (to === undefined || !canMove) return;
    event.preventDefault();
    onMove(to);
  };
  return (
    <ActionIcon
      ref={handleRef}
      size={28}
      className={classes.handle}
      disabled={!canMove}
      onKeyDown={moveByKey}
      aria-label={`${track.title}, position ${index + 1} of ${total}. Use the arrow keys to move.`}
    >
      <IconGripVertical size={16} aria-hidden />
    </ActionIcon>
  );
};

const TrackState = ({ state }: { state: AutoDjTrack['state'] }) => {
  if (state === 'ready') return null;
  if (state === 'failed')
    return (
      <Badge color="red" size="sm" ms="xs">
        Processing failed
      </Badge>
    );
  return (
    <Badge color="gray" size="sm" ms="xs" leftSection={<Loader size={10} color="gray" />}>
      Processing
    </Badge>
  );
};

const Duplicate = ({ of }: { of: AutoDjTrack['duplicate'] }) =>
  of !== null && (
    <Badge color="yellow" variant="light" size="sm" ms="xs" tt="none">
      {of === 'file' ? 'Same file as above' : 'Same title as above'}
    </Badge>
  );

const useRowDrag = ({ stationKey, track, canMove }: PlaylistRowProps) => {
  const rowRef = useRef<HTMLTableRowElement>(null);
  const handleRef = useRef<HTMLButtonElement>(null);
  const [edge, setEdge] = useState<Edge | null>(null);
  const [isDragged, setDragged] = useState(false);
  const { key } = track;
  useEffect(() => {
    const element = rowRef.current;
    const dragHandle = handleRef.current;
    if (!element || !dragHandle || !canMove) return undefined;
    return combine(
      draggable({
        element,
        dragHandle,
        getInitialData: () => ({ key, playlist: stationKey }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data['playlist'] !== undefined && source.data['key'] !== key,
        getData: ({ input }) => attachClosestEdge({ key }, { element, input, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => setEdge(extractClosestEdge(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: () => setEdge(null),
      }),
    );
  }, [stationKey, key, canMove]);
  return { rowRef, handleRef, edge, isDragged };
};
