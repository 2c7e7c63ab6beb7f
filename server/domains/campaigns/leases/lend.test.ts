import { expect, it } from 'vitest';
import { isFinal, leaseMs, lend, type OpenLease } from './lend.ts';

/*
 * A model of the portal, an engine with its processes, and a spool that reports late; all of them are killed at random. The
 * model keeps the rules of renew-leases.ts: what is lent is stored before the engine hears of it.
 */

const minute = 60_000;

/** Mulberry32: the same sequence for the same seed. */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
};

type Ledger = Map<string, { count: number; until: number; granted: number }>;
type Grant = { lease: string; count: number; until: number };
type Stored = OpenLease & { engine: number };

const model = (seed: number) => {
  const random = randomOf(seed);
  const chance = (part: number): boolean => random() < part;
  const ends = (1 + Math.floor(random() * 4)) * 24 * 60 * minute;
  let [limit, now, engine, ids] = [10 + Math.floor(random() * 3000), 0, 1, 0];
  let ledger: Ledger = new Map();
  let grants: Grant[] = [];
  let [stored, settled]: [Stored[], number] = [[], 0];
  /** Heard, and not yet reported to the portal. */
  let late: { lease: string; at: number }[] = [];
  const heard = new Map<string, number>();
  const [reported, recorded] = [new Map<string, number>(), new Map([[1, 0]])];
  const total = (): number => [...heard.values()].reduce((sum, one) => sum + one, 0);

  const round = (): void => {
    for (const lease of stored) {
      const known = lease.engine === engine ? ledger.get(lease.id) : undefined;
      if ((known?.granted ?? -1) < lease.spent) lease.isLost = true;
      else lease.spent = known!.granted;
      lease.delivered = reported.get(lease.id) ?? 0;
    }
    const isClosed = (lease: Stored): boolean =>
      lease.until < now &&
      isFinal(
        { until: lease.until, isOfCurrentEngine: lease.engine === engine },
        { now, recorded: recorded.get(lease.engine) ?? 0 },
      );
    for (const lease of stored.filter(isClosed)) settled += reported.get(lease.id) ?? 0;
    stored = stored.filter((lease) => !isClosed(lease));
    const delivered = [...reported.values()].reduce((sum, one) => sum + one, 0);
    const open = stored.map((lease) => ({ ...lease, isLost: lease.isLost || lease.engine !== engine }));
    const change = lend({
      limit,
      delivered,
      settled,
      open,
      now,
      ends,
      pacing: chance(0.5) ? 'even' : 'fast',
      day: null,
    });
    if (change?.kind === 'open')
      stored.push({ id: `l${++ids}`, engine, granted: now, spent: 0, delivered: 0, isLost: false, ...change });
    if (change?.kind === 'extend')
      Object.assign(
        stored.find(({ id }) => id === change.id)!,
        change,
      );
    // Killed between the database and the engine, or the engine was not reached.
    if (chance(0.1)) return;
    for (const { id, count, until } of stored.filter((one) => !one.isLost && one.engine === engine && one.until > now))
      ledger.set(id, {
        count: change?.kind === 'reduce' && change.id === id ? change.count : count,
        until,
        granted: ledger.get(id)?.granted ?? 0,
      });
    // Killed before the answer.
    if (chance(0.1) || change?.kind !== 'reduce') return;
    const reduced = stored.find(({ id }) => id === change.id)!;
    reduced.count = Math.max(change.count, ledger.get(change.id)!.granted);
  };
  const play = (): void => {
    for (const [lease, entry] of ledger) {
      const count = entry.until > now ? Math.min(entry.count - entry.granted, Math.floor(random() * 60)) : 0;
      if (count <= 0) continue;
      entry.granted += count;
      grants.push({ lease, count, until: entry.until });
    }
    grants = grants.filter(({ until }) => until > now);
    for (const grant of grants)
      while (grant.count > 0 && chance(0.9)) {
        grant.count--;
        heard.set(grant.lease, (heard.get(grant.lease) ?? 0) + 1);
        late.push({ lease: grant.lease, at: now });
      }
  };
  const report = (): void => {
    for (const { lease } of late) reported.set(lease, (reported.get(lease) ?? 0) + 1);
    late = [];
    recorded.set(engine, now);
  };
  const step = (): void => {
    now += Math.floor(random() * 20 * minute);
    if (chance(0.9)) round();
    if (chance(0.7)) play();
    if (chance(0.6)) report();
    if (chance(0.05)) grants = [];
    // The disk of the engine is lost, and with it what was not reported: it was heard all the same.
    if (chance(0.004)) {
      report();
      [ledger, grants, engine] = [new Map(), [], engine + 1];
      recorded.set(engine, now);
    }
    if (chance(0.003)) ledger = new Map();
    if (chance(0.01)) limit = Math.max(limit, 20) + Math.floor(random() * 100);
  };
  return {
    step,
    isOver: () => now > ends,
    /** What is heard, and what may still be, against the goal. */
    state: () => ({ heard: total(), limit, lent: stored.reduce((sum, one) => sum + one.count, 0) + settled }),
  };
};

it('never plays a campaign more often than its goal, whatever is killed', () => {
  const reached: number[] = [];
  for (let seed = 1; seed <= 300; seed++) {
    const world = model(seed);
    while (!world.isOver()) {
      world.step();
      const { heard, lent, limit } = world.state();
      if (heard > limit || lent > limit) expect.fail(`seed ${seed}: heard ${heard}, lent ${lent}, goal ${limit}`);
    }
    const { heard, limit } = world.state();
    reached.push(heard / limit);
  }
  // Listeners enough: most campaigns reach their goal in spite of it all.
  expect(reached.filter((part) => part >= 0.9).length).toBeGreaterThan(220);
});

const at = {
  delivered: 0,
  settled: 0,
  open: [],
  now: 0,
  ends: 30 * 24 * 60 * minute,
  pacing: 'even',
  day: null,
} as const;
const lease = { id: 'one', count: 500, spent: 0, delivered: 0, until: leaseMs, granted: 0, isLost: false };

it('lends a part of a long campaign, and nothing beyond its goal or its daily limit', () => {
  expect(lend({ ...at, limit: 100_000 })).toEqual({ kind: 'open', count: 1667, until: leaseMs });
  expect(lend({ ...at, limit: 100_000, pacing: 'fast' })).toMatchObject({ count: 100_000 });
  expect(lend({ ...at, limit: 300 })).toMatchObject({ count: 300 });
  expect(lend({ ...at, limit: 1000, settled: 990, delivered: 990 })).toMatchObject({ count: 10 });
  expect(lend({ ...at, limit: 1000, delivered: 1000, settled: 1000 })).toBeUndefined();
  const day = { left: 40, ends: 3 * 60 * minute };
  expect(lend({ ...at, limit: 1000, day })).toEqual({ kind: 'open', count: 40, until: 3 * 60 * minute });
  const heard = { ...lease, count: 40, delivered: 30 };
  expect(lend({ ...at, limit: 1000, day: { ...day, left: 10 }, open: [heard], delivered: 30 })).toBeUndefined();
});

it('extends a lease in use, and lets one that is used up end', () => {
  const later = { ...at, limit: 1000, now: 30 * minute };
  expect(lend({ ...later, open: [{ ...lease, spent: 400, delivered: 400 }], delivered: 400 })).toEqual({
    ...{ kind: 'extend', id: 'one', count: 900, until: leaseMs + 30 * minute },
  });
  const all = { ...lease, count: 1000, spent: 1000, delivered: 990 };
  expect(lend({ ...later, open: [all], delivered: 990 })).toBeUndefined();
});

it('takes back of a lowered goal only what the engine has not granted', () => {
  const open = [{ ...lease, count: 900, spent: 300, delivered: 250 }];
  expect(lend({ ...at, limit: 600, open, delivered: 250 })).toMatchObject({ kind: 'reduce', count: 600 });
  expect(lend({ ...at, limit: 260, open, delivered: 250 })).toMatchObject({ kind: 'reduce', count: 300 });
});
