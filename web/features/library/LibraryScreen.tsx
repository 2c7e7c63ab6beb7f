import { Box, Stack } from '@mantine/core';
import { IconVinyl } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { refetchPaths } from '#web/lib/endpoint-query.ts';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { AccountKey, StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { MediaTrack } from '#contract/api/library.ts';
import { limits } from '#contract/rules/limits.ts';
import { StorageLeft } from '#web/features/billing/shared/StorageLeft.tsx';
import { useMay } from '#web/features/session/queries.ts';
import { useQueueTrack } from '#web/parts/air-queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { loadChunk } from '#web/lib/chunks.ts';
import { count } from '#web/lib/format.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useTableState, type TableState } from '#web/ui/table/use-table-state.ts';
import { libraryQuery, useAddToPlaylist } from './queries.ts';
import { onTrackAdded } from './shared/upload-store.ts';
import { TagFilter } from './TagFilter.tsx';
import { SelectionActions } from './SelectionActions.tsx';
import { columnsFor } from './track-columns.tsx';

const AddMedia = lazy(() =>
  loadChunk(() => import('./shared/AddMedia.tsx')).then((part) => ({ default: part.AddMedia })),
);
const DeleteTracks = lazy(() =>
  loadChunk(() => import('./DeleteTracks.tsx')).then((part) => ({ default: part.DeleteTracks })),
);
const TagsDialog = lazy(() =>
  loadChunk(() => import('./TagsDialog.tsx')).then((part) => ({ default: part.TagsDialog })),
);
const TrackEditDialog = lazy(() =>
  loadChunk(() => import('./shared/TrackEditDialog.tsx')).then((part) => ({ default: part.TrackEditDialog })),
);

const TracksEditDialog = lazy(() =>
  loadChunk(() => import('./TracksEditDialog.tsx')).then((part) => ({ default: part.TracksEditDialog })),
);

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/library');
const sortable = { title: 'title', artist: 'artist', duration: 'duration', created: 'created' } as const;
const pageSize = limits.mediaListLimit;

/** The media library of a station: all uploaded tracks, where they are used, and their actions. */
export const LibraryScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const mayChange = useMay('station.writeLibrary', { accountKey, stationKey });
  const mayQueue = useMay('station.playout', { accountKey, stationKey }) && !station.suspended;
  const table = useTableState();
  const { tag } = route.useSearch();
  const { data } = useSuspenseQuery(libraryQuery(stationKey, { ...pageOf(table), ...(tag !== undefined && { tag }) }));
  usePageTitle(`${station.name}: Library`);
  useAddedTracks(accountKey, stationKey);
  const isEmpty = data.total === 0 && table.search === '' && tag === undefined;
  return (
    <Stack gap="md">
      {mayChange && (
        <Suspense fallback={<Box h={isEmpty ? 250 : 126} />}>
          <AddMedia stationKey={stationKey} isCompact={!isEmpty} />
        </Suspense>
      )}
      {mayChange && <StorageLeft accountKey={accountKey} />}
      {isEmpty ? (
        <Surface>
          <EmptyState icon={<IconVinyl size={30} />} title="No music in the library yet">
            Everything you upload is stored here with its artwork and tags, for playlists and jingles. Duplicate files
            are stored only once.
          </EmptyState>
        </Surface>
      ) : (
        <Tracks stationKey={stationKey} table={table} data={data} isFixed={!mayChange} mayQueue={mayQueue} />
      )}
    </Stack>
  );
};

const pageOf = (table: TableState) => {
  const [sort] = table.sorting;
  const sortBy = sortable[(sort?.id ?? 'created') as keyof typeof sortable] ?? 'created';
  const limit = table.size ?? pageSize;
  return {
    search: table.search,
    offset: (table.page - 1) * limit,
    limit,
    sortBy,
    ...(sort && { sortDesc: sort.desc ? 'true' : 'false' }),
  };
};

/** Shows tracks as uploads add them; uploads continue while the user is on other pages. */
const useAddedTracks = (accountKey: AccountKey, stationKey: StationKey): void => {
  const queries = useQueryClient();
  useEffect(
    () =>
      onTrackAdded((key) => {
        if (key !== stationKey) return;
        void refetchPaths(queries, ['/media/api/media/**', 'accounts/{accountKey}/planFeatures'], { accountKey });
      }),
    [queries, accountKey, stationKey],
  );
};

type TracksProps = {
  stationKey: StationKey;
  table: TableState;
  data: { tracks: MediaTrack[]; total: number; capped: boolean };
  isFixed: boolean;
  mayQueue: boolean;
};

const Tracks = ({ stationKey, table, data, isFixed, mayQueue }: TracksProps) => {
  const [editing, setEditing] = useState<MediaTrack>();
  const [editingMany, setEditingMany] = useState<readonly MediaTrack[]>([]);
  const [tagging, setTagging] = useState<readonly MediaTrack[]>([]);
  const [deleting, setDeleting] = useState<readonly MediaTrack[]>([]);
  const [isOpen, setOpen] = useState(false);
  /** Includes tracks selected on other pages. */
  const [selected, setSelected] = useState<ReadonlyMap<string, MediaTrack>>(new Map());
  const { mutate: addAll, isPending } = useAddToPlaylist(stationKey);
  const { mutate: queue } = useQueueTrack(stationKey);
  const { tag } = route.useSearch();
  const navigate = useNavigate();
  const showTag = (next: string | undefined): void =>
    void navigate({
      to: '.',
      search: ((from: object) => ({ ...from, tag: next, page: undefined })) as never,
      replace: true,
      resetScroll: false,
    });
  const { add, confirmDelete, columns } = useMemo(() => {
    const add = (tracks: readonly MediaTrack[]): void =>
      addAll(
        tracks.map(({ key }) => key),
        {
          onSuccess: () => {
            toastSuccess(`${count(tracks.length, 'track')} added to the playlist.`);
            setSelected(new Map());
          },
        },
      );
    const confirmDelete = (tracks: readonly MediaTrack[]): void => {
      setDeleting(tracks);
      setOpen(true);
    };
    const playNext = ({ key, metadata: { title } }: MediaTrack): void =>
      queue(
        { id: crypto.randomUUID(), track: key, place: 'next' },
        { onSuccess: () => toastSuccess(`“${title}” plays next.`) },
      );
    const columns = columnsFor({
      isFixed,
      onEdit: setEditing,
      onPlay: (track) => add([track]),
      onPlayNext: mayQueue ? (track) => playNext(track) : undefined,
      onTags: (track) => setTagging([track]),
      onDelete: (track) => confirmDelete([track]),
    });
    return { add, confirmDelete, columns };
  }, [isFixed, mayQueue, addAll, queue]);
  const chosen = [...selected.values()];
  return (
    <Surface flush>
      <DataTable
        label="Tracks"
        columns={columns}
        rows={data.tracks}
        rowId={({ key }) => key}
        table={table}
        defaultSize={pageSize}
        server={{ total: data.total, capped: data.capped }}
        tools={<TagFilter stationKey={stationKey} tag={tag} onChange={showTag} />}
        {...(!isFixed && {
          selection: {
            selected: new Set(selected.keys()),
            onChange: (keys) => setSelected(nextSelection(keys, selected, data.tracks)),
            actions: (
              <SelectionActions
                isAdding={isPending}
                onAdd={() => add(chosen)}
                onEdit={() => setEditingMany(chosen)}
                onTag={() => setTagging(chosen)}
                onDelete={() => confirmDelete(chosen)}
                onClear={() => setSelected(new Map())}
              />
            ),
          },
        })}
      />
      <Suspense>
        {deleting.length > 0 && (
          <DeleteTracks
            stationKey={stationKey}
            tracks={deleting}
            opened={isOpen}
            onClose={() => setOpen(false)}
            onDeleted={() => setSelected(without(selected, deleting))}
          />
        )}
        {editingMany.length > 0 && (
          <TracksEditDialog
            stationKey={stationKey}
            tracks={editingMany}
            onClose={() => setEditingMany([])}
            onSaved={() => setSelected(new Map())}
          />
        )}
        {tagging.length > 0 && (
          <TagsDialog
            stationKey={stationKey}
            tracks={tagging}
            onClose={() => setTagging([])}
            onSaved={() => setSelected(new Map())}
          />
        )}
        {editing && <TrackEditDialog stationKey={stationKey} track={editing} onClose={() => setEditing(undefined)} />}
      </Suspense>
    </Surface>
  );
};

const nextSelection = (
  keys: ReadonlySet<string>,
  selected: ReadonlyMap<string, MediaTrack>,
  shown: readonly MediaTrack[],
): ReadonlyMap<string, MediaTrack> => {
  const tracksByKey = new Map<string, MediaTrack>([...selected, ...shown.map((track) => [track.key, track] as const)]);
  return new Map([...keys].flatMap((key) => tracksByKey.get(key as TrackKey) ?? []).map((track) => [track.key, track]));
};

const without = (
  selected: ReadonlyMap<string, MediaTrack>,
  deleted: readonly MediaTrack[],
): ReadonlyMap<string, MediaTrack> => {
  const remaining = new Map(selected);
  for (const { key } of deleted) remaining.delete(key);
  return remaining;
};
