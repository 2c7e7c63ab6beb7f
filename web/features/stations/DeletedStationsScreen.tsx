import { Anchor, Button } from '@mantine/core';
import { IconArrowBackUp, IconTrashOff } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { limits } from '#contract/rules/limits.ts';
import type { Station } from '#contract/api/stations.ts';
import { deletedStationsQuery } from '#web/parts/account-queries.ts';
import { useMay } from '#web/features/session/queries.ts';
import { moment } from '#web/lib/format.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';
import { stationTypeLabel } from './shared/station-type.ts';
import classes from './StationsScreen.module.css';

const route = getRouteApi('/shell/accounts/$accountKey');

/**
 * `/accounts/{accountKey}/stations/deleted`: stations deleted in the last 30 days, with a button to restore each (spec
 * §3 "a separate deleted list").
 */
export const DeletedStationsScreen = () => {
  const { accountKey } = route.useParams();
  const table = useTableState();
  const { data } = useSuspenseQuery(deletedStationsQuery(accountKey));
  const mayRestore = useMay('station.restore', { accountKey });
  const [selected, setSelected] = useState<Station>();
  const columns = useMemo(
    () => (mayRestore ? [...baseColumns, restoreColumn(setSelected)] : baseColumns),
    [mayRestore],
  );
  return (
    <>
      <PageHeader
        title="Deleted stations"
        description={
          <>
            Available for 30 days, then permanently deleted. Back to{' '}
            <Anchor
              inherit
              underline="always"
              renderRoot={(props) => <Link to="/accounts/$accountKey/stations" params={{ accountKey }} {...props} />}
            >
              stations
            </Anchor>
          </>
        }
      />
      <Surface flush>
        <DataTable
          label="Deleted stations"
          columns={columns}
          rows={data.entities}
          rowId={({ key }) => key}
          table={table}
          defaultSize={limits.stationListPage}
          empty={
            <EmptyState icon={<IconTrashOff size={30} />} title="No deleted stations">
              You can restore a station for 30 days after you delete it in its settings.
            </EmptyState>
          }
        />
      </Surface>
      {selected && <RestoreDialog station={selected} onClose={() => setSelected(undefined)} />}
    </>
  );
};

const column = createColumnHelper<Station>();
const baseColumns = [
  column.accessor('name', {
    header: 'Name',
    cell: ({ row: { original: station } }) => (
      <span className={classes.still}>
        <Artwork name={station.name} src={station.logo ?? undefined} size={36} />
        {station.name}
      </span>
    ),
  }),
  column.accessor(stationTypeLabel, { id: 'type', header: 'Type', meta: { onPhone: 'hidden' } }),
  column.accessor('streamname', { header: 'Mount', meta: { onPhone: 'below' } }),
  // A deleted station is never updated again, so `updated` is when it was deleted.
  column.accessor('updated', {
    id: 'deleted',
    header: 'Deleted',
    cell: ({ getValue }) => <NoWrap>{moment(getValue())}</NoWrap>,
    meta: { onPhone: 'named' },
  }),
];

const restoreColumn = (onRestore: (station: Station) => void) =>
  column.display({
    id: 'restore',
    header: () => <span className={classes.hidden}>Restore</span>,
    cell: ({ row: { original } }) => (
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={() => onRestore(original)}
      >
        Restore<span className={classes.hidden}> {original.name}</span>
      </Button>
    ),
    meta: { align: 'end' },
  });
