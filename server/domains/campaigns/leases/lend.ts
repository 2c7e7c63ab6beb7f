/*
 * How many impressions the engine is lent. The counts of all open leases, and what closed ones delivered, are never more
 * than the goal: whatever is killed, no campaign is played more often than it was booked.
 */

/** A lease that is not closed. */
export type OpenLease = {
  id: string;
  count: number;
  /** What the engine said that it granted to its processes, and what was heard of it. */
  spent: number;
  delivered: number;
  /** ms since the epoch; processes of the engine may use it until the latest one that the portal sent. */
  until: number;
  granted: number;
  /** Of another engine, or the engine has forgotten it: it is never sent again. */
  isLost: boolean;
};

export type Lending = {
  /** The goal, and what was heard of it. */
  limit: number;
  delivered: number;
  /** What closed leases delivered. */
  settled: number;
  open: readonly OpenLease[];
  now: number;
  /** When the campaign ends. */
  ends: number;
  pacing: 'even' | 'fast';
  /** The engines that share what is due. */
  engines?: number;
  /** For a campaign with a daily limit: how much of it was not heard today, and when the day ends. */
  day: { left: number; ends: number } | null;
};

export type LendingChange =
  | { kind: 'open'; count: number; until: number }
  | { kind: 'extend'; id: string; count: number; until: number }
  /** The goal was lowered: the count is less only once the engine has agreed. */
  | { kind: 'reduce'; id: string; count: number; until: number };

/** How long the engine plays spots without the portal, ms. */
export const leaseMs = 6 * 3600_000;
const rotateMs = leaseMs;
/** A lease is extended when its end is this much earlier than it could be, ms. */
const extendMs = 10 * 60_000;
/** What the engine is lent at least, so that its processes needn't share single impressions. */
const leastLent = 500;

/** How a campaign's leases must change now; undefined if they are right. */
export const lend = (at: Lending): LendingChange | undefined => {
  const until = Math.min(at.now + leaseMs, at.ends, at.day?.ends ?? Infinity);
  const current = at.open.find((one) => !one.isLost && one.until > at.now && at.now - one.granted < rotateMs);
  const free = at.limit - at.settled - sumOf(at.open, ({ count }) => count);
  if (free < 0) return current && reduced(current, -free);
  if (until <= at.now) return undefined;
  const usable = Math.max(0, Math.min(free, at.limit - at.delivered, leftToday(at)));
  const unspent = current ? current.count - Math.max(current.spent, current.delivered) : 0;
  const added = Math.min(usable, Math.max(0, wanted(at) - unspent));
  if (!current) return added > 0 ? { kind: 'open', count: added, until } : undefined;
  // One that is used up ends, so that what was granted but not heard of it can be lent again.
  if (unspent + added <= 0) return undefined;
  const isWorthIt = added > wanted(at) / 4 || (added > 0 && unspent === 0) || until - current.until > extendMs;
  if (!isWorthIt) return undefined;
  return { kind: 'extend', id: current.id, count: current.count + added, until: Math.max(until, current.until) };
};

const reduced = ({ id, count, spent, until }: OpenLease, tooMany: number): LendingChange | undefined => {
  const fewer = Math.max(spent, count - tooMany);
  return fewer < count ? { kind: 'reduce', id, count: fewer, until } : undefined;
};

/** What an engine should have at hand: a multiple of what is due while the portal may be away. */
const wanted = ({ limit, delivered, now, ends, pacing, engines = 1 }: Lending): number => {
  const remaining = Math.ceil(Math.max(0, limit - delivered) / engines);
  if (pacing === 'fast') return remaining;
  const part = Math.min(1, (2 * leaseMs) / Math.max(1, ends - now));
  return Math.min(remaining, Math.max(leastLent, Math.ceil(remaining * part)));
};

/** Of a daily limit, what was neither heard today nor can still be heard of leases that have not ended. */
const leftToday = ({ day, open, now }: Lending): number =>
  day === null
    ? Infinity
    : day.left -
      sumOf(
        open.filter(({ until }) => until > now),
        ({ count, delivered }) => count - delivered,
      );

const sumOf = (leases: readonly OpenLease[], value: (lease: OpenLease) => number): number =>
  leases.reduce((sum, lease) => sum + value(lease), 0);

/** How long after its end the spots of a lease may still be heard and reported: a break, the burst, a slow batch. */
const reportedWithinMs = 15 * 60_000;
/** An engine that was replaced reports nothing any more. */
const givenUpMs = 24 * 3600_000;

/**
 * Whether what was heard of a lease is final: it has ended, and everything that its engine recorded until then is stored.
 * `recorded` is the time (ms) up to which that engine's listening is stored.
 */
export const isFinal = (
  lease: { until: number; isOfCurrentEngine: boolean },
  { now, recorded }: { now: number; recorded: number },
): boolean =>
  recorded >= lease.until + reportedWithinMs || (!lease.isOfCurrentEngine && now >= lease.until + givenUpMs);
