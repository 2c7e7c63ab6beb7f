import { Badge, Button } from '@mantine/core';
import { IconBuildingBroadcastTower, IconPlus, IconTrash } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import { limits, stationCategories } from '#contract/rules/limits.ts';
import type { StationLive } from '#contract/api/session.ts';
import type { Station } from '#contract/api/stations.ts';
import { accountStationsQuery } from '#web/parts/account-queries.ts';
import { Can } from '#web/features/session/shared/Can.tsx';
import { day } from '#web/lib/format.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { OnAir } from '#web/ui/OnAir.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { useStationsLive } from '#web/parts/station-queries.ts';
import { stationTypeLabel } from './shared/station-type.ts';
import classes from './StationsScreen.module.css';

const route = getRouteApi('/shell/accounts/$accountKey');
type Row = Station & { live: StationLive | undefined };
/** Number of stations updated live; the others show the status the list was loaded with. */
const maxLiveStations = 100;

/** `/accounts/{accountKey}/stations` */
export const StationsScreen = () => {
  const { accountKey } = route.useParams();
  const table = useTableState();
  const { data } = useSuspenseQuery(accountStationsQuery(accountKey));
  const live = useStationsLive(data.entities.slice(0, maxLiveStations).map(({ key }) => key));
  const rows = useMemo(
    () => data.entities.map((station): Row => ({ ...station, live: live.get(station.key) })),
    [data, live],
  );
  const create = (
    <Can action="account.createStation" accountKey={accountKey}>
      <Button
        leftSection={<IconPlus size={18} aria-hidden />}
        renderRoot={(props) => <Link to="/accounts/$accountKey/stations/create" params={{ accountKey }} {...props} />}
      >
        Create station
      </Button>
    </Can>
  );
  const deleted = (
    <Button
      variant="default"
      leftSection={<IconTrash size={17} aria-hidden />}
      renderRoot={(props) => <Link to="/accounts/$accountKey/stations/deleted" params={{ accountKey }} {...props} />}
    >
      Deleted stations
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Stations"
        description="All stations and their current listeners"
        actions={
          <>
            {deleted}
            {create}
          </>
        }
      />
      <Surface flush>
        <DataTable
          label="Stations"
          columns={columns}
          rows={rows}
          rowId={({ key }) => key}
          table={table}
          defaultSize={limits.stationListPage}
          empty={
            <EmptyState icon={<IconBuildingBroadcastTower size={30} />} title="No stations yet" action={create}>
              A station is a stream with its own URL, playlist and statistics.
            </EmptyState>
          }
        />
      </Surface>
    </>
  );
};

const column = createColumnHelper<Row>();
const columns = [
  column.accessor('name', {
    header: 'Name',
    cell: ({ row: { original: station } }) => (
      <Link
        to="/accounts/$accountKey/stations/$stationKey"
        params={{ accountKey: station.account_key, stationKey: station.key }}
        className={classes.name}
      >
        <Artwork name={station.name} src={station.logo ?? undefined} size={36} />
        {station.name}
        {station.featured && (
          <Badge color="brand" miw="max-content">
            Featured
          </Badge>
        )}
        {station.tags.includes('default') && (
          <Badge color="gray" miw="max-content">
            Default
          </Badge>
        )}
      </Link>
    ),
  }),
  column.accessor(({ live, server_status }) => live?.source ?? server_status.radio_server_status, {
    id: 'status',
    header: 'Status',
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) =>
      original.suspended ? (
        <Badge color="yellow" miw="max-content">
          Suspended
        </Badge>
      ) : (
        <OnAir live={original.live} size="sm" />
      ),
  }),
  column.accessor(({ live }) => live?.title ?? '', {
    id: 'playing',
    header: 'Now playing',
    enableSorting: false,
    meta: { onPhone: 'below' },
  }),
  column.accessor(({ live }) => live?.listeners ?? 0, { id: 'listeners', header: 'Listeners', meta: { align: 'end' } }),
  column.accessor(stationTypeLabel, { id: 'type', header: 'Type', meta: { onPhone: 'hidden' } }),
  column.accessor(({ category }) => stationCategories.find(({ id }) => id === category)?.name ?? '', {
    id: 'category',
    header: 'Category',
    meta: { onPhone: 'hidden' },
  }),
  column.accessor('created', {
    header: 'Created',
    cell: ({ getValue }) => <NoWrap>{day(getValue())}</NoWrap>,
    meta: { onPhone: 'hidden' },
  }),
];
