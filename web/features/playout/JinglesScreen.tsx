import { ActionIcon, Alert, Anchor, Button, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconBell, IconPlus, IconX } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { refetchPaths } from '#web/lib/endpoint-query.ts';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import type { AutoDjTrack } from '#contract/api/playout.ts';
import { PreviewButton } from '#web/features/library/shared/PreviewButton.tsx';
import { onJingleAdded, uploadJingles } from '#web/features/library/shared/upload-store.ts';
import { FileDrop } from '#web/features/uploads/shared/FileDrop.tsx';
import { useMay } from '#web/features/session/queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { count, duration } from '#web/lib/format.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { jinglesQuery, useAddJingles, useRemoveJingles } from './jingle-queries.ts';
import { rulesQuery } from './rules-queries.ts';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/autodj/jingles');
const PickDialog = lazy(() =>
  loadChunk(() => import('./PickDialog.tsx')).then((part) => ({ default: part.PickDialog })),
);

/** `…/autodj/jingles`: the tracks that play between the music. */
export const JinglesScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const { data } = useSuspenseQuery(jinglesQuery(stationKey));
  const mayChange = useMay('station.playout', { accountKey, stationKey });
  usePageTitle(`${station.name}: Jingles`);
  useUploadedJingles(stationKey);
  const add = mayChange && <AddJingles stationKey={stationKey} jingles={data.jingles} />;
  const isEmpty = data.jingles.length === 0;
  const drop = mayChange && (
    <FileDrop
      title="Drop jingles here"
      hint="MP3, FLAC, WAV, M4A or OGG, any number of files"
      isCompact={!isEmpty}
      wholePage
      onFiles={(files) => uploadJingles(stationKey, files)}
    />
  );
  return (
    <Stack gap="md">
      {!isEmpty && <JingleInterval />}
      {drop}
      {isEmpty ? (
        <Surface>
          <EmptyState icon={<IconBell size={30} />} title="Add station jingles" action={add}>
            Jingles are short tracks that play between the music: your name, your slogan, a greeting. Upload them here,
            or choose tracks of the library, which then leave the playlist. They play after every few tracks.
          </EmptyState>
        </Surface>
      ) : (
        <Surface title="Jingles" description={count(data.jingles.length, 'jingle')} actions={add} flush>
          <JingleTable stationKey={stationKey} jingles={data.jingles} mayChange={mayChange} />
        </Surface>
      )}
    </Stack>
  );
};

/** Shows jingles as their uploads finish. */
const useUploadedJingles = (stationKey: StationKey): void => {
  const queries = useQueryClient();
  useEffect(
    () =>
      onJingleAdded((key) => {
        if (key === stationKey) void refetchPaths(queries, ['stations/{key}/auto_dj/**'], { key });
      }),
    [queries, stationKey],
  );
};

const AddJingles = ({ stationKey, jingles }: { stationKey: StationKey; jingles: readonly AutoDjTrack[] }) => {
  const { mutate, isPending } = useAddJingles(stationKey);
  const [isPicking, setPicking] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlus size={17} aria-hidden />}
        onClick={() => setPicking(true)}
        loading={isPending}
      >
        Add jingles from the library
      </Button>
      <Suspense>
        {isPicking && (
          <PickDialog
            stationKey={stationKey}
            title="Add jingles"
            without={new Set(jingles.map(({ key }) => key))}
            onClose={() => setPicking(false)}
            onPick={(tracks) => mutate(tracks)}
          />
        )}
      </Suspense>
    </>
  );
};

/** How often a jingle plays, or a warning that none does. */
const JingleInterval = () => {
  const params = route.useParams();
  const { data } = useSuspenseQuery(rulesQuery(params.stationKey));
  const change = (
    <Anchor
      inherit
      underline="always"
      renderRoot={(props) => (
        <Link to="/accounts/$accountKey/stations/$stationKey/autodj/rules" params={params} {...props} />
      )}
    >
      Playback rules
    </Anchor>
  );
  if (data.jingle_every > 0)
    return (
      <Text>
        A jingle plays after every {data.jingle_every === 1 ? 'track' : `${data.jingle_every} tracks`}. Change this
        under {change}.
      </Text>
    );
  return (
    <Alert color="yellow" title="Jingles are off">
      Set how many tracks play between jingles under {change}.
    </Alert>
  );
};

type JingleTableProps = { stationKey: StationKey; jingles: readonly AutoDjTrack[]; mayChange: boolean };

const JingleTable = ({ stationKey, jingles, mayChange }: JingleTableProps) => {
  const { mutate } = useRemoveJingles(stationKey);
  return (
    <Table highlightOnHover aria-label="Jingles">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={56}>
            <VisuallyHidden>Preview</VisuallyHidden>
          </Table.Th>
          <Table.Th>Title</Table.Th>
          <Table.Th visibleFrom="sm">Artist</Table.Th>
          <Table.Th w={90} ta="end">
            Duration
          </Table.Th>
          {mayChange && (
            <Table.Th w={60}>
              <VisuallyHidden>Remove</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {jingles.map((jingle) => (
          <Table.Tr key={jingle.key}>
            <Table.Td>
              <PreviewButton track={jingle} />
            </Table.Td>
            <Table.Td fw={550}>{jingle.title}</Table.Td>
            <Table.Td visibleFrom="sm">{jingle.artist}</Table.Td>
            <Table.Td ta="end" className="numbers">
              {duration(jingle.duration)}
            </Table.Td>
            {mayChange && (
              <Table.Td>
                <ActionIcon onClick={() => mutate([jingle.key])} aria-label={`Remove ${jingle.title} from the jingles`}>
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};
