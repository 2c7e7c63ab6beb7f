/** The other engines, among which a campaign's impressions are shared. */
export type Peers = {
  /** All engines. */
  count: number;
  /** The engine said which installation it is. */
  seen(installation: string): void;
  /** Whether an installation is, or may be, another engine of the fleet: it keeps its leases. */
  isPeer(installation: string): boolean;
};

/** What each of these engines knows of the others. */
export const createPeers = (engines: readonly string[]): ((engine: string) => Peers) => {
  const known = new Map<string, string>();
  return (engine) => {
    const others = engines.filter((one) => one !== engine);
    return {
      count: engines.length,
      seen: (installation) => void known.set(engine, installation),
      // Before an engine was first reached, a lease of an unknown one may be its own.
      isPeer: (installation) => others.some((other) => (known.get(other) ?? installation) === installation),
    };
  };
};
