import { ActionIcon, Button, Group, ScrollArea, Table, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { useVirtualizer } from '@tanstack/react-virtual';
import { IconSearch, IconTrash, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { StationKey, TrackKey } from '#contract/keys.ts';
import type { AutoDj, AutoDjTrack } from '#contract/playout.ts';
import { useStationLive } from '#web/features/stations/queries.ts';
import { announceUndoable } from '#web/lib/announce.tsx';
import { loadChunk } from '#web/lib/chunks.ts';
import { count } from '#web/lib/format.ts';
import { moved } from './arrange.ts';
import { PlaylistHead } from './PlaylistHead.tsx';
import { PlaylistRow } from './PlaylistRow.tsx';
import { useRemoveTracks, useReorder, useRestoreTracks } from './queries.ts';
import classes from './Playlist.module.css';

const MoveDialog = lazy(() =>
  loadChunk(() => import('./MoveDialog.tsx')).then((part) => ({ default: part.MoveDialog })),
);
const TrackDialog = lazy(() =>
  loadChunk(() => import('./TrackDialog.tsx')).then((part) => ({ default: part.TrackDialog })),
);

type PlaylistProps = { stationKey: StationKey; autoDj: AutoDj; isFixed: boolean };

const rowHeight = 53;
const virtualFrom = 100;

/** The playlist: reordered by drag, by arrow keys at a track's handle and by "Move to"; tracks removed with undo. */
export const Playlist = ({ stationKey, autoDj, isFixed }: PlaylistProps) => {
  const live = useStationLive(stationKey);
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<TrackKey>>(new Set());
  const [moving, setMoving] = useState<AutoDjTrack>();
  const [editing, setEditing] = useState<AutoDjTrack>();
  const [said, setSaid] = useState('');
  const { keys, move } = useMoves(stationKey, autoDj, setSaid);
  const remove = useRemoval(stationKey, keys);
  const shown = useMemo(() => matching(autoDj.playlist, search), [autoDj.playlist, search]);
  const chosen = keys.filter((key) => selected.has(key));
  const removeChosen = (): void => {
    remove(chosen);
    setSelected(new Set());
  };
  return (
    <>
      <Group justify="space-between" className={classes.tools}>
        {chosen.length > 0 ? (
          <Group gap="sm">
            <Text size="sm" fw={600} role="status">
              {count(chosen.length, 'track')} selected
            </Text>
            <Button
              size="xs"
              color="red"
              variant="light"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={removeChosen}
            >
              Remove {chosen.length}
            </Button>
            <ActionIcon onClick={() => setSelected(new Set())} aria-label="Select none">
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ) : (
          <TextInput
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            placeholder="Search"
            aria-label="Search the playlist"
            leftSection={<IconSearch size={16} aria-hidden />}
            w={{ base: '100%', xs: 260 }}
          />
        )}
      </Group>
      <Rows
        tracks={shown}
        draw={(track) => (
          <PlaylistRow
            key={track.key}
            stationKey={stationKey}
            track={track}
            index={keys.indexOf(track.key)}
            total={keys.length}
            isPlaying={live?.source === 'autodj' && live.track?.key === track.key}
            isFixed={isFixed}
            canMove={!isFixed && search === ''}
            isSelected={selected.has(track.key)}
            onSelect={() => setSelected((from) => toggled(from, track.key))}
            onMove={(to) => move(track.key, to)}
            onMoveTo={() => setMoving(track)}
            onEdit={() => setEditing(track)}
            onRemove={() => remove([track.key])}
          />
        )}
        head={
          <PlaylistHead
            isFixed={isFixed}
            chosen={chosen.length}
            total={shown.length}
            onAll={(isOn) => setSelected(new Set(isOn ? shown.map(({ key }) => key) : []))}
          />
        }
      />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <Suspense>
        {moving && (
          <MoveDialog
            track={moving}
            place={keys.indexOf(moving.key) + 1}
            total={keys.length}
            onClose={() => setMoving(undefined)}
            onMove={(track, place) => move(track.key, place - 1)}
          />
        )}
      </Suspense>
      <Suspense>
        {editing && <TrackDialog stationKey={stationKey} track={editing} onClose={() => setEditing(undefined)} />}
      </Suspense>
    </>
  );
};

const useMoves = (stationKey: StationKey, autoDj: AutoDj, say: (text: string) => void) => {
  const reorder = useReorder(stationKey);
  const keys = useMemo(() => autoDj.playlist.map(({ key }) => key), [autoDj.playlist]);
  const { mutate } = reorder;
  const move = (key: TrackKey, to: number): void => {
    if (to < 0 || to >= keys.length || keys.indexOf(key) === to) return;
    mutate(moved(keys, key, to));
    const title = autoDj.playlist.find((track) => track.key === key)?.title ?? '';
    say(`${title} moved to place ${to + 1} of ${keys.length}`);
  };
  useEffect(() =>
    monitorForElements({
      canMonitor: ({ source }) => source.data['playlist'] === stationKey,
      onDrop: ({ source, location }) => {
        const target = location.current.dropTargets[0];
        if (!target) return;
        const key = source.data['key'] as TrackKey;
        const over = keys.indexOf(target.data['key'] as TrackKey);
        const from = keys.indexOf(key);
        const place = over + (extractClosestEdge(target.data) === 'bottom' ? 1 : 0);
        move(key, from < place ? place - 1 : place);
      },
    }),
  );
  return { keys, move };
};

const useRemoval = (stationKey: StationKey, order: TrackKey[]) => {
  const remove = useRemoveTracks(stationKey);
  const restore = useRestoreTracks(stationKey);
  return (tracks: TrackKey[]): void =>
    remove.mutate(tracks, {
      onSuccess: () =>
        announceUndoable(`${count(tracks.length, 'track')} removed from the playlist`, () =>
          restore.mutate({ removed: tracks, order }),
        ),
    });
};

type RowsProps = { tracks: AutoDjTrack[]; head: React.ReactNode; draw: (track: AutoDjTrack) => React.ReactNode };

const Rows = ({ tracks, head, draw }: RowsProps) => {
  const [viewport, setViewport] = useState<HTMLDivElement | null>(null);
  const isLong = tracks.length > virtualFrom;
  const virtual = useVirtualizer({
    count: isLong ? tracks.length : 0,
    getScrollElement: () => viewport,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const items = virtual.getVirtualItems();
  const inSight = isLong ? items.flatMap(({ index }) => tracks[index] ?? []) : tracks;
  const above = items[0]?.start ?? 0;
  const below = isLong ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  return (
    <ScrollArea
      viewportRef={setViewport}
      {...(isLong && { h: 680 })}
      type="auto"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Tracks of the playlist' }}
    >
      <Table
        highlightOnHover
        stickyHeader={isLong}
        aria-label="Playlist"
        aria-rowcount={tracks.length + 1}
        className={classes.table}
      >
        {head}
        <Table.Tbody>
          {above > 0 && <tr aria-hidden className={classes.spacer} style={{ height: above }} />}
          {inSight.map(draw)}
          {below > 0 && <tr aria-hidden className={classes.spacer} style={{ height: below }} />}
        </Table.Tbody>
      </Table>
      {tracks.length === 0 && (
        <Text c="dimmed" ta="center" py="lg">
          No data Available
        </Text>
      )}
    </ScrollArea>
  );
};

const matching = (tracks: AutoDjTrack[], search: string): AutoDjTrack[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return tracks.filter(({ title, artist, album }) => {
    const text = `${title} ${artist} ${album}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
};

const toggled = (keys: ReadonlySet<TrackKey>, key: TrackKey): ReadonlySet<TrackKey> => {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
};
