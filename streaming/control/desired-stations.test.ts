import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StationDesired, StationState } from '#contract/engine/engine.ts';
import { ownUserAgent, setProduct } from '#streaming/base/product.ts';
import { readConfig } from '#streaming/config.ts';
import { startEngine } from '#streaming/engine.ts';

const token = 'a token for tests only';
const key = 's-1111111111111111111111' as StationState['key'];
let folder: string;
let engine: Awaited<ReturnType<typeof startEngine>>;

const start = async (): Promise<void> => {
  const env = { PATH: '', DATA_DIR: folder, STREAM_PORT: '0', ENGINE_PORT: '0', ENGINE_TOKEN: token };
  engine = await startEngine(readConfig(env), pino({ level: 'silent' }));
};
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'engine-desired-'));
  await start();
});
afterEach(async () => {
  await engine.stop();
  setProduct('');
  rmSync(folder, { recursive: true });
});

const call = (method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(`http://127.0.0.1:${engine.ports.control}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const put = (revision: number): Promise<Response> =>
  call('PUT', `/stations/${key}`, {
    ...{ key, revision, account: 'a-1111111111111111111111', mount: 'tone', name: `Tone ${revision}` },
    ...{ description: '', genre: '', website: '', public: true, running: true, reason: '', password: 'secret' },
    format: { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 },
    ...{ burst_ms: 500, steady_ms: 200, stall_ms: 2000, hold_ms: 1000, hls: false },
    autodj: { items: [], shuffle: false, generation: 1 },
    limits: { listeners: null },
  } satisfies { [K in keyof StationDesired]?: unknown });
const statusOf = async (reply: Promise<Response>): Promise<number> => (await reply).status;
const revision = async (): Promise<number> =>
  ((await (await call('GET', `/stations/${key}`)).json()) as StationState).revision;

it('refuses a document older than the current one, with a reason', async () => {
  expect(await statusOf(put(5))).toBe(204);
  const reply = await put(4);
  expect(reply.status).toBe(409);
  expect(await reply.json()).toEqual({
    error: `Revision 4 of station ${key} is older than revision 5, which was received before.`,
  });
  expect(await statusOf(put(5))).toBe(204);
  expect(await revision()).toBe(5);
});

it('refuses it after a restart too', async () => {
  await put(5);
  await engine.stop();
  await start();
  expect(await statusOf(put(4))).toBe(409);
  expect(await revision()).toBe(5);
});

it('does not restore a deleted station from a document sent before its deletion', async () => {
  await put(5);
  expect(await statusOf(call('DELETE', `/stations/${key}?revision=4`))).toBe(409);
  expect(await statusOf(call('DELETE', `/stations/${key}?revision=7`))).toBe(204);
  expect(await statusOf(put(6))).toBe(409);
  expect(await statusOf(call('GET', `/stations/${key}`))).toBe(404);
  expect(await statusOf(put(8))).toBe(204);
});

it('accepts a lower revision after a sync that lists it, as when the database was restored', async () => {
  await put(5);
  const sync = await call('POST', '/stations/sync', { stations: [{ key, revision: 3 }] });
  expect(await sync.json()).toEqual({ send: [key], removed: [] });
  expect(await statusOf(put(2))).toBe(409);
  expect(await statusOf(put(3))).toBe(204);
  expect(await revision()).toBe(3);
});

it('calls itself what the portal sent, after a restart too', async () => {
  const stream = (): string => `http://127.0.0.1:${engine.ports.stream}`;
  expect(await (await fetch(stream())).text()).toBe('Radio: radio stations on the air.\n');
  await call('POST', '/stations/sync', { product: 'Harbour\r\n "Light"', stations: [] });
  await engine.stop();
  setProduct('');
  await start();
  const page = await fetch(stream());
  expect([page.headers.get('server'), await page.text()]).toEqual([
    'Harbour Light',
    'Harbour Light: radio stations on the air.\n',
  ]);
  expect(await (await fetch(`${stream()}/status-json.xsl`)).json()).toMatchObject({
    icestats: { server_id: 'Harbour Light' },
  });
  await put(5);
  const encoder = await fetch(`${stream()}/tone`, { method: 'PUT', body: 'audio' });
  expect([encoder.headers.get('server'), encoder.headers.get('www-authenticate')]).toEqual([
    'Harbour Light',
    'Basic realm="Harbour Light"',
  ]);
  expect(ownUserAgent()).toBe('Harbour-Light/1.0 (radio portal)');
});
