import { Badge, Button } from '@mantine/core';
import { IconMicrophone2, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import { wording } from '#brand/wording.ts';
import { limits } from '#contract/rules/limits.ts';
import type { Podcast } from '#contract/api/podcast.ts';
import { useMay } from '#web/features/session/queries.ts';
import { byteSize, day } from '#web/lib/format.ts';
import { podcastsPath, usePodcastScope } from '#web/parts/podcast-scope.ts';
import { podcastsQuery } from '#web/parts/podcast-queries.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import classes from './PodcastsScreen.module.css';

/** `…/podcasts` of an account or of a station. */
export const PodcastsScreen = () => {
  const scope = usePodcastScope();
  const table = useTableState();
  const size = table.size ?? limits.podcastListPage;
  const { data } = useSuspenseQuery(
    podcastsQuery(scope, { limit: size, offset: (table.page - 1) * size, search: table.search }),
  );
  const mayCreate = useMay(scope.stationKey ? 'station.createPodcast' : 'account.createPodcast', scope);
  const base = podcastsPath(scope);
  const columns = useMemo(() => columnsAt(base), [base]);
  const create = mayCreate && (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      renderRoot={(props) => <Link to={`${base}/create` as '/'} {...props} />}
    >
      {`Create ${wording.podcast}`}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={wording.Podcasts}
        description={
          scope.stationKey ? `${wording.Podcasts} of this station` : `All ${wording.podcasts} in this account`
        }
        actions={create}
      />
      <Surface flush>
        <DataTable
          label={wording.Podcasts}
          columns={columns}
          rows={data.entities}
          rowId={({ key }) => key}
          table={table}
          defaultSize={limits.podcastListPage}
          server={{ total: data.total, capped: data.capped }}
          empty={
            <EmptyState icon={<IconMicrophone2 size={30} />} title={`No ${wording.podcasts} yet`} action={create}>
              {`A ${wording.podcast} is a feed of episodes for all directories and apps.`}
            </EmptyState>
          }
        />
      </Surface>
    </>
  );
};

const column = createColumnHelper<Podcast>();
const columnsAt = (base: string) => [
  column.accessor('title', {
    header: 'Title',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <Link to={`${base}/${original.key}` as '/'} className={classes.name}>
        <Artwork name={original.title} src={original.image ?? undefined} size={44} />
        <span>
          <span className={classes.title}>{original.title}</span>
          <span className={classes.author}>{original.author}</span>
        </span>
      </Link>
    ),
  }),
  column.accessor(({ categories }) => categories[0]?.replace('/', ' › ') ?? '', {
    id: 'category',
    header: 'Category',
    enableSorting: false,
  }),
  column.accessor('episodes', { header: 'Episodes', enableSorting: false, meta: { align: 'end' } }),
  column.accessor('total_size', {
    header: 'Size',
    enableSorting: false,
    meta: { align: 'end' },
    cell: ({ getValue }) => <span className={classes.still}>{byteSize(getValue())}</span>,
  }),
  column.accessor(({ published }) => (published ? 'Published' : 'Not published'), {
    id: 'published',
    header: 'State',
    enableSorting: false,
    cell: ({ row: { original }, getValue }) => (
      <Badge color={original.published ? 'green' : 'gray'} miw="max-content">
        {getValue()}
      </Badge>
    ),
  }),
  column.accessor('created', {
    header: 'Created',
    enableSorting: false,
    cell: ({ getValue }) => <span className={classes.still}>{day(getValue())}</span>,
  }),
];
