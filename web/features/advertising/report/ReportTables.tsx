import { Text } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import type { CampaignReport } from '#contract/api/campaign-report.ts';
import { wording } from '#brand/wording.ts';
import { countryName } from '#web/lib/countries.ts';
import { whole } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import type { TableState } from '#web/ui/table/use-table-state.ts';

type Stats = CampaignReport['stats'];
type Place = Stats['locationImpressions'][number];
type StationRow = Pick<Stats['topStations'][number], 'name' | 'impressions'> & { key: string };

const size = 10;

/** The stations on which a campaign was heard most. */
export const StationsTable = ({ stations }: { stations: Stats['topStations'] }) => (
  <HeardTable label="Stations" columns={stationColumns} rows={stations} />
);

/** The podcasts in which it was heard most. */
export const PodcastsTable = ({ podcasts }: { podcasts: Stats['topPodcasts'] }) => (
  <HeardTable label={wording.Podcasts} columns={podcastColumns} rows={podcasts} />
);

type HeardTableProps = { label: string; columns: typeof stationColumns; rows: readonly StationRow[] };

const HeardTable = ({ label, columns, rows }: HeardTableProps) => (
  <Surface title={label} flush>
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowId={({ key }) => key}
      table={useLocalTableState()}
      defaultSize={size}
      searchable={rows.length > size}
      empty={<Nothing />}
    />
  </Surface>
);

/** The places where a campaign was heard. */
export const PlacesTable = ({ places, table }: { places: Stats['locationImpressions']; table: TableState }) => (
  <Surface title="Places" flush>
    <DataTable
      label="Places"
      columns={placeColumns}
      rows={places}
      rowId={({ country, region, city }) => `${country}/${region}/${city}`}
      table={table}
      defaultSize={size}
      searchable={places.length > size}
      empty={<Nothing />}
    />
  </Surface>
);

const Nothing = () => (
  <Text size="sm" c="dimmed" p="md">
    Nothing was heard in this period.
  </Text>
);

const stationColumn = createColumnHelper<StationRow>();
const heardColumns = (header: string) => [
  stationColumn.accessor('name', { header, cell: ({ getValue }) => <bdi>{getValue()}</bdi> }),
  stationColumn.accessor('impressions', {
    header: 'Impressions',
    meta: { align: 'end' },
    cell: ({ getValue }) => whole(getValue()),
  }),
];

const stationColumns = heardColumns('Station');
const podcastColumns = heardColumns(wording.Podcast);

const placeColumn = createColumnHelper<Place>();
const placeColumns = [
  placeColumn.accessor(({ country, region, city }) => [city, region, countryName(country)].filter(Boolean).join(', '), {
    id: 'place',
    header: 'Place',
    cell: ({ getValue }) => <bdi>{getValue() || 'Unknown'}</bdi>,
  }),
  placeColumn.accessor('impressions', {
    header: 'Impressions',
    meta: { align: 'end' },
    cell: ({ getValue }) => whole(getValue()),
  }),
];
