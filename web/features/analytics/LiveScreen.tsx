import { Anchor, Progress, SimpleGrid } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import type { LiveStats } from '#contract/live-stats.ts';
import { flagOf } from '#web/lib/countries.ts';
import { abbreviate } from '#web/lib/format.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Stat, StatRow } from '#web/ui/Stat.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import { useFollowedLive } from './follow-live.ts';
import { LiveSessions } from './LiveSessions.tsx';

const route = getRouteApi('/shell/accounts/$accountKey/analytics/live');
type Live = LiveStats;

/** `/accounts/{accountKey}/analytics/live`: online listeners, by country and by station. */
export const LiveScreen = () => {
  const { accountKey } = route.useParams();
  const live = useFollowedLive(accountKey);
  return (
    <>
      <PageHeader title="Listeners now" description="Follows who comes and goes." />
      <StatRow>
        <Stat
          label="Online listeners"
          value={abbreviate(live.listeners)}
          definition="Players connected at this moment."
        />
        <Stat
          label="Countries"
          value={live.countries.length}
          definition="Countries they connect from, by network address."
        />
        <Stat
          label="Stations heard"
          value={live.stations.filter(({ listeners }) => listeners > 0).length}
          definition="Stations of the account that somebody listens to right now."
        />
      </StatRow>
      <SimpleGrid cols={{ base: 1, lg: 2 }} mt="md" spacing="md">
        <Countries live={live} />
        <Stations live={live} accountKey={accountKey} />
      </SimpleGrid>
      <LiveSessions sessions={live.sessions} />
    </>
  );
};

const countryColumn = createColumnHelper<Live['countries'][number] & { share: number }>();
const countryColumns = [
  countryColumn.accessor('name', {
    header: 'Country',
    cell: ({ row: { original } }) => `${flagOf(original.iso)} ${original.name}`.trim(),
  }),
  countryColumn.accessor('share', {
    header: 'Share',
    cell: ({ getValue, row: { original } }) => (
      <Progress value={getValue() * 100} aria-label={`Share of ${original.name}`} miw={60} />
    ),
  }),
  countryColumn.accessor('listeners', { header: 'Listeners', meta: { align: 'end' } }),
];

const Countries = ({ live }: { live: Live }) => {
  const table = useLocalTableState();
  const rows = live.countries.map((country) => ({
    ...country,
    share: country.listeners / Math.max(1, live.listeners),
  }));
  return (
    <Surface title="Countries" flush>
      <DataTable label="Online countries" columns={countryColumns} rows={rows} rowId={({ iso }) => iso} table={table} />
    </Surface>
  );
};

const stationColumn = createColumnHelper<Live['stations'][number] & { href: string }>();
const stationColumns = [
  stationColumn.accessor('name', {
    header: 'Station',
    cell: ({ row: { original } }) => (
      <Anchor renderRoot={(props) => <Link to={original.href as '/'} {...props} />}>{original.name}</Anchor>
    ),
  }),
  stationColumn.accessor('listeners', { header: 'Listeners', meta: { align: 'end' } }),
];

const Stations = ({ live, accountKey }: { live: Live; accountKey: string }) => {
  const table = useLocalTableState();
  const rows = live.stations.map((station) => ({
    ...station,
    href: `/accounts/${accountKey}/stations/${station.key}`,
  }));
  return (
    <Surface title="Stations" flush>
      <DataTable label="Stations heard" columns={stationColumns} rows={rows} rowId={({ key }) => key} table={table} />
    </Surface>
  );
};
