import { Anchor, Button } from '@mantine/core';
import { IconArrowBackUp, IconTrashOff } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { limits } from '#contract/limits.ts';
import type { Station } from '#contract/stations.ts';
import { deletedStationsQuery } from '#web/parts/account-queries.ts';
import { useMay } from '#web/features/session/queries.ts';
import { moment } from '#web/lib/format.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { Teach } from '#web/ui/Teach.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { RestoreDialog } from './RestoreDialog.tsx';
import { kindOf } from './shared/station-words.ts';
import classes from './StationsScreen.module.css';

const route = getRouteApi('/shell/accounts/$accountKey');

/** `/accounts/{accountKey}/stations/deleted`: what was deleted within 30 days, to be restored (spec §3 "a separate deleted list"). */
export const DeletedStationsScreen = () => {
  const { accountKey } = route.useParams();
  const table = useTableState();
  const { data } = useSuspenseQuery(deletedStationsQuery(accountKey));
  const mayRestore = useMay('station.restore', { accountKey });
  const [asked, setAsked] = useState<Station>();
  const columns = useMemo(() => (mayRestore ? [...listed, restoreColumn(setAsked)] : listed), [mayRestore]);
  return (
    <>
      <PageHeader
        title="Deleted stations"
        description={
          <>
            Kept for 30 days, then removed for good. Back to{' '}
            <Anchor
              inherit
              underline="always"
              renderRoot={(props) => <Link to="/accounts/$accountKey/stations" params={{ accountKey }} {...props} />}
            >
              the stations
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
            <Teach icon={<IconTrashOff size={30} />} title="No deleted stations">
              A station that is deleted under its settings stays here for 30 days and can be brought back as it was.
            </Teach>
          }
        />
      </Surface>
      {asked && <RestoreDialog station={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
};

const column = createColumnHelper<Station>();
const listed = [
  column.accessor('name', {
    header: 'Name',
    cell: ({ row: { original: station } }) => (
      <span className={classes.still}>
        <Artwork name={station.name} src={station.logo ?? undefined} size={36} />
        {station.name}
      </span>
    ),
  }),
  column.accessor(kindOf, { id: 'type', header: 'Type' }),
  column.accessor('streamname', { header: 'Mount' }),
  // Nothing changes a station after its deletion.
  column.accessor('updated', { id: 'deleted', header: 'Deleted', cell: ({ getValue }) => moment(getValue()) }),
];

const restoreColumn = (ask: (station: Station) => void) =>
  column.display({
    id: 'restore',
    header: () => <span className={classes.hidden}>Restore</span>,
    cell: ({ row: { original } }) => (
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={() => ask(original)}
      >
        Restore<span className={classes.hidden}> {original.name}</span>
      </Button>
    ),
    meta: { align: 'end' },
  });
