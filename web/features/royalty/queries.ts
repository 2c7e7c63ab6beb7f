import type { AccountKey, StationKey, TrackKey } from '#contract/rules/keys.ts';
import { library } from '#contract/api/library.ts';
import { royalty, type RoyaltyCorrection, type RoyaltySettings } from '#contract/api/royalty.ts';
import { withLibraryToken } from '#web/parts/library-token.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery, keepPreviousOf } from '#web/lib/endpoint-query.ts';
import { saveFile } from '#web/lib/save-file.ts';
import type { Dates } from './royalty-period.ts';

/** A range of days for all stations of an account, or for some. */
export type RoyaltyQuery = Dates & { stationKeys?: StationKey[] };

const fresh = { staleTime: 60_000 } as const;

export const royaltySettingsQuery = (id: AccountKey) =>
  endpointQuery(royalty.settings, { params: { id } }, { staleTime: 60_000 });

export const performancesQuery = (id: AccountKey, selection: RoyaltyQuery, territory: RoyaltySettings['territory']) =>
  endpointQuery(
    royalty.account,
    { params: { id }, query: { ...selection, territory } },
    { ...fresh, ...keepPreviousOf(id) },
  );

export const complementQuery = (id: AccountKey, selection: RoyaltyQuery) =>
  endpointQuery(royalty.complement, { params: { id }, query: selection }, { ...fresh, ...keepPreviousOf(id) });

const useChanging = <T, R>(change: (input: T) => Promise<R>) =>
  useAction({
    failure: 'default',
    mutationFn: change,
    meta: { form: true },
  });

export const useSetSettings = (id: AccountKey) =>
  useChanging((body: RoyaltySettings) => call(royalty.setSettings, { params: { id }, body }));

/** Saves the recording behind a title from stream metadata. */
export const useCorrect = (id: AccountKey) =>
  useChanging((body: RoyaltyCorrection) => call(royalty.correct, { params: { id }, body }));

export const useUncorrect = (id: AccountKey) =>
  useChanging((raw: string) => call(royalty.uncorrect, { params: { id }, query: { raw } }));

type Completing = {
  track: { key: TrackKey; station_key: StationKey };
  fields: Omit<RoyaltyCorrection, 'raw' | 'kind'>;
};

/** Changes a track in its library. */
export const useCompleteTrack = () =>
  useChanging(({ track: { key, station_key }, fields }: Completing) =>
    withLibraryToken(station_key, (token) => call(library.update, { params: { key }, body: fields }, { token })),
  );

/** Downloads the report as a file named by the server. */
export const saveReport = async (id: AccountKey, selection: RoyaltyQuery, format: 'txt' | 'csv'): Promise<void> => {
  const endpoint = format === 'txt' ? royalty.report : royalty.reportTable;
  const reply = await call(endpoint, { params: { id }, query: selection });
  const fileName = /filename\*=UTF-8''([^;]+)/.exec(reply.headers.get('content-disposition') ?? '')?.[1];
  saveFile(await reply.blob(), fileName === undefined ? `soundexchange.${format}` : decodeURIComponent(fileName));
};
