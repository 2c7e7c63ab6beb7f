import type { StationKey } from '#contract/rules/keys.ts';
import { library } from '#contract/api/library.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';

const tokens = new Map<StationKey, Promise<string>>();

/** The token of a station's library; cached until `forgetLibraryToken`. */
export const libraryToken = (station: StationKey): Promise<string> => {
  const cached = tokens.get(station);
  if (cached) return cached;
  const request = call(library.token, { params: { id: station } }).then(({ token }) => token);
  tokens.set(station, request);
  request.catch(() => tokens.delete(station));
  return request;
};

/** Drops the cached token, so the next call fetches a new one. */
export const forgetLibraryToken = (station: StationKey): void => void tokens.delete(station);

/** Runs a call with a station's library token; after a 401, fetches a new one and retries once (spec §7). */
export const withLibraryToken = async <T>(station: StationKey, run: (token: string) => Promise<T>): Promise<T> => {
  try {
    return await run(await libraryToken(station));
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.status !== 401) throw thrown;
    forgetLibraryToken(station);
    return run(await libraryToken(station));
  }
};
