import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Transformer } from '@napi-rs/image';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TrackKey } from '#contract/rules/keys.ts';
import { library } from '#contract/api/library.ts';
import { playout } from '#contract/api/playout.ts';
import { mediaFolder } from '#server/kernel/create-kernel.ts';
import { untilUnlocked } from '#server/testing/until-unlocked.ts';
import { picture } from '#server/testing/picture.ts';
import { describeUses } from './delete-tracks.ts';
import { libraryRig, type LibraryRig } from './testing/library-rig.ts';

let rig: LibraryRig;
beforeAll(async () => {
  rig = await libraryRig({ work: true });
}, 120_000);
afterAll(() => rig.close());

const files = async (name: string): Promise<string[]> =>
  (await readdir(join(mediaFolder(rig.portal.kernel.config), name)).catch(() => [])).toSorted((a, b) =>
    a.localeCompare(b),
  );

describe('a list of the library', () => {
  it('is sorted as requested, counted, and shows where each track is used', async () => {
    const media = await rig.newLibrary();
    const { make } = rig.portal;
    const keys: TrackKey[] = [];
    for (const title of ['banana', 'Apple', 'cherry']) keys.push(await make.track(media.station, { title }));
    const titles = async (query: NonNullable<Parameters<typeof media.list>[0]>['query']) =>
      (await media.list({ query })).tracks.map(({ metadata }) => metadata.title);
    expect(await titles({})).toEqual(['cherry', 'Apple', 'banana']);
    expect(await titles({ sortDesc: 'false' })).toEqual(['banana', 'Apple', 'cherry']);
    expect(await titles({ sortBy: 'title' })).toEqual(['Apple', 'banana', 'cherry']);
    expect(await titles({ sortBy: 'title', sortDesc: 'true', limit: 1, offset: 1 })).toEqual(['banana']);
    const found = await media.ok(library.search, { query: { search: 'an', sortBy: 'artist' } });
    expect(found).toMatchObject({ total: 0, capped: false });

    const [banana, apple] = keys as [TrackKey, TrackKey];
    const params = { key: media.station };
    await rig.client.ok(playout.addTracks, { params, body: { tracks: [apple, banana] } });
    const { id } = await rig.portal.kernel.db
      .insertInto('playlists')
      .values({ station_key: media.station, name: 'Night' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const entry = { playlist: id, track_key: banana, position: 1 };
    await rig.portal.kernel.db.insertInto('playlist_entries').values(entry).execute();
    const { tracks } = await media.list({ query: { sortBy: 'title' } });
    expect(tracks.map(({ used_in }) => used_in)).toEqual([
      [{ kind: 'playlist', name: '', position: 1 }],
      [
        { kind: 'playlist', name: '', position: 2 },
        { kind: 'other_playlist', name: 'Night', position: null },
      ],
      [],
    ]);
  }, 180_000);
});

describe('a change of several tracks', () => {
  it('sets artist and album, leaves what is omitted, and changes none if one is of another station', async () => {
    const [media, other] = [await rig.newLibrary(), await rig.newLibrary()];
    const { make } = rig.portal;
    const tracks = [await make.track(media.station), await make.track(media.station)];
    const metadata = async () => (await media.list()).tracks.map((track) => track.metadata);
    const before = await metadata();
    const mixed = { tracks: [...tracks, await make.track(other.station)], artist: 'Nobody' };
    expect((await media.call(library.updateMany, { body: mixed })).status).toBe(404);
    expect(await metadata()).toEqual(before);
    const both = { tracks, artist: 'The Tones', album: 'Sines' };
    expect(await media.ok(library.updateMany, { body: both })).toEqual({ changed: 2 });
    await media.ok(library.updateMany, { body: { tracks: tracks.slice(0, 1), album: '' } });
    const names = (await metadata()).map(({ artist, album }) => `${artist}: ${album}`);
    expect(new Set(names)).toEqual(new Set(['The Tones: ', 'The Tones: Sines']));
    expect((await metadata()).map(({ title }) => title)).toEqual(before.map(({ title }) => title));
  }, 180_000);
});

describe('a deletion', () => {
  it('is refused with the places of use until confirmed, then deletes the track and its files', async () => {
    const media = await rig.newLibrary();
    const before = [await files('originals'), await files('renditions'), await files('images')];
    const key = await media.add(rig.tone('gone.mp3', 500), 'gone.mp3');
    await media.ok(library.setArtwork, { params: { key }, file: await picture(700, 500) });
    const refused = await media.call(library.remove, { params: { key } });
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'media.inUse' } } });
    expect(refused.text).toContain('the playlist (position 1)');
    expect((await media.list()).total).toBe(1);

    await media.ok(library.remove, { params: { key }, query: { confirmed: 'true' } });
    await rig.portal.drain();
    expect((await media.list()).total).toBe(0);
    const { playlist } = await rig.client.ok(playout.autoDj, { params: { key: media.station } });
    expect(playlist).toEqual([]);
    expect([await files('originals'), await files('renditions'), await files('images')]).toEqual(before);
    expect((await media.call(library.remove, { params: { key } })).status).toBe(404);
  }, 180_000);

  it('removes several tracks atomically, and none of another station', async () => {
    const [media, other] = [await rig.newLibrary(), await rig.newLibrary()];
    const { make } = rig.portal;
    const [one, two] = [await make.track(media.station), await make.track(media.station)];
    const foreign = await make.track(other.station);
    const mixed = { tracks: [one, foreign] };
    expect((await media.call(library.removeMany, { body: mixed })).status).toBe(404);
    await rig.client.ok(playout.addTracks, { params: { key: media.station }, body: { tracks: [two] } });
    expect((await media.call(library.removeMany, { body: { tracks: [one, two] } })).status).toBe(409);
    expect((await media.list()).total).toBe(2);
    const body = { tracks: [one, two], confirmed: true };
    expect(await media.ok(library.removeMany, { body })).toEqual({ removed: 2 });
    expect((await other.list()).total).toBe(1);
  }, 180_000);

  it('ends the upload of a track that is still being prepared', async () => {
    const media = await rig.newLibrary();
    const { audio } = rig.deps;
    const { measure } = audio;
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    audio.measure = async (...given) => {
      audio.measure = measure;
      reached.resolve();
      await released.promise;
      return await measure(...given);
    };
    const { json } = await media.upload(rig.tone('open.mp3', 510), 'open.mp3');
    await rig.portal.drain();
    await reached.promise;
    const [track] = (await media.list()).tracks;
    await media.ok(library.remove, { params: { key: track!.key }, query: { confirmed: 'true' } });
    expect(await media.waitForTask(json.task)).toMatchObject({ status: 'ERROR', error: { code: 'media.notFound' } });
    released.resolve();
    // The lock is free once the preparation has ended and removed its files.
    await untilUnlocked(rig.portal.kernel.db, `prepare ${json.task}`);
    expect((await files('renditions')).filter((name) => name.startsWith(track!.key))).toEqual([]);
  }, 180_000);

  it('describes uses in words', () => {
    const inList = { kind: 'playlist', name: '', position: 3 } as const;
    const other = { kind: 'other_playlist', name: 'Night', position: null } as const;
    expect(describeUses([[inList, other]])).toBe('the playlist (position 3), the playlist “Night”');
    expect(describeUses([[inList], [inList, other]])).toBe('the playlist (2 tracks), the playlist “Night” (1 track)');
  });
});

describe('artwork', () => {
  it('is extracted from a file’s tags, cropped to a square and re-encoded', async () => {
    const media = await rig.newLibrary();
    const { folder } = rig;
    const cover = ['-f', 'lavfi', '-i', 'testsrc=size=900x700', '-frames:v', '1', join(folder, 'cover.jpg')];
    execFileSync('ffmpeg', ['-loglevel', 'error', '-y', ...cover]);
    rig.tone('bare.mp3', 520, ['-b:a', '192k']);
    const tagged = ['-i', join(folder, 'bare.mp3'), '-i', join(folder, 'cover.jpg'), '-map', '0', '-map', '1'];
    execFileSync('ffmpeg', ['-loglevel', 'error', '-y', ...tagged, '-c', 'copy', join(folder, 'cover.mp3')]);
    await media.add(readFileSync(join(folder, 'cover.mp3')), 'cover.mp3');
    const [track] = (await media.list()).tracks;
    expect(track).toMatchObject({ codec: 'mp3', bitrate: 192_000 });
    expect(track!.artwork).toMatch(/^\/images\/artwork-\w{22}\.webp$/);
    const reply = await fetch(rig.portal.url + track!.artwork!);
    expect(reply.headers.get('cache-control')).toContain('immutable');
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(await new Transformer(bytes).metadata()).toMatchObject({ format: 'webp', width: 600, height: 600 });
  }, 180_000);

  it('can be replaced and removed, and gets a new URL each time', async () => {
    const media = await rig.newLibrary();
    const key = await rig.portal.make.track(media.station);
    const first = (await media.ok(library.setArtwork, { params: { key }, file: await picture(700, 500) })).artwork;
    const second = (await media.ok(library.setArtwork, { params: { key }, file: await picture(700, 500) })).artwork;
    expect(second).not.toBe(first);
    expect((await fetch(rig.portal.url + first!)).status).toBe(404);
    const bad = new Blob(['<svg/>'], { type: 'image/svg+xml' });
    expect((await media.call(library.setArtwork, { params: { key }, file: bad })).json.error.code).toBe(
      'image.notImage',
    );
    expect((await media.ok(library.removeArtwork, { params: { key } })).artwork).toBeNull();
    expect((await fetch(rig.portal.url + second!)).status).toBe(404);
  }, 180_000);
});

describe('a copy', () => {
  it('with the same bytes ends at once with the existing track', async () => {
    const media = await rig.newLibrary();
    const bytes = rig.tone('same.mp3', 530);
    const key = await media.add(bytes, 'same.mp3');
    const { json } = await media.upload(bytes, 'again.mp3');
    expect(json).toMatchObject({ status: 'SUCCESS', data: { key }, duplicate: true });
    expect(await media.waitForTask(json.task)).toMatchObject({ status: 'SUCCESS', data: { key }, duplicate: true });
    expect((await media.list()).total).toBe(1);
  }, 180_000);

  it('with other tags is recognized, and its files are deleted', async () => {
    const media = await rig.newLibrary();
    const key = await media.add(rig.tone('tags.mp3', 540, ['-metadata', 'title=One']), 'tags.mp3');
    const [from, to] = [join(rig.folder, 'tags.mp3'), join(rig.folder, 'retagged.mp3')];
    execFileSync('ffmpeg', ['-loglevel', 'error', '-y', '-i', from, '-c', 'copy', '-metadata', 'title=Two', to]);
    const before = [await files('originals'), await files('renditions')];
    const { json } = await media.upload(readFileSync(to), 'retagged.mp3');
    expect(json.duplicate).toBe(false);
    expect(await media.waitForTask(json.task)).toMatchObject({ status: 'SUCCESS', data: { key }, duplicate: true });
    expect((await media.list()).total).toBe(1);
    // They are deleted after the task has ended.
    await expect.poll(async () => [await files('originals'), await files('renditions')]).toEqual(before);
    const another = await rig.newLibrary();
    await another.add(readFileSync(to), 'retagged.mp3');
    expect((await another.list()).total).toBe(1);
  }, 120_000);
});
