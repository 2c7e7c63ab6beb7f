import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StreamFormat } from '#contract/engine/engine.ts';
import type { AccountKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { recordingSchedules, type Recording } from '#contract/api/recording-schedules.ts';
import { ffmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { decode, pitch } from '#server/engines/audio/testing/test-audio.ts';
import type { TestClient } from '#server/testing/client.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { recordingEngine } from './recording-engine.ts';
import { cleanUpRecordings, queueDueRecordings } from './recording.work.ts';
import { processRecording } from './process-recording.ts';
import { fakeRecordingEngine, type FakeRecordingEngine } from './testing/fake-recording-engine.ts';

/* Turning the engine's recordings into episodes. */

const begin = Date.parse('2026-11-23T05:00:00Z');
const mp3: StreamFormat = { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 };
let now = 0;
let folder: string;
let portal: TestPortal;
let engine: FakeRecordingEngine;
let person: TestPerson;
let owner: TestClient;
let account: AccountKey;
let station: StationKey;
let podcast: PodcastKey;
let id: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skywave-take-'));
  engine = await fakeRecordingEngine();
  portal = await testPortal({ config: { engineUrl: engine.url }, clock: { now: () => new Date(now) } });
});
afterAll(async () => {
  await portal.close();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const deps = () => ({ ...portal.kernel, audio: ffmpegAudio(), engine: recordingEngine(portal.kernel.fleet) });
const plan = async (publish: 'draft' | 'published' = 'draft'): Promise<void> => {
  now = begin - 3_600_000;
  person = await portal.make.person();
  owner = await portal.as(person);
  account = await portal.make.account({ plan: 'prime' });
  await portal.make.accountMember(account, person, 'owner');
  station = await portal.make.station(account);
  podcast = await portal.make.podcast(account);
  await owner.ok(recordingSchedules.create, {
    params: { podcastKey: podcast },
    body: {
      stream: station,
      name: 'Morning show',
      begin: '2026-11-23',
      end: '2026-11-23',
      timezone: 'Europe/Athens',
      slots: [{ duration: 1, daysOfWeek: [1], start: '07:00' }],
      frequency: 1,
      publish,
      title: '{name} of {date} at {time}',
    },
  });
  now = begin + 70_000;
  id = (await table())[0]!.id;
};
beforeEach(async () => {
  engine.isUnreachable = false;
  engine.recordings.clear();
  engine.asked.length = 0;
  await plan();
});

const table = async (): Promise<Recording[]> =>
  (await owner.ok(recordingSchedules.table, { params: { podcastKey: podcast } })).recordings;
const episodes = () => portal.kernel.db.selectFrom('episodes').selectAll().where('podcast_key', '=', podcast).execute();
/** MP3 or AAC frames of a tone. */
const tone = (hertz: number, seconds: number, codec: StreamFormat['codec'] = 'mp3'): Buffer => {
  const path = join(folder, `tone.${codec}`);
  const source = [
    '-f',
    'lavfi',
    '-i',
    `sine=${String(hertz)}:sample_rate=44100:duration=${String(seconds)}`,
    '-ac',
    '2',
  ];
  const encoder =
    codec === 'mp3'
      ? ['-c:a', 'libmp3lame', '-reservoir', '0', '-write_xing', '0', '-id3v2_version', '0']
      : ['-c:a', 'aac'];
  const format = ['-f', codec === 'mp3' ? 'mp3' : 'adts'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...source, ...encoder, '-b:a', '128k', ...format, path]);
  return readFileSync(path);
};
type Part = {
  at: number;
  seconds: number;
  sound: Buffer;
  format?: StreamFormat;
  titles?: [number, string][];
  source?: string;
};
const setRecorded = (parts: Part[], also: { state?: 'over' | 'recording'; reason?: 'disk' } = {}): void => {
  const pieces = parts.map(({ at, seconds, sound, format = mp3 }) => ({
    start: begin + at * 1000,
    end: begin + (at + seconds) * 1000,
    bytes: sound.length,
    format,
  }));
  engine.recordings.set(id, {
    told: {
      ...{ id, station, begin, end: begin + 60_000, state: also.state ?? 'over', reason: also.reason ?? null, pieces },
      sources: parts.map(({ at, source = 'autodj' }) => ({ at: begin + at * 1000, source })),
      titles: parts.flatMap(({ titles = [] }) => titles.map(([at, title]) => ({ at: begin + at * 1000, title }))),
    },
    sound: new Map(parts.map(({ sound }, i) => [pieces[i]!.start, sound])),
  });
};
const original = async (file: string): Promise<string> => await portal.kernel.storage.localPath(file);
const task = () =>
  portal.kernel.db.selectFrom('episode_tasks').selectAll().where('podcast_key', '=', podcast).executeTakeFirstOrThrow();

describe('a finished recording', () => {
  test('becomes a draft with a title, chapters by track title, and the broadcast frames', async () => {
    const [first, second] = [tone(440, 10), tone(880, 20)];
    setRecorded([
      {
        at: 0,
        seconds: 10,
        sound: first,
        titles: [
          [0, 'Low'],
          [4, ''],
          [8, 'Middle'],
        ],
      },
      // A gap of ten seconds before: it is neither in the audio nor in the chapters.
      {
        at: 20,
        seconds: 20,
        sound: second,
        titles: [
          [20, 'Middle'],
          [25, 'High'],
          [38, 'Too short'],
        ],
      },
    ]);
    await processRecording(deps(), id);
    const [episode, ...others] = await episodes();
    expect(others).toEqual([]);
    expect(episode).toMatchObject({
      title: 'Morning show of November 23, 2026 at 07:00',
      published: false,
      publish_date: null,
      upload_status: 'processing',
      chapters: [
        { start: 0, title: 'Low', url: '' },
        { start: 8, title: 'Middle', url: '' },
        { start: 15, title: 'High', url: '' },
      ],
    });
    const stored = await readFile(await original((await task()).original!));
    expect(stored.equals(Buffer.concat([first, second]))).toBe(true);
    expect(await table()).toMatchObject([
      { state: 'done', reason: null, seconds: 30, episode: { key: episode!.key, title: episode!.title } },
    ]);
    expect(engine.recordings.size).toBe(0);
  });

  test('becomes one episode, however often the job runs', async () => {
    setRecorded([{ at: 0, seconds: 5, sound: tone(440, 5) }]);
    await Promise.all([processRecording(deps(), id), processRecording(deps(), id)]);
    await processRecording(deps(), id);
    expect(await episodes()).toHaveLength(1);
  });

  test('is published if its schedule says so', async () => {
    await plan('published');
    setRecorded([{ at: 0, seconds: 5, sound: tone(440, 5) }]);
    await processRecording(deps(), id);
    expect(await episodes()).toMatchObject([{ published: true, publish_date: new Date(now) }]);
  });

  test('is re-encoded if the station’s format changed during it', async () => {
    setRecorded([
      { at: 0, seconds: 5, sound: tone(440, 5) },
      { at: 5, seconds: 5, sound: tone(880, 5, 'aac'), format: { ...mp3, codec: 'aac' } },
    ]);
    await processRecording(deps(), id);
    const path = await original((await task()).original!);
    const samples = decode(path, 'mp3');
    expect(Math.abs(samples.length / 44_100 - 10)).toBeLessThan(0.2);
    const half = samples.length / 2;
    expect(Math.abs(pitch(samples.subarray(4000, half - 4000)) - 440)).toBeLessThan(5);
    expect(Math.abs(pitch(samples.subarray(half + 4000, samples.length - 4000)) - 880)).toBeLessThan(5);
  });
});

describe('a recording without an episode', () => {
  test.each([
    ['the station was off the air', {}, 'offAir', /off the air/],
    ['the disk was full', { reason: 'disk' as const }, 'disk', /disk of the streaming server/],
  ])('fails because %s, and the account’s owners and admins are mailed once', async (_, also, reason, words) => {
    portal.mails.length = 0;
    setRecorded([], also);
    await processRecording(deps(), id);
    await processRecording(deps(), id);
    expect(await table()).toMatchObject([{ state: 'failed', reason, episode: null }]);
    expect(await episodes()).toEqual([]);
    expect(portal.mails.map(({ to }) => to)).toEqual([person.email]);
    expect(portal.mails[0]!.paragraphs.join(' ')).toMatch(words);
    expect(portal.mails[0]!.action!.url).toBe(`http://portal.test/accounts/${account}/podcasts/${podcast}/recording`);
    expect(engine.recordings.size).toBe(0);
  });

  test('fails if the station sent only silence', async () => {
    setRecorded([{ at: 0, seconds: 5, sound: tone(440, 5), source: 'silence' }]);
    await processRecording(deps(), id);
    expect(await table()).toMatchObject([{ state: 'failed', reason: 'offAir' }]);
    expect(await episodes()).toEqual([]);
  });

  test('fails without an e-mail if the station was deleted', async () => {
    portal.mails.length = 0;
    await portal.kernel.db.updateTable('stations').set({ deleted_at: new Date() }).where('key', '=', station).execute();
    await processRecording(deps(), id);
    expect(await table()).toMatchObject([{ state: 'failed', reason: 'offAir' }]);
    expect(portal.mails).toEqual([]);
  });

  test('waits while the engine is unreachable or still recording, and fails after a week', async () => {
    engine.isUnreachable = true;
    await expect(processRecording(deps(), id)).rejects.toThrow();
    expect(await table()).toMatchObject([{ state: 'preparing' }]);
    engine.isUnreachable = false;
    setRecorded([], { state: 'recording' });
    await expect(processRecording(deps(), id)).rejects.toThrow('still recording');
    engine.isUnreachable = true;
    now += 8 * 86_400_000;
    await processRecording(deps(), id);
    expect(await table()).toMatchObject([{ state: 'failed', reason: 'engine' }]);
  });

  test('waits while the disk is nearly full, without fetching anything', async () => {
    setRecorded([{ at: 0, seconds: 5, sound: tone(440, 5) }]);
    const full = { ...deps(), config: { ...portal.kernel.config, minFreeDisk: Number.MAX_SAFE_INTEGER } };
    await expect(processRecording(full, id)).rejects.toMatchObject({ code: 'media.diskLow' });
    expect(await table()).toMatchObject([{ state: 'preparing' }]);
    expect(engine.asked.filter((line) => line.startsWith(`GET /recordings/${id}/`))).toEqual([]);
    await processRecording(deps(), id);
    expect(await table()).toMatchObject([{ state: 'done' }]);
  });

  test('is queued every minute until it is done', async () => {
    const sent: unknown[] = [];
    const jobs = { ...portal.kernel.jobs, send: (_: string, data: object) => Promise.resolve(void sent.push(data)) };
    await queueDueRecordings({ ...portal.kernel, jobs });
    expect(sent).toContainEqual({ id });
    setRecorded([{ at: 0, seconds: 5, sound: tone(440, 5) }]);
    await processRecording(deps(), id);
    sent.length = 0;
    await queueDueRecordings({ ...portal.kernel, jobs });
    expect(sent).not.toContainEqual({ id });
  });

  test('is removed from the engine once its podcast is deleted', async () => {
    setRecorded([{ at: 0, seconds: 5, sound: Buffer.alloc(0) }]);
    await cleanUpRecordings(deps());
    expect(engine.recordings.size).toBe(1);
    await portal.kernel.db.deleteFrom('podcasts').where('key', '=', podcast).execute();
    await cleanUpRecordings(deps());
    expect(engine.recordings.size).toBe(0);
  });
});
