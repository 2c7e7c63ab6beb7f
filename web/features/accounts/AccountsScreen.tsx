import { Badge, Button, Group, Text } from '@mantine/core';
import { IconBuilding, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import type { Account } from '#contract/accounts.ts';
import { limits } from '#contract/limits.ts';
import { day } from '#web/lib/format.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { Teach } from '#web/ui/Teach.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { accountListQuery } from './queries.ts';
import classes from './AccountsScreen.module.css';

const sortable = { company: 'name', email: 'email', updated: 'updated', date_from: 'date_from' } as const;

/** `/accounts`: the accounts a person may see, page by page. */
export const AccountsScreen = () => {
  const table = useTableState();
  const [sort] = table.sorting;
  const { data } = useSuspenseQuery(
    accountListQuery({
      pageNumber: table.page - 1,
      pageSize: table.size ?? limits.accountListPage,
      sortBy: sortable[(sort?.id ?? 'company') as keyof typeof sortable] ?? 'name',
      sortDesc: sort?.desc ?? false,
      search: table.search,
    }),
  );
  const create = (
    <Button component={Link} to="/accounts/create" leftSection={<IconPlus size={18} aria-hidden />}>
      Create account
    </Button>
  );
  return (
    <>
      <PageHeader title="Accounts" description="Each holds its own stations, people and numbers." actions={create} />
      <Surface flush>
        <DataTable
          label="Accounts"
          columns={columns}
          rows={data.entities}
          rowId={({ key }) => key}
          table={table}
          defaultSize={limits.accountListPage}
          server={{ total: data.total, capped: data.capped }}
          empty={
            <Teach icon={<IconBuilding size={30} />} title="No accounts yet" action={create}>
              An account is where stations live. Create the first one.
            </Teach>
          }
        />
      </Surface>
    </>
  );
};

const column = createColumnHelper<Account>();
const columns = [
  column.accessor('company', {
    header: 'Name',
    cell: ({ row: { original: account } }) => (
      <Link to="/accounts/$accountKey" params={{ accountKey: account.key }} className={classes.name}>
        <Artwork name={account.company} size={32} />
        <span>{account.company}</span>
        {account.suspended && <Badge color="yellow">Suspended</Badge>}
      </Link>
    ),
  }),
  column.accessor('email', { header: 'E-mail' }),
  column.accessor('stations_count', { header: 'Stations', enableSorting: false, meta: { align: 'end' } }),
  column.accessor((account) => account.date_from, {
    id: 'date_from',
    header: 'Since',
    cell: ({ getValue }) => <Text size="sm">{getValue() === '' ? '' : day(getValue())}</Text>,
  }),
  column.display({
    id: 'role',
    header: 'You',
    cell: ({ row: { original: account } }) => (
      <Group>
        {account.rights.owner ? <Badge>Owner</Badge> : account.rights.admin ? <Badge color="gray">Admin</Badge> : null}
      </Group>
    ),
  }),
];
