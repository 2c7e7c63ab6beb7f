import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { StationKey } from '#contract/rules/keys.ts';
import { telephony } from '#contract/api/telephony.ts';
import { desiredStations } from '#server/domains/playout/desired.ts';
import { ffmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { decode, makeTone, pitch } from '#server/engines/audio/testing/test-audio.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { promptFiles } from './prompt.ts';
import { removePromptFiles, type FormerPrompt } from './telephony.events.ts';
import { workTelephony } from './telephony.work.ts';

let now = new Date('2026-11-24T12:00:00Z');
let portal: TestPortal;
let owner: TestClient;
let nobody: TestClient;
let station: StationKey;
let other: StationKey;
let folder: string;

beforeAll(async () => {
  portal = await testPortal({ clock: { now: () => now } });
  folder = mkdtempSync(join(tmpdir(), 'prompt-'));
  const person = await portal.make.person();
  const account = await portal.make.account({ plan: 'premier' });
  await portal.make.accountMember(account, person, 'owner');
  [station, other] = [await portal.make.station(account), await portal.make.station(account)];
  owner = await portal.as(person);
  nobody = await portal.as(undefined);
  await owner.ok(telephony.setRequest, { params: { key: station }, body: { action: 'enable' } });
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

const tone = (name: string, hz: number, seconds: number): Blob => {
  makeTone(join(folder, name), { hz, seconds });
  return new Blob([readFileSync(join(folder, name))]);
};
const token = async (key = station) => (await owner.ok(telephony.token, { params: { key } })).token;
const bearer = async (key = station) => ({ authorization: `Bearer ${await token(key)}` });
const upload = async (file: Blob, headers?: Record<string, string>) =>
  await nobody.call(telephony.setPrompt, { params: { key: station }, file }, headers ?? (await bearer()));
const look = async (key = station) => await nobody.raw(telephony.hasPrompt, { params: { key } }, await bearer(key));
const prompt = async () => (await owner.ok(telephony.line, { params: { id: station } })).prompt;
const desired = async () =>
  (await desiredStations({ db: portal.kernel.db }, [station])).find((one) => one.key === station)?.document?.calls
    ?.prompt;
/** The size of a µ-law sample. */
const loudnessOf = (byte: number): number => {
  const [exponent, mantissa] = [(~byte >> 4) & 7, ~byte & 15];
  return ((((mantissa << 3) + 132) << exponent) - 132) / 128;
};
const inStorage = async (path: string) => (await portal.kernel.storage.size(path)) !== undefined;

test('there is none: a lookup is 404, and callers hear the station at once', async () => {
  expect((await look()).status).toBe(404);
  expect([await prompt(), await desired()]).toEqual([null, null]);
});

test('is heard by callers as uploaded, levelled, within a telephone line', async () => {
  const saved = await upload(tone('hello.wav', 600, 5));
  expect(saved.json).toEqual({ stationId: station, ms: 5000, cut: false });
  expect(await prompt()).toMatchObject({ name: 'blob', ms: 5000, cut: false, uploaded: now.toISOString() });
  const found = await look();
  expect(found.status).toBe(200);
  const location = found.headers.get('location') ?? '';
  expect(location).toMatch(/^\/calls\/prompts\/\d+\?token=/);
  const mp3 = await nobody.send('GET', location);
  expect([mp3.status, mp3.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
  writeFileSync(join(folder, 'heard.mp3'), Buffer.from(await mp3.arrayBuffer()));
  expect(pitch(decode(join(folder, 'heard.mp3'), 'mp3'))).toBeCloseTo(600, -1);
  const { loudness } = await ffmpegAudio().measure(join(folder, 'heard.mp3'), 'mp3', 1);
  expect(Math.abs((loudness ?? 0) + 16)).toBeLessThan(1);
  const engine = await desired();
  expect(engine?.ms).toBe(5000);
  expect(await portal.kernel.storage.size(engine?.path ?? '')).toBe(5 * 8000);
  const line = readFileSync(await portal.kernel.storage.localPath(engine?.path ?? ''));
  expect(engine).toMatchObject({ bytes: 5 * 8000, sha256: createHash('sha256').update(line).digest('hex') });
}, 120_000);

test('that is longer than a minute is cut and fades out', async () => {
  const saved = (await upload(tone('long.mp3', 900, 64))).json;
  expect(saved.cut).toBe(true);
  expect(saved.ms).toBeCloseTo(60_000, -3);
  const { path } = (await desired())!;
  const line = await portal.kernel.storage.localPath(path);
  const peak = (from: number, to: number) => Math.max(...readFileSync(line).subarray(from, to).map(loudnessOf));
  expect(peak(-400, -1)).toBeLessThan(peak(8000, 16_000) / 4);
}, 120_000);

test('is replaced: the former one can no longer be heard, and its files go once the engine has the new one', async () => {
  const before = (await desired())?.path ?? '';
  const location = (await look()).headers.get('location') ?? '';
  const delivered: StationKey[] = [];
  await workTelephony(portal.kernel, { deliver: async (key) => void delivered.push(key) });
  await upload(tone('new.wav', 700, 2));
  expect((await nobody.send('GET', location)).status).toBe(404);
  await portal.drain();
  await expect.poll(() => inStorage(before)).toBe(false);
  expect(delivered).toContain(station);
  expect(await inStorage((await desired())?.path ?? '')).toBe(true);
}, 120_000);

test('leaves no files where a process is killed before it saves their row; files in use stay', async () => {
  const { jobs, storage } = portal.kernel;
  const send = vi.spyOn(jobs, 'send');
  await upload(tone('used.wav', 650, 1));
  const planned = send.mock.calls.find(([name]) => name === removePromptFiles);
  send.mockRestore();
  expect(planned?.[2]).toEqual({ startAfterS: 3600 });
  const used = planned?.[1] as FormerPrompt;
  const left = { station, revision: used.revision + 1000 };
  const lineOf = (prompt: FormerPrompt) => promptFiles(prompt.station, prompt.revision).line;
  await storage.putFile(lineOf(left), join(folder, 'used.wav'), 'audio/basic');
  for (const prompt of [used, left]) await jobs.send(removePromptFiles, prompt);
  await expect.poll(() => inStorage(lineOf(left))).toBe(false);
  expect(lineOf(used)).toBe((await desired())?.path);
  expect(await inStorage(lineOf(used))).toBe(true);
}, 120_000);

test('is refused if it is too large or no audio', async () => {
  const large = await upload(new Blob([new Uint8Array(10 * 1024 * 1024)]));
  expect([large.status, large.json.error.message]).toEqual([
    413,
    'The Welcome Prompt field size must be less than 10MB',
  ]);
  expect((await upload(new Blob(['#EXTM3U\nhttp://127.0.0.1/']))).json.error.code).toBe('media.notAudio');
  expect((await upload(new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']))).json.error.code).toBe(
    'media.notAudio',
  );
  expect((await upload(new Blob([]))).json.error.code).toBe('media.empty');
});

test('takes a token of its station alone, for 15 minutes', async () => {
  const file = tone('short.wav', 500, 1);
  expect((await upload(file, await bearer(other))).status).toBe(404);
  expect((await upload(file, {})).json.error.code).toBe('session.tokenInvalid');
  const headers = await bearer();
  const at = now;
  now = new Date(at.getTime() + 16 * 60_000);
  expect((await upload(file, headers)).status).toBe(401);
  now = at;
  const playing = (await look()).headers.get('location')?.split('token=')[1] ?? '';
  expect((await upload(file, { authorization: `Bearer ${playing}` })).status).toBe(401);
});

test('is removed, and its files with it', async () => {
  const { path } = (await desired())!;
  const remove = async () => await nobody.call(telephony.removePrompt, { params: { key: station } }, await bearer());
  expect((await remove()).status).toBe(204);
  expect((await remove()).text).toContain('prompt.notFound');
  expect([await prompt(), (await look()).status]).toEqual([null, 404]);
  await portal.drain();
  await expect.poll(() => inStorage(path)).toBe(false);
});
