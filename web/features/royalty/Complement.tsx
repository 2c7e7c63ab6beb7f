import { Anchor, List, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import { complement } from '#contract/rules/royalty-rules.ts';
import type { ComplementWarning } from '#contract/api/royalty.ts';
import { count, momentIn, whole } from '#web/lib/format.ts';
import { StaleOverlay } from '#web/ui/StaleOverlay.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { complementQuery, type RoyaltyQuery } from './queries.ts';

const { album, artist, hours } = complement;

/** Cases where a station played more of one album or artist than the statutory licence allows, with the plays. */
export const Complement = ({ accountKey, selection }: { accountKey: AccountKey; selection: RoyaltyQuery }) => {
  const { data, error, isPlaceholderData } = useQuery(complementQuery(accountKey, selection));
  const table = useLocalTableState();
  const columns = useMemo(() => columnsFor(accountKey, data?.timezone ?? 'UTC'), [accountKey, data?.timezone]);
  if (error && !data) throw error;
  return (
    <Surface
      mt="md"
      title="Performance complement"
      description={`The statutory licence allows at most ${album.most} selections of an album (${album.inARow} in a row) and ${artist.most} of an artist (${artist.inARow} in a row) in any ${hours} hours (17 U.S.C. 114(j)(13)).`}
      flush
    >
      {!data ? (
        <ScreenSkeleton />
      ) : (
        <StaleOverlay isOld={isPlaceholderData}>
          <DataTable
            label="Warnings"
            columns={columns}
            rows={data.warnings}
            rowId={({ station_key, rule, name, from }) => [station_key, rule, name, from].join('\n')}
            table={table}
            defaultSize={5}
            expanded={(warning) => <Plays warning={warning} zone={data.timezone} />}
            empty={
              <EmptyState icon={<IconCircleCheck size={30} />} title="No violations">
                No album or artist was played more often than allowed.
              </EmptyState>
            }
          />
        </StaleOverlay>
      )}
      {data && data.total > data.warnings.length && (
        <Text size="sm" c="dimmed" p="md">
          Showing the latest {whole(data.warnings.length)} of {whole(data.total)}.
        </Text>
      )}
    </Surface>
  );
};

const excess = ({ rule, count: selections, most }: ComplementWarning): string => {
  const of = rule === 'album' || rule === 'albumInARow' ? 'the album' : 'the artist';
  const way = rule.endsWith('InARow') ? 'in a row' : `within ${hours} hours`;
  return `${count(selections, 'selection')} of ${of} ${way} (maximum ${most})`;
};

const column = createColumnHelper<ComplementWarning>();

const columnsFor = (accountKey: AccountKey, zone: string) => [
  column.accessor('from', {
    header: 'Since',
    cell: ({ getValue }) => (
      <Text size="sm" miw={150}>
        {momentIn(getValue(), zone)}
      </Text>
    ),
  }),
  column.accessor('name', { header: 'Album or artist' }),
  column.accessor(excess, {
    id: 'excess',
    header: 'Violation',
    cell: ({ getValue }) => (
      <Text size="sm" miw={240}>
        {getValue()}
      </Text>
    ),
  }),
  column.accessor('station', {
    header: 'Station',
    cell: ({ row: { original } }) => (
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link
            to="/accounts/$accountKey/stations/$stationKey/autodj/log"
            params={{ accountKey, stationKey: original.station_key }}
            search={{ search: original.plays[0]?.artist }}
            {...props}
          />
        )}
      >
        {original.station}
      </Anchor>
    ),
  }),
];

const Plays = ({ warning, zone }: { warning: ComplementWarning; zone: string }) => (
  <List size="sm" listStyleType="none" spacing={4} p="xs">
    {warning.plays.map(({ at, artist: by, title, album: from }) => (
      <List.Item key={`${at} ${title}`}>
        <span className="numbers">{momentIn(at, zone)}</span> ·{' '}
        {[by, title, from].filter((part) => part !== '').join(' · ')}
      </List.Item>
    ))}
  </List>
);
