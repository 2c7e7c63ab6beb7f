import { Box, Button, Skeleton, Stack } from '@mantine/core';
import { IconMicrophone2, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { limits } from '#contract/rules/limits.ts';
import { StorageLeft } from '#web/features/billing/shared/StorageLeft.tsx';
import { podcastQuery } from '#web/parts/podcast-queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useTableState, type TableState } from '#web/ui/table/use-table-state.ts';
import { episodesQuery } from './queries.ts';
import { episodePlayback } from './shared/episode-playback.ts';
import { useMayChange } from './shared/use-may-change.ts';
import { useEpisodePaths } from './shared/use-episode-paths.ts';

const AddEpisodes = lazy(() =>
  loadChunk(() => import('./AddEpisodes.tsx')).then((part) => ({ default: part.AddEpisodes })),
);
const EpisodesTable = lazy(() =>
  loadChunk(() => import('./EpisodesTable.tsx')).then((part) => ({ default: part.EpisodesTable })),
);

const sortable = ['publish_date', 'title', 'duration'] as const;
const pageSize = limits.episodeListPage;

/** The episodes of a podcast, newest first: published, scheduled and drafts. Files dropped on the page become drafts. */
export const EpisodesScreen = () => {
  const place = useEpisodePaths();
  const { podcastKey } = place;
  const { data: podcast } = useSuspenseQuery(podcastQuery(podcastKey));
  const mayChange = useMayChange();
  const table = useTableState();
  const { data } = useSuspenseQuery(episodesQuery(podcastKey, pageOf(table)));
  usePageTitle(`${podcast.title}: Episodes`);
  useEffect(() => episodePlayback.stop, []);
  const isEmpty = data.total === 0 && table.search === '';
  const add = (
    <Button component={Link} to={place.create as '/'} leftSection={<IconPlus size={18} aria-hidden />}>
      New episode
    </Button>
  );
  return (
    <Stack gap="md">
      {mayChange && (
        <Suspense fallback={<Box h={isEmpty ? 190 : 82} />}>
          <AddEpisodes podcastKey={podcastKey} isCompact={!isEmpty} />
        </Suspense>
      )}
      {mayChange && <StorageLeft accountKey={place.accountKey} />}
      {isEmpty ? (
        <Surface>
          <EmptyState icon={<IconMicrophone2 size={30} />} title="No episodes yet" {...(mayChange && { action: add })}>
            Drop an audio file here to create a draft, or write the episode first and add the audio later. Episodes stay
            private until you publish them, now or at a scheduled time.
          </EmptyState>
        </Surface>
      ) : (
        <Suspense fallback={<Skeleton h={420} radius="lg" role="status" aria-label="Loading" />}>
          <EpisodesTable table={table} data={data} isFixed={!mayChange} add={mayChange ? add : undefined} />
        </Suspense>
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
