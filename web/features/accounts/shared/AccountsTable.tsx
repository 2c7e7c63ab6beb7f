import { Badge, Group, NativeSelect } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { brand } from '#brand/brand.ts';
import type { Account } from '#contract/api/accounts.ts';
import { limits } from '#contract/rules/limits.ts';
import { planName } from '#contract/rules/plans.ts';
import { useMay } from '#web/features/session/queries.ts';
import { day } from '#web/lib/format.ts';
import { accountListQuery } from '#web/parts/account-queries.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import type { AccountFilter, AccountsSearch } from '../accounts-search.ts';
import classes from './AccountsTable.module.css';

const sortable = { company: 'name', email: 'email', updated: 'updated', date_from: 'date_from' } as const;

/** The accounts the user can see, page by page; portal administrators can filter them by state. */
export const AccountsTable = ({ create }: { create?: ReactNode }) => {
  const table = useTableState();
  const { only }: AccountsSearch = useSearch({ strict: false });
  const seesAll = useMay('portal.read');
  const [sort] = table.sorting;
  const { data } = useSuspenseQuery(
    accountListQuery({
      pageNumber: table.page - 1,
      pageSize: table.size ?? limits.accountListPage,
      sortBy: sortable[(sort?.id ?? 'company') as keyof typeof sortable] ?? 'name',
      sortDesc: sort?.desc ?? false,
      search: table.search,
      only,
    }),
  );
  return (
    <Surface flush>
      <DataTable
        label="Accounts"
        columns={columns}
        rows={data.entities}
        rowId={({ key }) => key}
        table={table}
        defaultSize={limits.accountListPage}
        server={{ total: data.total, capped: data.capped }}
        {...(seesAll && { tools: <Filter only={only} /> })}
        {...(only === undefined && {
          empty: (
            <EmptyState icon={<IconBuilding size={30} />} title="No accounts yet" action={create}>
              An account holds your stations. Create your first one.
            </EmptyState>
          ),
        })}
      />
    </Surface>
  );
};

const Filter = ({ only }: { only: AccountFilter | undefined }) => {
  const navigate = useNavigate();
  const choose = (chosen: string): void =>
    void navigate({
      to: '.',
      search: ((from: object) => ({ ...from, only: chosen || undefined, page: undefined })) as never,
      replace: true,
      resetScroll: false,
    });
  return (
    <NativeSelect
      aria-label="Filter accounts"
      size="xs"
      value={only ?? ''}
      onChange={(event) => choose(event.currentTarget.value)}
      data={[
        { value: '', label: 'All accounts' },
        { value: 'suspended', label: 'Suspended' },
        { value: 'trial', label: 'On trial' },
        { value: 'requested', label: 'Plan requested' },
      ]}
    />
  );
};

const column = createColumnHelper<Account>();
const columns = [
  column.accessor('company', {
    header: 'Name',
    cell: ({ row: { original: account } }) => (
      <Link to="/accounts/$accountKey" params={{ accountKey: account.key }} className={classes.name}>
        <Artwork name={account.company} src={account.logo ?? undefined} size={32} />
        <span>{account.company}</span>
      </Link>
    ),
  }),
  column.accessor(({ suspended }) => (suspended ? 'Suspended' : 'Active'), {
    id: 'state',
    header: 'State',
    enableSorting: false,
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) =>
      original.suspended ? (
        <Badge miw="max-content" color="red">
          Suspended
        </Badge>
      ) : (
        <Badge miw="max-content" color="green">
          Active
        </Badge>
      ),
  }),
  column.accessor(({ plan }) => planName(plan, brand), {
    id: 'plan',
    header: 'Plan',
    enableSorting: false,
    meta: { onPhone: 'below' },
    cell: ({ getValue, row: { original } }) => (
      <Group gap={6} wrap="nowrap">
        {getValue()}
        {original.requested_plan && (
          <Badge
            miw="max-content"
            color="yellow"
            component={Link}
            to={`/accounts/${original.key}/upgrade`}
            className={classes.asks}
          >
            Requested: {planName(original.requested_plan.plan, brand)}
          </Badge>
        )}
      </Group>
    ),
  }),
  column.accessor('stations_count', {
    header: 'Stations',
    enableSorting: false,
    meta: { align: 'end', onPhone: 'named' },
  }),
  column.accessor('email', { header: 'E-mail', meta: { onPhone: 'hidden' } }),
  column.accessor(({ date_from }) => date_from, {
    id: 'date_from',
    header: 'Since',
    meta: { onPhone: 'hidden' },
    cell: ({ getValue }) => <NoWrap>{getValue() === '' ? '' : day(getValue())}</NoWrap>,
  }),
  column.accessor(({ rights }) => (rights.owner ? 'Owner' : rights.admin ? 'Admin' : ''), {
    id: 'role',
    header: 'Your role',
    enableSorting: false,
    meta: { onPhone: 'below' },
    cell: ({ getValue }) =>
      getValue() === '' ? null : (
        <Badge miw="max-content" color={getValue() === 'Owner' ? 'brand' : 'gray'}>
          {getValue()}
        </Badge>
      ),
  }),
];
