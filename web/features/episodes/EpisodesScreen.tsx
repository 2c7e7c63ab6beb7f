import { Button, Stack } from '@mantine/core';
import { IconMicrophone2, IconPlus, IconTrash } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Episode } from '#contract/episode.ts';
import type { PodcastKey } from '#contract/keys.ts';
import { limits } from '#contract/limits.ts';
import { wording } from '#brand/wording.ts';
import { podcastQuery } from '#web/features/podcasts/queries.ts';
import { FileDrop } from '#web/features/uploads/shared/FileDrop.tsx';
import { loadChunk } from '#web/lib/chunks.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { Teach } from '#web/ui/Teach.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useTableState, type TableState } from '#web/ui/table/use-table-state.ts';
import { columnsFor } from './episode-columns.tsx';
import { episodesQuery, useRefreshEpisodes } from './queries.ts';
import { sound } from './shared/episode-sound.ts';
import { onEpisodeUpload, uploadEpisode } from './shared/upload-episode.ts';
import { useMayChange } from './shared/use-may-change.ts';
import { usePlace } from './shared/use-place.ts';

const DeleteEpisodes = lazy(() =>
  loadChunk(() => import('./DeleteEpisodes.tsx')).then((part) => ({ default: part.DeleteEpisodes })),
);

const sortable = ['publish_date', 'title', 'duration'] as const;
const pageSize = limits.episodeListPage;

/** The episodes of a podcast, the newest first: what is heard, what is to come, what is a draft; files dropped on the page become drafts. */
export const EpisodesScreen = () => {
  const place = usePlace();
  const { podcastKey } = place;
  const { data: podcast } = useSuspenseQuery(podcastQuery(podcastKey));
  const mayChange = useMayChange();
  const table = useTableState();
  const { data } = useSuspenseQuery(episodesQuery(podcastKey, pageOf(table)));
  usePageTitle(`${podcast.title}: Episodes`);
  useUploaded(podcastKey);
  useEffect(() => sound.stop, []);
  const isEmpty = data.total === 0 && table.search === '';
  const add = (
    <Button component={Link} to={place.create as '/'} leftSection={<IconPlus size={18} aria-hidden />}>
      New episode
    </Button>
  );
  return (
    <Stack gap="md">
      {mayChange && (
        <FileDrop
          title="Drop episodes anywhere on this page"
          hint="Each file becomes a draft: MP3, FLAC, WAV, M4A or OGG, up to 1 GB"
          isCompact={!isEmpty}
          wholePage
          onFiles={(files) => uploadEpisode(podcastKey, undefined, files)}
        />
      )}
      {isEmpty ? (
        <Surface>
          <Teach icon={<IconMicrophone2 size={30} />} title="No episodes yet" {...(mayChange && { action: add })}>
            An episode is a sound with a title and a description. Drop its file here to make a draft, or write it first
            and add the sound later. Nothing is heard of it until you publish it: now, or at a time you choose.
          </Teach>
        </Surface>
      ) : (
        <Episodes table={table} data={data} isFixed={!mayChange} add={mayChange ? add : undefined} />
      )}
    </Stack>
  );
};

const pageOf = (table: TableState) => {
  const [sort] = table.sorting;
  const by = sortable.find((id) => id === sort?.id);
  const limit = table.size ?? pageSize;
  return {
    limit,
    offset: (table.page - 1) * limit,
    ...(by && { order: `${sort?.desc ? '-' : ''}${by}` as const }),
    ...(table.search.trim() !== '' && { search: table.search.trim() }),
  };
};

/** Uploads go on while other pages are shown; what they make appears here. */
const useUploaded = (podcastKey: PodcastKey): void => {
  const refresh = useRefreshEpisodes(podcastKey);
  const heard = useEffectEvent((key: PodcastKey) => {
    if (key === podcastKey) void refresh();
  });
  useEffect(() => onEpisodeUpload((key) => heard(key)), []);
};

type EpisodesProps = {
  table: TableState;
  data: { entities: Episode[]; total: number; capped: boolean };
  isFixed: boolean;
  add: React.ReactNode;
};

const Episodes = ({ table, data, isFixed, add }: EpisodesProps) => {
  const place = usePlace();
  const { episode, edit } = place;
  const [deleting, setDeleting] = useState<readonly Episode[]>([]);
  const [asks, setAsks] = useState(false);
  /** Also those of other pages. */
  const [selected, setSelected] = useState<ReadonlyMap<string, Episode>>(new Map());
  const ask = (chosen: readonly Episode[]): void => {
    setDeleting(chosen);
    setAsks(true);
  };
  const columns = useMemo(
    () => columnsFor({ isFixed, pathOf: episode, editPathOf: edit, onDelete: (one) => ask([one]) }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the paths are those of the list
    [isFixed, place.list],
  );
  return (
    <Surface flush>
      <DataTable
        label="Episodes"
        columns={columns}
        rows={data.entities}
        rowId={({ key }) => key}
        table={table}
        defaultSize={pageSize}
        server={{ total: data.total, capped: data.capped }}
        tools={add}
        {...(!isFixed && {
          selection: {
            selected: new Set(selected.keys()),
            onChange: (keys) => setSelected(kept(keys, selected, data.entities)),
            actions: (
              <>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconTrash size={16} aria-hidden />}
                  onClick={() => ask([...selected.values()])}
                >
                  Delete
                </Button>
                <Button size="xs" variant="subtle" color="gray" onClick={() => setSelected(new Map())}>
                  Clear
                </Button>
              </>
            ),
          },
        })}
      />
      <Suspense>
        {deleting.length > 0 && (
          <DeleteEpisodes
            episodes={deleting}
            noun={wording.podcast}
            opened={asks}
            onClose={() => setAsks(false)}
            onDeleted={() =>
              setSelected(new Map([...selected].filter(([key]) => !deleting.some((one) => one.key === key))))
            }
          />
        )}
      </Suspense>
    </Surface>
  );
};

const kept = (
  keys: ReadonlySet<string>,
  before: ReadonlyMap<string, Episode>,
  shown: readonly Episode[],
): ReadonlyMap<string, Episode> => {
  const known = new Map<string, Episode>([...before, ...shown.map((one) => [one.key, one] as const)]);
  return new Map([...keys].flatMap((key) => known.get(key) ?? []).map((one) => [one.key, one]));
};
