import { Button, Text } from '@mantine/core';
import { IconCode, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import { playerVariants } from '#contract/api/player.ts';
import type { ListedPlayer } from '#contract/api/players.ts';
import { useMay } from '#web/features/session/queries.ts';
import { count } from '#web/lib/format.ts';
import { accountQuery } from '#web/parts/account-queries.ts';
import { DeleteItemsDialog } from '#web/ui/DeleteItemsDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { usePlayerColumns } from './player-columns.tsx';
import { playersQuery, useRemovePlayers, type PlayerListQuery } from './queries.ts';
import { VariantDrawing } from './VariantDrawing.tsx';
import classes from './Players.module.css';

const route = getRouteApi('/shell/accounts/$accountKey/embedding/players');
const pageSize = 10;

/** `…/embedding/players`: the players that an account made for websites. */
export const PlayersScreen = () => {
  const { accountKey } = route.useParams();
  const { data: account } = useSuspenseQuery(accountQuery(accountKey));
  const table = useTableState();
  const size = table.size ?? pageSize;
  const [sort] = table.sorting;
  const { data, error } = useQuery(
    playersQuery(accountKey, {
      offset: (table.page - 1) * size,
      limit: size,
      ...(sort && { sortBy: sort.id as NonNullable<PlayerListQuery['sortBy']>, sortDesc: String(sort.desc) }),
      search: table.search === '' ? undefined : table.search,
    }),
  );
  const columns = usePlayerColumns(accountKey);
  const mayWrite = useMay('account.writePlayers', { accountKey });
  const remove = useRemovePlayers(accountKey);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isRemoving, setRemoving] = useState(false);
  if (error && !data) throw error;
  const chosen = (data?.entities ?? []).filter(({ key }) => selected.has(key));
  const isFiltered = table.search !== '';
  return (
    <>
      <PageHeader
        title="Players"
        windowTitle={`${account.company}: Players`}
        description="Your stations on your website: made here, pasted there once."
        actions={mayWrite && data && (data.total > 0 || isFiltered) && <CreateLink accountKey={accountKey} />}
      />
      <Surface flush>
        {!data ? (
          <ScreenSkeleton />
        ) : (
          <DataTable
            label="Players"
            columns={columns}
            rows={data.entities}
            rowId={({ key }) => key}
            table={table}
            defaultSize={pageSize}
            server={{ total: data.total, capped: data.capped }}
            {...(mayWrite && {
              selection: {
                selected,
                onChange: setSelected,
                actions: (
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconTrash size={16} aria-hidden />}
                    disabled={chosen.length === 0}
                    onClick={() => setRemoving(true)}
                  >
                    Delete
                  </Button>
                ),
              },
            })}
            {...(!isFiltered && { empty: <NoPlayers accountKey={accountKey} mayWrite={mayWrite} /> })}
          />
        )}
      </Surface>
      <DeleteItemsDialog
        noun="player"
        items={chosen.map(({ key, name }) => ({ key, title: name }))}
        remove={remove}
        opened={isRemoving}
        onClose={() => setRemoving(false)}
        onDeleted={() => setSelected(new Set())}
      >
        <Text>
          Websites that show {chosen.length === 1 ? 'it' : 'them'} say that the player was removed.
          {shownOn(chosen)}
        </Text>
      </DeleteItemsDialog>
    </>
  );
};

/** On how many websites players were shown lately; a website that shows several of them counts for each. */
const shownOn = (players: readonly ListedPlayer[]): string => {
  const sites = players.reduce((sum, { stats_30d }) => sum + (stats_30d?.sites ?? 0), 0);
  if (sites === 0) return '';
  const where = count(sites, 'website');
  return players.length === 1
    ? ` It was shown on ${where} in the last 30 days.`
    : ` They were shown on up to ${where} in the last 30 days.`;
};

const CreateLink = ({ accountKey }: { accountKey: AccountKey }) => (
  <Button
    leftSection={<IconPlus size={18} aria-hidden />}
    renderRoot={(props) => (
      <Link to="/accounts/$accountKey/embedding/players/create" params={{ accountKey }} {...props} />
    )}
  >
    New player
  </Button>
);

const NoPlayers = ({ accountKey, mayWrite }: { accountKey: AccountKey; mayWrite: boolean }) => (
  <EmptyState
    icon={<IconCode size={30} />}
    title="Put your radio on your website"
    action={mayWrite && <CreateLink accountKey={accountKey} />}
  >
    <div className={classes.drawings}>
      {playerVariants.map((variant) => (
        <VariantDrawing key={variant} variant={variant} />
      ))}
    </div>
    Choose stations, colours and what the player shows, and copy one line into your website. Changes you make here later
    appear there by themselves.
  </EmptyState>
);
