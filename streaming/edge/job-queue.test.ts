import { expect, it } from 'vitest';
import { createJobQueue, type Job, type JobQueue } from './job-queue.ts';

const kinds = { b: 'batch', '<': 'begin', '>': 'end', r: 'restart' } as const;

/** Queues one job for each character; each is numbered by its place. */
const queueOf = (jobs: string, atMost = 3): { queue: JobQueue; names: Map<Job, string> } => {
  const queue = createJobQueue(atMost);
  const names = new Map<Job, string>();
  for (const [at, sign] of [...jobs].entries()) {
    const job: Job = { kind: kinds[sign as keyof typeof kinds], *turns() {} };
    names.set(job, `${sign}${at}`);
    queue.push(job);
  }
  return { queue, names };
};
const waiting = (jobs: string, atMost?: number): string => {
  const { queue, names } = queueOf(jobs, atMost);
  const left: string[] = [];
  for (let job = queue.shift(); job; job = queue.shift()) left.push(names.get(job)!);
  return left.join(' ');
};

it('keeps the order of jobs, and loses the oldest batches where too many wait', () => {
  expect(waiting('b<b>b')).toBe('b0 <1 b2 >3 b4');
  expect(waiting('bbbbb')).toBe('b2 b3 b4');
});

it('never loses where a break begins or ends', () => {
  expect(waiting('b<bbbbbb')).toBe('<1 b5 b6 b7');
  expect(waiting('>bbbbbb')).toBe('>0 b4 b5 b6');
  expect(waiting('brbbbbbb')).toBe('r1 b5 b6 b7');
  expect(waiting('<b>b<bb')).toBe('>2 b3 <4 b5 b6');
});

it('leaves out a break of which no batch is left, and ends what was playing where it ended', () => {
  expect(waiting('<b>bbb')).toBe('>2 b3 b4 b5');
  expect(waiting('>b<b>bbb')).toBe('>0 b5 b6 b7');
  expect(waiting('b<b>b<bbb')).toBe('>3 <5 b6 b7 b8');
  expect(waiting('b<brbbbb')).toBe('r3 b5 b6 b7');
});

it('stays bounded whatever is queued, and keeps the last thing that is still true', () => {
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 200; round++) {
    const jobs = Array.from({ length: 300 }, () => 'b<>r'[random(4)]!).join('');
    const { queue } = queueOf(jobs, 5);
    expect(queue.size()).toBeLessThanOrEqual(5 + 6 * 3);
    // Whether a break is still open at the end.
    const goesOn = (text: string): boolean => /<[^>r]*$/.test(text);
    expect(goesOn(waiting(jobs, 5))).toBe(goesOn(jobs));
  }
});
