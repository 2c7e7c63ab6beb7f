import type { StationKey } from '#contract/keys.ts';
import { library } from '#contract/library.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';

const tokens = new Map<StationKey, Promise<string>>();

const tokenOf = (station: StationKey): Promise<string> => {
  const known = tokens.get(station);
  if (known) return known;
  const asked = call(library.token, { params: { id: station } }).then(({ token }) => token);
  tokens.set(station, asked);
  asked.catch(() => tokens.delete(station));
  return asked;
};

/** Does something with a station's library token; a 401 fetches a new one and tries once more (spec §7). */
export const withLibraryToken = async <T>(station: StationKey, act: (token: string) => Promise<T>): Promise<T> => {
  try {
    return await act(await tokenOf(station));
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.status !== 401) throw thrown;
    tokens.delete(station);
    return act(await tokenOf(station));
  }
};
