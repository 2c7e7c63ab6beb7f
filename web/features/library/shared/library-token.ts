import type { StationKey } from '#contract/keys.ts';
import { library } from '#contract/library.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';

const tokens = new Map<StationKey, Promise<string>>();

/** The token of a station's library; asked for once, until it is forgotten. */
export const libraryToken = (station: StationKey): Promise<string> => {
  const known = tokens.get(station);
  if (known) return known;
  const asked = call(library.token, { params: { id: station } }).then(({ token }) => token);
  tokens.set(station, asked);
  asked.catch(() => tokens.delete(station));
  return asked;
};

/** The next call asks for a new token. */
export const forgetLibraryToken = (station: StationKey): void => void tokens.delete(station);

/** Does something with a station's library token; a 401 fetches a new one and tries once more (spec §7). */
export const withLibraryToken = async <T>(station: StationKey, act: (token: string) => Promise<T>): Promise<T> => {
  try {
    return await act(await libraryToken(station));
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.status !== 401) throw thrown;
    forgetLibraryToken(station);
    return act(await libraryToken(station));
  }
};
