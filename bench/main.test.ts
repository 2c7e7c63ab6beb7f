import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';

/* What `npm run bench` does with what it is told, and what is left of it; what it measures is its own matter. */
const project = join(import.meta.dirname, '..');
const patience = { timeout: 60_000 };
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skywave-bench-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const node = (...args: string[]): ChildProcess =>
  spawn(process.execPath, args, { cwd: project, env: { ...process.env, TMPDIR: folder } });

test('names the parts there are where one is asked for that is none, and leaves nothing behind', patience, async () => {
  const bench = node('bench/main.ts', '--quick', '--only', 'lists,pumpkins');
  const [said, [code]] = await Promise.all([text(bench.stderr!), once(bench, 'exit')]);
  expect(code).toBe(1);
  expect(said).toMatch(/^There is no part pumpkins; there are .*\blists, playlist\b/m);
  await expect.poll(() => readdirSync(folder), { timeout: 20_000 }).toEqual([]);
});

test('refuses an option that it has not', patience, async () => {
  const bench = node('bench/main.ts', '--fast');
  const [said, [code]] = await Promise.all([text(bench.stderr!), once(bench, 'exit')]);
  expect(code).not.toBe(0);
  expect(said).toContain("'--fast'");
});

test('has its programs ended and its folder removed by the watchdog, however it ends', patience, async () => {
  const own = mkdtempSync(join(folder, 'own-'));
  const script = `
    import { spawn } from 'node:child_process';
    import { startWatchdog, watch } from './bench/watchdog.ts';
    startWatchdog(${JSON.stringify(own)});
    const [ended, kept] = [spawn('sleep', ['300']), spawn('sleep', ['300'])];
    watch(kept.pid);
    watch(ended.pid)();
    console.log(kept.pid, ended.pid);
    setInterval(() => {}, 1000);`;
  const bench = node('--input-type=module', '-e', script);
  const [line] = (await once(bench.stdout!, 'data')) as [Buffer];
  const [watched, free] = line.toString().trim().split(' ').map(Number) as [number, number];
  expect([runs(watched), runs(free)]).toEqual([true, true]);
  bench.kill('SIGKILL');
  try {
    await expect.poll(() => runs(watched), { timeout: 20_000 }).toBe(false);
    await expect.poll(() => existsSync(own), { timeout: 20_000 }).toBe(false);
    expect(runs(free)).toBe(true);
  } finally {
    process.kill(free, 'SIGKILL');
  }
});

const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
