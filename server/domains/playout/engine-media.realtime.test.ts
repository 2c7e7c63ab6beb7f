import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { playout } from '#contract/api/playout.ts';
import type { AccountKey, StationKey, TrackKey } from '#contract/rules/keys.ts';
import { childEnvironment } from '#shared/testing/child-environment.ts';
import { ensureBucket } from '#server/kernel/storage/s3.ts';
import type { Config } from '#server/kernel/config.ts';
import type { TestClient } from '#server/testing/client.ts';
import { freePort } from '#server/testing/free-port.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { s3OfTests } from '#server/testing/s3-server.ts';
import { listenStrictly, type StrictListener } from '#streaming/edge/testing/strict-listener.ts';
import { detectTones, sequence } from '#streaming/ingest/testing/audio.ts';
import { prepareTrack } from '#streaming/ingest/testing/air-rig.ts';

/* An engine in a process of its own with a data folder of its own: nothing of the portal's storage is on its disk. */

vi.setConfig({ testTimeout: 120_000 });
const token = 'a token of sixteen letters';
const second = 16_000;

/** What lies between the engine and the portal. */
type Way = { server: Server; url: string; fault: 'none' | 'away' | 'damage' | 'break'; asked: string[] };

const startWay = async (portalUrl: () => string): Promise<Way> => {
  const forward = (request: IncomingMessage, reply: ServerResponse): void => {
    const key = new URL(request.url ?? '/', 'http://way').pathname;
    way.asked.push(`${key.split('/').at(-1) ?? ''} ${request.headers.range ?? ''}`.trim());
    if (way.fault === 'away') return void reply.writeHead(503).end();
    const upstream = ask(new URL(request.url ?? '/', portalUrl()), { headers: request.headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      let sent = 0;
      answer.on('data', (chunk: Buffer) => {
        if (way.fault === 'damage' && answer.statusCode === 200) chunk[0] = (chunk[0] ?? 0) ^ 1;
        const isLast = way.fault === 'break' && sent > 30_000;
        sent += chunk.length;
        reply.write(chunk, () => isLast && reply.destroy());
      });
      answer.on('end', () => reply.end());
    });
    upstream.on('error', () => reply.destroy());
    upstream.end();
  };
  const server = createServer(forward);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const way: Way = { server, url, fault: 'none', asked: [] };
  return way;
};

type Running = { child: ChildProcess; stream: number; control: number };

const real = s3OfTests();
const stores: { name: string; s3: Config['s3'] }[] = [{ name: 'a disk', s3: undefined }];
if (real) stores.push({ name: 'the bucket of TEST_S3_URL', s3: real });

describe.each(stores)('storage on $name', ({ s3 }) => {
  let folder: string;
  let portal: TestPortal;
  let way: Way;
  let engine: Running;
  let owner: TestClient;
  let account: AccountKey;
  let key: StationKey;
  const listeners: StrictListener[] = [];
  const cache = (): string => join(folder, 'engine', 'engine', 'media');

  const startEngine = async (
    ports: Pick<Running, 'stream' | 'control'>,
    own: Record<string, string> = {},
  ): Promise<Running> => {
    const env = {
      ...{ ...childEnvironment(), DATA_DIR: join(folder, 'engine'), ENGINE_TOKEN: token, ...own },
      ...{ STREAM_PORT: String(ports.stream), ENGINE_PORT: String(ports.control) },
    };
    const child = spawn(process.execPath, ['streaming/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const text of createInterface(child.stdout)) {
      const line = JSON.parse(text) as { msg: string; stream: number; control: number };
      if (line.msg !== 'on the air') continue;
      child.stdout.resume();
      return { child, stream: line.stream, control: line.control };
    }
    throw new Error('The engine did not start.');
  };
  const kill = async ({ child }: Running): Promise<void> => {
    const exited = once(child, 'exit');
    if (child.kill('SIGKILL')) await exited;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'skywave-media-'));
    await mkdir(join(folder, 'tones'));
    if (s3) await ensureBucket(s3);
    way = await startWay(() => portal.url);
    // Its own also while it is killed.
    engine = await startEngine({ stream: await freePort(), control: await freePort() });
    portal = await testPortal({
      config: {
        engineUrl: `http://127.0.0.1:${String(engine.control)}`,
        ...{ engineToken: token, mediaUrl: way.url, s3 },
      },
    });
    portal.engine.start();
    const person = await portal.make.person();
    owner = await portal.as(person);
    account = await portal.make.account();
    await portal.make.accountMember(account, person, 'owner');
  });
  afterAll(async () => {
    way.server.closeAllConnections();
    way.server.close();
    await portal.close();
    await kill(engine);
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    way.fault = 'none';
    way.asked = [];
    key = await portal.make.station(account);
  });
  afterEach(async () => {
    for (const listener of listeners.splice(0)) listener.close();
    await portal.kernel.db.updateTable('stations').set({ deleted_at: new Date() }).where('key', '=', key).execute();
    await portal.drain();
  });

  /** Puts a tone into the storage, as if it had been rendered. Two of the same length are one file for the engine. */
  const addTone = async (hertz: number, seconds: number): Promise<TrackKey> => {
    const track = await portal.make.track(key, { title: `${String(hertz)} Hz` });
    const tones = join(folder, 'tones');
    const { path: file } = await prepareTrack(tones, hertz, seconds);
    const bytes = await readFile(join(tones, file));
    const path = `renditions/${track}-mp3.mp3`;
    await portal.kernel.storage.put(path, bytes, 'audio/mpeg');
    const format = { codec: 'mp3', bitrate: 128_000, sample_rate: 44_100, channels: 2 } as const;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const values = { track_key: track, ...format, path, size: bytes.length, sha256, duration_ms: seconds * 1000 };
    await portal.kernel.db.insertInto('renditions').values(values).execute();
    await owner.ok(playout.addTrack, { params: { key, trackId: track } });
    return track;
  };
  const live = () => portal.live.latest(key);
  const mount = async (): Promise<string> =>
    (
      await portal.kernel.db
        .selectFrom('stations')
        .select('streamname')
        .where('key', '=', key)
        .executeTakeFirstOrThrow()
    ).streamname;
  const listen = async (): Promise<StrictListener> => {
    const path = `/${await mount()}`;
    await expect
      .poll(async () => {
        const listener = await listenStrictly({ port: engine.stream, path });
        listeners.push(listener);
        return listener.reply.status;
      })
      .toContain('200 OK');
    return listeners.at(-1)!;
  };
  const cachedBytes = async (): Promise<number> => {
    const sizes = await Promise.all(
      (await readdir(cache())).map(async (name) => (await stat(join(cache(), name)).catch(() => undefined))?.size ?? 0),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const poll = { timeout: 60_000 };

  it('a track that is only in the storage is heard, and is fetched once', async () => {
    const track = await addTone(440, 20);
    await expect.poll(() => live()?.track?.key, poll).toBe(track);
    const listener = await listen();
    await listener.receive(6 * second);
    expect(sequence(await detectTones(listener.audio(), 'mp3', [440, 880])).at(-1)).toBe(440);
    expect(way.asked).toEqual([`${track}-mp3.mp3`]);
    expect(live()?.unreadable?.count).toBe(0);
  });

  it('a file that was damaged on the way is not played, and the state names it', async () => {
    way.fault = 'damage';
    const track = await addTone(440, 19);
    await expect
      .poll(() => live()?.unreadable?.tracks, poll)
      .toEqual([{ key: track, title: '440 Hz', artist: '', reason: 'it arrived damaged' }]);
    await expect.poll(() => live()?.source, poll).toBe('silence');
    way.fault = 'none';
    await expect.poll(() => live()?.track?.key, poll).toBe(track);
    expect(live()?.unreadable?.count).toBe(0);
  });

  it('while the portal is away, what was fetched before plays instead, and the state says why', async () => {
    const known = await addTone(440, 4);
    await expect.poll(() => live()?.track?.key, poll).toBe(known);
    way.fault = 'away';
    const unknown = await addTone(880, 4);
    const reason = 'the portal answered 503';
    await expect
      .poll(() => live()?.unreadable?.tracks, poll)
      .toEqual([{ key: unknown, title: '880 Hz', artist: '', reason }]);
    const listener = await listen();
    await listener.receive(8 * second);
    expect(sequence(await detectTones(listener.audio(), 'mp3', [440, 880]))).toEqual([440]);
    way.fault = 'none';
    await expect.poll(() => live()?.track?.key, poll).toBe(unknown);
  });

  it('a download that breaks off is continued where it was, also after kill -9', async () => {
    way.fault = 'break';
    const track = await addTone(440, 30);
    await expect.poll(() => way.asked.length, poll).toBeGreaterThan(1);
    expect(way.asked[0]).toBe(`${track}-mp3.mp3`);
    expect(way.asked[1]).toMatch(/ bytes=\d{5,}-$/);
    await kill(engine);
    way.asked = [];
    engine = await startEngine(engine);
    way.fault = 'none';
    await expect.poll(() => live()?.track?.key, poll).toBe(track);
    expect(way.asked[0]).toMatch(/ bytes=\d{5,}-$/);
    const listener = await listen();
    await listener.receive(4 * second);
    expect(sequence(await detectTones(listener.audio(), 'mp3', [440, 880])).at(-1)).toBe(440);
  });

  it('without a portal the engine plays what it has after a restart', async () => {
    const track = await addTone(440, 20);
    await expect.poll(() => live()?.track?.key, poll).toBe(track);
    way.fault = 'away';
    await kill(engine);
    way.asked = [];
    engine = await startEngine(engine);
    const listener = await listen();
    await listener.receive(4 * second);
    expect(sequence(await detectTones(listener.audio(), 'mp3', [440, 880])).at(-1)).toBe(440);
    expect(way.asked).toEqual([]);
  });

  it('a limit of nothing is told, and leaves nothing on the disk', async () => {
    await kill(engine);
    await rm(cache(), { recursive: true, force: true });
    engine = await startEngine(engine, { MEDIA_CACHE_GB: '0' });
    const track = await addTone(440, 4);
    await expect
      .poll(() => live()?.unreadable?.tracks, poll)
      .toEqual([{ key: track, title: '440 Hz', artist: '', reason: 'it is larger than MEDIA_CACHE_GB allows' }]);
    expect(await cachedBytes()).toBe(0);
    await kill(engine);
    engine = await startEngine(engine);
    await expect.poll(() => live()?.track?.key, poll).toBe(track);
    expect(await cachedBytes()).toBeGreaterThan(60_000);
  });
});
