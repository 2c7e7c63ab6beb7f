import { Anchor, Badge, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Recording } from '#contract/api/recording-schedules.ts';
import { longDuration, momentIn } from '#web/lib/format.ts';
import { QuietTable } from '#web/ui/table/QuietTable.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { ZoneNote } from './NextRecordings.tsx';
import { failureTexts } from './recording-format.ts';

type RecordingsTableProps = { recordings: readonly Recording[]; path: string };

/** Past and current recordings, each with its episode or the reason for failure. */
export const RecordingsTable = ({ recordings, path }: RecordingsTableProps) => (
  <QuietTable aria-label="Recordings" horizontalSpacing="xs">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>When</Table.Th>
        <Table.Th visibleFrom="sm">Schedule</Table.Th>
        <Table.Th>Episode</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {recordings.map((one) => (
        <Table.Tr key={one.id}>
          <Table.Td>
            <NoWrap>{momentIn(one.begin, one.timezone)}</NoWrap>
            <ZoneNote at={one.begin} zone={one.timezone} />
          </Table.Td>
          <Table.Td visibleFrom="sm">
            {one.name}
            <Text size="sm" c="dimmed">
              {one.station.name}
            </Text>
          </Table.Td>
          <Table.Td>
            <Outcome recording={one} path={path} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </QuietTable>
);

/** Report missing audio from this many seconds on; a missing frame at the edges does not matter. */
const minMissingS = 2;

const Outcome = ({ recording, path }: { recording: Recording; path: string }) => {
  const { state, reason, episode, begin, end, seconds } = recording;
  if (state === 'failed')
    return (
      <>
        <Badge color="red">Not recorded</Badge>
        <Text size="sm" c="dimmed" mt={2}>
          {reason ? failureTexts[reason] : ''}
        </Text>
      </>
    );
  if (state !== 'done') return <Badge color="gray">{state === 'preparing' ? 'Processing' : 'Recording'}</Badge>;
  const length = (Date.parse(end) - Date.parse(begin)) / 1000;
  const missing = seconds === null ? 0 : length - seconds;
  return (
    <>
      {episode ? (
        <Anchor size="sm" renderRoot={(props) => <Link to={`${path}/episodes/${episode.key}` as '/'} {...props} />}>
          {episode.title}
        </Anchor>
      ) : (
        <Text size="sm" c="dimmed">
          Episode deleted
        </Text>
      )}
      {missing > minMissingS && (
        <Text size="sm" c="dimmed">
          {longDuration(missing)} missing: the station was off the air.
        </Text>
      )}
    </>
  );
};
