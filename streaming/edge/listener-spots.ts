import type { PlannedStation } from '#contract/engine/engine-ads.ts';
import { choose, type Ask, type Choice } from '#shared/ads/choose.ts';
import { dayPartAt } from '#shared/day-parts.ts';
import type { Budget } from '#streaming/ads/budget.ts';
import { createCaps } from '#streaming/ads/caps.ts';
import type { Reasons } from '#streaming/ads/reasons.ts';
import { surveyOf } from '#streaming/ads/survey.ts';
import type { Tickets } from '#streaming/ads/tickets.ts';
import type { StationHead } from '#streaming/bus/batch.ts';
import type { AdSurvey } from '#streaming/bus/wire.ts';
import { createAskedListeners, type Hearer } from './asked-listeners.ts';
import type { Countries } from './countries.ts';
import { createPaceDraws } from './pace-draws.ts';
import type { PlannedSpots } from './planned-spots.ts';
import type { Pod } from './pods.ts';
import type { Session } from './sessions.ts';

/** Who hears what: what each listener of this process is given, or would be. */
export type ListenerSpots = {
  /** Chooses a listener's spots and uses their leases. */
  give(session: Hearer, head: AskedHead, ask: Place): Pod;
  /** The same for a listener who arrives at a station's stream. */
  preRoll(session: Session, head: StationHead): Pod;
  /** How many of these listeners would hear something in a break of at most so many ms. */
  survey(listeners: readonly { session: Session; head: StationHead }[], ms: number): AdSurvey;
  /** A listener of the station has gone. */
  left(session: Session): void;
  /** Another plan applies. */
  forgetFacts(): void;
  stop(): void;
};

type AskedHead = Pick<StationHead, 'of' | 'station' | 'format'>;
type Place = { ms: number; position: 'pre' | 'mid' };

type Options = {
  spots: PlannedSpots;
  budget: Budget;
  tickets: Tickets;
  reasons: Reasons;
  countries: Countries;
  now(): number;
  random(): number;
};

const noTickets: ReadonlySet<string> = new Set();
/** Listeners asked in a survey; of more it is an estimate. */
const surveyed = 200;

/** Remembers of each listener what they were given. */
export const createListenerSpots = ({
  spots,
  budget,
  tickets,
  reasons,
  countries,
  now,
  random,
}: Options): ListenerSpots => {
  const caps = createCaps(now);
  const asked = createAskedListeners(countries);
  const draws = createPaceDraws(random, now);
  /** How often each listener was given each campaign. */
  const inSession = new WeakMap<Hearer, Map<string, number>>();

  const stationFor = (head: Pick<StationHead, 'of' | 'station'>): PlannedStation | undefined =>
    spots.plan?.station(stationOf(head));

  const decide = (
    session: Hearer,
    head: AskedHead,
    { ms, position }: Place,
    { without = noTickets, ...how }: Pick<Ask, 'take' | 'refused' | 'draw'> & { without?: ReadonlySet<string> },
  ): Choice => {
    const { plan } = spots;
    const station = plan?.station(stationOf(head));
    const facts = station && asked.factsOf(session, station, position);
    if (!plan || !station || !facts) return { spots: [], reasons: [] };
    const pool = station.providerAds && session.session ? { country: facts.location?.[0] ?? '', without } : undefined;
    return choose({
      candidates: plan.candidates(station, facts, now()),
      ...{ ...how, position, ms, now: now(), timezone: station.timezone },
      heard: caps.of(session).heard,
      session: inSession.get(session) ?? new Map<string, number>(),
      lengthOf: spots.lengthsIn(head.format),
      ticketOf: (campaign, providers) => tickets.find(session.session ?? '', campaign, providers, pool),
    });
  };

  const give = (session: Hearer, head: AskedHead, ask: Place): Pod => {
    const chosen = decide(session, head, ask, {
      take: budget.take,
      draw: draws.used(session),
      refused: (refusal) => reasons.add(stationOf(head), refusal),
    });
    if (chosen.spots.length === 0) return [];
    const isLevelled = session.output !== 'vast' && stationFor(head)?.breaks.level === true;
    const { heard } = caps.of(session);
    const known = inSession.get(session);
    const counts = known ?? new Map<string, number>();
    if (!known) inSession.set(session, counts);
    return chosen.spots.flatMap((spot) => {
      const rendition = spots.get(spot.spot, head, stationOf(head), isLevelled);
      if (!rendition) {
        budget.giveBack(spot.campaign.key, spot.lease);
        return [];
      }
      if (spot.ticket !== undefined) tickets.use(session.session ?? '', spot.ticket);
      heard.push({ campaign: spot.campaign.key, at: now() });
      counts.set(spot.campaign.key, (counts.get(spot.campaign.key) ?? 0) + 1);
      return [{ ...spot, rendition }];
    });
  };

  return {
    give,
    preRoll(session, head) {
      const station = stationFor(head);
      if (!station) return [];
      const known = caps.of(session);
      const { preRoll, againAfterMinutes, quiet } = station.breaks;
      const isBack = now() - known.seen < againAfterMinutes * 60_000;
      known.seen = now();
      if (!preRoll.enabled || dayPartAt(quiet, station.timezone, now())) return [];
      if (!isBack) return give(session, head, { ms: preRoll.maxSeconds * 1000, position: 'pre' });
      const facts = asked.factsOf(session, station, 'pre');
      for (const { campaign, withheld } of (facts && spots.plan?.candidates(station, facts, now())) ?? [])
        if (!withheld && campaign.positions.includes('pre')) reasons.add(station.key, [campaign, 'reconnect']);
      return [];
    },
    survey(listeners, ms) {
      const taken = new Map<string, number>();
      /** Without spending: as if those asked shared what is left. */
      const take = (campaign: string): string | undefined => {
        const count = taken.get(campaign) ?? 0;
        taken.set(campaign, count + 1);
        return budget.left(campaign) > count ? '' : undefined;
      };
      const shared = new Set<string>();
      return surveyOf(listeners, surveyed, ({ session, head }) => {
        const how = { take, without: shared, draw: draws.surveyed(session), refused() {} };
        const choice = decide(session, head, { ms, position: 'mid' }, how);
        for (const { ticket } of choice.spots) if (ticket !== undefined) shared.add(ticket);
        return choice.spots.reduce((sum, spot) => sum + spot.ms, 0);
      });
    },
    left(session) {
      if (spots.plan?.station(session.station)) caps.of(session).seen = now();
    },
    forgetFacts: () => asked.forget(),
    stop: () => caps.stop(),
  };
};

/** The station whose audio it is, in whatever format. */
const stationOf = ({ of, station }: Pick<StationHead, 'of' | 'station'>): string => of ?? station;
