import { describe, expect, it } from 'vitest';
import { edgeCountsOf, edgeTimes, performancesBetween, type Slice, type PlayRange } from './count-performances.ts';

type Session = { from: number; to: number };
const before = -1_000_000;

/** A session's slices, cut at multiples of `every`. */
const cut = ({ from, to }: Session, every: number): Slice[] => {
  const cuts = [from];
  for (let at = Math.floor(from / every) * every + every; at < to; at += every) cuts.push(at);
  return cuts.map((since, i) => ({ since, until: cuts[i + 1] ?? to, isFirst: i === 0 }));
};

const counted = (sessions: Session[], plays: PlayRange[], every: number) => {
  const times = edgeTimes(plays);
  const slices = sessions.flatMap((session) => cut(session, every));
  const met = performancesBetween(times, edgeCountsOf(slices, times, before));
  return plays.map(met);
};

/** By definition: each session that overlaps a play is a performance. */
const naive = (sessions: Session[], plays: PlayRange[]) =>
  plays.map((play) => {
    const shared = sessions.map(({ from, to }) => Math.min(to, play.to) - Math.max(from, play.from));
    const overlaps = shared.filter((ms) => ms > 0);
    return { performances: overlaps.length, ms: overlaps.reduce((sum, ms) => sum + ms, 0) };
  });

describe('performances', () => {
  it('of three sessions and four plays match a count by hand', () => {
    const plays = [
      { from: 0, to: 100 },
      { from: 100, to: 250 },
      { from: 250, to: 300 },
      { from: 400, to: 500 },
    ];
    const sessions = [
      { from: -50, to: 100 }, // the first alone: it ends as the second begins
      { from: 99, to: 260 }, // the first for 1 ms, the second, the third for 10
      { from: 300, to: 450 }, // nothing of the third; the fourth for 50
    ];
    expect(counted(sessions, plays, 90)).toEqual([
      { performances: 2, ms: 101 },
      { performances: 1, ms: 150 },
      { performances: 1, ms: 10 },
      { performances: 1, ms: 50 },
    ]);
  });

  it('count a listener who reconnects within a play twice, as two sessions', () => {
    const play = { from: 0, to: 100 };
    expect(counted([{ from: 10, to: 20 }, { from: 30, to: 40 }], [play], 900)).toEqual([{ performances: 2, ms: 20 }]); // oxfmt-ignore
  });

  it('match a full join, wherever slices are cut', () => {
    const random = seeded(7);
    for (let round = 0; round < 400; round++) {
      const every = 5 + random(60);
      const sessions = Array.from({ length: random(25) }, () => {
        const from = random(400) - 100;
        return { from, to: from + random(150) };
      });
      let at = random(20);
      const plays = Array.from({ length: 1 + random(12) }, () => {
        const from = at + random(3) * random(30);
        at = from + random(40);
        return { from, to: at };
      });
      expect(counted(sessions, plays, every)).toEqual(naive(sessions, plays));
    }
  });
});

const seeded = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};
