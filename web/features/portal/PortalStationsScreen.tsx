import { Anchor, Badge, Switch, VisuallyHidden } from '@mantine/core';
import { IconBuildingBroadcastTower } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import { limits, stationTypes } from '#contract/rules/limits.ts';
import type { StationLive } from '#contract/api/session.ts';
import type { Station } from '#contract/api/stations.ts';
import { useFeatureStation, useStationsLive } from '#web/parts/station-queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { day } from '#web/lib/format.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { isPlayingSource } from '#contract/api/on-air.ts';
import { OnAir } from '#web/ui/OnAir.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { RowFilter } from './RowFilter.tsx';
import classes from './PortalLists.module.css';
import { portalStationsQuery } from './queries.ts';

const route = getRouteApi('/shell/portal/stations');
const sortable = { name: 'name', account: 'account', created: 'created', updated: 'updated' } as const;
const filters = { suspended: 'Suspended', featured: 'Featured', relay: 'Relays' } as const;
/** Number of stations with live updates; the others show the state of the list. */
const maxLiveStations = 100;
type Row = Station & { live: StationLive | undefined };

/** `/portal/stations`: all stations and whether they are on the air. */
export const PortalStationsScreen = () => {
  const table = useTableState();
  const { only } = route.useSearch();
  const [sort] = table.sorting;
  const { data } = useSuspenseQuery(
    portalStationsQuery({
      pageNumber: table.page - 1,
      pageSize: table.size ?? limits.stationListPage,
      sortBy: sortable[(sort?.id ?? 'name') as keyof typeof sortable] ?? 'name',
      sortDesc: sort?.desc ?? false,
      search: table.search,
      only,
    }),
  );
  const live = useStationsLive(data.entities.slice(0, maxLiveStations).map(({ key }) => key));
  const rows = useMemo(
    () => data.entities.map((station): Row => ({ ...station, live: live.get(station.key) })),
    [data, live],
  );
  return (
    <>
      <PageHeader title="Stations" description="All stations on this portal and their status" />
      <Surface flush>
        <DataTable
          label="Stations"
          columns={columns}
          rows={rows}
          rowId={({ key }) => key}
          table={table}
          defaultSize={limits.stationListPage}
          server={{ total: data.total, capped: data.capped }}
          tools={<RowFilter label="Filter stations" value={only} choices={filters} />}
          empty={
            only === undefined ? (
              <EmptyState icon={<IconBuildingBroadcastTower size={30} />} title="No stations yet">
                Users create stations in their accounts. They are listed here.
              </EmptyState>
            ) : undefined
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
        <Artwork name={station.name} src={station.logo ?? undefined} size={32} />
        <span>{station.name}</span>
        <StatusDot live={station.live} />
      </Link>
    ),
  }),
  column.accessor('account_company', {
    id: 'account',
    header: 'Account',
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => (
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link to="/accounts/$accountKey" params={{ accountKey: original.account_key }} {...props} />
        )}
      >
        {original.account_company}
      </Anchor>
    ),
  }),
  column.display({
    id: 'status',
    header: 'Status',
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) =>
      original.suspended ? <Badge color="yellow">Suspended</Badge> : <OnAir live={original.live} size="sm" />,
  }),
  column.accessor(({ live }) => live?.listeners ?? 0, {
    id: 'listeners',
    header: 'Listeners',
    enableSorting: false,
    meta: { align: 'end', onPhone: 'named' },
  }),
  column.accessor(({ type }) => (type === stationTypes.relay ? 'Relay' : 'Master'), {
    id: 'type',
    header: 'Type',
    enableSorting: false,
    meta: { onPhone: 'hidden' },
  }),
  column.accessor('featured', {
    header: 'Featured',
    enableSorting: false,
    cell: ({ row: { original } }) => <FeatureSwitch station={original} />,
  }),
  column.accessor('created', {
    header: 'Created',
    cell: ({ getValue }) => <NoWrap>{day(getValue())}</NoWrap>,
    meta: { onPhone: 'hidden' },
  }),
];

const FeatureSwitch = ({ station: { key, name, featured } }: { station: Station }) => {
  const feature = useFeatureStation();
  return (
    <Switch
      aria-label={`Feature ${name}`}
      checked={feature.isPending ? feature.variables.featured : featured}
      onChange={({ currentTarget: { checked } }) =>
        feature.mutate({ key, featured: checked }, { onSuccess: () => toastSuccess(toastText(name, checked)) })
      }
    />
  );
};

const toastText = (name: string, isFeatured: boolean): string =>
  isFeatured ? `${name} is featured.` : `${name} is no longer featured.`;

const StatusDot = ({ live }: { live: StationLive | undefined }) => {
  const isOn = isPlayingSource(live);
  return (
    <span className={classes.lamp} data-on={isOn || undefined}>
      {isOn && <VisuallyHidden>(on the air)</VisuallyHidden>}
    </span>
  );
};
