import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import type { ChangedStation } from '#contract/station.ts';
import type { ChangedProfile } from '#contract/station-profile.ts';
import { players } from '#contract/players.ts';
import { portal } from '#contract/portal.ts';
import { stations, type Station } from '#contract/stations.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';

/** The player that a station has by itself. */
export const stationPlayerQuery = (id: StationKey) =>
  queryOptions({
    queryKey: ['players', 'station', id],
    queryFn: ({ signal }) => call(players.ofStation, { params: { id } }, { signal }),
  });

/** Caches the station that a change returned and invalidates every query that shows it. */
const cacheStation = (queries: QueryClient, station: Station): void => {
  queries.setQueryData(stationQuery(station.key).queryKey, station);
  for (const part of ['score', 'encoder', 'profile', 'ads.txt'])
    void queries.invalidateQueries({ queryKey: ['stations', station.key, part] });
  void queries.invalidateQueries({ queryKey: ['stations', 'list'] });
  void queries.invalidateQueries({ queryKey: ['accounts', station.account_key, 'stations'] });
  void queries.invalidateQueries({ queryKey: ['session', 'stations'] });
};

/** Changes the fields of a station; the response says whether listeners were disconnected. */
export const useUpdateStation = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'station.updateFailed',
    mutationFn: (body: ChangedStation) => call(stations.update, { params: { key }, body }),
    meta: { form: true },
    onSuccess: ({ listeners_dropped: _dropped, ...station }) => {
      cacheStation(queries, station);
      // A new default station clears the tag of the previous one.
      void queries.invalidateQueries({ queryKey: ['stations'], predicate: ({ queryKey }) => queryKey.length === 2 });
    },
  });
};

/** Changes the slug of the station's page. */
export const useSetPrettyUrl = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'station.profileFailed',
    mutationFn: (pretty_url: string) => call(stations.setPrettyUrl, { params: { key }, body: { pretty_url } }),
    meta: { form: true },
    onSuccess: (station) => cacheStation(queries, station),
  });
};

export type StationPicture = 'logo' | 'background';
const pictureCalls = {
  logo: { set: stations.setLogo, remove: stations.removeLogo },
  background: { set: stations.setBackground, remove: stations.removeBackground },
} as const;

/** Replaces a picture of the station, or removes it (null). */
export const useStationPicture = (key: StationKey, picture: StationPicture) => {
  const queries = useQueryClient();
  const { set, remove } = pictureCalls[picture];
  return useAction({
    failure: `station.${picture}Failed`,
    mutationFn: (file: File | null): Promise<Station> =>
      file === null ? call(remove, { params: { key } }) : call(set, { params: { key }, file }),
    onSuccess: (station) => cacheStation(queries, station),
  });
};

export const profileQuery = (key: StationKey) =>
  queryOptions({
    queryKey: ['stations', key, 'profile'],
    queryFn: ({ signal }) => call(stations.profile, { params: { key } }, { signal }),
  });

/** Changes the station's public profile. */
export const useSetProfile = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'station.profileFailed',
    mutationFn: (body: ChangedProfile) => call(stations.setProfile, { params: { key }, body }),
    meta: { form: true },
    onSuccess: (profile) => {
      queries.setQueryData(profileQuery(key).queryKey, profile);
      void queries.invalidateQueries({ queryKey: stationQuery(key).queryKey, exact: true });
      void queries.invalidateQueries({ queryKey: ['stations', key, 'score'] });
    },
  });
};

export const adsTxtQuery = (id: StationKey) =>
  queryOptions({
    queryKey: ['stations', id, 'ads.txt'],
    queryFn: ({ signal }) => call(stations.adsTxt, { params: { id } }, { signal }),
  });

/** Replaces the ads.txt of a station. */
export const useSetAdsTxt = (id: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'station.updateFailed',
    mutationFn: (text: string) => call(stations.setAdsTxt, { params: { id }, body: { text } }),
    meta: { form: true },
    onSuccess: (adsTxt) => {
      queries.setQueryData(adsTxtQuery(id).queryKey, adsTxt);
      void queries.invalidateQueries({ queryKey: ['stations', id, 'score'] });
    },
  });
};

/** Suspends or reactivates a station. */
export const useSuspendStation = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'station.suspendFailed',
    mutationFn: (to: 'suspend' | 'reactivate') => call(stations[to], { params: { key } }),
    onSuccess: (station) => {
      cacheStation(queries, station);
      void queries.invalidateQueries({ queryKey: ['stations', key, 'live'] });
    },
  });
};

/** Moves a station to another account; the dialog shows the reason for a refusal. */
export const useTransferStation = (key: StationKey) =>
  useAction({
    failure: 'default',
    mutationFn: (accountId: AccountKey) => call(stations.transfer, { params: { key, accountId } }),
    meta: { form: true },
  });

/** Deletes a station; the dialog shows the reason for a refusal. */
export const useRemoveStation = (key: StationKey) =>
  useAction({
    failure: 'station.deleteFailed',
    mutationFn: () => call(stations.remove, { params: { key } }),
    meta: { form: true },
  });

/** Removes a moved or deleted station from the cache and invalidates every list it was in. */
export const forgetStation = (queries: QueryClient, key: StationKey): void => {
  queries.removeQueries({ queryKey: ['stations', key] });
  void queries.invalidateQueries({ queryKey: ['session'] });
  void queries.invalidateQueries({ queryKey: ['accounts'] });
  void queries.invalidateQueries({ queryKey: ['billing'] });
  void queries.invalidateQueries({ queryKey: ['stations', 'list'] });
};

/** The lines that partners offer for the ads.txt of a station. */
export const partnerLinesQuery = (id: StationKey) =>
  queryOptions({
    queryKey: ['stations', id, 'ads.txt', 'partners'],
    queryFn: ({ signal }) => call(portal.partnerLines, { params: { id } }, { signal }),
  });
