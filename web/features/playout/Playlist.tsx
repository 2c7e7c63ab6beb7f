import { VisuallyHidden } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { AutoDj, AutoDjTrack } from '#contract/api/playout.ts';
import { useQueueTrack } from '#web/parts/air-queries.ts';
import { stationQuery, useStationLive } from '#web/parts/station-queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { PlaylistHead } from './PlaylistHead.tsx';
import { PlaylistRow } from './PlaylistRow.tsx';
import { PlaylistRows } from './PlaylistRows.tsx';
import { PlaylistTools } from './PlaylistTools.tsx';
import { useMoves } from './use-moves.ts';
import { useRemoveWithUndo } from './use-remove-with-undo.ts';

const MoveDialog = lazy(() =>
  loadChunk(() => import('./MoveDialog.tsx')).then((part) => ({ default: part.MoveDialog })),
);
const TrackDialog = lazy(() =>
  loadChunk(() => import('./TrackDialog.tsx')).then((part) => ({ default: part.TrackDialog })),
);

type PlaylistProps = { stationKey: StationKey; autoDj: AutoDj; isFixed: boolean };

/**
 * The playlist: reordered by drag, by arrow keys at a track's handle and by "Move to"; removing tracks can be undone.
 */
export const Playlist = ({ stationKey, autoDj, isFixed }: PlaylistProps) => {
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const live = useStationLive(stationKey);
  const { mutate: queue } = useQueueTrack(stationKey);
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<TrackKey>>(new Set());
  const [moving, setMoving] = useState<readonly AutoDjTrack[]>([]);
  const [editing, setEditing] = useState<AutoDjTrack>();
  const { places, move, announcement } = useMoves(stationKey, autoDj);
  const { remove, makeJingles } = useRemoveWithUndo(stationKey);
  const shown = useMemo(() => matching(autoDj.playlist, search), [autoDj.playlist, search]);
  const chosen = useMemo(() => autoDj.playlist.filter(({ key }) => selected.has(key)), [autoDj.playlist, selected]);
  const selectNone = (): void => setSelected(new Set());
  const withSelected = (act: (keys: TrackKey[]) => void) => (): void => {
    act(chosen.map(({ key }) => key));
    selectNone();
  };
  const playNext = ({ key, title }: AutoDjTrack): void =>
    queue(
      { id: crypto.randomUUID(), track: key, place: 'next' },
      { onSuccess: () => toastSuccess(`“${title}” plays next.`) },
    );
  const total = autoDj.playlist.length;
  return (
    <>
      <PlaylistTools
        stationKey={stationKey}
        autoDj={autoDj}
        isFixed={isFixed}
        search={search}
        onSearch={setSearch}
        chosen={chosen.length}
        onMove={() => setMoving(chosen)}
        onJingles={withSelected(makeJingles)}
        onRemove={withSelected(remove)}
        onNone={selectNone}
      />
      <PlaylistRows
        tracks={shown}
        renderRow={(track) => (
          <PlaylistRow
            key={track.key}
            stationKey={stationKey}
            track={track}
            index={places.get(track.key) ?? 0}
            total={total}
            isPlaying={live?.source === 'autodj' && live.track?.key === track.key}
            isFixed={isFixed}
            canMove={!isFixed && search === ''}
            isSelected={selected.has(track.key)}
            onSelect={() => setSelected((from) => toggled(from, track.key))}
            onMove={(to) => move([track], to)}
            onMoveTo={() => setMoving([track])}
            onPlayNext={station.suspended ? undefined : () => playNext(track)}
            onEdit={() => setEditing(track)}
            onJingle={() => makeJingles([track.key])}
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
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <Suspense>
        {moving[0] && (
          <MoveDialog
            tracks={moving}
            position={(places.get(moving[0].key) ?? 0) + 1}
            total={total}
            onClose={() => setMoving([])}
            onMove={(position) => (move(moving, position - 1), selectNone())}
          />
        )}
      </Suspense>
      <Suspense>
        {editing && <TrackDialog stationKey={stationKey} track={editing} onClose={() => setEditing(undefined)} />}
      </Suspense>
    </>
  );
};

const matching = (tracks: AutoDjTrack[], search: string): AutoDjTrack[] => {
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  return tracks.filter(({ title, artist, album }) => {
    const text = `${title} ${artist} ${album}`.toLowerCase();
    return terms.every((term) => text.includes(term));
  });
};

const toggled = (keys: ReadonlySet<TrackKey>, key: TrackKey): ReadonlySet<TrackKey> => {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
};
