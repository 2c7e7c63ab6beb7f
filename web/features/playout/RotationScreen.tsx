import { Button, Stack } from '@mantine/core';
import { IconPlaylist, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { PlaylistRow } from '#contract/api/playlists.ts';
import { useMay } from '#web/features/session/queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { playlistsQuery, useRemovePlaylist } from './playlist-queries.ts';
import { RotationTable } from './RotationTable.tsx';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/autodj/rotation');
const PlaylistDialog = lazy(() =>
  loadChunk(() => import('./PlaylistDialog.tsx')).then((part) => ({ default: part.PlaylistDialog })),
);

/** `…/autodj/rotation`: the playlists that share the time of the Auto DJ, and their shares. */
export const RotationScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const { data } = useSuspenseQuery(playlistsQuery(stationKey));
  const mayChange = useMay('station.playout', { accountKey, stationKey });
  const [editing, setEditing] = useState<{ playlist: PlaylistRow | undefined }>();
  const [removing, setRemoving] = useState<PlaylistRow>();
  const { mutate: remove } = useRemovePlaylist(stationKey);
  usePageTitle(`${station.name}: Rotation`);
  const add = mayChange && (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setEditing({ playlist: undefined })}>
      Add playlist
    </Button>
  );
  return (
    <Stack gap="md">
      {data.playlists.length === 0 ? (
        <Surface>
          <EmptyState icon={<IconPlaylist size={30} />} title="Mix several playlists" action={add}>
            Two new songs for every classic, calm music at night: playlists share the time by their weights, or play
            alone at set hours. Their tracks are picked by hand, or found by tags of the library. Without any, the main
            playlist plays.
          </EmptyState>
        </Surface>
      ) : (
        <Surface
          title="Rotation"
          description="Playlists take turns by weight. One that plays alone in its hours has no turns at other times."
          actions={add}
          flush
        >
          <RotationTable
            stationKey={stationKey}
            data={data}
            mayChange={mayChange}
            onEdit={(playlist) => setEditing({ playlist })}
            onRemove={setRemoving}
          />
        </Surface>
      )}
      <ConfirmDialog
        opened={removing !== undefined}
        title={`Remove “${removing?.name ?? ''}”?`}
        confirm="Remove"
        danger
        onClose={() => setRemoving(undefined)}
        onConfirm={() => {
          if (removing) remove(removing.id, { onSuccess: () => toastSuccess('Playlist removed.') });
          setRemoving(undefined);
        }}
      >
        The other playlists play in its place. The tracks stay in the library.
      </ConfirmDialog>
      <Suspense>
        {editing && (
          <PlaylistDialog
            stationKey={stationKey}
            playlist={editing.playlist}
            timezone={data.timezone}
            onClose={() => setEditing(undefined)}
          />
        )}
      </Suspense>
    </Stack>
  );
};
