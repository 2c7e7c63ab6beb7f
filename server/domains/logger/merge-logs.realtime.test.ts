import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { EngineSpan } from '#contract/engine/engine-log.ts';
import type { StationDesired } from '#contract/engine/engine.ts';
import { childEnvironment } from '#shared/testing/child-environment.ts';
import { desiredStation, prepareTrack } from '#streaming/ingest/testing/air-rig.ts';
import { detectTones, sequence } from '#streaming/ingest/testing/audio.ts';
import { engineLogs } from './log-engine.ts';
import { mergeLogs, type LogEngine } from './merge-logs.ts';

/* A station that moves between two real engines, each with a disk of its own. */

vi.setConfig({ testTimeout: 120_000 });
const token = 'a token of sixteen letters';
type Running = { child: ChildProcess; control: number };

let folder: string;
let station: StationDesired;
const engines: Running[] = [];
let one: LogEngine;
let two: LogEngine;
/** Both as one. */
let logs: LogEngine;
/** What the second engine plays. */
let other: StationDesired['autodj'];

const start = async (name: string, control = 0): Promise<Running> => {
  const env = {
    ...{ ...childEnvironment(), DATA_DIR: join(folder, name), MEDIA_DIR: join(folder, 'files'), ENGINE_TOKEN: token },
    ...{ STREAM_PORT: '0', ENGINE_PORT: String(control) },
  };
  const child = spawn(process.execPath, ['streaming/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const text of createInterface(child.stdout)) {
    const line = JSON.parse(text) as { msg: string; control: number };
    if (line.msg !== 'on the air') continue;
    child.stdout.resume();
    return { child, control: line.control };
  }
  throw new Error('The engine did not start.');
};
const kill = async ({ child }: Running): Promise<void> => {
  const exited = once(child, 'exit');
  if (child.kill('SIGKILL')) await exited;
};
const call = async ({ control }: Running, method: string, body?: StationDesired): Promise<void> => {
  const reply = await fetch(`http://127.0.0.1:${String(control)}/stations/${station.key}`, {
    ...{ method, headers: { authorization: `Bearer ${token}` } },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(reply.status).toBe(204);
};
const recordedBytes = async (): Promise<number> => (await logs.overview(station.key)).bytes;
const grow = async (): Promise<void> => {
  const before = await recordedBytes();
  await expect.poll(recordedBytes, { timeout: 60_000 }).toBeGreaterThan(before + 6 * 16_000);
};
const read = async (span: EngineSpan, first = 0, last = span.bytes - 1): Promise<Buffer> =>
  await buffer(await logs.sound(station.key, span, first, last, AbortSignal.timeout(60_000)));
const whole = (): Promise<EngineSpan> => logs.span(station.key, Date.now() - 600_000, Date.now() - 1500);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skywave-logs-'));
  await mkdir(join(folder, 'files'));
  engines.push(await start('one'), await start('two'));
  [one, two] = engines.map(({ control }) => engineLogs({ url: `http://127.0.0.1:${String(control)}`, token })) as [
    LogEngine,
    LogEngine,
  ];
  logs = mergeLogs([one, two]);
  const items = [
    await prepareTrack(join(folder, 'files'), 440, 120),
    await prepareTrack(join(folder, 'files'), 880, 120),
  ];
  const autodj = { items: [items[0]!], shuffle: false, generation: 1 };
  other = { ...autodj, items: [items[1]!] };
  station = desiredStation({ autodj, log: { recording: true, days: 7, max_bytes: 1e9 } });
});
afterAll(async () => {
  for (const engine of engines) await kill(engine);
  await rm(folder, { recursive: true, force: true });
});

it('the log of a station that moved is one, without a gap', async () => {
  await call(engines[0]!, 'PUT', station);
  await grow();
  await call(engines[1]!, 'PUT', { ...station, revision: 2, autodj: other });
  await call(engines[0]!, 'DELETE');
  await grow();
  const { state, pieces } = await logs.overview(station.key);
  expect(state).toBe('recording');
  expect(pieces.length).toBeGreaterThanOrEqual(2);
  // Each engine begins another piece on the hour.
  for (const [at, { start }] of pieces.slice(1).entries()) expect(start - pieces[at]!.end).toBeLessThan(1000);
  const span = await whole();
  const sound = await read(span);
  expect(sound.length).toBe(span.bytes);
  expect(sequence(await detectTones(sound, 'mp3', [440, 880]))).toEqual([440, 880]);
  const timeline = await logs.timeline(station.key, span.from, span.to);
  expect([...new Set(timeline.titles.map(({ title }) => title))]).toEqual(['Sine - Tone 440', 'Sine - Tone 880']);
  expect((await logs.usage()).stations).toBe(2);
});

it('a byte range may begin at one engine and end at the other', async () => {
  const span = await whole();
  const sound = await read(span);
  const endOfOne = (await one.overview(station.key)).pieces.at(-1)!.end;
  const middle = (await logs.span(station.key, span.from, endOfOne)).bytes;
  for (const [first, last] of [
    [middle - 5000, middle + 5000],
    [0, 10],
    [middle + 10, middle + 20],
  ] as const)
    expect((await read(span, first, last)).equals(sound.subarray(first, last + 1))).toBe(true);
});

it('what an engine recorded that is away is missing until it is back', async () => {
  const starts = async (log: LogEngine) => (await log.overview(station.key)).pieces.map(({ start }) => start);
  const first = await starts(one);
  await kill(engines[0]!);
  expect(await starts(logs)).toEqual(await starts(two));
  expect(sequence(await detectTones(await read(await whole()), 'mp3', [440, 880]))).toEqual([880]);
  await expect(logs.clear(station.key)).rejects.toMatchObject({ code: 'log.unavailable' });
  engines[0] = await start('one', engines[0]!.control);
  await expect.poll(() => starts(logs)).toEqual(expect.arrayContaining(first));
});

it('is cleared at all engines', async () => {
  await call(engines[1]!, 'DELETE');
  await logs.clear(station.key);
  expect((await logs.overview(station.key)).pieces).toEqual([]);
  await expect(whole()).rejects.toMatchObject({ code: 'log.nothing' });
});
