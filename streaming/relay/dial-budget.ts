/** How many different servers a station may try in the window: enough for its streams, redirects and playlists. */
const maxServers = 60;
const windowMs = 3_600_000;

/** Whether a server (`host:port`) may be tried now; one that was tried within the hour may be tried again. */
export type DialBudget = (server: string) => boolean;

/** Limits how many servers one station makes the engine connect to, so that it can't be used as a port scanner. */
export const createDialBudget = (now: () => number = Date.now): DialBudget => {
  const tried = new Map<string, number>();
  return (server) => {
    for (const [other, at] of tried) if (now() - at >= windowMs) tried.delete(other);
    if (!tried.has(server) && tried.size >= maxServers) return false;
    if (!tried.has(server)) tried.set(server, now());
    return true;
  };
};
