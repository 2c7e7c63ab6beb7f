import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';

/* The options of `npm run bench`, and that it cleans up; what it measures is not tested here. */
const project = join(import.meta.dirname, '..');
const patience = { timeout: 60_000 };
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skywave-bench-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const node = (...args: string[]): ChildProcess =>
  spawn(process.execPath, args, { cwd: project, env: { ...process.env, TMPDIR: folder } });

test('names the known parts when asked for an unknown one, and leaves nothing behind', patience, async () => {
  const bench = node('bench/main.ts', '--quick', '--only', 'lists,pumpkins');
  const [stderr, [code]] = await Promise.all([text(bench.stderr!), once(bench, 'exit')]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Unknown part: pumpkins\. The parts are .*\blists, players\b/m);
  await expect.poll(() => readdirSync(folder), { timeout: 20_000 }).toEqual([]);
});

test('refuses an unknown option', patience, async () => {
  const bench = node('bench/main.ts', '--fast');
  const [stderr, [code]] = await Promise.all([text(bench.stderr!), once(bench, 'exit')]);
  expect(code).not.toBe(0);
  expect(stderr).toContain("'--fast'");
});

test('the watchdog ends its programs and removes its folder, however the bench ends', patience, async () => {
  const ownFolder = mkdtempSync(join(folder, 'own-'));
  const script = `
    import { spawn } from 'node:child_process';
    import { startWatchdog, watch } from './bench/watchdog.ts';
    startWatchdog(${JSON.stringify(ownFolder)});
    const [released, watched] = [spawn('sleep', ['300']), spawn('sleep', ['300'])];
    watch(watched.pid);
    watch(released.pid)();
    console.log(watched.pid, released.pid);
    setInterval(() => {}, 1000);`;
  const bench = node('--input-type=module', '-e', script);
  const [line] = (await once(bench.stdout!, 'data')) as [Buffer];
  const [watched, free] = line.toString().trim().split(' ').map(Number) as [number, number];
  expect([isRunning(watched), isRunning(free)]).toEqual([true, true]);
  bench.kill('SIGKILL');
  try {
    await expect.poll(() => isRunning(watched), { timeout: 20_000 }).toBe(false);
    await expect.poll(() => existsSync(ownFolder), { timeout: 20_000 }).toBe(false);
    expect(isRunning(free)).toBe(true);
  } finally {
    process.kill(free, 'SIGKILL');
  }
});

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
