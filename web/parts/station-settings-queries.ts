import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { ChangedStation } from '#contract/api/station.ts';
import type { ChangedProfile } from '#contract/api/station-profile.ts';
import { players } from '#contract/api/players.ts';
import { portal } from '#contract/api/portal.ts';
import { stations, type Station } from '#contract/api/stations.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery, refetchStale, removeResource } from '#web/lib/endpoint-query.ts';

/** The player that a station has by itself. */
export const stationPlayerQuery = (id: StationKey) => endpointQuery(players.ofStation, { params: { id } });

/** Caches the station that a change returned. */
const cacheStation = (queries: QueryClient, station: Station): void => {
  queries.setQueryData(stationQuery(station.key).queryKey, station);
};

/** Changes the fields of a station; the response says whether listeners were disconnected. */
export const useUpdateStation = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'station.updateFailed',
    mutationFn: (body: ChangedStation) => call(stations.update, { params: { key }, body }),
    meta: { form: true },
    onSuccess: ({ listeners_dropped: _dropped, ...station }) => cacheStation(queries, station),
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

export const profileQuery = (key: StationKey) => endpointQuery(stations.profile, { params: { key } });

/** Changes the station's public profile. */
export const useSetProfile = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'station.profileFailed',
    mutationFn: (body: ChangedProfile) => call(stations.setProfile, { params: { key }, body }),
    meta: { form: true },
    onSuccess: (profile) => queries.setQueryData(profileQuery(key).queryKey, profile),
  });
};

export const adsTxtQuery = (id: StationKey) => endpointQuery(stations.adsTxt, { params: { id } });

/** Replaces the ads.txt of a station. */
export const useSetAdsTxt = (id: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'station.updateFailed',
    mutationFn: (text: string) => call(stations.setAdsTxt, { params: { id }, body: { text } }),
    meta: { form: true },
    onSuccess: (adsTxt) => queries.setQueryData(adsTxtQuery(id).queryKey, adsTxt),
  });
};

/** Suspends or reactivates a station. */
export const useSuspendStation = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'station.suspendFailed',
    mutationFn: (to: 'suspend' | 'reactivate') => call(stations[to], { params: { key } }),
    onSuccess: (station) => cacheStation(queries, station),
  });
};

/** Moves a station to another account; the dialog shows the reason for a refusal. */
export const useTransferStation = (key: StationKey) =>
  useAction({
    failure: 'default',
    mutationFn: (accountId: AccountKey) => call(stations.transfer, { params: { key, accountId } }),
    meta: { form: true, leaves: true },
  });

/** Deletes a station; the dialog shows the reason for a refusal. */
export const useRemoveStation = (key: StationKey) =>
  useAction({
    failure: 'station.deleteFailed',
    mutationFn: () => call(stations.remove, { params: { key } }),
    meta: { form: true, leaves: true },
  });

/** Removes a moved or deleted station from the cache and fetches again what it was in, once its pages are left. */
export const forgetStation = (queries: QueryClient, key: StationKey): void => {
  removeResource(queries, stations.get, { params: { key } });
  void refetchStale(queries);
};

/** The lines that partners offer for the ads.txt of a station. */
export const partnerLinesQuery = (id: StationKey) => endpointQuery(portal.partnerLines, { params: { id } });
