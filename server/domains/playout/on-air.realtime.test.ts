import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import { billing } from '#contract/api/billing.ts';
import { live } from '#contract/api/live.ts';
import { playout } from '#contract/api/playout.ts';
import { stations, type Station } from '#contract/api/stations.ts';
import { childEnvironment } from '#shared/testing/child-environment.ts';
import { afterSync } from '#server/domains/billing/life/after-sync.ts';
import { holdDueAccounts } from '#server/domains/billing/life/hold.ts';
import type { TestClient } from '#server/testing/client.ts';
import { freePort } from '#server/testing/free-port.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

/* The portal and the real engine in separate processes, from a new account to the audio on its mount. */

const token = 'a token of sixteen letters';
let folder: string;
let engine: ChildProcess;
/** The control port is the same after a restart; the engine chooses the other at each. */
let ports = { stream: 0, control: 0 };
let portal: TestPortal;
let owner: TestClient;
let station: Station;

const startEngine = async (): Promise<void> => {
  engine = spawn(process.execPath, ['streaming/main.ts'], {
    env: {
      ...childEnvironment(),
      DATA_DIR: join(folder, 'data'),
      MEDIA_DIR: join(folder, 'media'),
      STREAM_PORT: '0',
      ENGINE_PORT: String(ports.control),
      ENGINE_TOKEN: token,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!engine.stdout) throw new Error('The engine has no output.');
  for await (const line of createInterface(engine.stdout)) {
    if (!line.includes('on the air')) continue;
    ports = JSON.parse(line) as typeof ports;
    break;
  }
  engine.stdout.resume();
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skywave-on-air-'));
  await mkdir(join(folder, 'media', 'renditions'), { recursive: true });
  ports.control = await freePort();
  await startEngine();
  portal = await testPortal({
    config: {
      engineUrl: `http://127.0.0.1:${String(ports.control)}`,
      engineToken: token,
      streamUrl: `http://127.0.0.1:${String(ports.stream)}`,
    },
  });
  portal.engine.start();
  // A request fails after three seconds without the engine; a busy machine may need longer.
  const { push } = portal.engine;
  portal.engine.push = (key, _withinMs, also) => push(key, 60_000, also);
  owner = await portal.as(await portal.make.person());
  const account = await owner.ok(accounts.create, { body: { company: 'On Air', email: 'a@example.com' } });
  station = await owner.ok(stations.create, { params: { id: account.key }, body: { name: 'Real Wave' } });
});
// Real engine and encoders on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

afterAll(async () => {
  await portal.close();
  const exited = once(engine, 'exit');
  if (engine.kill('SIGKILL')) await exited;
  await rm(folder, { recursive: true, force: true });
});

const params = () => ({ params: { key: station.key } });
const listen = (signal?: AbortSignal) =>
  fetch(`http://127.0.0.1:${String(ports.stream)}/${station.streamname}`, { signal: signal ?? null });
const mountStatus = async (): Promise<number> => {
  const leave = new AbortController();
  const reply = await listen(leave.signal);
  leave.abort();
  return reply.status;
};
const state = () => owner.ok(stations.live, params());
const patience = { timeout: 30_000 };

/** Adds a 20 s tone, encoded like a library rendition, to the station's playlist. */
const addTone = async (title: string, hertz: number): Promise<void> => {
  const track = await portal.make.track(station.key, { title });
  const path = `renditions/${track}.mp3`;
  const tone = ['-f', 'lavfi', '-i', `sine=${String(hertz)}:sample_rate=44100:duration=20`, '-ac', '2'];
  const frames = ['-c:a', 'libmp3lame', '-b:a', '128k', '-reservoir', '0', '-write_xing', '0', '-id3v2_version', '0'];
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...tone, ...frames, join(folder, 'media', path)]);
  const format = { codec: 'mp3', bitrate: 128_000, sample_rate: 44_100, channels: 2 } as const;
  await portal.kernel.db
    .insertInto('renditions')
    .values({ track_key: track, ...format, path, size: 1, duration_ms: 20_000 })
    .execute();
  await owner.ok(playout.addTrack, { params: { key: station.key, trackId: track } });
};

test('a new station serves its mount, and the portal shows it as active', async () => {
  expect(station.streambase).toBe(`http://127.0.0.1:${String(ports.stream)}`);
  await expect.poll(mountStatus, patience).toBe(200);
  await expect.poll(async () => (await state()).status, patience).toBe('active');
});

test('plays a track added to its playlist, and publishes it as now playing', async () => {
  await addTone('Low tone', 220);
  await expect.poll(async () => (await state()).title, patience).toContain('Low tone');
  const visitor = await portal.as(undefined);
  const playing = await visitor.ok(live.nowPlaying, { params: { mount: station.streamname } });
  expect(playing).toMatchObject({ on_air: true, live: false, track: 'Low tone' });
  expect((await owner.ok(playout.current, params())).track?.title).toBe('Low tone');
});

test('listeners stay connected through changes and "save and restart", and are dropped by a restart', async () => {
  const reply = await listen();
  const reader = (reply.body as ReadableStream<Uint8Array>).getReader();
  let bytes = 0;
  let isOver = false;
  const reading = (async () => {
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
      if (done) break;
      bytes += value?.length ?? 0;
    }
    isOver = true;
  })();
  await expect.poll(async () => (await state()).listeners, patience).toBe(1);
  await addTone('High tone', 880);
  const { playlist } = await owner.ok(playout.autoDj, params());
  const tracks = playlist.map((track) => track.key).toReversed();
  await owner.ok(playout.reorder, { ...params(), body: { tracks } });
  await owner.ok(playout.reset, params());
  await expect.poll(async () => (await state()).title, patience).toContain('High tone');
  const before = bytes;
  await expect.poll(() => bytes, patience).toBeGreaterThan(before);
  expect(isOver).toBe(false);

  await owner.ok(playout.restart, params());
  await reading;
  expect(isOver).toBe(true);
});

test('refuses listeners while it is stopped', async () => {
  expect(await owner.ok(playout.stop, params())).toEqual({ status: 'inactive' });
  expect(await mountStatus()).toBe(503);
  await owner.ok(playout.start, params());
  await expect.poll(mountStatus, patience).toBe(200);
});

test('disconnects an encoder when the password is replaced, and accepts it with the new one', async () => {
  const send = (password: string): ChildProcess => {
    const target = `icecast://source:${password}@127.0.0.1:${String(ports.stream)}/${station.streamname}`;
    const tone = ['-v', 'quiet', '-re', '-f', 'lavfi', '-i', 'sine=440:sample_rate=44100', '-ac', '2'];
    return spawn('ffmpeg', [...tone, '-c:a', 'libmp3lame', '-b:a', '128k', '-f', 'mp3', target], { stdio: 'ignore' });
  };
  const { password } = await owner.ok(stations.revealPassword, params());
  const old = send(password);
  await expect.poll(async () => (await state()).source, patience).toBe('live');
  expect((await owner.ok(stations.get, params())).server_status.live).toBe(true);
  const ended = once(old, 'exit');
  const { password: other } = await owner.ok(stations.resetPassword, params());
  await ended;
  await expect.poll(async () => (await state()).source, patience).toBe('autodj');
  const next = send(other);
  await expect.poll(async () => (await state()).source, patience).toBe('live');
  next.kill('SIGKILL');
  await expect.poll(async () => (await state()).source, patience).toBe('autodj');
});

/**
 * The gaps of 50 ms and more within the received audio, measured on the decoded signal. Its first frames are muted where they need data of
 * those before it, which is no gap: at 128 kbit/s at most two and a half, 65 ms.
 */
const findGaps = async (audio: Buffer): Promise<string[]> => {
  const file = join(folder, 'received.mp3');
  await writeFile(file, audio);
  const find = ['-i', file, '-af', 'silencedetect=n=-40dB:d=0.05', '-f', 'null', '-'];
  const { stderr } = await promisify(execFile)('ffmpeg', ['-hide_banner', ...find]);
  const isMutedStart = (line: string): boolean => /silence_end: (0\.0[56]\d*) \| silence_duration: \1$/.test(line);
  return stderr.split('\n').filter((line) => line.includes('silence_end') && !isMutedStart(line));
};

test('listeners stay connected through other settings, and are dropped by a format change', async () => {
  const reply = await listen();
  const received: Uint8Array[] = [];
  const size = () => received.reduce((bytes, chunk) => bytes + chunk.length, 0);
  let isOver = false;
  const reading = (async () => {
    const reader = (reply.body as ReadableStream<Uint8Array>).getReader();
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
      if (done || !value) break;
      received.push(value);
    }
    isOver = true;
  })();
  await expect.poll(size, patience).toBeGreaterThan(32_000);
  const settings = { bitrate: 192_000, burst: 1000, metadata: 'Wave', mix_offset: 100 };
  const body = { name: 'Real Wave Two', streamname: 'real-wave-two', description: 'Other', category: 31 };
  const changed = await owner.ok(stations.update, {
    ...params(),
    body: { ...body, radio_server_settings: settings },
  });
  expect(changed.listeners_dropped).toBe(false);
  const oldMount = station.streamname;
  station = changed;
  await expect.poll(mountStatus, patience).toBe(200);
  expect((await fetch(`${station.streambase}/${oldMount}`)).status).toBe(404);
  const before = size();
  await expect.poll(size, patience).toBeGreaterThan(before + 32_000);
  expect(isOver).toBe(false);
  expect(await findGaps(Buffer.concat(received))).toEqual([]);

  const mono = { radio_server_settings: { channels: 1 } };
  expect((await owner.ok(stations.update, { ...params(), body: mono })).listeners_dropped).toBe(true);
  await reading;
  await expect.poll(mountStatus, patience).toBe(200);
});

test('goes off the air when suspended or deleted, and returns when reactivated or restored', async () => {
  const { account_key: id } = station;
  const listener = await listen();
  await owner.ok(stations.suspend, params());
  await listener.text().catch(() => '');
  expect(await mountStatus()).toBe(503);
  await owner.ok(stations.reactivate, params());
  await expect.poll(mountStatus, patience).toBe(200);
  const again = await listen();
  await owner.ok(stations.remove, params());
  await again.text().catch(() => '');
  await expect.poll(mountStatus, patience).toBe(404);
  await owner.ok(stations.restore, { params: { id, stationKey: station.key } });
  await expect.poll(mountStatus, patience).toBe(200);
});

test('goes off the air when its account is held, and returns when a plan is paid again', async () => {
  const { kernel } = portal;
  const account = station.account_key;
  const paid = { account_key: account, plan: 'premier', provider: 'sandbox', product: 'plan' } as const;
  const own = kernel.db.updateTable('subscriptions').where('account_key', '=', account);
  await own.set({ status: 'canceled' }).execute();
  const ended = { ...paid, provider_id: 'sub_held', status: 'canceled', ended_at: new Date(0) } as const;
  await kernel.db.insertInto('subscriptions').values(ended).execute();
  const listener = await listen();
  expect(await holdDueAccounts(kernel)).toBe(1);
  await listener.text().catch(() => '');
  expect(await mountStatus()).toBe(503);
  await kernel.db.transaction().execute(async (tx) => {
    const back = { ...paid, provider_id: 'sub_back', status: 'active' } as const;
    await tx.insertInto('subscriptions').values(back).execute();
    const nothing = { subscriptions: [], invoices: [] };
    await afterSync(tx, kernel, { account, before: nothing, after: nothing });
  });
  await expect.poll(mountStatus, { ...patience, interval: 20 }).toBe(200);
  await expect.poll(async () => (await state()).status, patience).toBe('active');
  // The tests that follow end the plan as one that was assigned.
  await kernel.db.deleteFrom('subscriptions').where('status', '=', 'canceled').execute();
  await own.set({ provider: null, provider_id: null }).execute();
});

test('reconnects to a restarted engine and sends the changes made in the meantime', async () => {
  const exited = once(engine, 'exit');
  engine.kill('SIGKILL');
  await exited;
  expect((await owner.call(playout.stop, params())).json.error.code).toBe('server.stopFailed');
  await startEngine();
  await expect.poll(mountStatus, patience).toBe(503);
  await expect.poll(async () => (await state()).status, patience).toBe('inactive');
});

test('goes off and on the air with its account, and its mount is gone once the account is deleted', async () => {
  const admin = await portal.as(await portal.make.person({ admin: true }));
  const id = station.account_key;
  await owner.ok(playout.start, params());
  await expect.poll(mountStatus, patience).toBe(200);
  const listener = await listen();
  await admin.ok(accounts.suspend, { params: { id } });
  await listener.text().catch(() => '');
  expect(await mountStatus()).toBe(503);
  await admin.ok(accounts.reactivate, { params: { id } });
  await expect.poll(mountStatus, patience).toBe(200);

  const again = await listen();
  for (const { id: subId } of await owner.ok(billing.ofAccount, { params: { id } }))
    await owner.ok(billing.cancelOfAccount, { params: { id, subId } });
  await admin.ok(accounts.remove, { params: { key: id } });
  await again.text().catch(() => '');
  await expect.poll(mountStatus, patience).toBe(404);
});
