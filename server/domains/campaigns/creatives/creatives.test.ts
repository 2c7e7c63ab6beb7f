import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { campaigns } from '#contract/api/campaigns.ts';
import type { AccountKey, CampaignKey, StationKey } from '#contract/rules/keys.ts';
import { ffmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import type { AudioEngine } from '#server/engines/audio/port.ts';
import { decode, makeTone, mp3Frames, pitch } from '#server/engines/audio/testing/test-audio.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { workCampaigns } from '../campaigns.work.ts';
import { renderCreative } from './render-creative.ts';
import { clearCreatives } from './remove-creatives.ts';

const childScript = fileURLToPath(new URL('../../../testing/render-child.ts', import.meta.url));
const ffmpeg = ffmpegAudio();
/** Resolved when audio may be prepared. */
let free = Promise.resolve();
const audio: AudioEngine = {
  ...ffmpeg,
  cutSpot: async (...of) => {
    await free;
    await ffmpeg.cutSpot(...of);
  },
};
const rate = 44_100;
let portal: TestPortal;
let folder: string;
let account: AccountKey;
let station: StationKey;
let owner: TestClient;
let cid: CampaignKey;

const at = (name: string) => join(folder, name);
const file = (name: string) => new Blob([readFileSync(at(name))]);
const tone = (name: string, hz: number, seconds: number) => makeTone(at(name), { hz, seconds });
const db = () => portal.kernel.db;
const read = (key = cid) => owner.ok(campaigns.get, { params: { id: account, cid: key } });
const create = async (blob: Blob) =>
  await owner.ok(campaigns.create, {
    params: { id: account },
    body: {
      ...{ campaignName: 'Spot', impressionLimit: 1000, timezone: 'UTC' },
      ...{ startDate: '2026-01-01', endDate: '2098-01-31' },
    },
    file: blob,
  });
const audioState = async (key: CampaignKey, state: string) =>
  await vi.waitFor(
    async () => {
      await portal.drain();
      const campaign = await read(key);
      expect(campaign.audio).toMatchObject({ state });
      return campaign;
    },
    { timeout: 60_000, interval: 200 },
  );
/** The audio that browsers hear, as a file. */
const download = async (name: string) => {
  const reply = await owner.raw(campaigns.audio, { params: { id: account, cid } });
  expect(reply.status).toBe(200);
  writeFileSync(at(name), Buffer.from(await reply.arrayBuffer()));
  return decode(at(name), 'mp3');
};
const renditions = async (creative: string) =>
  await db().selectFrom('ad_renditions').selectAll().where('creative_id', '=', creative).orderBy('bitrate').execute();

beforeAll(async () => {
  portal = await testPortal();
  folder = mkdtempSync(join(tmpdir(), 'spots-'));
  account = await portal.make.account();
  station = await portal.make.station(account);
  await db().updateTable('accounts').set({ campaigns_enabled: true }).where('key', '=', account).execute();
  await db().updateTable('stations').set({ audioads: true }).where('key', '=', station).execute();
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  owner = await portal.as(person);
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

test('audio that waits when the jobs start is prepared: levelled, in the format of the station', async () => {
  tone('first.wav', 440, 5);
  const campaign = await create(file('first.wav'));
  cid = campaign.id;
  expect(campaign).toMatchObject({ status: 'preparing', audio: { state: 'preparing' }, adUrl: null });
  expect((await owner.call(campaigns.audio, { params: { id: account, cid } })).json.error.code).toBe(
    'campaign.noAudio',
  );
  await workCampaigns({ ...portal.kernel, audio });
  const ready = await audioState(cid, 'ready');
  expect(ready).toMatchObject({ status: 'active', audio: { duration: 5, adjusted: null, name: 'blob' } });
  expect(Math.abs(ready.audio!.loudness! + 16)).toBeLessThan(0.4);
  const { codec, bitrate, sample_rate, channels } = await db()
    .selectFrom('stations')
    .selectAll()
    .where('key', '=', station)
    .executeTakeFirstOrThrow();
  const rendered = await renditions(ready.audio!.id);
  const own = rendered.find((one) => one.bitrate === bitrate);
  expect(own).toMatchObject({ codec, bitrate, sample_rate, channels });
  const path = await portal.kernel.storage.localPath(own!.path);
  expect(mp3Frames(path).offsets).toHaveLength(own!.frames);
  expect(Math.abs(own!.duration_us - 5e6)).toBeLessThan(30_000);
  expect(pitch(await download('first.mp3'))).toBeCloseTo(440, -1);
}, 240_000);

test('a process killed in between leaves audio that is prepared again from its beginning', async () => {
  const { db: database, config } = portal.kernel;
  tone('killed.wav', 880, 15);
  const other = await portal.make.account();
  for (const bitrate of [64_000, 96_000, 192_000, 256_000]) {
    const key = await portal.make.station(other);
    await database.updateTable('stations').set({ bitrate }).where('key', '=', key).execute();
  }
  const creative = randomUUID();
  const original = `spots/${creative}/original.wav`;
  await portal.kernel.storage.put(original, readFileSync(at('killed.wav')), 'audio/wav');
  await database
    .insertInto('ad_creatives')
    .values({ id: creative, account_key: other, filename: 'killed.wav', original })
    .execute();
  const child = spawn(process.execPath, [childScript, config.databaseUrl, config.dataDir, creative], {
    stdio: 'ignore',
  });
  await vi.waitFor(async () => expect(await renditions(creative)).not.toEqual([]), { timeout: 60_000, interval: 20 });
  child.kill('SIGKILL');
  await once(child, 'exit');
  const state = async () =>
    (await database.selectFrom('ad_creatives').select('state').where('id', '=', creative).executeTakeFirst())?.state;
  expect([await state(), (await renditions(creative)).length < 5]).toEqual(['preparing', true]);
  // The database may notice a moment later that the process, which held the lock of this work, is gone.
  const again = async () => {
    await renderCreative({ ...portal.kernel, audio }, creative);
    expect(await state()).toBe('ready');
  };
  await vi.waitFor(again, { timeout: 150_000, interval: 100 });
  const bitrates = (await renditions(creative)).map(({ bitrate }) => bitrate);
  expect(bitrates).toEqual([64_000, 96_000, 128_000, 192_000, 256_000]);
}, 240_000);

test('30 s of a longer file play from the chosen second, faded out, and the former audio until they are ready', async () => {
  tone('a.wav', 600, 4);
  tone('b.wav', 1300, 33);
  await audio.concat([at('a.wav'), at('b.wav')], at('long.mp3'));
  const before = await read();
  const params = { id: account, cid };
  const { promise, resolve } = Promise.withResolvers<void>();
  free = promise;
  const accepted = await owner.ok(campaigns.setAudio, { params, fields: { from: '4' }, file: file('long.mp3') });
  expect(accepted.state).toBe('preparing');
  expect(await read()).toMatchObject({ status: 'active', audio: { id: accepted.id } });
  expect(pitch(await download('during.mp3'))).toBeCloseTo(440, -1);
  resolve();
  const { audio: now } = await audioState(cid, 'ready');
  expect(now).toMatchObject({ id: accepted.id, duration: 30, adjusted: { from: 4, faded: true } });
  expect(Math.abs(now!.adjusted!.original - 37)).toBeLessThan(0.2);
  const heard = await download('after.mp3');
  expect(pitch(heard.subarray(rate, 20 * rate))).toBeCloseTo(1300, -1);
  expect(heard.length / rate).toBeCloseTo(30, 1);
  const peak = (samples: Float32Array) => samples.reduce((max, one) => Math.max(max, Math.abs(one)), 0);
  expect(peak(heard.subarray(-rate / 20))).toBeLessThan(peak(heard.subarray(rate, 2 * rate)) / 4);
  expect(before.audio!.id).not.toBe(now!.id);
}, 240_000);

test('a new stream format gets its rendition', async () => {
  await db()
    .updateTable('stations')
    .set({ codec: 'aac', bitrate: 96_000, sample_rate: 48_000 })
    .where('key', '=', station)
    .execute();
  const { audio: now } = await read();
  await vi.waitFor(
    async () => {
      await portal.drain();
      const aac = (await renditions(now!.id)).find(({ codec }) => codec === 'aac');
      expect(aac).toMatchObject({ bitrate: 96_000, sample_rate: 48_000 });
      expect(Math.abs(aac!.duration_us - 30e6)).toBeLessThan(50_000);
    },
    { timeout: 60_000, interval: 200 },
  );
}, 240_000);

test('what is no audio is refused, and what cannot be decoded fails with its reason', async () => {
  const refused = await owner.call(campaigns.setAudio, {
    params: { id: account, cid },
    fields: {},
    file: new Blob(['words']),
  });
  expect(refused.json.error.code).toBe('media.notAudio');
  const riff = Buffer.alloc(4000, 1);
  riff.write('RIFF', 0);
  riff.write('WAVEfmt ', 8);
  const broken = await create(new Blob([riff]));
  const failed = await audioState(broken.id, 'failed');
  expect(failed.audio!.error).not.toBe('');
  expect(failed).toMatchObject({ status: 'blocked', statusReason: failed.audio!.error });
}, 240_000);

test('a purged account leaves no audio behind', async () => {
  const { audio: now } = await read();
  const files = (await renditions(now!.id)).map(({ path }) => path);
  await clearCreatives(portal.kernel, account);
  expect(await Promise.all(files.map((path) => portal.kernel.storage.size(path)))).toEqual(files.map(() => undefined));
  expect(await db().selectFrom('ad_creatives').selectAll().where('account_key', '=', account).execute()).toEqual([]);
});
