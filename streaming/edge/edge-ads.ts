import type { AdReasonsEvent, EngineEvent } from '#contract/engine.ts';
import type { AdPlan, AdProof, AdState, AdTicket } from '#contract/engine-ads.ts';
import { createCaps } from '#streaming/ads/caps.ts';
import { choose, type Ask, type Choice } from '#shared/ads/choose.ts';
import { createBudget } from '#streaming/ads/budget.ts';
import { compilePlan, type Plan } from '#shared/ads/plan.ts';
import { dayPartAt } from '#shared/day-parts.ts';
import { createLevelledSpots } from '#streaming/ads/levelled-spots.ts';
import { createProgrammeLoudness } from '#streaming/ads/programme-loudness.ts';
import { createDemand, createReasons } from '#streaming/ads/reasons.ts';
import { createSpotFiles } from '#streaming/ads/spot-files.ts';
import { surveyOf } from '#streaming/ads/survey.ts';
import { createTickets } from '#streaming/ads/tickets.ts';
import type { Bus, StationHead } from '#streaming/bus/batch.ts';
import type { AdGrant, AdSurvey } from '#streaming/bus/wire.ts';
import { appFormat, type AppAds } from './app-ads.ts';
import { createAskedListeners, type Hearer } from './asked-listeners.ts';
import type { ChannelAds, Pod } from './pods.ts';
import { createProofTaps } from './proof-taps.ts';
import { noCountries, type Countries } from './countries.ts';
import { levelledOf, levelledStations } from './levelled-plan.ts';
import { formatsOf } from './spot-formats.ts';
import type { Session } from './sessions.ts';

export type EdgeAds = ChannelAds &
  AppAds & {
    setPlan(plan: AdPlan): void;
    /** Impressions that this process may spend. */
    grant(grants: readonly AdGrant[]): void;
    /** Spends no more of these leases; resolves once everything that is heard of them is recorded. */
    close(leases: readonly string[]): Promise<void>;
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
  mediaDir: string;
  countries?: Countries;
  append(events: EngineEvent[]): void;
  /** Asks for so many impressions of each campaign. */
  request(wants: Record<string, number>): void;
  /** The listeners of a station, each with the head of the format they hear. */
  sessions(station: string): { session: Session; head: StationHead }[];
  listeners(station: string): number;
  chosen(breakId: string, listeners: number, withSpot: number): void;
  /** The mean loudness of consecutive whole frames, LUFS; without it spots are as loud as they are stored. */
  measure?(sound: Buffer, codec: 'mp3' | 'aac'): Promise<number>;
  failed(error: unknown): void;
  /** Keeps a recording of what was heard around a spot; without it none is made. */
  proven?(proof: AdProof, sound: Buffer): void;
  random?(): number;
  now?(): number;
};

const refillMs = 1000;
const reasonsMs = 5 * 60_000;
const rereadMs = 30_000;
const noTickets: ReadonlySet<string> = new Set();
/** Impressions asked for at once of each campaign: enough for a break, and few enough to lose in a crash. */
const [fewest, most] = [4, 2000];
/** Listeners asked in a survey; of more it is an estimate. */
const surveyed = 200;

/**
 * What one process decides about advertising for its own listeners, from memory only: the portal's plan, the spots it
 * has loaded, the impressions it was granted, and what its listeners have heard.
 */
export function createEdgeAds(options: EdgeAdsOptions): EdgeAds {
  const { now = Date.now, random = Math.random, countries = noCountries } = options;
  const files = createSpotFiles(options.mediaDir);
  const budget = createBudget(now);
  const levelled = createLevelledSpots();
  const loudness = options.measure
    ? createProgrammeLoudness({
        ...{ bus: options.bus, measure: options.measure, failed: options.failed },
        stations: () => (plan ? levelledStations(plan, options.listeners) : []),
        changed: () => void level(),
      })
    : undefined;
  const caps = createCaps(now);
  const tickets = createTickets(now);
  const asked = createAskedListeners(countries);
  const heads = new Map<string, StationHead>();
  const inSession = new WeakMap<Hearer, Map<string, number>>();
  const byApps = createDemand();
  const reasons = createReasons();
  let plan: Plan | undefined;
  let needed = '';
  let loading: Promise<void> = Promise.resolve();

  const decide = (
    session: Hearer,
    head: Pick<StationHead, 'of' | 'station' | 'format'>,
    { ms, position }: { ms: number; position: 'pre' | 'mid' },
    { without = noTickets, ...how }: Pick<Ask, 'take' | 'refused'> & { without?: ReadonlySet<string> },
  ): Choice => {
    const station = plan?.station(stationOf(head));
    const facts = station && asked.factsOf(session, station, position);
    if (!plan || !station || !facts) return { spots: [], reasons: [] };
    const pool = station.providerAds && session.session ? { country: facts.location?.[0] ?? '', without } : undefined;
    return choose({
      candidates: plan.candidates(station, facts, now()),
      ...{ ...how, position, ms, random, now: now(), timezone: station.timezone },
      heard: caps.of(session).heard,
      session: inSession.get(session) ?? new Map<string, number>(),
      lengthOf: files.lengthsIn(head.format),
      ticketOf: (campaign, providers) => tickets.find(session.session ?? '', campaign, providers, pool),
    });
  };
  /** Prepares the spots of each station as quiet as its programme. */
  const level = async (): Promise<void> =>
    await levelled.prepare(plan ? levelledOf(plan, heads, files, (key) => loudness?.stepsOf(key) ?? 0) : []);
  const loadSpots = (isNewPlan: boolean): void => {
    const current = plan;
    if (!current) return;
    const stations = current.stations().flatMap((station) => {
      const head = heads.get(station.key);
      const formats = station.breaks.apps.enabled ? [appFormat] : [];
      return head ? [...formatsOf(head), ...formats].map((format) => ({ station, format })) : [];
    });
    const wanted = stations.flatMap(({ station, format }) =>
      station.campaigns
        .flatMap((key) => current.campaigns.get(key) ?? [])
        .flatMap((campaign) => current.spotsOf(campaign))
        .flatMap((spot) => current.spots.get(spot) ?? [])
        .map((spot) => ({ spot, format })),
    );
    const before = needed;
    needed = stations.map(({ station, format }) => `${station.key} ${JSON.stringify(format)}`).join();
    if (isNewPlan || needed !== before) loading = files.load(wanted).then(level).catch(options.failed);
  };
  const unsubscribe = options.bus.subscribe((message) => {
    if (message.type === 'head') heads.set(message.head.station, message.head);
    if (message.type === 'gone') heads.delete(message.station);
    if (message.type === 'head' && plan?.station(message.head.station)) loadSpots(false);
  });
  const refill = (): void => {
    const targets = new Map<string, number>();
    for (const station of plan?.stations() ?? []) {
      const listeners = options.listeners(station.key) + byApps.of(station.key);
      // Where a listener may hear a spot on arrival, a few are at hand before.
      const { preRoll, apps } = station.breaks;
      const isAwaited = listeners > 0 || ((preRoll.enabled || apps.enabled) && heads.has(station.key));
      for (const key of isAwaited ? station.campaigns : []) targets.set(key, (targets.get(key) ?? 0) + listeners);
    }
    const wants: Record<string, number> = {};
    for (const [campaign, listeners] of targets) {
      const target = Math.min(most, Math.max(fewest, listeners * 2));
      const left = budget.left(campaign);
      if (left <= target / 2) wants[campaign] = target - left;
    }
    if (Object.keys(wants).length > 0) options.request(wants);
  };
  const give = (session: Hearer, head: Parameters<typeof decide>[1], ask: Parameters<typeof decide>[2]): Pod => {
    const { spots } = decide(session, head, ask, {
      take: budget.take,
      refused: (refusal) => reasons.add(stationOf(head), refusal),
    });
    if (spots.length === 0) return [];
    const station = plan?.station(stationOf(head));
    const { heard } = caps.of(session);
    const known = inSession.get(session);
    const counts = known ?? new Map<string, number>();
    if (!known) inSession.set(session, counts);
    return spots.flatMap((spot) => {
      const rendition = files.get(spot.spot, head.format);
      if (!rendition) {
        budget.giveBack(spot.campaign.key, spot.lease);
        return [];
      }
      if (spot.ticket !== undefined) tickets.use(session.session ?? '', spot.ticket);
      heard.push({ campaign: spot.campaign.key, at: now() });
      counts.set(spot.campaign.key, (counts.get(spot.campaign.key) ?? 0) + 1);
      const steps = station?.breaks.level && session.output !== 'vast' ? (loudness?.stepsOf(station.key) ?? 0) : 0;
      return [{ ...spot, rendition: levelled.get(rendition, steps) }];
    });
  };
  const survey = (station: string, ms: number): AdSurvey => {
    const taken = new Map<string, number>();
    /** Without spending: as if those asked shared what is left. */
    const take = (campaign: string): string | undefined => {
      const count = taken.get(campaign) ?? 0;
      taken.set(campaign, count + 1);
      return budget.left(campaign) > count ? '' : undefined;
    };
    const shared = new Set<string>();
    return surveyOf(options.sessions(station), surveyed, ({ session, head }) => {
      const { spots } = decide(session, head, { ms, position: 'mid' }, { take, without: shared, refused() {} });
      for (const { ticket } of spots) if (ticket !== undefined) shared.add(ticket);
      return spots.reduce((sum, spot) => sum + spot.ms, 0);
    });
  };
  const flushReasons = (): void => {
    const events = reasons.take().flatMap(([station, list]): AdReasonsEvent[] => {
      const head = heads.get(station);
      return head
        ? [{ type: 'ad-reasons', station, account: head.account, at: now(), reasons: list } as AdReasonsEvent]
        : [];
    });
    if (events.length > 0) options.append(events);
  };
  const rereadMissing = (): void => {
    if (files.unreadable().length > 0) loadSpots(true);
  };
  const timers = [
    setInterval(refill, refillMs),
    setInterval(flushReasons, reasonsMs),
    setInterval(rereadMissing, rereadMs),
  ];

  return {
    setPlan(next) {
      plan = compilePlan(next);
      asked.forget();
      if (plan.needsPlaces) void countries.open();
      loadSpots(true);
      refill();
    },
    grant: (grants) => budget.add(grants),
    close: (leases) => budget.close(leases),
    addTickets(added) {
      if (added.some(({ session }) => session === '')) void countries.open();
      tickets.add(added);
    },
    survey,
    surveys() {
      const stations = plan?.stations() ?? [];
      const all = stations.map(({ key, breaks: { autodj } }) => [key, survey(key, autodj.maxSeconds * 1000)] as const);
      return Object.fromEntries(all.filter(([, { listeners }]) => listeners > 0));
    },
    choose: give,
    preRoll(session, head) {
      const station = plan?.station(stationOf(head));
      if (!station) return [];
      const known = caps.of(session);
      const { preRoll, againAfterMinutes, quiet } = station.breaks;
      const isBack = now() - known.seen < againAfterMinutes * 60_000;
      known.seen = now();
      if (!preRoll.enabled || dayPartAt(quiet, station.timezone, now())) return [];
      if (!isBack) return give(session, head, { ms: preRoll.maxSeconds * 1000, position: 'pre' });
      const facts = asked.factsOf(session, station, 'pre');
      for (const { campaign, withheld } of (facts && plan?.candidates(station, facts, now())) ?? [])
        if (!withheld && campaign.positions.includes('pre')) reasons.add(station.key, [campaign, 'reconnect']);
      return [];
    },
    chooseForApp(listener, ask) {
      const station = plan?.station(listener.station);
      if (!station?.breaks.apps.enabled) return undefined;
      byApps.asked(station.key);
      if (dayPartAt(station.breaks.quiet, station.timezone, now())) return [];
      return give(listener, { station: station.key, format: appFormat }, ask).map((spot) => ({
        ...spot,
        sha256: files.hashOf(spot.spot, appFormat) ?? '',
      }));
    },
    fileOf: (sha256) => files.byHash(sha256),
    leaseEnds: (campaign, lease) => budget.endOf(campaign, lease),
    left(session) {
      if (plan?.station(session.station)) caps.of(session).seen = now();
    },
    giveBack: (campaign, lease) => budget.giveBack(campaign, lease),
    refused: (station, campaign, reason) => reasons.add(station, [campaign, reason]),
    report(events) {
      options.append(tickets.named(events));
      for (const { quartile, cut, lease = '' } of events) if (quartile === 0 && !cut) budget.heard(lease);
    },
    ...{ chosen: options.chosen, refill, loaded: () => loading, unreadable: () => files.unreadable() },
    proofs: options.proven && createProofTaps({ done: options.proven, now }),
    stop() {
      unsubscribe();
      timers.forEach((timer) => clearInterval(timer));
      flushReasons();
      loudness?.stop();
      caps.stop();
    },
  };
}

/** The station whose audio it is, in whatever format. */
const stationOf = ({ of, station }: Pick<StationHead, 'of' | 'station'>): string => of ?? station;
