import type { AdReasonsEvent, EngineEvent } from '#contract/engine/engine.ts';
import type { AdPlan, AdProof, AdState, AdTicket } from '#contract/engine/engine-ads.ts';
import { compilePlan } from '#shared/ads/plan.ts';
import { dayPartAt } from '#shared/day-parts.ts';
import { createBudget } from '#streaming/ads/budget.ts';
import { createDemand, createReasons } from '#streaming/ads/reasons.ts';
import { createTickets } from '#streaming/ads/tickets.ts';
import type { Bus, StationHead } from '#streaming/bus/batch.ts';
import type { AdGrant, AdSurvey } from '#streaming/bus/wire.ts';
import type { Media } from '#streaming/media/media.ts';
import { appFormat, type AppAds } from './app-ads.ts';
import { noCountries, type Countries } from './countries.ts';
import { createListenerSpots } from './listener-spots.ts';
import { createPlannedSpots } from './planned-spots.ts';
import type { ChannelAds } from './pods.ts';
import { createProofTaps } from './proof-taps.ts';
import type { Session } from './sessions.ts';

export type EdgeAds = ChannelAds &
  AppAds & {
    setPlan(plan: AdPlan): void;
    /** Impressions that this process may spend. */
    grant(grants: readonly AdGrant[]): void;
    /** Spends no more of these leases; resolves once everything that is heard of them is recorded. */
    close(leases: readonly string[]): Promise<void>;
    /** How many gain steps quieter the spots of stations are to be played, as their engine measured. */
    setLevels(steps: Record<string, number>): void;
    /** What ad servers answered for listeners of this process, or for nobody in particular. */
    addTickets(tickets: readonly AdTicket[]): void;
    /** How many of the station's listeners here would hear something in a break of at most so long. */
    survey(station: string, ms: number): AdSurvey;
    /** The same for all stations with listeners here, in the longest break that the Auto DJ makes. */
    surveys(): Record<string, AdSurvey>;
    /** Asks for impressions for the listeners that are here; called every second, and when there is something new. */
    refill(): void;
    /** Resolves once the spots of the current plan are read. */
    loaded(): Promise<void>;
    unreadable(): AdState['unreadable'];
    stop(): void;
  };

export type EdgeAdsOptions = {
  bus: Bus;
  media: Pick<Media, 'obtain'>;
  countries?: Countries;
  append(events: EngineEvent[]): void;
  /** Asks for so many impressions of each campaign. */
  request(wants: Record<string, number>): void;
  /** The listeners of a station, each with the head of the format they hear. */
  sessions(station: string): { session: Session; head: StationHead }[];
  listeners(station: string): number;
  chosen(breakId: string, listeners: number, withSpot: number): void;
  /**
   * The mean loudness of consecutive whole frames, LUFS; without it spots are as loud as they are stored, or as
   * `setLevels` says.
   */
  measure?(sound: Buffer, codec: 'mp3' | 'aac'): Promise<number>;
  /** How many gain steps quieter the spots of stations are played, as far as it was measured; called when it changes. */
  levelsChanged?(steps: Record<string, number>): void;
  failed(error: unknown): void;
  /** Keeps a recording of what was heard around a spot; without it none is made. */
  proven?(proof: AdProof, sound: Buffer): void;
  random?(): number;
  now?(): number;
};

const refillMs = 1000;
const reasonsMs = 5 * 60_000;
const rereadMs = 30_000;
/** Impressions asked for at once of each campaign: enough for a break, and few enough to lose in a crash. */
const [fewest, most] = [4, 2000];

/**
 * What one process decides about advertising for its own listeners, from memory only: the portal's plan, the spots it
 * has loaded, the impressions it was granted, and what its listeners have heard.
 */
export const createEdgeAds = (options: EdgeAdsOptions): EdgeAds => {
  const { now = Date.now, random = Math.random, countries = noCountries } = options;
  const spots = createPlannedSpots(options);
  const budget = createBudget(now);
  const tickets = createTickets(now);
  const byApps = createDemand();
  const reasons = createReasons();
  const listenerSpots = createListenerSpots({ spots, budget, tickets, reasons, countries, now, random });

  /** How many listeners each campaign may be played to. */
  const audiences = (): Map<string, number> => {
    const audiences = new Map<string, number>();
    for (const station of spots.plan?.stations() ?? []) {
      const listeners = options.listeners(station.key) + byApps.of(station.key);
      // Where a listener may hear a spot on arrival, a few are at hand before.
      const { preRoll, apps } = station.breaks;
      const isAwaited = listeners > 0 || ((preRoll.enabled || apps.enabled) && spots.head(station.key) !== undefined);
      for (const key of isAwaited ? station.campaigns : []) audiences.set(key, (audiences.get(key) ?? 0) + listeners);
    }
    return audiences;
  };

  const refill = (): void => {
    const wants: Record<string, number> = {};
    for (const [campaign, listeners] of audiences()) {
      const target = Math.min(most, Math.max(fewest, listeners * 2));
      const left = budget.left(campaign);
      if (left <= target / 2) wants[campaign] = target - left;
    }
    if (Object.keys(wants).length > 0) options.request(wants);
  };

  const survey = (station: string, ms: number): AdSurvey => listenerSpots.survey(options.sessions(station), ms);

  const flushReasons = (): void => {
    const events = reasons.take().flatMap(([station, list]): AdReasonsEvent[] => {
      const head = spots.head(station);
      return head
        ? [{ type: 'ad-reasons', station, account: head.account, at: now(), reasons: list } as AdReasonsEvent]
        : [];
    });
    if (events.length > 0) options.append(events);
  };

  const timers = [
    setInterval(refill, refillMs),
    setInterval(flushReasons, reasonsMs),
    setInterval(spots.reread, rereadMs),
  ];

  return {
    setPlan(next) {
      const plan = compilePlan(next);
      listenerSpots.forgetFacts();
      if (plan.needsPlaces) void countries.open();
      spots.setPlan(plan);
      refill();
    },
    setLevels: spots.setLevels,
    grant: (grants) => budget.add(grants),
    close: (leases) => budget.close(leases),
    addTickets(added) {
      if (added.some(({ session }) => session === '')) void countries.open();
      tickets.add(added);
    },
    survey,
    surveys() {
      const stations = spots.plan?.stations() ?? [];
      const all = stations.map(({ key, breaks: { autodj } }) => [key, survey(key, autodj.maxSeconds * 1000)] as const);
      return Object.fromEntries(all.filter(([, { listeners }]) => listeners > 0));
    },
    choose: listenerSpots.give,
    preRoll: listenerSpots.preRoll,
    chooseForApp(listener, ask) {
      const station = spots.plan?.station(listener.station);
      if (!station?.breaks.apps.enabled) return undefined;
      byApps.asked(station.key);
      if (dayPartAt(station.breaks.quiet, station.timezone, now())) return [];
      return listenerSpots.give(listener, { station: station.key, format: appFormat }, ask).map((spot) => ({
        ...spot,
        sha256: spots.hashOf(spot.spot, appFormat) ?? '',
      }));
    },
    fileOf: (sha256) => spots.byHash(sha256),
    leaseEnds: (campaign, lease) => budget.endOf(campaign, lease),
    left: listenerSpots.left,
    giveBack: (campaign, lease) => budget.giveBack(campaign, lease),
    refused: (station, campaign, reason) => reasons.add(station, [campaign, reason]),
    report(events) {
      options.append(tickets.named(events));
      for (const { quartile, cut, lease = '' } of events) if (quartile === 0 && !cut) budget.heard(lease);
    },
    ...{ chosen: options.chosen, refill, loaded: spots.loaded, unreadable: spots.unreadable },
    proofs: options.proven && createProofTaps({ done: options.proven, now }),
    stop() {
      timers.forEach((timer) => clearInterval(timer));
      flushReasons();
      spots.stop();
      listenerSpots.stop();
    },
  };
};
