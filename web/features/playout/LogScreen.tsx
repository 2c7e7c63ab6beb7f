import { Badge, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import type { StationKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { playoutRules, type LoggedPlay } from '#contract/api/playout-rules.ts';
import { wording } from '#brand/wording.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { moment } from '#web/lib/format.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import classes from './Log.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/autodj/log');
/** A track appears in the log within seconds of its start. */
const refetchMs = 15_000;
/** The server serves no more rows than this. */
const maxRows = 10_000;

const logQuery = (key: StationKey, query: { offset: number; limit: number; search: string }) =>
  endpointQuery(
    playoutRules.log,
    { params: { key }, query },
    { placeholderData: keepPreviousData, refetchInterval: refetchMs },
  );

/** `…/autodj/log`: what played, and why. */
export const LogScreen = () => {
  const { stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const table = useTableState();
  const limit = table.size ?? limits.logPage;
  const query = { offset: (table.page - 1) * limit, limit, search: table.search };
  const { data, error } = useQuery(logQuery(stationKey, query));
  usePageTitle(`${station.name}: Log`);
  if (error && !data) throw error;
  return (
    <Surface
      title="Play history"
      description="The last 31 days, in your time zone. New entries appear within seconds."
      flush
    >
      {!data ? (
        <ScreenSkeleton />
      ) : (
        <DataTable
          label="Plays"
          columns={columns}
          rows={data.plays}
          rowId={({ at, title }) => `${at}.${title}`}
          table={table}
          defaultSize={limits.logPage}
          server={{ total: Math.min(data.total, maxRows), capped: data.total > maxRows }}
          empty={
            <EmptyState icon={<IconHistory size={30} />} title="Nothing has played yet">
              Every track, jingle and live broadcast is listed here with the reason why it played.
            </EmptyState>
          }
        />
      )}
    </Surface>
  );
};

const column = createColumnHelper<LoggedPlay>();
const columns = [
  column.accessor('at', {
    header: 'When',
    enableSorting: false,
    cell: ({ getValue }) => <span className={`numbers ${classes.when}`}>{moment(getValue())}</span>,
  }),
  column.accessor(({ artist, title }) => [artist, title].filter(Boolean).join(' - '), {
    id: 'what',
    header: 'Title',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <>
        <Text size="sm" fw={550}>
          {original.title === '' ? 'No title' : original.title}
        </Text>
        <Text size="xs" c="dimmed">
          {[original.artist, original.album].filter(Boolean).join(' · ')}
        </Text>
        <Text size="xs" hiddenFrom="sm">
          {original.reason}
        </Text>
      </>
    ),
  }),
  column.accessor('source', {
    header: 'Source',
    enableSorting: false,
    cell: ({ row: { original } }) => <SourceBadge play={original} />,
  }),
  column.accessor('reason', {
    header: 'Reason',
    enableSorting: false,
    cell: ({ getValue }) => <div className={classes.why}>{getValue()}</div>,
  }),
];

const sourceNames: Readonly<Record<LoggedPlay['source'], string>> = {
  live: 'Live',
  automation: 'Automation',
  relay: 'Relay',
  failover: 'Fail-over',
  autodj: wording.AutoDJ,
};

const SourceBadge = ({ play: { source, skipped, why } }: { play: LoggedPlay }) => {
  if (skipped !== '')
    return (
      <Badge color="red" variant="light" tt="none" className={classes.source}>
        Skipped
      </Badge>
    );
  return (
    <Badge
      color={source === 'live' ? 'red' : source === 'autodj' ? 'green' : 'gray'}
      variant="light"
      tt="none"
      className={classes.source}
    >
      {why === 'jingle' ? 'Jingle' : sourceNames[source]}
    </Badge>
  );
};
