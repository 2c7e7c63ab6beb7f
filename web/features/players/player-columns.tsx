import { Badge, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { AccountKey } from '#contract/keys.ts';
import type { Player } from '#contract/player.ts';
import type { ListedPlayer } from '#contract/players.ts';
import { useMay } from '#web/features/session/queries.ts';
import { abbreviate, count, longDuration, moment } from '#web/lib/format.ts';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { themeLabels, variantLabels } from './player-labels.ts';
import { PlayerMenu } from './PlayerMenu.tsx';
import classes from './Players.module.css';

const column = createColumnHelper<ListedPlayer>();

/** The columns of the players of an account. */
export const usePlayerColumns = (accountKey: AccountKey) => {
  const mayWrite = useMay('account.writePlayers', { accountKey });
  return useMemo(() => columnsOf(mayWrite), [mayWrite]);
};

const columnsOf = (mayWrite: boolean) => [
  column.accessor('name', {
    header: 'Player',
    cell: ({ row: { original } }) => (
      <>
        <Link
          to="/accounts/$accountKey/embedding/players/$playerKey"
          params={{ accountKey: original.account_key, playerKey: original.key }}
          className={classes.name}
        >
          <bdi>{original.name}</bdi>
        </Link>
        {!original.active && (
          <Badge variant="light" color="gray" ms="xs">
            Off
          </Badge>
        )}
      </>
    ),
  }),
  column.accessor((player) => contentOf(player).join(', '), {
    id: 'stations',
    header: 'Content',
    enableSorting: false,
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => <Content player={original} />,
  }),
  column.accessor(({ variant }) => variantLabels[variant], {
    id: 'look',
    header: 'Look',
    enableSorting: false,
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => (
      <Group gap={6}>
        <Badge variant="light" tt="none" miw="max-content">
          {variantLabels[original.variant]}
        </Badge>
        {original.theme !== 'auto' && (
          <Text size="sm" c="dimmed">
            {themeLabels[original.theme]}
          </Text>
        )}
      </Group>
    ),
  }),
  column.accessor(({ stats_30d }) => stats_30d?.plays ?? null, {
    id: 'plays',
    header: 'Plays, 30 days',
    enableSorting: false,
    meta: { align: 'end' },
    cell: ({ getValue }) => numberOrDash(getValue()),
  }),
  column.accessor(({ stats_30d }) => stats_30d?.uniques ?? null, {
    id: 'listeners',
    header: 'Listeners',
    enableSorting: false,
    meta: { align: 'end', onPhone: 'hidden' },
    cell: ({ getValue }) => numberOrDash(getValue()),
  }),
  column.accessor(({ stats_30d }) => stats_30d?.listening_time ?? null, {
    id: 'listened',
    header: 'Listened',
    enableSorting: false,
    meta: { align: 'end', onPhone: 'hidden' },
    cell: ({ row: { original } }) => <Listened player={original} />,
  }),
  column.accessor(({ domains }) => domains.join(', '), {
    id: 'websites',
    header: 'Websites',
    enableSorting: false,
    meta: { onPhone: 'hidden' },
    cell: ({ row: { original } }) => {
      const [first, ...more] = original.domains;
      if (first === undefined) return <Text c="dimmed">All</Text>;
      return more.length === 0 ? <bdi>{first}</bdi> : `${first} and ${count(more.length, 'other')}`;
    },
  }),
  column.accessor('updated', {
    header: 'Changed',
    meta: { onPhone: 'hidden' },
    cell: ({ getValue }) => <NoWrap>{moment(getValue())}</NoWrap>,
  }),
  column.display({
    id: 'menu',
    header: '',
    cell: ({ row: { original } }) => <PlayerMenu player={original} mayWrite={mayWrite} />,
  }),
];

const numberOrDash = (value: number | null): string => (value === null ? '–' : abbreviate(value));

const Listened = ({ player: { stats_30d } }: { player: ListedPlayer }) =>
  stats_30d === null ? '–' : <NoWrap>{longDuration(stats_30d.listening_time)}</NoWrap>;

/** The names of what a player plays. */
const contentOf = ({ kind, stations, podcast, episodes }: Player): string[] => {
  if (kind === 'stations') return stations.map(({ name }) => name);
  return kind === 'podcast' ? (podcast ? [podcast.title] : []) : episodes.map(({ title }) => title);
};

const Content = ({ player }: { player: Player }) => {
  const [first, ...more] = contentOf(player);
  if (first === undefined) return <Text c="dimmed">Nothing any longer</Text>;
  return (
    <Text size="sm">
      <bdi>{first}</bdi>
      {more.length > 0 && ` and ${count(more.length, 'other')}`}
    </Text>
  );
};
