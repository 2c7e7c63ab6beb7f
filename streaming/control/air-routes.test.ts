import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StationDesired, StationState } from '#contract/engine/engine.ts';
import { readConfig } from '#streaming/config.ts';
import { startEngine } from '#streaming/engine.ts';

const token = 'a token for tests only';
const key = 's-1111111111111111111111' as StationState['key'];
const item = {
  ...{ key: 't-1111111111111111111111', path: 'missing', title: 'Tide', artist: '', album: '', duration_ms: 1000 },
};
const by = { id: 'u-1', name: 'Anna' };

type Engine = Awaited<ReturnType<typeof startEngine>>;
let folder: string;
const engines: Engine[] = [];

const start = async (data: string): Promise<Engine> => {
  const env = { PATH: '', DATA_DIR: data, STREAM_PORT: '0', ENGINE_PORT: '0', ENGINE_TOKEN: token };
  const engine = await startEngine(readConfig(env), pino({ level: 'silent' }));
  engines.push(engine);
  return engine;
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'engine-air-'));
});
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()));
  rmSync(folder, { recursive: true });
});

const call = (engine: Engine, method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(`http://127.0.0.1:${engine.ports.control}/stations/${key}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
/** A stopped station, which keeps its queue. */
const put = (engine: Engine): Promise<Response> =>
  call(engine, 'PUT', '', {
    ...{ key, revision: 1, account: 'a-1111111111111111111111', mount: 'tone', name: 'Tone' },
    ...{ description: '', genre: '', website: '', public: true, running: false, reason: 'Off.', password: 'secret' },
    format: { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 },
    ...{ burst_ms: 500, steady_ms: 200, stall_ms: 2000, hold_ms: 1000, hls: false },
    autodj: { items: [], shuffle: false, generation: 1 },
    limits: { listeners: null },
  } satisfies { [K in keyof StationDesired]?: unknown });
const airOf = async (reply: Promise<Response>) => ((await (await reply).json()) as StationState).air;

it('has stored a command when it replies, so that a kill loses none', async () => {
  const engine = await start(join(folder, 'first'));
  await put(engine);
  const [one, two] = [randomUUID(), randomUUID()];
  for (const id of [one, two]) await call(engine, 'POST', '/queue', { id, item, place: 'last', by });
  await call(engine, 'POST', '/bar', { bar_ms: 60_000 });
  const [barred, allowed] = [randomUUID(), randomUUID()];
  for (const presenter of [barred, allowed]) await call(engine, 'POST', '/bar', { bar_ms: 60_000, presenter });
  await call(engine, 'DELETE', `/bar/${allowed}`);
  const replied = await airOf(call(engine, 'DELETE', `/queue/${one}`));
  expect(replied?.queue.map(({ id, title, by: who }) => [id, title, who])).toEqual([[two, 'Tide', by]]);
  // What a killed process leaves behind: nothing was stopped or flushed.
  cpSync(join(folder, 'first'), join(folder, 'second'), { recursive: true });
  const restarted = await start(join(folder, 'second'));
  const found = await airOf(call(restarted, 'GET', ''));
  expect(found).toEqual(replied);
  expect(found?.barred_until).toBeGreaterThan(Date.now());
  expect(found?.barred_presenters?.map((one) => one.id)).toEqual([barred]);
  // The request that was removed is not queued again by its repetition.
  const repeated = await airOf(call(restarted, 'POST', '/queue', { id: one, item, place: 'last', by }));
  expect(repeated?.queue.length).toBe(1);
});

it('refuses with a reason, and names the wrong field', async () => {
  const engine = await start(folder);
  expect((await call(engine, 'DELETE', '/stop')).status).toBe(404);
  await put(engine);
  const skip = await call(engine, 'POST', '/skip', { track: item.key, by });
  expect([skip.status, await skip.json()]).toEqual([409, { error: 'The station is not playing its own tracks.' }]);
  const bar = await call(engine, 'POST', '/bar', { bar_ms: -1 });
  expect([bar.status, ((await bar.json()) as { error: string }).error]).toEqual([
    400,
    expect.stringMatching(/^bar_ms: /),
  ]);
});
