import { Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Episode } from '#contract/api/episode.ts';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { episodesQuery } from '#web/features/episodes/queries.ts';
import { duration, moment } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import classes from './Spots.module.css';

const column = createColumnHelper<Episode>();
const size = limits.episodeListPage;

/** The episodes, each linked to its own spot placement. */
export const EpisodeOverrides = ({ podcastKey, path }: { podcastKey: PodcastKey; path: string }) => {
  const table = useTableState();
  const limit = table.size ?? size;
  const { data } = useSuspenseQuery(
    episodesQuery(podcastKey, {
      limit,
      offset: (table.page - 1) * limit,
      ...(table.search !== '' && { search: table.search }),
    }),
  );
  const columns = useMemo(() => columnsAt(path), [path]);
  const isEmpty = data.total === 0 && table.search === '';
  return (
    <Surface flush title="Per-episode overrides" description="Move the spots of an episode or turn them off.">
      {isEmpty ? (
        <Text c="dimmed" p="md">
          No episodes yet.
        </Text>
      ) : (
        <DataTable
          label="Episodes"
          columns={columns}
          rows={data.entities}
          rowId={({ key }) => key}
          table={table}
          defaultSize={size}
          server={{ total: data.total, capped: data.capped }}
          csv={false}
        />
      )}
    </Surface>
  );
};

const columnsAt = (path: string) => [
  column.accessor('title', {
    header: 'Episode',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <Link to={`${path}/ad-settings/${original.key}` as '/'} className={classes.episode}>
        {original.title}
      </Link>
    ),
  }),
  column.accessor(({ publish_date }) => publish_date ?? '', {
    id: 'publish_date',
    header: 'Published',
    enableSorting: false,
    cell: ({ getValue }) => <NoWrap>{getValue() === '' ? '–' : moment(getValue())}</NoWrap>,
  }),
  column.accessor('duration', {
    header: 'Duration',
    enableSorting: false,
    cell: ({ getValue }) => <span className="numbers">{getValue() === 0 ? '–' : duration(getValue())}</span>,
    meta: { align: 'end' },
  }),
];
