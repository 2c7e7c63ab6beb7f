import { Anchor, Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import type { PortalLive } from '#contract/live-stats.ts';
import { flagOf } from '#web/lib/countries.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';

type Live = PortalLive;
type HeardProps = { live: Live | undefined };

const nobody = (
  <Text c="dimmed" px="md" pb="md">
    Nobody listens right now.
  </Text>
);

const country = createColumnHelper<Live['countries'][number] & { share: number }>();
const countryColumns = [
  country.accessor('name', {
    header: 'Country',
    cell: ({ row: { original } }) => `${flagOf(original.iso)} ${original.name}`.trim(),
  }),
  country.accessor('share', {
    header: 'Share',
    cell: ({ getValue, row: { original } }) => (
      <Progress value={getValue() * 100} aria-label={`Share of ${original.name}`} miw={60} />
    ),
  }),
  country.accessor('listeners', { header: 'Listeners', meta: { align: 'end' } }),
];

/** Where the portal is heard right now. */
export const HeardCountries = ({ live }: HeardProps) => {
  const table = useLocalTableState();
  const rows = (live?.countries ?? []).map((one) => ({
    ...one,
    share: one.listeners / Math.max(1, live?.listeners ?? 1),
  }));
  return (
    <Surface title="Countries now" flush>
      <DataTable
        label="Countries now"
        columns={countryColumns}
        rows={rows}
        rowId={({ iso }) => iso}
        table={table}
        empty={nobody}
      />
    </Surface>
  );
};

const station = createColumnHelper<Live['stations'][number]>();
const stationColumns = [
  station.accessor('name', {
    header: 'Station',
    cell: ({ row: { original } }) => (
      <Anchor
        renderRoot={(props) => (
          <Link
            to="/accounts/$accountKey/stations/$stationKey"
            params={{ accountKey: original.account_key, stationKey: original.key }}
            {...props}
          />
        )}
      >
        {original.name}
      </Anchor>
    ),
  }),
  station.accessor('listeners', { header: 'Listeners', meta: { align: 'end' } }),
];

/** The stations that are heard most right now. */
export const HeardStations = ({ live }: HeardProps) => {
  const table = useLocalTableState();
  return (
    <Surface title="Stations heard now" flush>
      <DataTable
        label="Stations heard now"
        columns={stationColumns}
        rows={live?.stations ?? []}
        rowId={({ key }) => key}
        table={table}
        empty={nobody}
      />
    </Surface>
  );
};
