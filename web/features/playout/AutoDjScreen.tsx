import { Alert, Box, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDeviceFloppy, IconMusicPlus, IconRefresh } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import type { AutoDj } from '#contract/api/playout.ts';
import { wording } from '#brand/wording.ts';
import { onTrackAdded } from '#web/features/library/shared/upload-store.ts';
import { useMay } from '#web/features/session/queries.ts';
import { stationQuery, useServerCommand, useStationLive } from '#web/parts/station-queries.ts';
import { RestartDialog } from '#web/features/stations/shared/RestartDialog.tsx';
import { loadChunk } from '#web/lib/chunks.ts';
import { count, longDuration } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Playlist } from './Playlist.tsx';
import { autoDjQuery, useResetAutoDj, useShuffle } from './queries.ts';
import { UndoButton } from './UndoButton.tsx';

const AddMedia = lazy(() =>
  loadChunk(() => import('#web/features/library/shared/AddMedia.tsx')).then((part) => ({ default: part.AddMedia })),
);

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/autodj/');

/** `…/stations/{stationKey}/autodj`: upload of music and the playlist. */
export const AutoDjScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const { data: autoDj } = useSuspenseQuery(autoDjQuery(stationKey));
  const mayChange = useMay('station.playout', { accountKey, stationKey });
  usePageTitle(`${station.name}: ${wording.AutoDJ}`);
  useAddedTracks(stationKey);
  const isFull = autoDj.tracks_allowed !== null && autoDj.playlist.length >= autoDj.tracks_allowed;
  // Beside a playlist, these are buttons of its toolbar.
  const drop = mayChange && autoDj.playlist.length === 0 && (
    <Suspense fallback={<Box h={250} />}>
      <AddMedia stationKey={stationKey} isCompact={false} />
    </Suspense>
  );
  return (
    <Stack gap="md">
      {isFull && (
        <Alert color="yellow" title="Tracks limit exceeded.">
          You have exceeded the maximum number of tracks allowed for your plan.
        </Alert>
      )}
      {drop}
      {autoDj.playlist.length === 0 ? (
        <Surface>
          <EmptyState icon={<IconMusicPlus size={30} />} title={`The ${wording.AutoDJ} plays when no one is live`}>
            Add your music above: MP3, FLAC, WAV, M4A or OGG. Files are normalized in loudness, converted to the
            station’s format and played around the clock. A live encoder takes over whenever you connect one.
          </EmptyState>
          {mayChange && autoDj.undo && (
            <Group justify="center">
              <UndoButton stationKey={stationKey} step={autoDj.undo} />
            </Group>
          )}
        </Surface>
      ) : (
        <Surface
          title="Playlist"
          description={describe(autoDj)}
          actions={mayChange && <Options stationKey={stationKey} autoDj={autoDj} />}
          flush
        >
          <Playlist stationKey={stationKey} autoDj={autoDj} isFixed={!mayChange} />
        </Surface>
      )}
    </Stack>
  );
};

/** Shows tracks as uploads add them; uploads continue while the user is on other pages. */
const useAddedTracks = (stationKey: StationKey): void => {
  const queries = useQueryClient();
  useEffect(() => {
    const { queryKey } = autoDjQuery(stationKey);
    const unsubscribe = onTrackAdded((key, playlist) => key === stationKey && queries.setQueryData(queryKey, playlist));
    return () => {
      unsubscribe();
      // Tracks added while another page is open are fetched on return.
      void queries.invalidateQueries({ queryKey, refetchType: 'none' });
    };
  }, [queries, stationKey]);
};

const describe = ({ playlist, tracks_allowed }: AutoDj): string => {
  const seconds = playlist.reduce((sum, { duration }) => sum + duration, 0);
  const allowed = tracks_allowed === null ? '' : ` of ${tracks_allowed.toLocaleString('en')}`;
  return `${count(playlist.length, 'track')}${allowed}, ${longDuration(seconds)}`;
};

/** Spec §2: restart, "Save and restart" and shuffle. */
const Options = ({ stationKey, autoDj }: { stationKey: StationKey; autoDj: AutoDj }) => {
  const shuffle = useShuffle(stationKey);
  const reset = useResetAutoDj(stationKey);
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <Group gap="sm">
      <Switch
        label="Shuffle"
        checked={shuffle.isPending ? shuffle.variables : autoDj.shuffle}
        onChange={(event) => shuffle.mutate(event.currentTarget.checked)}
      />
      <UndoButton stationKey={stationKey} step={autoDj.undo} />
      <RestartButton stationKey={stationKey} />
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDeviceFloppy size={16} aria-hidden />}
        onClick={dialog.open}
        loading={reset.isPending}
      >
        Save and restart
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`Restart the ${wording.AutoDJ}?`}
        confirm="Save and restart"
        onConfirm={() => {
          dialog.close();
          reset.mutate();
        }}
      >
        <Text inherit>The playlist restarts from its first track. Listeners stay connected.</Text>
      </ConfirmDialog>
    </Group>
  );
};

/** Restarts the whole stream like the server panel does: disconnects all listeners and encoders. */
const RestartButton = ({ stationKey }: { stationKey: StationKey }) => {
  const { accountKey } = route.useParams();
  const mayControl = useMay('station.control', { accountKey, stationKey });
  const command = useServerCommand(stationKey);
  const live = useStationLive(stationKey);
  const [isOpen, dialog] = useDisclosure(false);
  const isOn = live?.status === 'active' || live?.status === 'starting';
  if (!mayControl || !isOn) return null;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={dialog.open}
        loading={command.isPending}
      >
        Restart
      </Button>
      <RestartDialog
        opened={isOpen}
        live={live}
        onClose={dialog.close}
        onConfirm={() => {
          dialog.close();
          command.mutate('restart');
        }}
      />
    </>
  );
};
