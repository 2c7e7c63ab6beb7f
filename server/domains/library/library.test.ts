import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { library } from '#contract/api/library.ts';
import type { AccountKey, StationKey, TrackKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { plans } from '#contract/rules/plans.ts';
import { ffmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { hostileTags } from '#server/engines/audio/testing/hostile-tags.ts';
import { decode, makeTone, pitch } from '#server/engines/audio/testing/test-audio.ts';
import { napiImages } from '#server/engines/images/napi-images.ts';
import { testClient, type TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { workLibrary } from './library.work.ts';
import { prepareTrack } from './prepare.ts';

const audio = ffmpegAudio();
const images = napiImages();
let portal: TestPortal;
let folder: string;
let account: AccountKey;
let person: Awaited<ReturnType<TestPortal['make']['person']>>;
let client: TestClient;

beforeAll(async () => {
  portal = await testPortal();
  folder = mkdtempSync(join(tmpdir(), 'library-'));
  account = await portal.make.account();
  person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  client = await portal.as(person);
  await workLibrary({ ...portal.kernel, audio, images });
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A client of a station's media library, with the library's token as in the browser. */
const mediaOf = async (station: StationKey) => {
  const { token } = await client.ok(library.token, { params: { id: station } });
  const media = testClient(portal.url, token);
  const upload = (bytes: Buffer | string, name: string) =>
    media.call(library.upload, {
      query: { token },
      fields: { name },
      file: new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]),
    });
  return { ...media, token, upload };
};
type Media = Awaited<ReturnType<typeof mediaOf>>;

const tone = (name: string, hz: number, extra: string[] = []): Buffer => {
  makeTone(join(folder, name), { hz, seconds: 3 }, extra);
  return readFileSync(join(folder, name));
};

/** Polls the task, like the browser, until it has ended. */
const waitForTask = async (media: Media, id: string) => {
  const task = await expect
    .poll(async () => (await media.ok(library.task, { params: { id } })).status, { timeout: 60_000, interval: 100 })
    .not.toBe('PROCESSING')
    .then(() => media.ok(library.task, { params: { id } }));
  return task;
};

const uploadAndWait = async (media: Media, bytes: Buffer, name: string): Promise<TrackKey> => {
  const { json, status } = await media.upload(bytes, name);
  expect(status).toBe(202);
  expect(json.status).toBe('PROCESSING');
  await portal.drain();
  const task = await waitForTask(media, json.task);
  expect(task).toMatchObject({ status: 'SUCCESS', progress: 100, error: null });
  return task.data!.key;
};

const playlist = async (station: StationKey) =>
  (
    await portal.kernel.db
      .selectFrom('playlist_tracks')
      .select('track_key')
      .where('station_key', '=', station)
      .orderBy('position')
      .execute()
  ).map((row) => row.track_key);

describe('an upload', () => {
  it('becomes a track on the playlist with unchanged audio and the metadata of its tags', async () => {
    const station = await portal.make.station(account);
    const media = await mediaOf(station);
    const before = await revision(station);
    const tags = ['-c:a', 'flac', '-metadata', 'title=Dawn', '-metadata', 'artist=Öre', '-metadata', 'album=Day'];
    const one = await uploadAndWait(media, tone('one.flac', 700, tags), 'anything.mp3');
    const two = await uploadAndWait(media, tone('two.wav', 500, ['-fflags', '+bitexact']), '02. Ana - Dusk.wav');
    expect(await playlist(station)).toEqual([one, two]);
    expect(await revision(station)).toBeGreaterThan(before);

    const { tracks, total } = await media.ok(library.list);
    expect(total).toBe(2);
    expect(tracks.map(({ metadata }) => metadata)).toEqual([
      { title: 'Dusk', artist: 'Ana', album: '', isrc: '', label: '' },
      { title: 'Dawn', artist: 'Öre', album: 'Day', isrc: '', label: '' },
    ]);
    expect(tracks[1]).toMatchObject({ key: one, duration: 3, filename: 'anything.mp3', state: 'ready' });
    expect(pitch(await decodedTone(one))).toBeCloseTo(700, -1);
  }, 120_000);

  it('is refused at once if it is empty, not audio, or a playlist', async () => {
    const media = await mediaOf(await portal.make.station(account));
    expect(await media.upload('', 'a.mp3')).toMatchObject({ status: 422, json: { error: { code: 'media.empty' } } });
    expect(await media.upload('hello '.repeat(99), 'a.mp3')).toMatchObject({
      status: 422,
      json: { error: { code: 'media.notAudio', details: { reason: 'it is plain text' } } },
    });
    expect((await media.upload('#EXTM3U\nhttp://10.0.0.1/x', 'a.m3u')).json.error.code).toBe('media.notAudio');
    expect((await media.ok(library.list)).total).toBe(0);
  });

  it('fails with the reason, and leaves no track, if it cannot be decoded', async () => {
    const station = await portal.make.station(account);
    const media = await mediaOf(station);
    const whole = tone('whole.m4a', 440, ['-c:a', 'aac']);
    const { json } = await media.upload(whole.subarray(0, 20_000), 'cut.m4a');
    await portal.drain();
    expect(await waitForTask(media, json.task)).toMatchObject({
      status: 'ERROR',
      data: null,
      error: { code: 'media.notAudio', message: expect.stringContaining('it is incomplete') as string },
    });
    expect((await media.ok(library.list)).total).toBe(0);
    expect(await playlist(station)).toEqual([]);
  }, 90_000);

  it('with oversized tags fails before they are parsed', async () => {
    const media = await mediaOf(await portal.make.station(account));
    const bytes = Buffer.concat([hostileTags.PRIV(limits.tagMaxBytes + 1024), tone('tags.mp3', 440)]);
    const { json } = await media.upload(bytes, 'tags.mp3');
    await portal.drain();
    expect(await waitForTask(media, json.task)).toMatchObject({
      status: 'ERROR',
      error: { code: 'media.tagsTooLarge', message: expect.stringContaining('are larger than 16 MB') as string },
    });
    expect((await media.ok(library.list)).total).toBe(0);
  }, 120_000);

  it('respects the plan’s limit under concurrent uploads', async () => {
    const station = await portal.make.station(account);
    const media = await mediaOf(station);
    const full = plans.trial.features.allowedTracksCount! - 2;
    await sql`insert into tracks (key, station_key, title, filename, original, sha256, state)
      select 't-' || ${station} || n, ${station}, 'x', 'x', 'x', 'x', 'ready'
      from generate_series(1, ${full}::int) as n`.execute(portal.kernel.db);
    // Six different tones, as copies don't count towards the limit.
    const tones = Array.from({ length: 6 }, (_, n) => tone(`small-${n}.mp3`, 300 + 50 * n));
    const replies = await Promise.all(tones.map((bytes, n) => media.upload(bytes, `small-${n}.mp3`)));
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(2);
    expect(replies.filter(({ json }) => json.error?.code === 'plan.tracksExceeded')).toHaveLength(4);
  }, 60_000);

  it('is prepared once under concurrent jobs, and again after its worker was killed', async () => {
    const station = await portal.make.station(account);
    const media = await mediaOf(station);
    const { json } = await media.upload(tone('again.mp3', 440), 'again.mp3');
    const deps = { ...portal.kernel, audio, images };
    await Promise.all([prepareTrack(deps, json.task), prepareTrack(deps, json.task)]);
    await prepareTrack(deps, json.task);
    // Either of these calls prepares it, or the job queued by the upload.
    expect((await waitForTask(media, json.task)).status).toBe('SUCCESS');
    expect(await playlist(station)).toHaveLength(1);

    const killed = await media.upload(tone('killed.mp3', 450), 'killed.mp3');
    await portal.kernel.db.deleteFrom('outbox').execute();
    await workLibrary({ ...portal.kernel, audio, images });
    expect((await waitForTask(media, killed.json.task)).status).toBe('SUCCESS');
  }, 120_000);
});

describe('the library', () => {
  it('finds words anywhere, one or two letters at the start of words, and counts matches', async () => {
    const station = await portal.make.station(account);
    const media = await mediaOf(station);
    for (const title of ['Morning Wind', 'Windmill', 'Rewind 100%', 'Ocean'])
      await portal.make.track(station, { title });
    const found = async (search: string) =>
      (await media.ok(library.search, { query: { search } })).tracks.map((track) => track.metadata.title).sort();
    expect(await found('wind')).toEqual(['Morning Wind', 'Rewind 100%', 'Windmill']);
    expect(await found('wi')).toEqual(['Morning Wind', 'Windmill']);
    expect(await found('wind morn')).toEqual(['Morning Wind']);
    expect(await found('100%')).toEqual(['Rewind 100%']);
    expect(await media.ok(library.list, { query: { limit: 2, offset: 3 } })).toMatchObject({
      tracks: [{ metadata: { title: 'Morning Wind' } }],
      total: 4,
    });
  });

  it('renames a track, notifies the engine, and refuses other stations’ tracks', async () => {
    const [station, other] = [await portal.make.station(account), await portal.make.station(account)];
    const [media, key, foreign] = [
      await mediaOf(station),
      await portal.make.track(station),
      await portal.make.track(other),
    ];
    const before = await revision(station);
    const body = { title: ' New ', artist: 'Me', album: '' };
    expect((await media.ok(library.update, { params: { key }, body })).metadata.title).toBe('New');
    expect(await revision(station)).toBe(before + 1);
    expect((await media.ok(library.update, { params: { key }, body: { album: 'B-sides' } })).metadata).toMatchObject({
      title: 'New',
      album: 'B-sides',
    });
    expect((await media.call(library.update, { params: { key: foreign }, body })).status).toBe(404);
    expect((await media.call(library.update, { params: { key }, body: { ...body, title: '' } })).status).toBe(400);
    expect((await media.call(library.task, { params: { id: 'nothing' } })).json.error.code).toBe('media.taskNotFound');
  });

  it('serves previews, also as byte ranges, with a link valid for one track', async () => {
    const station = await portal.make.station(account);
    const media = await mediaOf(station);
    const key = await uploadAndWait(media, tone('preview.mp3', 640), 'preview.mp3');
    const { url } = await client.ok(library.preview, { params: { key } });
    const visitor = testClient(portal.url, undefined);
    const whole = await visitor.send('GET', url);
    expect(whole.headers.get('content-type')).toBe('audio/mpeg');
    const bytes = Buffer.from(await whole.arrayBuffer());
    const part = await visitor.send('GET', url, undefined, { range: 'bytes=100-299' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 100-299/${bytes.length}`);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 300));
    const another = await portal.make.track(station);
    expect((await visitor.send('GET', url.replace(key, another))).status).toBe(404);
    expect((await visitor.send('GET', `/media/preview/${key}?token=x`)).status).toBe(401);
  }, 90_000);

  it('renders the library in a changed format, and leaves the old renditions', async () => {
    const station = await portal.make.station(account);
    const media = await mediaOf(station);
    const key = await uploadAndWait(media, tone('format.mp3', 800), 'format.mp3');
    await portal.kernel.db.updateTable('stations').set({ bitrate: 64_000 }).where('key', '=', station).execute();
    await portal.drain();
    await expect.poll(() => renditions(key), { timeout: 60_000 }).toHaveLength(2);
    expect(new Set((await renditions(key)).map(({ bitrate }) => bitrate))).toEqual(new Set([128_000, 64_000]));
  }, 120_000);
});

const renditions = (key: TrackKey) =>
  portal.kernel.db.selectFrom('renditions').selectAll().where('track_key', '=', key).execute();

const revision = async (station: StationKey) =>
  (
    await portal.kernel.db
      .selectFrom('stations')
      .select('revision')
      .where('key', '=', station)
      .executeTakeFirstOrThrow()
  ).revision;

const decodedTone = async (key: TrackKey) => {
  const [rendition] = await renditions(key);
  return decode(await portal.kernel.storage.localPath(rendition!.path), 'mp3').subarray(8820, 120_000);
};
