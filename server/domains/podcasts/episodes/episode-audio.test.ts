import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { episodes } from '#contract/api/episodes.ts';
import type { EpisodeKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { hostileTags } from '#server/engines/audio/testing/hostile-tags.ts';
import { decode, mp3Frames } from '#server/engines/audio/testing/test-audio.ts';
import { mediaFolder } from '#server/kernel/create-kernel.ts';
import { untilUnlocked } from '#server/testing/until-unlocked.ts';
import { picture } from '#server/testing/picture.ts';
import { dayMs } from '#contract/rules/time.ts';
import { acceptEpisodeAudio } from './episodes.service.ts';
import { workEpisodes } from './episodes.work.ts';
import { removeOrphanedFiles } from './orphaned-files.ts';
import { prepareAudio } from './prepare-audio.ts';
import { tagAudio } from './tag-audio.ts';
import { episodeRig, type EpisodeRig } from './testing/episode-rig.ts';

let rig: EpisodeRig;
/** Starts at real time, as the database sets the removal time of a deleted episode's files (trigger episode_gone). */
let now = new Date();

beforeAll(async () => {
  rig = await episodeRig({ work: true, clock: { now: () => now } });
}, 120_000);
afterAll(() => rig.close());
beforeEach(() => {
  now = new Date(now.getTime() + 1000);
});

const params = (episodeKey: EpisodeKey) => ({ podcastKey: rig.podcast, episodeKey });
const change = (key: EpisodeKey, body: Record<string, unknown>) =>
  rig.client.ok(episodes.update, { params: params(key), body: body as never });
const filesIn = async (name: string): Promise<string[]> =>
  await readdir(join(mediaFolder(rig.portal.kernel.config), 'episodes', name)).catch(() => []);
const allFiles = async () =>
  (await Promise.all(['originals', 'audio', 'peaks', 'transcripts'].map(filesIn))).map((files) => files.length);

describe('an upload', () => {
  it('becomes a draft titled by its tags, with the same audio and its exact duration and size', async () => {
    const bytes = rig.tone('a.flac', 880, 5, ['-c:a', 'flac', '-metadata', 'title=Été — 春']);
    const held = rig.holdNext();
    const reply = await rig.upload(bytes, '../../My first.flac');
    expect([reply.status, reply.json.status]).toEqual([202, 'PROCESSING']);
    const key = reply.json.data.key;
    expect(await rig.get(key)).toMatchObject({ upload_status: 'processing', file_url: null });
    held.release();
    expect(await rig.ended(reply.json.task)).toMatchObject({ status: 'SUCCESS', data: { key } });
    const episode = await rig.get(key);
    expect(episode).toMatchObject({
      title: 'Été — 春',
      state: 'draft',
      upload_status: 'ready',
      duration: 5,
      duration_hms: '0:05',
      original: { filename: 'My first.flac', size: bytes.length, duration: 5 },
      file_url: `http://portal.test/episodes/${key}.mp3`,
    });
    const path = await rig.file(key);
    expect((await readFile(path)).length).toBe(episode.size);
    expect(decode(path, 'mp3').length / 44_100).toBeCloseTo(5, 2);
    expect(await rig.heard(key)).toEqual([880, 880, 880, 880, 880]);
    expect(rig.probe(path).format.tags).toMatchObject({ title: 'Été — 春', album: 'The Show', genre: 'Podcast' });
    const original = await rig.portal.kernel.storage.localPath((await rig.row(key)).original!);
    expect((await readFile(original)).equals(bytes)).toBe(true);
  }, 180_000);

  it('of an MP3 leaves its frames bit-identical', async () => {
    const bytes = rig.tone('b.mp3', 660, 4, ['-q:a', '1', '-id3v2_version', '0']);
    const key = await rig.add(bytes, 'b.mp3');
    const delivered = await readFile(await rig.file(key));
    expect(delivered.toString('latin1', 0, 3)).toBe('ID3');
    expect(delivered.subarray(-bytes.length).equals(bytes)).toBe(true);
  }, 180_000);

  it('that is not audio is refused at once; errors found by decoding end the task', async () => {
    const before = await allFiles();
    expect((await rig.upload(Buffer.from('no sound '.repeat(99)), 'a.mp3')).json.error.code).toBe('media.notAudio');
    expect((await rig.upload(Buffer.alloc(0), 'a.mp3')).json.error.code).toBe('media.empty');
    const whole = rig.tone('whole.m4a', 440, 4, ['-c:a', 'aac']);
    const { json } = await rig.upload(whole.subarray(0, 20_000), 'cut.m4a');
    expect(await rig.ended(json.task)).toMatchObject({
      status: 'ERROR',
      data: null,
      error: { code: 'media.notAudio' },
    });
    expect(await rig.get(json.data.key)).toMatchObject({
      upload_status: 'error',
      upload_error: { code: 'media.notAudio', message: expect.stringContaining('incomplete') as string },
      original: null,
    });
    await removeOrphanedFiles(rig.portal.kernel);
    expect(await allFiles()).toEqual(before);
  }, 180_000);

  it('with tags over the size limit is refused with that reason, and leaves no file', async () => {
    const before = await allFiles();
    const sound = rig.tone('tags.mp3', 660, 1, ['-id3v2_version', '0']);
    const reply = await rig.upload(Buffer.concat([hostileTags.PRIV(limits.tagMaxBytes + 1024), sound]), 'tags.mp3');
    expect(reply).toMatchObject({ status: 413, json: { error: { code: 'media.tagsTooLarge' } } });
    expect(await allFiles()).toEqual(before);
  }, 120_000);

  it('replaces the audio when it is ready; a failed one leaves the old audio', async () => {
    const key = await rig.add(rig.tone('one.mp3', 500, 3), 'one.mp3');
    await change(key, {
      chapters: [
        { start: 0, title: 'A', url: '' },
        { start: 2.5, title: 'B', url: '' },
      ],
    });
    const old = await rig.file(key);
    const broken = await rig.upload(rig.tone('x.m4a', 1, 3, ['-c:a', 'aac']).subarray(0, 9000), 'x.m4a', key);
    await rig.ended(broken.json.task);
    expect(await rig.get(key)).toMatchObject({
      upload_status: 'error',
      duration: 3,
      original: { filename: 'one.mp3' },
    });
    expect(await rig.heard(key)).toEqual([500, 500, 500]);
    await rig.add(rig.tone('two.mp3', 900, 2), 'two.mp3', key);
    expect(await rig.heard(key)).toEqual([900, 900]);
    expect(await rig.get(key)).toMatchObject({
      upload_status: 'ready',
      upload_error: null,
      chapters: [{ title: 'A' }],
    });
    // The old file stays for a day for downloads in progress.
    await removeOrphanedFiles(rig.portal.kernel);
    expect((await readFile(old)).length).toBeGreaterThan(0);
    const later = { now: () => new Date(now.getTime() + dayMs + 1000) };
    await removeOrphanedFiles({ ...rig.portal.kernel, clock: later });
    await expect(readFile(old)).rejects.toThrow();
    expect(await rig.heard(key)).toEqual([900, 900]);
  }, 180_000);

  it('that comes later wins, whichever is ready first', async () => {
    const key = await rig.portal.make.episode(rig.podcast);
    const held = rig.holdNext();
    const first = await rig.upload(rig.tone('f.wav', 400, 2), 'f.wav', key);
    await rig.portal.drain();
    await held.reached;
    const second = await rig.upload(rig.tone('s.wav', 1000, 2), 's.wav', key);
    expect((await rig.ended(second.json.task)).status).toBe('SUCCESS');
    expect(await rig.ended(first.json.task)).toMatchObject({ status: 'ERROR', error: { code: 'episode.superseded' } });
    held.release();
    // The lock is free once the first is prepared, too.
    await untilUnlocked(rig.portal.kernel.db, `episode ${first.json.task}`);
    expect(await rig.heard(key)).toEqual([1000, 1000]);
    await removeOrphanedFiles(rig.portal.kernel);
    const { original } = await rig.row(key);
    expect(await filesIn('originals')).toContain(original!.split('/').at(-1));
  }, 180_000);

  it('is prepared once although its job runs twice, and also after its worker was killed', async () => {
    const path = rig.at('killed.wav');
    rig.tone('killed.wav', 700, 2);
    // Its job does not start, and a killed worker left its files behind.
    const upload = await acceptEpisodeAudio(
      withoutJobs(),
      rig.podcast,
      undefined,
      { path, filename: 'killed.wav' },
      undefined,
    );
    const started = Promise.withResolvers<void>();
    const death = Promise.withResolvers<never>();
    const tagEpisode = () => {
      started.resolve();
      return death.promise;
    };
    const killed = prepareAudio({ ...rig.deps, audio: { ...rig.deps.audio, tagEpisode } }, upload.task);
    await started.promise;
    // Closing the connection releases the lock of the hanging preparation, as the death of its process would.
    await endLockHolders();
    await workEpisodes(rig.deps);
    expect((await rig.ended(upload.task)).status).toBe('SUCCESS');
    await Promise.all([prepareAudio(rig.deps, upload.task), prepareAudio(rig.deps, upload.task)]);
    death.reject(new Error('killed'));
    await expect(killed).rejects.toThrow();
    expect(await rig.heard(upload.episode)).toEqual([700, 700]);
    now = new Date(now.getTime() + dayMs + 1000);
    await removeOrphanedFiles(rig.portal.kernel);
    const referenced = await rig.portal.kernel.db
      .selectFrom('episodes')
      .select('audio')
      .where('audio', 'is not', null)
      .execute();
    expect((await filesIn('audio')).toSorted()).toEqual(
      referenced.map(({ audio }) => audio!.split('/').at(-1)!).toSorted(),
    );
  }, 180_000);
});

/** Queues no jobs. */
const withoutJobs = () => ({ ...rig.deps, jobs: { ...rig.deps.jobs, send: () => Promise.resolve() } });

/** Ends the connections that hold preparation locks, as the death of their process would. */
const endLockHolders = async (): Promise<void> => {
  // Within 20 s: each has ended, and so released its lock, when this returns.
  await sql`select pg_terminate_backend(pid, 20000) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      and pid <> pg_backend_pid() and pid not in (
        select pid from pg_stat_activity where query ilike '%listen%')`.execute(rig.portal.kernel.db);
};

describe('the tags of the file', () => {
  it('follow the episode’s details without changing the audio', async () => {
    const key = await rig.add(rig.tone('t.wav', 440, 2), 't.wav');
    const before = await rig.row(key);
    await tagAudio(rig.deps, key);
    expect((await rig.row(key)).audio).toBe(before.audio);
    const frames = mp3Frames(rig.write('frames.mp3', await framesOf(key))).bytes;
    await change(key, { title: 'Another title', episode: 3, chapters: [{ start: 1, title: 'Second half', url: '' }] });
    await rig.client.ok(episodes.update, { params: params(key), body: {}, file: await picture(1400, 1400) });
    await tagAudio(rig.deps, key);
    const after = await rig.row(key);
    expect(after.audio_hash).not.toBe(before.audio_hash);
    const probed = rig.probe(await rig.file(key));
    expect(probed.format.tags).toMatchObject({ title: 'Another title', track: '3', album: 'The Show' });
    expect(probed.chapters.map(({ tags }) => tags.title)).toEqual(['Second half']);
    expect(probed.streams.find(({ codec_type }) => codec_type === 'video')?.width).toBe(1000);
    expect(mp3Frames(rig.write('frames.mp3', await framesOf(key))).bytes.equals(frames)).toBe(true);
    expect(after.audio_size).toBe((await readFile(await rig.file(key))).length);
  }, 180_000);

  const framesOf = async (key: EpisodeKey): Promise<Buffer> => {
    const bytes = await readFile(await rig.file(key));
    return bytes.subarray(10 + [...bytes.subarray(6, 10)].reduce((sum, digit) => sum * 128 + digit, 0));
  };
});

describe('a deleted episode', () => {
  it('takes all its files with it', async () => {
    await removeOrphanedFiles(rig.portal.kernel);
    const before = await allFiles();
    const key = await rig.add(rig.tone('gone.wav', 440, 2), 'gone.wav');
    await rig.client.ok(episodes.remove, { params: params(key) });
    await rig.portal.drain();
    expect(await allFiles()).toEqual(before);
    expect((await rig.client.call(episodes.get, { params: params(key) })).status).toBe(404);
  }, 180_000);

  it('leaves no files when deleted during preparation', async () => {
    await removeOrphanedFiles(rig.portal.kernel);
    const before = await allFiles();
    const path = rig.at('while.wav');
    rig.tone('while.wav', 440, 2);
    const { task, episode } = await acceptEpisodeAudio(
      withoutJobs(),
      rig.podcast,
      undefined,
      { path, filename: 'while.wav' },
      undefined,
    );
    const { tagEpisode } = rig.deps.audio;
    await prepareAudio(
      {
        ...rig.deps,
        audio: {
          ...rig.deps.audio,
          tagEpisode: async (...args) => {
            const result = await tagEpisode(...args);
            await rig.client.ok(episodes.remove, { params: params(episode) });
            return result;
          },
        },
      },
      task,
    );
    await removeOrphanedFiles(rig.portal.kernel);
    expect(await allFiles()).toEqual(before);
  }, 180_000);
});
