import { Badge, Button } from '@mantine/core';
import { IconHeartHandshake, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import type { Partner } from '#contract/api/portal.ts';
import { day } from '#web/lib/format.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { partnersQuery } from './partner-queries.ts';
import classes from './PortalLists.module.css';

/** `/portal/partners`: the portal's partners, by name. */
export const PartnersScreen = () => {
  const { data } = useSuspenseQuery(partnersQuery);
  const table = useTableState();
  const add = (
    <Button component={Link} to="/portal/partners/create" leftSection={<IconPlus size={18} aria-hidden />}>
      New partner
    </Button>
  );
  return (
    <>
      <PageHeader title="Partners" description="Partner directory" actions={add} />
      <Surface flush>
        <DataTable
          label="Partners"
          columns={columns}
          rows={data}
          rowId={({ slug }) => slug}
          table={table}
          defaultSize={10}
          empty={
            <EmptyState icon={<IconHeartHandshake size={30} />} title="No partners yet" action={add}>
              Each partner has a page with a description, contact details and a logo.
            </EmptyState>
          }
        />
      </Surface>
    </>
  );
};

const column = createColumnHelper<Partner>();
const columns = [
  column.accessor('name', {
    header: 'Name',
    cell: ({ row: { original: partner } }) => (
      <Link to="/portal/partners/$partnerSlug" params={{ partnerSlug: partner.slug }} className={classes.name}>
        <Artwork name={partner.name} src={partner.logo ?? undefined} size={32} />
        <span>{partner.name}</span>
      </Link>
    ),
  }),
  column.accessor(({ active }) => (active ? 'Active' : 'Inactive'), {
    id: 'state',
    header: 'State',
    cell: ({ getValue }) => (
      // A narrow column would cut it.
      <Badge color={getValue() === 'Active' ? 'green' : 'gray'} miw="max-content">
        {getValue()}
      </Badge>
    ),
  }),
  column.accessor('website', { header: 'Website' }),
  column.accessor('email', { header: 'E-mail' }),
  column.accessor('customers', { header: 'Customers' }),
  column.accessor('created', { header: 'Since', cell: ({ getValue }) => <NoWrap>{day(getValue())}</NoWrap> }),
];
