import { Anchor, Progress, Text } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Audience } from '#contract/api/audience.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import { outputColumns, type Outputs } from './output-columns.ts';

type Country = Audience['countries'][number] & { share: number };
type City = Audience['cities'][number];

type CountriesProps = {
  countries: Audience['countries'];
  listeners: number;
  outputs: boolean;
  onCountry: (iso: string) => void;
};

/** All countries with current listeners; each links to its cities. */
export const LiveCountries = ({ countries, listeners, outputs, onCountry }: CountriesProps) => {
  const table = useLocalTableState();
  const columns = useMemo(() => countryColumns(outputs, onCountry), [outputs, onCountry]);
  const rows = countries.map((country) => ({ ...country, share: country.listeners / Math.max(1, listeners) }));
  return (
    <DataTable
      label="Countries now"
      columns={columns}
      rows={rows}
      rowId={({ iso }) => iso}
      table={table}
      searchable={countries.length > 5}
      empty={noListeners}
    />
  );
};

/** The cities of one country. */
export const LiveCities = ({ cities, outputs }: { cities: City[]; outputs: boolean }) => {
  const table = useLocalTableState();
  const columns = useMemo(() => cityColumns(outputs), [outputs]);
  return (
    <DataTable
      label="Cities now"
      columns={columns}
      rows={cities}
      rowId={({ iso, region, city }) => `${iso}.${region}.${city}`}
      table={table}
      searchable={cities.length > 5}
      empty={noListeners}
    />
  );
};

const noListeners = (
  <Text c="dimmed" px="md" pb="md">
    No listeners right now.
  </Text>
);

const country = createColumnHelper<Country>();
const countryColumns = (outputs: boolean, onCountry: (iso: string) => void) => [
  country.accessor('name', {
    header: 'Country',
    cell: ({ row: { original } }) =>
      original.iso === '' ? (
        original.name
      ) : (
        <Anchor component="button" type="button" ta="start" onClick={() => onCountry(original.iso)}>
          {original.name}
        </Anchor>
      ),
  }),
  country.accessor('share', {
    header: 'Share',
    cell: ({ getValue, row: { original } }) => (
      <Progress value={getValue() * 100} aria-label={`Share of ${original.name}`} miw={48} />
    ),
  }),
  country.accessor('listeners', { header: 'Listeners', meta: { align: 'end' } }),
  ...(outputs ? outputColumns<Country & { outputs?: Outputs }>() : []),
];

const city = createColumnHelper<City>();
const cityColumns = (outputs: boolean) => [
  city.accessor((row) => row.city || 'Other', {
    id: 'city',
    header: 'City',
    cell: ({ getValue, row: { original } }) => (
      <>
        {getValue()}
        {original.region !== '' && (
          <Text size="xs" c="dimmed">
            {original.region}
          </Text>
        )}
      </>
    ),
  }),
  city.accessor('listeners', { header: 'Listeners', meta: { align: 'end' } }),
  ...(outputs ? outputColumns<City & { outputs?: Outputs }>() : []),
];
