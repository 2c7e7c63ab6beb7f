import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openCacheFolder, type CacheFolder } from './cache-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cache-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const add = async (cache: CacheFolder, name: string, bytes: number): Promise<void> => {
  const path = await cache.reserve(name, bytes);
  if (path === undefined) throw new Error('There is no room.');
  writeFileSync(path, Buffer.alloc(bytes));
  await cache.keep(name);
};
const files = (): string[] => readdirSync(folder).toSorted();

it('never holds more than its limit, and removes first what was not used for longest', async () => {
  const cache = openCacheFolder(folder, 100);
  for (const name of ['a', 'b', 'c']) await add(cache, name, 30);
  cache.use('a');
  await add(cache, 'd', 40);
  expect(files()).toEqual(['a', 'c', 'd']);
  expect(cache.has('b')).toBe(false);
  expect(cache.bytes).toBe(100);
  for (let n = 0; n < 50; n++) {
    await add(cache, `n${n}`, 1 + (n % 60));
    expect(cache.bytes).toBeLessThanOrEqual(100);
  }
});

it('counts what is being fetched in full, and does not remove it', async () => {
  const cache = openCacheFolder(folder, 100);
  await add(cache, 'old', 50);
  expect(await cache.reserve('one', 60)).toBe(join(folder, 'one.part'));
  expect(files()).toEqual([]);
  expect(await cache.reserve('two', 60)).toBeUndefined();
  expect(await cache.reserve('three', 40)).toBe(join(folder, 'three.part'));
  expect(await cache.reserve('too large', 101)).toBeUndefined();
});

it('knows the files of earlier runs in the order of their use, and counts incomplete ones, which are never files', async () => {
  for (const [at, name] of ['newest', 'oldest', 'begun.part'].entries()) {
    writeFileSync(join(folder, name), Buffer.alloc(30));
    await utimes(join(folder, name), new Date(), new Date(Date.now() - [1, 3, 2][at]! * 60_000));
  }
  const cache = openCacheFolder(folder, 100);
  expect(cache.bytes).toBe(90);
  expect([cache.has('oldest'), cache.has('begun')]).toEqual([true, false]);
  await add(cache, 'a', 40);
  expect(files()).toEqual(['a', 'begun.part', 'newest']);
  await add(cache, 'b', 60);
  expect(files()).toEqual(['a', 'b']);
});

it('keeps what has arrived of a download that ended early, for when it is continued', async () => {
  const cache = openCacheFolder(folder, 100);
  const path = await cache.reserve('a', 80);
  writeFileSync(path!, Buffer.alloc(20));
  cache.release('a');
  expect(cache.has('a')).toBe(false);
  expect(await cache.reserve('a', 80)).toBe(path);
  expect(files()).toEqual(['a.part']);
  await cache.forget('a');
  expect([files(), cache.bytes]).toEqual([[], 0]);
});
