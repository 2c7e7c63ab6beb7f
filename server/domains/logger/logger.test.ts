import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import type { PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { logger } from '#contract/api/logger.ts';
import { playout } from '#contract/api/playout.ts';
import { stations } from '#contract/api/stations.ts';
import { childEnvironment } from '#shared/testing/child-environment.ts';
import { decode, pitch } from '#server/engines/audio/testing/test-audio.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { zoneAtNoon } from '#server/testing/zone-at-noon.ts';
import { deleteLogs } from './delete-logs.ts';

/* The portal and the real engine: recordings are listed, played and cut. */

const token = 'a token of sixteen letters';
const frameS = 1152 / 44_100;
let folder: string;
let engine: ChildProcess;
let portal: TestPortal;
let owner: TestClient;
let station: StationKey;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skywave-log-'));
  await mkdir(join(folder, 'media', 'renditions'), { recursive: true });
  engine = spawn(process.execPath, ['streaming/main.ts'], {
    env: {
      ...childEnvironment(),
      DATA_DIR: join(folder, 'data'),
      MEDIA_DIR: join(folder, 'media'),
      STREAM_PORT: '0',
      ENGINE_PORT: '0',
      ENGINE_TOKEN: token,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const engineUrl = `http://127.0.0.1:${String(await controlPort(engine))}`;
  portal = await testPortal({ config: { engineUrl, engineToken: token } });
  portal.engine.start();
  owner = await portal.as(await portal.make.person());
  const account = await owner.ok(accounts.create, { body: { company: 'Logged', email: 'a@example.com' } });
  const body = { name: 'Logged Wave', default_timezone: zoneAtNoon() };
  station = (await owner.ok(stations.create, { params: { id: account.key }, body })).key;
  // No crossfade, so that each track plays from its first frame to its last.
  const noCrossfade = { mix_offset: 0, mix_speed: 0 };
  await owner.ok(stations.update, { params: { key: station }, body: { radio_server_settings: noCrossfade } });
  for (const [title, hertz] of [
    ['Low', 440],
    ['High', 880],
  ] as const)
    await addTone(title, hertz);
});
afterAll(async () => {
  await portal.close();
  engine.kill('SIGKILL');
  await once(engine, 'exit');
  await rm(folder, { recursive: true, force: true });
});

/** The engine's control port, once it is on the air. */
const controlPort = async ({ stdout }: ChildProcess): Promise<number> => {
  for await (const line of createInterface(stdout!)) {
    if (!line.includes('on the air')) continue;
    stdout!.resume();
    return (JSON.parse(line) as { control: number }).control;
  }
  throw new Error('The engine ended before it was on the air.');
};

const key = () => ({ params: { key: station } });
const overview = () => owner.ok(logger.overview, key());

/** Adds a 6 s tone, encoded like a library rendition, to the station's playlist. */
const addTone = async (title: string, hertz: number): Promise<void> => {
  const track = await portal.make.track(station, { title });
  const path = `renditions/${track}.mp3`;
  const tone = ['-f', 'lavfi', '-i', `sine=${String(hertz)}:sample_rate=44100:duration=6`, '-ac', '2'];
  const frames = ['-c:a', 'libmp3lame', '-b:a', '128k', '-reservoir', '0', '-write_xing', '0', '-id3v2_version', '0'];
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...tone, ...frames, join(folder, 'media', path)]);
  const format = { codec: 'mp3', bitrate: 128_000, sample_rate: 44_100, channels: 2 } as const;
  await portal.kernel.db
    .insertInto('renditions')
    .values({ track_key: track, ...format, path, size: 1, duration_ms: 6000 })
    .execute();
  await owner.ok(playout.addTrack, { params: { key: station, trackId: track } });
};

/** The pitch and length of an audio file. */
const measure = async (audio: Buffer): Promise<{ hertz: number; seconds: number }> => {
  const file = join(folder, 'measured.mp3');
  await writeFile(file, audio);
  const samples = decode(file, 'mp3');
  return { hertz: Math.round(pitch(samples) / 10) * 10, seconds: samples.length / 44_100 };
};

test('is off by default, and shows the space it would need', async () => {
  expect(await overview()).toMatchObject({
    enabled: false,
    days: 7,
    state: 'off',
    bytes: 0,
    bytes_per_day: 1_382_400_000,
    recorded: [],
    usage: null,
  });
});

test('records once it is turned on, with the times of titles and sources', { timeout: 180_000 }, async () => {
  const on = await owner.ok(logger.change, { ...key(), body: { enabled: true, days: 3 } });
  expect(on).toMatchObject({ enabled: true, days: 3, quota_bytes: Math.ceil(1_382_400_000 * 3 * 1.1) });
  await expect.poll(async () => (await overview()).bytes, { timeout: 60_000 }).toBeGreaterThan(16_000 * 22);
  const { state, recorded, timezone } = await overview();
  expect(state).toBe('recording');
  const date = recorded[0]!.date;
  const day = await owner.ok(logger.day, { params: { key: station, date } });
  expect(day).toMatchObject({ date, timezone, to: day.from + 86_400_000 });
  expect(new Set(day.titles.map(({ title }) => title))).toEqual(new Set(['Low', 'High']));
  expect(day.sources.map(({ source }) => source)).toEqual(['autodj']);
  // The first title of a recording doesn't mark the start of its track. Segments end on the hour.
  const { start } = day.pieces.findLast((piece, i) => day.pieces[i - 1]?.end !== piece.start)!;
  const { end } = day.pieces.at(-1)!;
  const change = day.titles.findLast(({ title, at }) => title === 'Low' && at > start && at < end - 8500)!;
  // The recording after a title change contains exactly that track, from its first frame to its last.
  const link = await owner.ok(logger.link, { params: { key: station, from: change.at + 100, to: change.at + 5900 } });
  expect(Math.abs(link.seconds - 5.8)).toBeLessThanOrEqual(2 * frameS);
  const audio = Buffer.from(await (await owner.send('GET', link.url)).arrayBuffer());
  expect(audio.length).toBe(link.bytes);
  const { hertz, seconds } = await measure(audio);
  expect(hertz).toBe(440);
  expect(Math.abs(seconds - 5.8)).toBeLessThanOrEqual(3 * frameS);
  const after = await owner.ok(logger.link, {
    params: { key: station, from: change.at + 6200, to: change.at + 8000 },
  });
  const next = Buffer.from(await (await owner.send('GET', after.url)).arrayBuffer());
  expect((await measure(next)).hertz).toBe(880);
});

const newest = async (): Promise<{ from: number; to: number }> => {
  const { date } = (await overview()).recorded[0]!;
  const { pieces } = await owner.ok(logger.day, { params: { key: station, date } });
  const { end } = pieces.at(-1)!;
  return { from: end - 10_000, to: end - 1000 };
};

test('serves byte ranges to players, and a download with a name and a title', { timeout: 180_000 }, async () => {
  const at = await newest();
  const link = await owner.ok(logger.link, { params: { key: station, ...at }, query: { name: 'Mörning: Show' } });
  const visitor = await portal.as(undefined);
  const whole = Buffer.from(await (await visitor.send('GET', link.url)).arrayBuffer());
  const part = await visitor.send('GET', link.url, undefined, { range: 'bytes=5000-9999' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 5000-9999/${link.bytes}`]);
  expect(part.headers.get('content-type')).toBe('audio/mpeg');
  expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(5000, 10_000))).toBe(true);
  expect((await visitor.send('GET', link.url, undefined, { range: `bytes=${link.bytes}-` })).status).toBe(416);

  const download = await visitor.send('GET', link.download_url);
  expect(download.headers.get('content-disposition')).toContain("filename*=UTF-8''M%C3%B6rning%20Show.mp3");
  const file = Buffer.from(await download.arrayBuffer());
  expect(file.subarray(0, 3).toString()).toBe('ID3');
  expect(file.subarray(file.length - whole.length).equals(whole)).toBe(true);
  await writeFile(join(folder, 'named.mp3'), file);
  const probe = ['-v', 'error', '-show_entries', 'format_tags=title', '-of', 'csv=p=0', join(folder, 'named.mp3')];
  expect((await promisify(execFile)('ffprobe', probe)).stdout.trim()).toBe('Mörning: Show');
});

test('requires a link of this station, signed by a user who still has a role', async () => {
  const at = await newest();
  const link = await owner.ok(logger.link, { params: { key: station, ...at } });
  const visitor = await portal.as(undefined);
  const [path, query] = link.url.split('?');
  expect((await visitor.send('GET', path!)).status).toBe(401);
  expect((await visitor.send('GET', `${path!}?token=forged`)).status).toBe(401);
  const other = await portal.make.station(await portal.make.account());
  expect((await visitor.send('GET', `${path!.replace(station, other)}?${query!}`)).status).toBe(404);

  const person = await portal.make.person();
  await portal.make.stationMember(station, person, 'staff');
  const staff = await portal.as(person);
  const theirs = await staff.ok(logger.link, { params: { key: station, ...at } });
  expect((await staff.call(logger.change, { ...key(), body: { enabled: false } })).status).toBe(403);
  expect((await staff.call(logger.clear, key())).status).toBe(403);
  expect((await visitor.send('GET', theirs.url)).status).toBe(200);
  await portal.kernel.db.deleteFrom('station_members').where('user_id', '=', person.id).execute();
  expect((await visitor.send('GET', theirs.url)).status).toBe(401);
});

test('refuses a range without a recording, of negative length, or longer than six hours', async () => {
  const { to } = await newest();
  const code = async (from: number, until: number) =>
    (await owner.call(logger.link, { params: { key: station, from, to: until } })).json.error.code;
  expect(await code(1000, 2000)).toBe('log.nothing');
  expect(await code(to, to - 1)).toBe('log.badSpan');
  expect(await code(to - 6 * 3_600_000 - 1, to)).toBe('log.badSpan');
});

test('refuses a cut while the disk is nearly full', async () => {
  const { config } = portal.kernel;
  config.minFreeDisk = Number.MAX_SAFE_INTEGER;
  const body = { ...(await newest()), title: 'The interview', artist: 'Morning Show' };
  const { json } = await owner.call(logger.cut, { ...key(), body });
  config.minFreeDisk = undefined;
  expect(json.error.code).toBe('media.diskLow');
});

test('saves a cut as a track of the library, with its title and artist', { timeout: 180_000 }, async () => {
  await portal.startJobs();
  const at = await newest();
  const body = { ...at, title: 'The interview', artist: 'Morning Show' };
  await owner.ok(logger.cut, { ...key(), body });
  const track = () =>
    portal.kernel.db
      .selectFrom('tracks')
      .select(['title', 'artist', 'state', 'duration_ms'])
      .where('station_key', '=', station)
      .where('filename', '=', 'Morning Show - The interview.mp3')
      .executeTakeFirst();
  await expect.poll(async () => (await track())?.state, { timeout: 60_000 }).toBe('ready');
  const saved = await track();
  expect(saved).toMatchObject({ title: 'The interview', artist: 'Morning Show' });
  expect(Math.abs(saved!.duration_ms - 9000)).toBeLessThanOrEqual(100);
});

test('saves a cut as a draft episode with a chapter for each title', { timeout: 180_000 }, async () => {
  const { account_key: account } = await owner.ok(stations.get, key());
  const podcast = await portal.make.podcast(account);
  const { date } = (await overview()).recorded[0]!;
  const { pieces, titles } = await owner.ok(logger.day, { params: { key: station, date } });
  const change = titles.findLast(({ at: began }) => began + 6000 < pieces.at(-1)!.end)!.at;
  const at = { station, from: change - 5500, to: change + 5500 };
  const params = { podcastKey: podcast };
  const cut = await owner.ok(logger.cutEpisode, { params, body: { ...at, title: 'The interview' } });
  const episode = () =>
    portal.kernel.db.selectFrom('episodes').selectAll().where('key', '=', cut.episode).executeTakeFirstOrThrow();
  expect(await episode()).toMatchObject({ podcast_key: podcast, title: 'The interview', published: false });
  await expect.poll(async () => (await episode()).upload_status, { timeout: 60_000 }).toBe('ready');
  const { audio, audio_ms, chapters } = await episode();
  expect(Math.abs(audio_ms - 11_000)).toBeLessThanOrEqual(100);
  // Two titles of six seconds each; each chapter contains the tone of its title.
  expect(chapters.map(({ start }) => Math.round(start * 10) / 10)).toEqual([0, 5.5]);
  expect(new Set(chapters.map(({ title }) => title))).toEqual(new Set(['Low', 'High']));
  const samples = decode(await portal.kernel.storage.localPath(audio!), 'mp3');
  for (const [i, chapter] of chapters.entries()) {
    const until = chapters[i + 1]?.start ?? audio_ms / 1000;
    const within = samples.subarray((chapter.start + 0.3) * 44_100, (until - 0.3) * 44_100);
    expect(Math.abs(pitch(within) - (chapter.title === 'Low' ? 440 : 880))).toBeLessThan(10);
  }
});

test('can be cut only into podcasts of its own account or station', async () => {
  const at = { ...(await newest()), station, title: 'A moment' };
  const cut = async (podcast: PodcastKey) =>
    (await owner.call(logger.cutEpisode, { params: { podcastKey: podcast }, body: at })).json.error.code;
  const elsewhere = await portal.make.account();
  expect(await cut(await portal.make.podcast(elsewhere))).toBe('podcast.notFound');
  const mine = await portal.make.person();
  const both = await portal.as(mine);
  const { account_key: account } = await owner.ok(stations.get, key());
  await portal.make.accountMember(account, mine, 'admin');
  await portal.make.accountMember(elsewhere, mine, 'admin');
  const theirs = { podcastKey: await portal.make.podcast(elsewhere) };
  expect((await both.call(logger.cutEpisode, { params: theirs, body: at })).json.error.code).toBe('station.notFound');
  const sibling = await portal.make.station(account);
  const siblings = { podcastKey: await portal.make.podcast(account, { station: sibling }) };
  expect((await both.call(logger.cutEpisode, { params: siblings, body: at })).json.error.code).toBe('station.notFound');
});

test('shows portal administrators the space used by all recordings', async () => {
  const admin = await portal.as(await portal.make.person({ admin: true }));
  const { usage } = await admin.ok(logger.overview, key());
  expect(usage).toMatchObject({ max_bytes: null, stations: 1 });
  expect(usage!.bytes).toBeGreaterThan(100_000);
});

test('leaves recordings when it is turned off, and deletes them on request', async () => {
  await owner.ok(logger.change, { ...key(), body: { enabled: false } });
  const { bytes, state } = await overview();
  expect([state, bytes > 100_000]).toEqual(['off', true]);
  // It records until the engine has the change.
  await portal.engine.deliver(station, 20_000);
  await owner.ok(logger.clear, key());
  expect(await overview()).toMatchObject({ bytes: 0, recorded: [] });
});

test('deletes all recordings of a purged station', { timeout: 180_000 }, async () => {
  const files = () => readdir(join(folder, 'data', 'engine', 'log'), { recursive: true });
  await owner.ok(logger.change, { ...key(), body: { enabled: true } });
  await expect.poll(async () => (await files()).some((name) => name.endsWith('.mp3')), { timeout: 20_000 }).toBe(true);
  await portal.kernel.db.updateTable('stations').set({ deleted_at: new Date() }).where('key', '=', station).execute();
  await portal.engine.deliver(station, 20_000);
  await deleteLogs(portal.kernel, [station]);
  expect(await files()).toEqual([]);
});
