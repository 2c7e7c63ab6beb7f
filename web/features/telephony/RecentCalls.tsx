import { Anchor, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { brand } from '#brand/brand.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { duration, moment } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { QuietTable } from '#web/ui/table/QuietTable.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { recentCallsQuery } from './queries.ts';

type RecentCallsProps = { accountKey: AccountKey; stationKey: StationKey };

/** The last calls with time, country and length; no one's number is known. */
export const RecentCalls = ({ accountKey, stationKey }: RecentCallsProps) => {
  const { data, isError } = useQuery(recentCallsQuery(stationKey));
  return (
    <Surface
      title="Last calls"
      description="Callers’ numbers are not stored."
      actions={
        brand.flags.ctlAnalytics && (
          <Anchor
            renderRoot={(props) => (
              <Link
                to="/accounts/$accountKey/stations/$stationKey/analytics/ctl"
                params={{ accountKey, stationKey }}
                {...props}
              />
            )}
          >
            Call-in analytics
          </Anchor>
        )
      }
    >
      {isError ? (
        <Text c="dimmed">The calls can’t be shown right now.</Text>
      ) : data?.calls.length === 0 ? (
        <Text c="dimmed">Nobody has called yet. A call appears here when it ends.</Text>
      ) : (
        data && (
          <QuietTable>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Time</Table.Th>
                <Table.Th>Country</Table.Th>
                <Table.Th ta="end">Length</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.calls.map((call) => (
                <Table.Tr key={call.id}>
                  <Table.Td>
                    <NoWrap>{moment(call.started)}</NoWrap>
                  </Table.Td>
                  <Table.Td>{call.country_name}</Table.Td>
                  <Table.Td ta="end">{call.seconds === null ? 'Not answered' : duration(call.seconds)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </QuietTable>
        )
      )}
    </Surface>
  );
};
