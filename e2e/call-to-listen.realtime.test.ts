import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { billing } from '#contract/api/billing.ts';
import { ctlStats } from '#contract/api/ctl-stats.ts';
import { telephonyAdmin } from '#contract/api/telephony-admin.ts';
import { telephony } from '#contract/api/telephony.ts';
import { dayMs } from '#contract/rules/time.ts';
import { openCaller, tonesIn, type Caller } from '#streaming/calls/testing/caller.ts';
import { toneFile } from './encoder.ts';
import type { Product } from './product.ts';
import { sharedProduct } from './shared-product.ts';
import { addTracks, createTestStation, type TestStation } from './test-station.ts';

/* A call from end to end: a station gets a number and a prompt from the portal, and a caller dials it. */

const promptHertz = 1200;
/** The tone of the first track that `addTracks` adds. */
const stationHertz = 300;
const promptMs = 3000;

let product: Product;
let at: TestStation;
let folder: string;
let caller: Caller | undefined;

beforeAll(async () => {
  [product, folder] = await Promise.all([sharedProduct(), mkdtemp(join(tmpdir(), 'skywave-call-'))]);
  at = await createTestStation(product, 'Signal Hill', 'Signal Hill Radio');
  await at.call(billing.assign, { params: { key: at.account }, body: { plan: 'premier' } });
  await addTracks(at, ['Long Tone'], 60);
});
afterAll(async () => {
  caller?.close();
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Uploads a prompt, requests a number, and returns it: so the engine gets the number together with the prompt. */
const prepareLine = async (): Promise<string> => {
  const key = at.station;
  const tone = { hz: promptHertz, seconds: promptMs / 1000, title: 'Hello', artist: 'A', album: 'B' };
  const audio = await readFile(await toneFile(join(folder, 'hello.mp3'), tone));
  const { token } = await at.call(telephony.token, { params: { key } });
  const file = new File([audio], 'hello.mp3', { type: 'audio/mpeg' });
  await at.call(telephony.setPrompt, { params: { key }, file }, token);
  await at.call(telephony.setRequest, { params: { key }, body: { action: 'enable' } });
  const { numbers } = await at.call(telephony.line, { params: { id: key } });
  return numbers[0]!.did;
};

/** The port at which the product answers calls, as it tells the portal. */
const sipPort = async (): Promise<number> => {
  const port = async () => (await at.call(telephonyAdmin.health, {})).engine?.ports.udp;
  await expect.poll(port).toBeGreaterThan(0);
  return (await port())!;
};

const heardOf = (hertz: number): number =>
  tonesIn(caller!.samples(), [promptHertz, stationHertz]).reduce(
    (sum, [found, ms]) => sum + (found === hertz ? ms : 0),
    0,
  );

const callsOfNumber = async (did: string) => {
  const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  // A day before and after, as it is another day in some time zones, and midnight may pass.
  const period = { from_date: date(Date.now() - dayMs), to_date: date(Date.now() + dayMs) };
  const found = await at.call(ctlStats.station, { params: { key: at.station, type: 'period' }, query: period });
  return found.did_stats.find((one) => one.did === did)?.stats;
};

it('a caller hears the prompt, then the station, and the call is in its statistics', async () => {
  const did = await prepareLine();
  caller = await openCaller({ port: await sipPort(), did });
  const { invite } = caller;
  // The number may still be on its way to the engine.
  await expect.poll(async () => (await invite()).status).toBe(200);
  await expect.poll(async () => (await at.call(telephony.line, { params: { id: at.station } })).calling).toBe(1);
  await expect.poll(() => heardOf(stationHertz)).toBeGreaterThan(1000);
  expect(heardOf(promptHertz)).toBeGreaterThan(promptMs - 200);
  const sounds = tonesIn(caller.samples(), [promptHertz, stationHertz]).filter(([hertz, ms]) => hertz > 0 && ms >= 100);
  expect([...new Set(sounds.map(([hertz]) => hertz))]).toEqual([promptHertz, stationHertz]);
  expect((await caller.bye()).status).toBe(200);

  await expect.poll(() => callsOfNumber(did)).toMatchObject({ answered: 1, uniques: 1 });
  const { calls } = await at.call(ctlStats.recent, { params: { key: at.station } });
  expect(calls.filter(({ seconds }) => seconds !== null)).toEqual([expect.objectContaining({ country: 'DE' })]);
});
