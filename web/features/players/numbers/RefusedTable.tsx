import { Button, Text } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Player } from '#contract/api/player.ts';
import type { PlayerStatsReply } from '#contract/api/player-stats.ts';
import { whole } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import { useAllowSite } from '../queries.ts';

type Refused = PlayerStatsReply['refused'][number];
const column = createColumnHelper<Refused>();
const columns = [
  column.accessor('site', { header: 'Website', cell: ({ getValue }) => <bdi>{getValue()}</bdi> }),
  column.accessor('loads', {
    header: 'Refused loads',
    meta: { align: 'end' },
    cell: ({ getValue }) => whole(getValue()),
  }),
];

type RefusedTableProps = { refused: readonly Refused[]; player: Player; mayWrite: boolean };

/** The websites that tried to show the player and are not among its own; those who may change it allow them here. */
export const RefusedTable = ({ refused, player, mayWrite }: RefusedTableProps) => {
  const allowColumn = useMemo(
    () =>
      column.display({
        id: 'allow',
        header: '',
        meta: { align: 'end' },
        cell: ({ row: { original } }) => <Allow site={original.site} player={player} />,
      }),
    [player],
  );
  return (
    <Surface
      mt="md"
      title="Refused websites"
      description="They are not among the websites that may show this player."
      flush
    >
      <DataTable
        label="Refused websites"
        columns={mayWrite ? [...columns, allowColumn] : columns}
        rows={refused}
        rowId={({ site }) => site}
        table={useLocalTableState()}
        searchable={refused.length > 10}
      />
    </Surface>
  );
};

const Allow = ({ site, player }: { site: string; player: Player }) => {
  const allow = useAllowSite();
  if (player.domains.includes(site))
    return (
      <Text size="sm" c="dimmed">
        Allowed
      </Text>
    );
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Allow ${site}`}
      loading={allow.isPending}
      onClick={() =>
        allow.mutate(
          { player, site },
          { onSuccess: () => toastSuccess('It shows the player within a minute.', `${site} is allowed`) },
        )
      }
    >
      Allow
    </Button>
  );
};
