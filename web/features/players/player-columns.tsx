import { Badge, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { AccountKey } from '#contract/keys.ts';
import type { Player } from '#contract/player.ts';
import { useMay } from '#web/features/session/queries.ts';
import { count, moment } from '#web/lib/format.ts';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { themeLabels, variantLabels } from './player-labels.ts';
import { PlayerMenu } from './PlayerMenu.tsx';
import classes from './Players.module.css';

const column = createColumnHelper<Player>();

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
  column.accessor(({ stations }) => stations.map(({ name }) => name).join(', '), {
    id: 'stations',
    header: 'Stations',
    enableSorting: false,
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => <Stations player={original} />,
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

const Stations = ({ player: { stations } }: { player: Player }) => {
  const [first, ...more] = stations;
  if (!first) return <Text c="dimmed">None any longer</Text>;
  return (
    <Text size="sm">
      <bdi>{first.name}</bdi>
      {more.length > 0 && ` and ${count(more.length, 'other')}`}
    </Text>
  );
};
