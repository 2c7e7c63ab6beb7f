import { Button, Group, Table, Text } from '@mantine/core';
import { IconCalendarTime, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { StationKey } from '#contract/keys.ts';
import type { DayPartRow } from '#contract/playout-rules.ts';
import { useMay } from '#web/features/session/queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { loadChunk } from '#web/lib/chunks.ts';
import { count, longDuration } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EditMenu } from '#web/ui/menu/EditMenu.tsx';
import { QuietTable } from '#web/ui/table/QuietTable.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { colorOf } from './day-part-color.ts';
import { dayPartsQuery, useRemoveDayPart } from './day-part-queries.ts';
import { WeekGrid } from './WeekGrid.tsx';
import { formatWeekDays, formatHours } from './week-format.ts';
import classes from './Schedule.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/autodj/schedule');
const DayPartDialog = lazy(() =>
  loadChunk(() => import('./DayPartDialog.tsx')).then((part) => ({ default: part.DayPartDialog })),
);
type Editing = { part: DayPartRow | undefined };

/** `…/autodj/schedule`: the dayparts: hours of the week that play their own tracks instead of the playlist. */
export const ScheduleScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const { data } = useSuspenseQuery(dayPartsQuery(stationKey));
  const mayChange = useMay('station.playout', { accountKey, stationKey });
  const [editing, setEditing] = useState<Editing>();
  usePageTitle(`${station.name}: Schedule`);
  const add = mayChange && (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setEditing({ part: undefined })}>
      Add daypart
    </Button>
  );
  return (
    <>
      {data.day_parts.length === 0 ? (
        <Surface>
          <EmptyState
            icon={<IconCalendarTime size={30} />}
            title="Schedule different music by time of day"
            action={add}
          >
            Calm music at night, the charts in the afternoon: a daypart plays its own tracks at set hours. Outside of
            dayparts the playlist plays.
          </EmptyState>
        </Surface>
      ) : (
        <Surface
          title="Schedule"
          description={`Times in ${data.timezone}. Outside of dayparts the playlist plays.`}
          actions={add}
        >
          <WeekGrid parts={data.day_parts} />
          <PartTable
            stationKey={stationKey}
            parts={data.day_parts}
            mayChange={mayChange}
            onEdit={(part) => setEditing({ part })}
          />
        </Surface>
      )}
      <Suspense>
        {editing && (
          <DayPartDialog
            stationKey={stationKey}
            part={editing.part}
            timezone={data.timezone}
            onClose={() => setEditing(undefined)}
          />
        )}
      </Suspense>
    </>
  );
};

type PartTableProps = {
  stationKey: StationKey;
  parts: readonly DayPartRow[];
  mayChange: boolean;
  onEdit: (part: DayPartRow) => void;
};

const PartTable = ({ stationKey, parts, mayChange, onEdit }: PartTableProps) => {
  const { mutate } = useRemoveDayPart(stationKey);
  const [removing, setRemoving] = useState<DayPartRow>();
  return (
    <>
      <QuietTable aria-label="Dayparts" mt="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>When</Table.Th>
            <Table.Th visibleFrom="sm">Tracks</Table.Th>
            {mayChange && <Table.Th w={60}>Actions</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {parts.map((part, index) => (
            <Table.Tr key={part.id}>
              <Table.Td>
                <Group gap={8} wrap="nowrap">
                  <span className={classes.dot} style={{ background: colorOf(index) }} aria-hidden />
                  <Text size="sm" fw={600}>
                    {part.name}
                  </Text>
                </Group>
              </Table.Td>
              <Table.Td>
                {formatWeekDays(part.days)}, {formatHours(part)}
              </Table.Td>
              <Table.Td visibleFrom="sm">
                {count(part.tracks_count, 'track')}, {longDuration(part.duration)}
              </Table.Td>
              {mayChange && (
                <Table.Td>
                  <EditMenu
                    name={part.name}
                    onEdit={() => onEdit(part)}
                    remove="Remove"
                    onRemove={() => setRemoving(part)}
                  />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </QuietTable>
      <ConfirmDialog
        opened={removing !== undefined}
        title={`Remove “${removing?.name ?? ''}”?`}
        confirm="Remove"
        danger
        onClose={() => setRemoving(undefined)}
        onConfirm={() => {
          if (removing) mutate(removing.id, { onSuccess: () => toastSuccess('Daypart removed.') });
          setRemoving(undefined);
        }}
      >
        The playlist plays during its hours. The tracks stay in the library.
      </ConfirmDialog>
    </>
  );
};
