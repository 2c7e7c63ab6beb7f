import { Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { PodcastKey } from '#contract/rules/keys.ts';
import type { RecordingSchedule, RecordingTable } from '#contract/api/recording-schedules.ts';
import { day } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EditMenu } from '#web/ui/menu/EditMenu.tsx';
import { QuietTable } from '#web/ui/table/QuietTable.tsx';
import { useRemoveSchedule } from './queries.ts';
import { formatFrequency, formatSlot, formatZone } from './recording-format.ts';

type ScheduleTableProps = {
  podcastKey: PodcastKey;
  table: RecordingTable;
  mayChange: boolean;
  onEdit: (schedule: RecordingSchedule) => void;
};

/** The schedules: station, times, and whether episodes are published or saved as drafts. */
export const ScheduleTable = ({ podcastKey, table, mayChange, onEdit }: ScheduleTableProps) => {
  const [removing, setRemoving] = useState<RecordingSchedule>();
  const remove = useRemoveSchedule(podcastKey);
  const stationOf = ({ stream }: RecordingSchedule): string =>
    table.stations.find(({ key }) => key === stream)?.name ?? 'Deleted station';
  return (
    <>
      <QuietTable aria-label="Schedules" horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>When</Table.Th>
            <Table.Th visibleFrom="sm">Episodes</Table.Th>
            {mayChange && <Table.Th w={60}>Actions</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {table.schedules.map((one) => (
            <Table.Tr key={one.id}>
              <Table.Td>
                <Text size="sm" fw={600}>
                  {one.name}
                </Text>
                <Text size="sm" c="dimmed">
                  {stationOf(one)}
                </Text>
              </Table.Td>
              <Table.Td>
                <When schedule={one} />
              </Table.Td>
              <Table.Td visibleFrom="sm">{one.publish === 'published' ? 'Published' : 'Drafts'}</Table.Td>
              {mayChange && (
                <Table.Td>
                  <EditMenu
                    name={one.name}
                    onEdit={() => onEdit(one)}
                    remove="Delete"
                    onRemove={() => setRemoving(one)}
                  />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </QuietTable>
      <ConfirmDialog
        opened={removing !== undefined}
        title={`Delete “${removing?.name ?? ''}”?`}
        confirm="Delete"
        danger
        busy={remove.isPending}
        onClose={() => setRemoving(undefined)}
        onConfirm={() => removing && remove.mutate(removing, { onSettled: () => setRemoving(undefined) })}
      >
        No further recordings are made. A recording in progress continues to its end, and existing episodes are kept.
      </ConfirmDialog>
    </>
  );
};

const When = ({ schedule: { slots, frequency, timezone, begin, end } }: { schedule: RecordingSchedule }) => (
  <>
    {slots.map((slot) => (
      <div key={`${slot.start}.${slot.daysOfWeek.join('')}`}>{formatSlot(slot)}</div>
    ))}
    <Text size="sm" c="dimmed">
      {formatFrequency(frequency)}, {formatZone(timezone)}, from {day(begin)}
      {end !== null && ` to ${day(end)}`}
    </Text>
  </>
);
