import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { EngineLog, EngineSpan } from '#contract/engine/engine-log.ts';
import { EngineRecording } from '#contract/engine/engine-recordings.ts';
import { childEnvironment } from '#shared/testing/child-environment.ts';
import { desiredStation, prepareTrack } from '#streaming/ingest/testing/air-rig.ts';
import { detectTones, longestGap, sequence } from '#streaming/ingest/testing/audio.ts';

/* These tests kill the engine while it records. */

const token = 'a token for tests only';
let folder: string;
let engine: { child: ChildProcess; control: number } | undefined;

const run = async (): Promise<NonNullable<typeof engine>> => {
  const env = { ...childEnvironment(), DATA_DIR: folder, STREAM_PORT: '0', ENGINE_PORT: '0', ENGINE_TOKEN: token };
  const child = spawn(process.execPath, ['streaming/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(child.stdout)) {
    const entry = JSON.parse(line) as { msg: string; control: number };
    if (entry.msg === 'on the air') return { child, control: entry.control };
  }
  throw new Error('The engine exited before it was on the air.');
};
const request = (path: string, method = 'GET', body?: unknown): Promise<Response> =>
  fetch(`http://127.0.0.1:${engine!.control}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const kill = async (): Promise<void> => {
  if (!engine || engine.child.exitCode !== null) return;
  engine.child.kill('SIGKILL');
  await once(engine.child, 'exit');
};

/**
 * Kills the engine after it has done its due work, which takes a busy machine a while; returns the time by which it was
 * due.
 */
const killWhenIdle = async (): Promise<number> => {
  const due = Date.now();
  for (let round = 0; round < 3; round++) expect((await request('/recordings')).status).toBe(200);
  await kill();
  return due;
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-kill-'));
  mkdirSync(join(folder, 'files'));
});
afterAll(async () => {
  await kill();
  rmSync(folder, { recursive: true, force: true });
});

it(
  'loses at most the last second when the engine is killed, and continues in a new segment',
  { timeout: 240_000 },
  async () => {
    const item = await prepareTrack(join(folder, 'files'), 440, 60);
    const station = desiredStation({
      autodj: { items: [item], shuffle: false, generation: 1 },
      log: { recording: true, days: 1, max_bytes: 1e10 },
    });
    const log = async () => EngineLog.parse(await (await request(`/stations/${station.key}/log`)).json());
    engine = await run();
    expect((await request(`/stations/${station.key}`, 'PUT', station)).status).toBe(204);
    await vi.waitFor(async () => expect((await log()).bytes).toBeGreaterThan(6 * 16_000), { timeout: 60_000 });
    const killed = await killWhenIdle();

    engine = await run();
    // A segment also ends with the hour, which may pass meanwhile.
    const before = (await log()).pieces;
    expect(killed - before.at(-1)!.end).toBeLessThanOrEqual(1000);
    const since = async () => (await log()).pieces.slice(before.length).reduce((sum, { bytes }) => sum + bytes, 0);
    await vi.waitFor(async () => expect(await since()).toBeGreaterThan(3 * 16_000), { timeout: 60_000 });

    const range = `from=${before[0]!.start}&to=${Date.now()}`;
    const span = EngineSpan.parse(await (await request(`/stations/${station.key}/log/span?${range}`)).json());
    const fixed = `from=${span.from}&to=${span.to}`;
    const reply = await request(`/stations/${station.key}/log/sound?${fixed}&first=0&last=${span.bytes - 1}`);
    const sound = Buffer.from(await reply.arrayBuffer());
    expect(sound.length).toBe(span.bytes);
    const spans = await detectTones(sound, 'mp3', [440, 880]);
    expect(sequence(spans)).toEqual([440]);
    expect(longestGap(spans)).toBeLessThanOrEqual(30);
    const half = await request(`/stations/${station.key}/log/sound?${fixed}&first=1000&last=50999`);
    expect(Buffer.from(await half.arrayBuffer()).equals(sound.subarray(1000, 51_000))).toBe(true);
  },
);

it('continues a scheduled recording after a kill, to its end, less the last second', { timeout: 240_000 }, async () => {
  await kill();
  engine = await run();
  const item = await prepareTrack(join(folder, 'files'), 880, 60);
  const id = '11111111-1111-4111-8111-111111111111';
  const begin = Date.now() + 6000;
  const end = begin + 20_000;
  const station = desiredStation({
    autodj: { items: [item], shuffle: false, generation: 1 },
    recordings: [{ id, begin, end }],
  });
  const found = async () => EngineRecording.parse(await (await request(`/recordings/${id}`)).json());
  expect((await request(`/stations/${station.key}`, 'PUT', station)).status).toBe(204);
  const bytes = async () => (await found()).pieces.reduce((sum, piece) => sum + piece.bytes, 0);
  await vi.waitFor(async () => expect(await bytes()).toBeGreaterThan(5 * 16_000), { timeout: 60_000 });
  const killed = await killWhenIdle();

  // The portal sends nothing again: the engine continues from its saved state.
  engine = await run();
  await vi.waitFor(async () => expect((await found()).state).toBe('over'), { timeout: 80_000, interval: 200 });
  const { pieces } = await found();
  // One segment before the kill and one after it, and another if the hour passed meanwhile.
  const isHourPassed = Math.floor(begin / 3_600_000) !== Math.floor(end / 3_600_000);
  expect(pieces.length).toBe(isHourPassed ? 3 : 2);
  const beforeKill = pieces.filter(({ start }) => start <= killed);
  // A segment starts by the wall clock, with audio that may be late on a busy machine.
  expect(pieces[0]!.start - begin).toBeGreaterThanOrEqual(-27);
  expect(pieces[0]!.start - begin).toBeLessThan(3000);
  expect(killed - beforeKill.at(-1)!.end).toBeLessThanOrEqual(1000);
  expect(Math.abs(pieces.at(-1)!.end - end)).toBeLessThanOrEqual(27);
  const parts = [];
  for (const { start, bytes } of pieces) {
    const sound = Buffer.from(await (await request(`/recordings/${id}/pieces/${start}`)).arrayBuffer());
    expect(sound.length).toBe(bytes);
    parts.push(sound);
  }
  const spans = await detectTones(Buffer.concat(parts), 'mp3', [440, 880]);
  expect(sequence(spans)).toEqual([880]);
  expect(longestGap(spans)).toBeLessThanOrEqual(30);
  expect((await request(`/recordings/${id}`, 'DELETE')).status).toBe(204);
  expect((await request(`/recordings/${id}`)).status).toBe(404);
});
