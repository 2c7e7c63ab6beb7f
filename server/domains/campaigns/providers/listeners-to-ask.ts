import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProviderConsent, ProviderMode } from '#contract/api/ad-providers.ts';
import type { Listener } from '#contract/engine/engine.ts';
import type { CampaignKey, StationKey } from '#contract/rules/keys.ts';
import { isListener, streamFacts } from '#shared/ads/facts.ts';
import { compilePlan, shareAt, type Candidate, type Plan } from '#shared/ads/plan.ts';
import type { AgentEngine } from '#server/engines/agents/port.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import type { PlanContent } from '../plan/compile-plan.ts';
import { mayBeNamed } from './consent.ts';

export type AskedProvider = { id: string; tag: string; consent: ProviderConsent; mode: ProviderMode };
/** What an ad server may be asked: the plan, the stations that allow it, and the ad servers that are on. */
export type Asking = {
  content: PlanContent;
  stations: ReadonlySet<StationKey>;
  providers: ReadonlyMap<string, AskedProvider>;
};

/** A listener and a campaign, with the ad servers that may be asked for them, in their order. */
export type Wanted = { listener: Listener; campaign: Candidate['campaign']; providers: AskedProvider[] };

/** A campaign that a listener may hear, with the ad servers that are asked for them, and those that are asked for nobody. */
export type Reached = {
  campaign: Candidate['campaign'];
  country: string;
  named: AskedProvider[];
  pools: AskedProvider[];
};

/** Who has only just connected is not asked for: many leave at once. */
const staysMs = 5000;
const lookMs = 10_000;
/** Listeners looked at in one turn of the event loop. */
const looksPerTurn = 100;
/** Campaigns asked for one listener at the same time: the most important ones. */
const mostCampaigns = 2;

type Deps = { geo: GeoEngine; agents: AgentEngine; now(): number };

/**
 * The listeners who are here, and for which campaigns ad servers are to be asked for them: on arrival, and again once an
 * answer was used, has expired or was none.
 */
export const createListenersToAsk = ({ geo, agents, now }: Deps) => {
  let listeners = new Map<string, Listener>();
  /** When each listener's campaigns may be asked for again, ms since the epoch. */
  const dueAt = new Map<string, Map<string, number>>();
  /** When each listener is looked at again, ms since the epoch: to find out what they could hear takes a while. */
  const lookAt = new Map<string, number>();
  let asking: (Omit<Asking, 'content'> & { plan: Plan }) | undefined;
  /** Before the first list of listeners, whom an earlier process asked for may still be here. */
  let isListed = false;

  const reachedBy = async (listener: Listener): Promise<Reached[]> => {
    const station = asking?.plan.station(listener.station);
    const agent = agents.identify(listener.user_agent);
    if (!asking || !station || !isListener({ output: listener.output, device: agent.device })) return [];
    const { country, region, city } = await geo.pinpoint(listener.ip);
    const known = [country, region, city];
    const end = known.indexOf('');
    const place = known.slice(0, end < 0 ? known.length : end);
    const facts = streamFacts(station, { ...agent, output: listener.output, place, position: 'mid' });
    const { plan, providers } = asking;
    return plan.candidates(station, facts, now()).flatMap(({ campaign, providers: ids, withheld }) => {
      const usable = (ids ?? []).flatMap((id) => providers.get(id) ?? []);
      const named = usable.filter(({ mode, consent }) => mode === 'listener' && mayBeNamed(consent, country));
      const pools = usable.filter(({ mode }) => mode === 'pool');
      const plays = !withheld && campaign.until > now() && shareAt(campaign, now()) > 0;
      return plays ? [{ campaign, country, named, pools }] : [];
    });
  };
  /** Nobody can be asked for before their stream begins. */
  const candidatesOf = async (listener: Listener): Promise<Wanted[]> =>
    (await reachedBy(listener)).flatMap(({ campaign, named }) =>
      named.length > 0 && campaign.positions.includes('mid') ? [{ listener, campaign, providers: named }] : [],
    );
  const isDue = ({ listener, campaign }: Wanted): boolean =>
    (dueAt.get(listener.session)?.get(campaign.key) ?? 0) <= now();
  const forget = (session: string): void => {
    listeners.delete(session);
    dueAt.delete(session);
    lookAt.delete(session);
  };

  return {
    use: ({ content, ...rest }: Asking): void => {
      asking = { ...rest, plan: compilePlan({ revision: 0, ...content }) };
      lookAt.clear();
    },
    connected: (all: readonly Listener[]): void => {
      isListed = true;
      listeners = new Map(all.map((listener) => [listener.session, listener]));
      for (const session of [...dueAt.keys(), ...lookAt.keys()]) if (!listeners.has(session)) forget(session);
    },
    opened: (some: readonly Listener[]): void => some.forEach((one) => listeners.set(one.session, one)),
    closed: (sessions: readonly string[]): void => sessions.forEach(forget),
    /** Not before this time, ms since the epoch; nothing of a listener who has left. */
    later: (session: string, campaign: CampaignKey, at: number): void => {
      if (isListed && !listeners.has(session)) return;
      const own = dueAt.get(session) ?? new Map<string, number>();
      dueAt.set(session, own.set(campaign, at));
      lookAt.set(session, Math.min(at, lookAt.get(session) ?? at));
    },
    isHere: (session: string): boolean => listeners.has(session),
    /** What all listeners may hear of ad servers that are asked for nobody in particular. */
    reached: async (): Promise<Reached[]> => {
      const all: Reached[] = [];
      if (!asking || ![...asking.providers.values()].some(({ mode }) => mode === 'pool')) return all;
      let looks = 0;
      for (const listener of listeners.values()) {
        if (!asking.stations.has(listener.station)) continue;
        if (++looks % looksPerTurn === 0) await nextTurn();
        for (const one of await reachedBy(listener)) if (one.pools.length > 0) all.push(one);
      }
      return all;
    },
    /** At most so many that are due now. */
    due: async (atMost: number): Promise<Wanted[]> => {
      const wanted: Wanted[] = [];
      if (!asking || asking.providers.size === 0) return wanted;
      let looks = 0;
      for (const listener of listeners.values()) {
        const { session, station, started } = listener;
        if (!asking.stations.has(station) || started + staysMs > now() || (lookAt.get(session) ?? 0) > now()) continue;
        if (++looks % looksPerTurn === 0) await nextTurn();
        const own = (await candidatesOf(listener)).slice(0, mostCampaigns).filter(isDue);
        if (own.length === 0) lookAt.set(session, now() + lookMs);
        wanted.push(...own);
        if (wanted.length >= atMost) break;
      }
      return wanted.slice(0, atMost);
    },
  };
};
