import { Anchor, Badge } from '@mantine/core';
import { IconMicrophone2 } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { wording } from '#brand/wording.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import type { Podcast } from '#contract/api/podcast.ts';
import { byteSize, day } from '#web/lib/format.ts';
import { podcastsPath } from '#web/parts/podcast-scope.ts';
import { portalPodcastsQuery } from '#web/parts/podcast-queries.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import classes from './PodcastsScreen.module.css';

/** `/portal/podcasts`: every podcast of the portal, searchable by title. */
export const PortalPodcastsScreen = () => {
  const table = useTableState();
  const size = table.size ?? limits.podcastListPage;
  const { data } = useSuspenseQuery(
    portalPodcastsQuery({ limit: size, offset: (table.page - 1) * size, search: table.search }),
  );
  return (
    <>
      <PageHeader title={wording.Podcasts} description={`All ${wording.podcasts} on this portal`} />
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
            <EmptyState icon={<IconMicrophone2 size={30} />} title={`No ${wording.podcasts} yet`}>
              {`Users create ${wording.podcasts} in their accounts. They are listed here.`}
            </EmptyState>
          }
        />
      </Surface>
    </>
  );
};

const column = createColumnHelper<Podcast>();
const columns = [
  column.accessor('title', {
    header: 'Title',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <Link to={pathOf(original) as '/'} className={classes.name}>
        <Artwork name={original.title} src={original.image ?? undefined} size={36} />
        <span className={classes.title}>{original.title}</span>
      </Link>
    ),
  }),
  column.accessor(({ account }) => account.name, {
    id: 'account',
    header: 'Account',
    enableSorting: false,
    cell: ({ row: { original }, getValue }) => (
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link to="/accounts/$accountKey" params={{ accountKey: original.account.key as AccountKey }} {...props} />
        )}
      >
        {getValue()}
      </Anchor>
    ),
  }),
  column.accessor('episodes', { header: 'Episodes', enableSorting: false, meta: { align: 'end' } }),
  column.accessor('total_size', {
    header: 'Size',
    enableSorting: false,
    meta: { align: 'end' },
    cell: ({ getValue }) => byteSize(getValue()),
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
    cell: ({ getValue }) => <NoWrap>{day(getValue())}</NoWrap>,
  }),
];

const pathOf = ({ key, account }: Podcast): string =>
  `${podcastsPath({ accountKey: account.key as AccountKey })}/${key}`;
