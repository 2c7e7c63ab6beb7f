import { Table, Text } from '@mantine/core';
import type { RecordingTable } from '#contract/api/recording-schedules.ts';
import { longDuration, momentIn } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { QuietTable } from '#web/ui/table/QuietTable.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { inViewerZone, formatZone } from './recording-format.ts';

/** The next recordings, in the time zone of the schedule and of the viewer. */
export const NextRecordings = ({ next }: Pick<RecordingTable, 'next'>) => (
  <Surface title="Next recordings">
    <QuietTable aria-label="Next recordings" horizontalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>When</Table.Th>
          <Table.Th>Schedule</Table.Th>
          <Table.Th visibleFrom="sm">Length</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {next.map(({ schedule, name, timezone, begin, end }) => (
          <Table.Tr key={`${schedule}.${begin}`}>
            <Table.Td>
              <NoWrap>{momentIn(begin, timezone)}</NoWrap>
              <ZoneNote at={begin} zone={timezone} />
            </Table.Td>
            <Table.Td>{name}</Table.Td>
            <Table.Td visibleFrom="sm">{longDuration((Date.parse(end) - Date.parse(begin)) / 1000)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </QuietTable>
  </Surface>
);

/** The time zone of a time, and the same time in the viewer's zone. */
export const ZoneNote = ({ at, zone }: { at: string; zone: string }) => {
  const localTime = inViewerZone(at, zone);
  return (
    <Text size="sm" c="dimmed" component="div">
      {formatZone(zone)}
      {localTime !== undefined && ` · ${localTime} your time`}
    </Text>
  );
};
