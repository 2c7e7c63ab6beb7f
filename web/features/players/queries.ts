import { keepPreviousData, queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/http.ts';
import type { AccountKey, PlayerKey, StationKey } from '#contract/keys.ts';
import type { ChangedPlayer, ChangedStationPlayer, NewPlayer, Player } from '#contract/player.ts';
import { players } from '#contract/players.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';

export type PlayerListQuery = NonNullable<InputOf<typeof players.list>['query']>;

/** A page of the players that an account made. */
export const playersQuery = (id: AccountKey, query: PlayerListQuery) =>
  queryOptions({
    queryKey: ['players', id, 'list', query],
    queryFn: ({ signal }) => call(players.list, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const playerQuery = (id: AccountKey, playerKey: PlayerKey) =>
  queryOptions({
    queryKey: ['players', id, 'one', playerKey],
    queryFn: ({ signal }) => call(players.get, { params: { id, playerKey } }, { signal }),
  });

/** The player that a station has by itself. */
export const stationPlayerQuery = (id: StationKey) =>
  queryOptions({
    queryKey: ['players', 'station', id],
    queryFn: ({ signal }) => call(players.ofStation, { params: { id } }, { signal }),
  });

const replacePlayer = (queries: QueryClient, id: AccountKey, player: Player): void => {
  queries.setQueryData(playerQuery(id, player.key).queryKey, player);
  void queries.invalidateQueries({ queryKey: ['players', id, 'list'] });
};

/** Creates a player; the same key creates it once. */
export const useCreatePlayer = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: ({ body, key }: { body: NewPlayer; key: string }) =>
      call(players.create, { params: { id }, body }, { idempotencyKey: key }),
    meta: { form: true },
    onSuccess: (player) => replacePlayer(queries, id, player),
  });
};

/** Changes a player, based on a revision of it. */
export const useUpdatePlayer = (id: AccountKey, playerKey: PlayerKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (body: ChangedPlayer) => call(players.update, { params: { id, playerKey }, body }),
    meta: { form: true },
    onSuccess: (player) => replacePlayer(queries, id, player),
  });
};

/** Changes a station's own player. */
export const useUpdateStationPlayer = (id: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (body: ChangedStationPlayer) => call(players.updateOfStation, { params: { id }, body }),
    meta: { form: true },
    onSuccess: (player) => queries.setQueryData(stationPlayerQuery(id).queryKey, player),
  });
};

/** Creates a copy of a player. */
export const useDuplicatePlayer = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (playerKey: PlayerKey) => call(players.duplicate, { params: { id, playerKey } }),
    onSuccess: (player) => replacePlayer(queries, id, player),
  });
};

/** Deletes a player, which can be restored. */
export const useRemovePlayer = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (playerKey: PlayerKey) => call(players.remove, { params: { id, playerKey } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['players', id, 'list'] }),
  });
};

/** Restores a deleted player, with its former code. */
export const useRestorePlayer = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (playerKey: PlayerKey) => call(players.restore, { params: { id, playerKey } }),
    onSuccess: (player) => replacePlayer(queries, id, player),
  });
};

/** Deletes several players. */
export const useRemovePlayers = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (keys: PlayerKey[]) => call(players.removeAll, { params: { id }, body: { keys } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['players', id, 'list'] }),
  });
};
