import type { PlannedStation } from '#contract/engine/engine-ads.ts';
import { isListener, streamFacts } from '#shared/ads/facts.ts';
import type { Facts } from '#shared/ads/rules.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import type { AppListener } from './app-ads.ts';
import type { Countries } from './countries.ts';

/** A listener of a stream, or of an app, who has no session. */
export type Hearer = Pick<AppListener, 'ip' | 'user_agent' | 'output'> & { session?: string };

export type AskedListeners = {
  /** What rules compare of a listener: the same object for all who are equal in it. Undefined for relays and bots. */
  factsOf(hearer: Hearer, station: PlannedStation, position: 'pre' | 'mid'): Facts | undefined;
  /** Stations may have changed. */
  forget(): void;
};

const knownAtMost = 5000;

/** What a process knows of its listeners before it chooses spots for them. */
export const createAskedListeners = (countries: Countries): AskedListeners => {
  const agents = userAgents();
  const known = new Map<string, Facts | undefined>();

  return {
    factsOf({ ip, user_agent, output }, station, position) {
      const place = countries.isOpen() ? countries.placeOf(ip) : undefined;
      const key = `${station.key} ${position} ${output} ${place?.join('\n') ?? '?'} ${user_agent}`;
      const same = known.get(key);
      if (same || known.has(key)) return same;
      if (known.size >= knownAtMost) known.clear();
      const listener = { output, ...agents.identify(user_agent) };
      const facts = isListener(listener) ? streamFacts(station, { ...listener, position, place }) : undefined;
      known.set(key, facts);
      return facts;
    },
    forget: () => known.clear(),
  };
};
