import { SimpleGrid, Skeleton } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import { lazy, Suspense } from 'react';
import type { Slot, StatsReply } from '#contract/analytics.ts';
import { flagOf } from '#web/lib/countries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { abbreviate, average, clockTime, day, longDuration, minutesOf } from '#web/lib/format.ts';
import { Stat, StatRow } from '#web/ui/Stat.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';

/** The slots of the frequency that was asked for. */
const slotsOf = ({ minute_stats, hour_stats, day_stats }: StatsReply): Slot[] => [
  ...minute_stats,
  ...hour_stats,
  ...day_stats,
];

const ListenersChart = lazy(() =>
  loadChunk(() => import('./ListenersChart.tsx')).then((part) => ({ default: part.ListenersChart })),
);

type StatsViewProps = { stats: StatsReply; isDay: boolean; listenersNow?: number | undefined };

/** The numbers of a period: totals with their definitions, the curve, countries, devices, and the slots as a table. */
export const StatsView = ({ stats, isDay, listenersNow }: StatsViewProps) => {
  const totals = stats.period_stats.stats;
  const label = (from: string): string => (isDay ? clockTime(from) : day(from));
  const now = Date.now();
  const past = slotsOf(stats).filter(({ from }) => Date.parse(from) <= now);
  return (
    <>
      <StatRow>
        {listenersNow !== undefined && (
          <Stat label="Listeners now" value={abbreviate(listenersNow)} definition="Players connected at this moment." />
        )}
        <Stat
          label="Peak"
          value={abbreviate(totals.peak)}
          definition="The most listeners within one minute of the period."
        />
        <Stat
          label="Sessions"
          value={abbreviate(totals.connections)}
          definition="Connections that were open in the period."
        />
        <Stat
          label="Unique listeners"
          value={abbreviate(totals.uniques)}
          definition="Different network addresses, estimated to about one per cent."
        />
        <Stat
          label="Listening"
          value={longDuration(totals.listening_time)}
          hint={`${average(totals.listening_time / 60, totals.connections)} min a session`}
          definition="The time all listeners spent listening, added up."
        />
      </StatRow>
      <Surface mt="md" title="Listeners" description={`Times are of ${stats.timezone}`}>
        <Suspense fallback={<Skeleton h={300} />}>
          <ListenersChart points={past.map(({ from, stats: { peak } }) => ({ at: label(from), Listeners: peak }))} />
        </Suspense>
      </Surface>
      <SimpleGrid cols={{ base: 1, lg: 2 }} mt="md" spacing="md">
        <Countries rows={stats.country_stats} />
        <Devices rows={stats.device_stats} />
      </SimpleGrid>
      <Slots rows={past} isDay={isDay} />
    </>
  );
};

type Country = StatsReply['country_stats'][number];
const countryColumn = createColumnHelper<Country>();
const countryColumns = [
  countryColumn.accessor('name', {
    header: 'Country',
    cell: ({ row: { original } }) => `${flagOf(original.iso)} ${original.name}`.trim(),
  }),
  countryColumn.accessor('stats.connections', { id: 'sessions', header: 'Sessions', meta: { align: 'end' } }),
  countryColumn.accessor('stats.uniques', { id: 'uniques', header: 'Uniques', meta: { align: 'end' } }),
  countryColumn.accessor(({ stats }) => minutesOf(stats.listening_time), {
    id: 'minutes',
    header: 'Minutes',
    meta: { align: 'end' },
  }),
];

const Countries = ({ rows }: { rows: Country[] }) => (
  <Surface title="Countries" flush>
    <DataTable
      label="Countries"
      columns={countryColumns}
      rows={rows}
      rowId={({ iso }) => iso}
      table={useLocalTableState()}
    />
  </Surface>
);

type Device = StatsReply['device_stats'][number];
const deviceColumn = createColumnHelper<Device>();
const deviceColumns = [
  deviceColumn.accessor('device', { header: 'Device', cell: ({ getValue }) => capital(getValue()) }),
  deviceColumn.accessor('stats.connections', { id: 'sessions', header: 'Sessions', meta: { align: 'end' } }),
  deviceColumn.accessor('stats.uniques', { id: 'uniques', header: 'Uniques', meta: { align: 'end' } }),
  deviceColumn.accessor(({ stats }) => minutesOf(stats.listening_time), {
    id: 'minutes',
    header: 'Minutes',
    meta: { align: 'end' },
  }),
];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const Devices = ({ rows }: { rows: Device[] }) => (
  <Surface title="Devices" flush>
    <DataTable
      label="Devices"
      columns={deviceColumns}
      rows={rows}
      rowId={({ device }) => device}
      table={useLocalTableState()}
    />
  </Surface>
);

const slotColumn = createColumnHelper<Slot>();
const slotColumns = (isDay: boolean) => [
  slotColumn.accessor('from', {
    header: isDay ? 'From' : 'Day',
    cell: ({ getValue }) => (isDay ? clockTime(getValue()) : day(getValue())),
  }),
  slotColumn.accessor('stats.peak', { id: 'peak', header: 'Peak', meta: { align: 'end' } }),
  slotColumn.accessor('stats.connections', { id: 'sessions', header: 'Sessions', meta: { align: 'end' } }),
  slotColumn.accessor('stats.uniques', { id: 'uniques', header: 'Uniques', meta: { align: 'end' } }),
  slotColumn.accessor(({ stats }) => minutesOf(stats.listening_time), {
    id: 'minutes',
    header: 'Minutes',
    meta: { align: 'end' },
  }),
];
const hourColumns = slotColumns(true);
const dayColumns = slotColumns(false);

const Slots = ({ rows, isDay }: { rows: Slot[]; isDay: boolean }) => (
  <Surface mt="md" title={isDay ? 'Through the day' : 'By day'} flush>
    <DataTable
      label="Listening"
      columns={isDay ? hourColumns : dayColumns}
      rows={rows}
      rowId={({ from }) => from}
      table={useLocalTableState()}
      defaultSize={10}
      searchable={false}
    />
  </Surface>
);
