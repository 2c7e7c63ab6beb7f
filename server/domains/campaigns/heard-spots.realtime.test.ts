import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audioAds } from '#contract/api/audio-ads.ts';
import { defaultBreakRules } from '#contract/rules/break-rules.ts';
import { campaigns } from '#contract/api/campaigns.ts';
import type { AccountKey, CampaignKey, StationKey } from '#contract/rules/keys.ts';
import { playout } from '#contract/api/playout.ts';
import { childEnvironment } from '#shared/testing/child-environment.ts';
import { mediaFolder } from '#server/kernel/create-kernel.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import type { TestClient } from '#server/testing/client.ts';
import { freePort } from '#server/testing/free-port.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

/* From an uploaded file to the report: the portal with its workers, the real engine, ClickHouse and listeners. */

const token = 'a token of sixteen letters';
const listeners: AbortController[] = [];
let folder: string;
let engine: ChildProcess;
let ports = { stream: 0, control: 0 };
let clickhouse: TestClickHouse;
let portal: TestPortal;
let admin: TestClient;
let account: AccountKey;
let station: StationKey;
let campaign: CampaignKey;

const patience = { timeout: 60_000, interval: 250 };
const startEngine = async (): Promise<void> => {
  engine = spawn(process.execPath, ['streaming/main.ts'], {
    env: {
      ...{ ...childEnvironment(), DATA_DIR: join(folder, 'engine'), MEDIA_DIR: mediaFolder(portal.kernel.config) },
      ...{ STREAM_PORT: '0', ENGINE_PORT: String(ports.control), ENGINE_TOKEN: token },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(engine.stdout!)) {
    if (!line.includes('on the air')) continue;
    ports = JSON.parse(line) as typeof ports;
    break;
  }
  engine.stdout!.resume();
};
const killEngine = async (): Promise<void> => {
  const exited = once(engine, 'exit');
  if (engine.kill('SIGKILL')) await exited;
};
const toneOf = async (name: string, hertz: number, seconds: number): Promise<string> => {
  const path = join(folder, name);
  const tone = ['-f', 'lavfi', '-i', `sine=${String(hertz)}:sample_rate=44100:duration=${String(seconds)}`, '-ac', '2'];
  const frames = ['-c:a', 'libmp3lame', '-b:a', '128k', '-reservoir', '0', '-write_xing', '0', '-id3v2_version', '0'];
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...tone, ...frames, path]);
  return path;
};
const addTrack = async (): Promise<void> => {
  const track = await portal.make.track(station, { title: 'Low tone' });
  const path = `renditions/${track}.mp3`;
  await portal.kernel.storage.putFile(path, await toneOf('track.mp3', 220, 60), 'audio/mpeg');
  const format = { codec: 'mp3', bitrate: 128_000, sample_rate: 44_100, channels: 2 } as const;
  await portal.kernel.db
    .insertInto('renditions')
    .values({ track_key: track, ...format, path, size: 1, duration_ms: 60_000 })
    .execute();
  await admin.ok(playout.addTrack, { params: { key: station, trackId: track } });
};
const listen = async (): Promise<void> => {
  const row = await portal.kernel.db
    .selectFrom('stations')
    .select('streamname')
    .where('key', '=', station)
    .executeTakeFirstOrThrow();
  const leave = new AbortController();
  listeners.push(leave);
  const connect = async (): Promise<number> => {
    const reply = await fetch(`http://127.0.0.1:${String(ports.stream)}/${row.streamname}`, { signal: leave.signal });
    if (reply.status === 200) void reply.body?.pipeTo(new WritableStream()).catch(() => undefined);
    return reply.status;
  };
  await expect.poll(connect, patience).toBe(200);
};
const breakStarts = async () =>
  (await admin.call(audioAds.startBreak, { params: { key: station }, body: { seconds: 30 } })).json;
const actual = async () =>
  (await admin.ok(campaigns.get, { params: { id: account, cid: campaign } })).impressions.actual;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skywave-heard-'));
  [clickhouse, ports.control] = await Promise.all([testClickHouse(), freePort()]);
  const engineUrl = `http://127.0.0.1:${String(ports.control)}`;
  portal = await testPortal({ config: { clickhouseUrl: clickhouse.url, engineUrl, engineToken: token } });
  await startEngine();
  portal.engine.start();
  await portal.startJobs();
  admin = await portal.as(await portal.make.person({ admin: true }));
  account = await portal.make.account();
  station = await portal.make.station(account);
  await addTrack();
  const params = { key: station };
  const { version } = await admin.ok(audioAds.agreement, { params });
  await admin.ok(audioAds.agree, { params, body: { version, fullName: 'Ada Byron' } });
  await admin.ok(audioAds.set, { params: { ...params, status: 'enabled' } });
  const { autodj, preRoll } = defaultBreakRules;
  await admin.ok(audioAds.setRules, {
    params,
    body: {
      ...{ networkAds: false, approval: 'each', blockedCategories: [], blockedAdvertisers: [] },
      breaks: { ...defaultBreakRules, autodj: { ...autodj, enabled: false }, preRoll: { ...preRoll, enabled: false } },
    },
  });
  await admin.ok(campaigns.enable, { params: { id: account }, body: { enabled: true } });
}, 120_000);

afterAll(async () => {
  for (const leave of listeners) leave.abort();
  await portal.close();
  await killEngine();
  await clickhouse.drop();
  await rm(folder, { recursive: true, force: true });
});

test('an uploaded spot is heard within a minute, and each listener who hears it is counted once', async () => {
  await Promise.all([listen(), listen()]);
  const begun = performance.now();
  const body = {
    ...{ campaignName: 'Spring sale', advertiser: 'Acme', impressionLimit: 3, timezone: 'UTC' },
    ...{ startDate: '2026-01-01', endDate: '2098-01-31', rateLimiting: { pacing: 'fast' as const } },
  };
  const file = new Blob([await readFile(await toneOf('spot.mp3', 1300, 6))]);
  ({ id: campaign } = await admin.ok(campaigns.create, { params: { id: account }, body, file }));
  await expect.poll(breakStarts, patience).toMatchObject({ listeners: 2, withSpot: 2 });
  expect(performance.now() - begun).toBeLessThan(60_000);
  await expect.poll(actual, patience).toBe(2);
}, 180_000);

test('a person hears the spot in the stream, joined as for listeners', async () => {
  const heard = await admin.raw(campaigns.audioInStream, {
    params: { id: account, cid: campaign },
    query: { station },
  });
  expect([heard.status, heard.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
  // Some seconds before and after it, and 6 s of its own.
  expect((await heard.arrayBuffer()).byteLength).toBeGreaterThan(12 * 16_000);
  // One that runs sends silence within half a second, in which a spot is heard.
  const stopped = await portal.make.station(account, { running: false });
  const refused = await admin.call(campaigns.audioInStream, {
    params: { id: account, cid: campaign },
    query: { station: stopped },
  });
  expect([refused.status, refused.json.error.code]).toEqual([409, 'audioAds.notOnAir']);
}, 120_000);

test('what a killed engine had granted and nobody heard is lent again, and the goal holds', async () => {
  await killEngine();
  await startEngine();
  await Promise.all([listen(), listen()]);
  // The third impression was granted to the killed process.
  await expect.poll(breakStarts, patience).toMatchObject({ withSpot: 1 });
  await expect.poll(actual, patience).toBe(3);
  const { stats, quartiles } = await admin.ok(campaigns.report, { params: { id: account, cid: campaign } });
  expect(quartiles.started).toBe(3);
  expect(stats.topStations).toMatchObject([{ key: station, impressions: 3 }]);
  const breaks = await admin.ok(audioAds.breaks, { params: { key: station } });
  expect(breaks.map(({ kind, withSpot }) => [kind, withSpot])).toEqual([
    ['hand', 1],
    ['hand', 2],
  ]);
}, 180_000);
