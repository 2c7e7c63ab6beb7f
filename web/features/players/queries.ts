import { keepPreviousData, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { episodes } from '#contract/api/episodes.ts';
import type { InputOf } from '#contract/api/http.ts';
import type { AccountKey, PlayerKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import type { ChangedPlayer, ChangedStationPlayer, NewPlayer, Player } from '#contract/api/player.ts';
import { players } from '#contract/api/players.ts';
import type { Range } from '#contract/rules/analytics-period.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery, keepPreviousOf } from '#web/lib/endpoint-query.ts';
import { stationPlayerQuery } from '#web/parts/station-settings-queries.ts';

export type PlayerListQuery = NonNullable<InputOf<typeof players.list>['query']>;

/** A page of the players that an account made. */
export const playersQuery = (id: AccountKey, query: PlayerListQuery) =>
  endpointQuery(players.list, { params: { id }, query }, { placeholderData: keepPreviousData });

export const playerQuery = (id: AccountKey, playerKey: PlayerKey) =>
  endpointQuery(players.get, { params: { id, playerKey } });

/** The episodes of a podcast, to choose those of a playlist. */
export const playlistEpisodesQuery = (podcast: PodcastKey | undefined) =>
  endpointQuery(
    episodes.list,
    { params: { podcastKey: podcast! }, query: { limit: 1000, offset: 0 } },
    { enabled: podcast !== undefined, staleTime: 10_000 },
  );

const fresh = { staleTime: 15_000, refetchInterval: 30_000 } as const;
const bucketsOf = ({ frequency, from_date, to_date }: Range) => ({
  ...{ from_date, to_date },
  frequency: frequency === 'day' ? ('day' as const) : ('hour' as const),
});

/** The numbers of a player, of all websites or one. */
export const playerStatsQuery = (id: AccountKey, playerKey: PlayerKey, range: Range, site: string | undefined) =>
  endpointQuery(
    players.stats,
    {
      params: { id, playerKey, type: range.type },
      query: { ...bucketsOf(range), ...(site !== undefined && { site }) },
    },
    { ...keepPreviousOf(playerKey), ...fresh },
  );

/** The numbers of the player that a station has by itself. */
export const stationPlayerStatsQuery = (id: StationKey, range: Range, site: string | undefined) =>
  endpointQuery(
    players.statsOfStation,
    { params: { id, type: range.type }, query: { ...bucketsOf(range), ...(site !== undefined && { site }) } },
    { ...keepPreviousOf(id), ...fresh },
  );

const replacePlayer = (queries: QueryClient, id: AccountKey, player: Player): void => {
  queries.setQueryData(playerQuery(id, player.key).queryKey, player);
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

/** Lets a website show a player, beside those that may already. */
export const useAllowSite = () => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: ({ player, site }: { player: Player; site: string }) => {
      const { account_key: id, key: playerKey, station_key: station, revision, domains } = player;
      const body = { revision, domains: [...domains, site] };
      return station === null
        ? call(players.update, { params: { id, playerKey }, body })
        : call(players.updateOfStation, { params: { id: station }, body });
    },
    onSuccess: (player) => {
      replacePlayer(queries, player.account_key, player);
      if (player.station_key !== null) queries.setQueryData(stationPlayerQuery(player.station_key).queryKey, player);
    },
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
export const useRemovePlayer = (id: AccountKey) =>
  useAction({
    failure: 'default',
    mutationFn: (playerKey: PlayerKey) => call(players.remove, { params: { id, playerKey } }),
  });

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
export const useRemovePlayers = (id: AccountKey) =>
  useAction({
    failure: 'default',
    mutationFn: (keys: PlayerKey[]) => call(players.removeAll, { params: { id }, body: { keys } }),
  });
