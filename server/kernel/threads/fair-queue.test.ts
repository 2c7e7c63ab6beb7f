import { expect, it } from 'vitest';
import { fairQueue } from './fair-queue.ts';

it('lets owners take turns, one task of each at a time', async () => {
  const queue = fairQueue(2);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const add = (owner: string, name: string) =>
    queue.run(owner, async () => {
      started.push(name);
      await new Promise<void>((end) => ends.push(end));
      return name;
    });
  const all = [add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('b', 'b1'), add('c', 'c1')];
  expect(started).toEqual(['a1', 'b1']);
  for (const name of ['a1', 'b1', 'c1', 'a2', 'a3']) {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()!();
    await expect.poll(() => started.includes(name)).toBe(true);
  }
  while (started.length < 5 || ends.length > 0) {
    ends.shift()?.();
    await Promise.resolve();
  }
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
  expect(started.indexOf('c1')).toBeLessThan(started.indexOf('a3'));
});

it('continues after a task that failed', async () => {
  const queue = fairQueue(1);
  const failed = queue.run('a', () => Promise.reject(new Error('no')));
  const next = queue.run('a', () => Promise.resolve('yes'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
