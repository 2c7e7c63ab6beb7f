import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { AccountKey, StationKey, TrackKey } from '#contract/keys.ts';
import { library } from '#contract/library.ts';
import { royalty, type RoyaltyCorrection, type RoyaltySettings } from '#contract/royalty.ts';
import { withLibraryToken } from '#web/parts/library-token.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { keepPreviousOf } from '#web/lib/keep-previous.ts';
import { saveFile } from '#web/lib/save-file.ts';
import type { Dates } from './royalty-period.ts';

/** A range of days for all stations of an account, or for some. */
export type RoyaltyQuery = Dates & { stationKeys?: StationKey[] };

const fresh = { staleTime: 60_000 } as const;

export const royaltySettingsQuery = (id: AccountKey) =>
  queryOptions({
    queryKey: ['royalty', id, 'settings'],
    queryFn: ({ signal }) => call(royalty.settings, { params: { id } }, { signal }),
    staleTime: 60_000,
  });

export const performancesQuery = (id: AccountKey, selection: RoyaltyQuery, territory: RoyaltySettings['territory']) =>
  queryOptions({
    queryKey: ['royalty', id, 'performances', selection, territory],
    queryFn: ({ signal }) => call(royalty.account, { params: { id }, query: { ...selection, territory } }, { signal }),
    ...fresh,
    placeholderData: keepPreviousOf(['royalty', id, 'performances', selection, territory], 3),
  });

export const complementQuery = (id: AccountKey, selection: RoyaltyQuery) =>
  queryOptions({
    queryKey: ['royalty', id, 'complement', selection],
    queryFn: ({ signal }) => call(royalty.complement, { params: { id }, query: selection }, { signal }),
    ...fresh,
    placeholderData: keepPreviousOf(['royalty', id, 'complement', selection], 3),
  });

const useChanging = <T, R>(id: AccountKey, change: (input: T) => Promise<R>) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: change,
    meta: { form: true },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['royalty', id] }),
  });
};

export const useSetSettings = (id: AccountKey) =>
  useChanging(id, (body: RoyaltySettings) => call(royalty.setSettings, { params: { id }, body }));

/** Saves the recording behind a title from stream metadata. */
export const useCorrect = (id: AccountKey) =>
  useChanging(id, (body: RoyaltyCorrection) => call(royalty.correct, { params: { id }, body }));

export const useUncorrect = (id: AccountKey) =>
  useChanging(id, (raw: string) => call(royalty.uncorrect, { params: { id }, query: { raw } }));

type Completing = {
  track: { key: TrackKey; station_key: StationKey };
  fields: Omit<RoyaltyCorrection, 'raw' | 'kind'>;
};

/** Changes a track in its library. */
export const useCompleteTrack = (id: AccountKey) =>
  useChanging(id, ({ track: { key, station_key }, fields }: Completing) =>
    withLibraryToken(station_key, (token) => call(library.update, { params: { key }, body: fields }, { token })),
  );

/** Downloads the report as a file named by the server. */
export const saveReport = async (id: AccountKey, selection: RoyaltyQuery, format: 'txt' | 'csv'): Promise<void> => {
  const endpoint = format === 'txt' ? royalty.report : royalty.reportTable;
  const reply = await call(endpoint, { params: { id }, query: selection });
  const fileName = /filename\*=UTF-8''([^;]+)/.exec(reply.headers.get('content-disposition') ?? '')?.[1];
  saveFile(await reply.blob(), fileName === undefined ? `soundexchange.${format}` : decodeURIComponent(fileName));
};
