import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import type { PodcastStatsReply } from '#contract/api/podcast-stats.ts';
import { capital } from '#web/lib/format.ts';
import { FoldingSurface } from '#web/ui/FoldingSurface.tsx';
import { PanelColumn, PanelColumns } from '#web/ui/PanelColumns.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useNamedTableState } from '#web/ui/table/use-named-table-state.ts';
import { downloadColumns, type DownloadRow } from './download-columns.tsx';
import { bucketLabel, startedBuckets, type Slot } from './buckets.ts';

/** An episode or podcast with its downloads. */
export type Titled = { key: string; title: string } & DownloadRow;
type TitledTableProps = { title: string; rows: Titled[]; pathOf: (row: Titled) => string | undefined };
const titled = createColumnHelper<Titled & { path: string | undefined }>();
const titledColumns = [
  titled.accessor('title', {
    header: 'Title',
    cell: ({ row: { original } }) =>
      original.path === undefined ? (
        original.title
      ) : (
        <Anchor renderRoot={(props) => <Link to={original.path as '/'} {...props} />}>{original.title}</Anchor>
      ),
  }),
  ...downloadColumns<Titled & { path: string | undefined }>(),
];

/** Episodes or podcasts by their downloads. */
export const TitledTable = ({ title, rows, pathOf }: TitledTableProps) => (
  <Surface mt="md" title={title} flush>
    <DataTable
      label={title}
      columns={titledColumns}
      rows={rows.map((row) => ({ ...row, path: pathOf(row) }))}
      rowId={({ key }) => key}
      table={useNamedTableState('titles')}
      defaultSize={10}
      searchable={rows.length > 10}
    />
  </Surface>
);

/** Downloads by country, device and app. */
export const AudienceTables = ({ stats }: { stats: PodcastStatsReply }) => (
  <PanelColumns mt="md">
    <PanelColumn>
      <Countries rows={stats.countries} />
      <Parts title="Devices" rows={stats.devices} />
    </PanelColumn>
    <PanelColumn>
      <Parts title="Apps" rows={stats.apps} />
    </PanelColumn>
  </PanelColumns>
);

type Country = PodcastStatsReply['countries'][number];
const country = createColumnHelper<Country>();
const countryColumns = [
  country.accessor('name', {
    header: 'Country',
    cell: ({ row: { original } }) => original.name,
  }),
  ...downloadColumns<Country>(),
];

const Countries = ({ rows }: { rows: Country[] }) => (
  <Surface
    title="Countries"
    description={
      <>
        By IP address: <Anchor href="https://db-ip.com/">IP Geolocation by DB-IP</Anchor>
      </>
    }
    flush
  >
    <DataTable
      label="Countries"
      columns={countryColumns}
      rows={rows}
      rowId={({ iso }) => iso}
      table={useNamedTableState('countries')}
      defaultSize={10}
      searchable={rows.length > 10}
    />
  </Surface>
);

type Part = PodcastStatsReply['apps'][number];
const part = createColumnHelper<Part>();
const partColumns = [
  part.accessor(({ name }) => capital(name), { id: 'name', header: 'Name' }),
  ...downloadColumns<Part>(),
];

const Parts = ({ title, rows }: { title: string; rows: Part[] }) => (
  <Surface title={title} flush>
    <DataTable
      label={title}
      columns={partColumns}
      rows={rows}
      rowId={({ name }) => name}
      table={useNamedTableState(title.toLowerCase())}
      defaultSize={10}
      searchable={rows.length > 10}
    />
  </Surface>
);

const slot = createColumnHelper<Slot>();
const slotColumns = (isDay: boolean) => [
  slot.accessor('from', {
    header: isDay ? 'From' : 'Day',
    cell: ({ getValue }) => bucketLabel(getValue(), isDay),
  }),
  ...downloadColumns<Slot & DownloadRow>(),
];
const hourColumns = slotColumns(true);
const dayColumns = slotColumns(false);

/** Downloads by hour or day, as a table. */
export const DownloadsByTime = ({ stats, isDay }: { stats: PodcastStatsReply; isDay: boolean }) => (
  <FoldingSurface name="buckets" mt="md" title={isDay ? 'By hour' : 'By day'} flush>
    <DataTable
      label="Downloads by time"
      columns={isDay ? hourColumns : dayColumns}
      rows={startedBuckets(stats)}
      rowId={({ from }) => from}
      table={useNamedTableState('buckets')}
      defaultSize={10}
      searchable={false}
    />
  </FoldingSurface>
);
