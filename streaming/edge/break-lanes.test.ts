import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { FrameBatch } from '#streaming/bus/batch.ts';
import { createBreakLanes } from './break-lanes.ts';
import { createCohorts } from './cohorts.ts';
import { createFanOut } from './fan-out.ts';
import { createLaneFrames, settledAfter, type LaneSpot } from './lane-frames.ts';
import type { Session } from './sessions.ts';
import { createWritePool } from './write-pool.ts';

/** Frames of two bytes: what plays, and which of its frames it is. */
const frames = (name: string, first: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${name}${String.fromCharCode(48 + first + at)}`);
const offsetsOf = (count: number): number[] => Array.from({ length: count }, (_, at) => at * 2);
const programme = (first: number, count: number): string => frames('-', first, count).join('');
let spots = 0;
const spot = (name: string, count: number): LaneSpot => ({
  id: --spots - 1,
  rendition: { data: Buffer.from(frames(name, 0, count).join('')), offsets: offsetsOf(count), ms: count },
  block: Buffer.from(name),
});

const [perBatch, frameUs] = [5, 1000];
const batchAt = (number: number): FrameBatch => ({
  ...{ station: 's', seq: number, at: number * perBatch * frameUs, duration: perBatch * frameUs, title: 0 },
  ...{ offsets: offsetsOf(perBatch), data: Buffer.from(programme(number * perBatch, perBatch)) },
});

/** A break at the first frame, for listeners whose bytes are built in memory that each batch uses again. */
const startBreak = ({ mayWait = false } = {}) => {
  const pool = createWritePool();
  const lanes = createBreakLanes(createLaneFrames({ codec: 'aac', from: 0, frameUs, samples: 1024 }), { mayWait });
  const cohorts = createCohorts();
  const blockOf = (): Buffer => Buffer.alloc(0);
  const write = createFanOut({ cohorts, pool, blockOf, unsentAtMost: () => 0, slow() {}, perTurn: 100 });
  const written: number[] = [];
  /** `isSlow`: its bytes wait in its socket, and leave it when they are asked for. */
  const add = (pod: LaneSpot[], isSlow: boolean): { heard(): string } => {
    const number = cohorts.size();
    let heard = '';
    const waiting: Buffer[] = [];
    const socket = {
      write(bytes: Buffer) {
        written.push(number);
        if (isSlow) waiting.push(bytes);
        else heard += bytes.toString();
      },
      get writableLength() {
        return waiting.reduce((sum, { length }) => sum + length, 0);
      },
    };
    const session = { bytes: 0 } as Session;
    const listener = cohorts.add({ socket: socket as unknown as Socket, session, seen: -1 }, null, -1);
    if (pod.length > 0) cohorts.startMoving()(listener, lanes.begin(listener, pod));
    return { heard: () => (heard += Buffer.concat(waiting.splice(0)).toString()) };
  };
  return {
    lanes,
    cohorts,
    join: (...pod: LaneSpot[]) => add(pod, false),
    joinSlowly: (...pod: LaneSpot[]) => add(pod, true),
    /** The listeners of all writes so far, from 0 in the order in which they came. */
    written,
    play(...numbers: number[]): void {
      for (const number of numbers) {
        for (const _turn of write({ batch: batchAt(number), start: 0 }, number));
        pool.reset();
        for (const _turn of cohorts.merge(100));
      }
    },
  };
};

describe.each([{ mayWait: false }, { mayWait: true }])(
  'where frames wait for the next batch: $mayWait',
  ({ mayWait }) => {
    it('plays several spots in a row, each whole, and then the programme from the frame that is due', () => {
      const { join, play } = startBreak({ mayWait });
      const one = join(spot('a', 7), spot('b', 5));
      const other = join();
      play(0, 1, 2, 3);
      expect(one.heard()).toBe(`${frames('a', 0, 7).join('')}${frames('b', 0, 5).join('')}${programme(12, 8)}`);
      expect(other.heard()).toBe(programme(0, 20));
    });

    it('plays spots that are shorter than a batch, also several within one', () => {
      const { join, play } = startBreak({ mayWait });
      const [a, b, c, d] = [spot('a', 6), spot('b', 1), spot('c', 2), spot('d', 7)];
      const one = join(a, b, c, d);
      const whole = join(c, b, spot('e', 2));
      play(0, 1, 2, 3);
      expect(one.heard()).toBe(`${frames('a', 0, 6).join('')}b0c0c1${frames('d', 0, 7).join('')}${programme(16, 4)}`);
      expect(whole.heard()).toBe(`c0c1b0e0e1${programme(5, 15)}`);
    });

    it.each([
      [
        'within a spot',
        [spot('a', 15), spot('b', 4)],
        `${frames('a', 10, 5).join('')}${frames('b', 0, 4).join('')}${programme(19, 1)}`,
      ],
      ['in which a spot ends', [spot('a', 7), spot('b', 8)], `${frames('b', 3, 5).join('')}${programme(15, 5)}`],
      ['with all of a spot', [spot('a', 6), spot('b', 2), spot('c', 5)], `c2c3c4${programme(13, 7)}`],
      ['in which the last spot ends', [spot('a', 7)], programme(10, 10)],
    ])('plays what is due after a lost batch %s', (_, pod, rest) => {
      const { join, play } = startBreak({ mayWait });
      const one = join(...pod);
      play(0, 2, 3);
      expect(one.heard()).toBe(`${frames('a', 0, 5).join('')}${rest}`);
    });

    it('keeps listeners of the same spot in one lane, whatever they heard before', () => {
      const { cohorts, join, play } = startBreak({ mayWait });
      const last = spot('c', 8);
      const [one, other] = [join(spot('a', 7), last), join(spot('b', 7), last, spot('d', 5))];
      expect(cohorts.all()).toHaveLength(2);
      play(0, 1);
      expect(cohorts.all()).toHaveLength(1);
      play(2, 3);
      expect(cohorts.all()).toHaveLength(2);
      expect(one.heard().slice(14)).toBe(`${frames('c', 0, 8).join('')}${programme(15, 5)}`);
      expect(other.heard().slice(14)).toBe(`${frames('c', 0, 8).join('')}${frames('d', 0, 5).join('')}`);
    });

    it('has no lane once the frames of the programme are sent as they are', () => {
      const { cohorts, join, play } = startBreak({ mayWait });
      join();
      join(spot('a', 5));
      join(spot('b', 3), spot('c', 3));
      const settled = Math.ceil((6 + settledAfter) / perBatch);
      play(...Array.from({ length: settled }, (_, number) => number));
      expect(cohorts.all().map(({ lane, listeners }) => [lane, listeners.size])).toEqual([[undefined, 3]]);
    });

    it('returns to the programme at the frame at which its spots are cut, also between two', () => {
      const { lanes, join, play } = startBreak({ mayWait });
      const [one, other] = [join(spot('a', 12), spot('b', 9)), join(spot('c', 7), spot('d', 9))];
      play(0);
      lanes.end(7);
      play(1, 2);
      expect(one.heard()).toBe(`${frames('a', 0, 7).join('')}${programme(7, 8)}`);
      expect(other.heard()).toBe(`${frames('c', 0, 7).join('')}${programme(7, 8)}`);
    });

    it('leaves a slow listener what waits in its socket, also of a batch in which spots end', () => {
      const { join, joinSlowly, play } = startBreak({ mayWait });
      const pods = [1, 2, 3].map((at) => [spot(`${at}`, 6), spot(`${at + 5}`, 3)]);
      const [slow, ...others] = [joinSlowly(...pods[0]!), joinSlowly(...pods[1]!), join(...pods[2]!)];
      play(0, 1, 2);
      const whole = (name: number): string =>
        `${frames(`${name}`, 0, 6).join('')}${frames(`${name + 5}`, 0, 3).join('')}${programme(9, 6)}`;
      expect([slow, ...others].map(({ heard }) => heard())).toEqual([whole(1), whole(2), whole(3)]);
    });
  },
);

it('writes to listeners in the order in which they came, once a batch, whatever they hear', () => {
  const { join, play, written } = startBreak();
  const [a, b] = [spot('a', 7), spot('b', 7)];
  join(a);
  join(b);
  join(a, b);
  join();
  join(b, a);
  play(0, 1, 2);
  expect(written).toEqual([0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4]);
});

it('writes two batches of a spot at once where players have sound in reserve, to half of the listeners each time', () => {
  const { join, play, written } = startBreak({ mayWait: true });
  const [one, other] = [join(spot('a', 32)), join(spot('b', 32))];
  join();
  const each = [0, 1, 2, 3, 4, 5].map((number) => {
    play(number);
    return written.splice(0);
  });
  expect(each).toEqual([
    [0, 2],
    [1, 2],
    [0, 2],
    [1, 2],
    [0, 2],
    [1, 2],
  ]);
  expect(one.heard()).toBe(frames('a', 0, 25).join(''));
  expect(other.heard()).toBe(frames('b', 0, 30).join(''));
  play(6);
  expect([one.heard(), other.heard()]).toEqual([
    `${frames('a', 0, 32).join('')}${programme(32, 3)}`,
    `${frames('b', 0, 32).join('')}${programme(32, 3)}`,
  ]);
});
