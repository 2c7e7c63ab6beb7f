/** How many different servers a station may try in how long: enough for its streams, their redirects and playlists. */
const mostServers = 60;
const windowMs = 3_600_000;

/** Whether one more server (`host:port`) may be tried now; one that was tried within the hour may be tried again. */
export type DialBudget = (server: string) => boolean;

/** Bounds how many servers one station makes the engine call, so that nobody finds open ports of others with it. */
export function createDialBudget(now: () => number = Date.now): DialBudget {
  const tried = new Map<string, number>();
  return (server) => {
    for (const [other, at] of tried) if (now() - at >= windowMs) tried.delete(other);
    if (!tried.has(server) && tried.size >= mostServers) return false;
    if (!tried.has(server)) tried.set(server, now());
    return true;
  };
}
