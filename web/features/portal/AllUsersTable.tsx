import { Anchor, Badge } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import type * as z from 'zod/mini';
import { limits } from '#contract/rules/limits.ts';
import type { PortalUser } from '#contract/api/people.ts';
import { day } from '#web/lib/format.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { RowFilter } from './RowFilter.tsx';
import classes from './PortalLists.module.css';
import { portalUsersQuery } from './queries.ts';
import { SuspendButton } from './PersonActions.tsx';

const route = getRouteApi('/shell/portal/people');
const sortable = { fullName: 'name', email: 'email', created: 'created' } as const;
const filters = { disabled: 'Suspended', admins: 'Portal administrators' } as const;
type Person = z.infer<typeof PortalUser>;

/** All users who ever signed in, each with a page and the action to suspend or reactivate them. */
export const AllUsersTable = () => {
  const table = useTableState();
  const { only } = route.useSearch();
  const [sort] = table.sorting;
  const { data } = useSuspenseQuery(
    portalUsersQuery({
      pageNumber: table.page - 1,
      pageSize: table.size ?? limits.peopleListPage,
      sortBy: sortable[(sort?.id ?? 'fullName') as keyof typeof sortable] ?? 'name',
      sortDesc: sort?.desc ?? false,
      search: table.search,
      only,
    }),
  );
  return (
    <Surface flush>
      <DataTable
        label="All users"
        columns={columns}
        rows={data.entities}
        rowId={({ id }) => id}
        table={table}
        defaultSize={limits.peopleListPage}
        server={{ total: data.total, capped: data.capped }}
        tools={<RowFilter label="Filter users" value={only} choices={filters} />}
      />
    </Surface>
  );
};

const column = createColumnHelper<Person>();
const columns = [
  column.accessor('fullName', {
    header: 'Name',
    cell: ({ row: { original: person } }) => (
      <span className={classes.name}>
        <Artwork name={person.fullName || person.email} src={person.avatar ?? undefined} size={32} />
        <Anchor
          renderRoot={(props) => (
            <Link {...({ to: '/portal/people/$userId', params: { userId: person.id } } as object)} {...props} />
          )}
        >
          {person.fullName || person.email}
        </Anchor>
      </span>
    ),
  }),
  column.accessor('email', { header: 'E-mail', meta: { onPhone: 'below', onTablet: 'below' } }),
  column.display({
    id: 'state',
    header: 'State',
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) =>
      original.disabled ? (
        <Badge color="yellow">Suspended</Badge>
      ) : original.portalAdmin ? (
        <Badge miw="max-content">Portal administrator</Badge>
      ) : (
        <Badge color="gray">Active</Badge>
      ),
  }),
  column.accessor('accounts', {
    header: 'Accounts',
    enableSorting: false,
    meta: { align: 'end', onPhone: 'named' },
  }),
  column.accessor('stations', {
    header: 'Stations',
    enableSorting: false,
    meta: { align: 'end', onPhone: 'named' },
  }),
  column.accessor('created', {
    header: 'Since',
    cell: ({ getValue }) => <NoWrap>{day(getValue())}</NoWrap>,
    meta: { onPhone: 'hidden', onTablet: 'hidden' },
  }),
  column.display({
    id: 'suspend',
    header: '',
    cell: ({ row: { original } }) => <SuspendButton person={original} />,
    meta: { align: 'end' },
  }),
];
