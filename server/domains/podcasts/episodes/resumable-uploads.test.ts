import { readFile } from 'node:fs/promises';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { episodes } from '#contract/api/episodes.ts';
import { episodeRig, type EpisodeRig } from './testing/episode-rig.ts';

/* Resumable uploads (tus 1.0) to podcasts, with the client that the web app uses. */

let rig: EpisodeRig;
let token: string;
beforeAll(async () => {
  rig = await episodeRig({ work: true });
  token = (await rig.client.ok(episodes.uploadToken, { params: { podcastKey: rig.podcast } })).token;
}, 120_000);
afterAll(() => rig.close());

const tus = (method: string, path: string, headers: Record<string, string> = {}, body?: Buffer, bearer = token) =>
  fetch(rig.portal.url + path, {
    method,
    headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${bearer}`, ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
const metadata = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
const begin = async (length: number, fields: Record<string, string>, bearer = token) =>
  await tus(
    'POST',
    '/tus/',
    { 'upload-length': String(length), 'upload-metadata': metadata(fields) },
    undefined,
    bearer,
  );
const patch = (path: string, offset: number, bytes: Buffer) =>
  tus('PATCH', path, { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }, bytes);

describe('a resumable upload', () => {
  it('resumes where it stopped and becomes a new episode; the upload id is the task id', async () => {
    const bytes = rig.tone('new.wav', 600, 4);
    const path = (await begin(bytes.length, { filename: 'new.wav' })).headers.get('location') ?? '';
    expect((await patch(path, 0, bytes.subarray(0, 300_000))).status).toBe(204);
    expect((await tus('HEAD', path)).headers.get('upload-offset')).toBe('300000');
    await new Promise<void>((resolve, reject) => {
      new Upload(bytes, {
        endpoint: `${rig.portal.url}/tus/`,
        uploadUrl: rig.portal.url + path,
        headers: { authorization: `Bearer ${token}` },
        onSuccess: () => resolve(),
        onError: reject,
      }).start();
    });
    const task = await rig.ended(path.split('/').at(-1) ?? '');
    expect(task.status).toBe('SUCCESS');
    expect(await rig.heard(task.data!.key)).toEqual([600, 600, 600, 600]);
    const { original } = await rig.row(task.data!.key);
    const stored = await readFile(await rig.portal.kernel.storage.localPath(original!));
    expect(stored.equals(bytes)).toBe(true);
    expect((await tus('HEAD', path)).headers.get('upload-offset')).toBe(String(bytes.length));
  }, 180_000);

  it('replaces the audio of the episode in its metadata', async () => {
    const episode = await rig.portal.make.episode(rig.podcast);
    const bytes = rig.tone('for.mp3', 800, 2);
    const path = (await begin(bytes.length, { filename: 'for.mp3', episode })).headers.get('location') ?? '';
    await patch(path, 0, bytes);
    expect((await rig.ended(path.split('/').at(-1) ?? '')).data?.key).toBe(episode);
    expect(await rig.heard(episode)).toEqual([800, 800]);
  }, 180_000);

  it('is refused for an episode of another podcast, with another token, and if it is not audio', async () => {
    const other = await rig.portal.make.podcast(rig.account);
    const foreign = await rig.portal.make.episode(other);
    expect((await begin(1000, { filename: 'a', episode: foreign })).status).toBe(404);
    expect((await begin(1000, { filename: 'a', episode: 'nonsense' })).status).toBe(404);
    const theirs = (await rig.client.ok(episodes.uploadToken, { params: { podcastKey: other } })).token;
    const path = (await begin(1000, { filename: 'a' })).headers.get('location') ?? '';
    expect((await tus('HEAD', path, {}, undefined, theirs)).status).toBe(404);
    const stranger = await rig.portal.make.person();
    const stolen = await rig.portal.kernel.tokens.sign('podcast.upload', rig.podcast, stranger.id);
    expect((await tus('HEAD', path, {}, undefined, stolen)).status).toBe(401);
    const preview = await rig.portal.kernel.tokens.sign('episode.preview', foreign, rig.person.id);
    expect((await begin(1000, { filename: 'a' }, preview)).status).toBe(401);
    const refused = await patch(path, 0, Buffer.alloc(1000, 'no sound '));
    expect([refused.status, (await refused.json()).error.code]).toEqual([422, 'media.notAudio']);
    expect((await tus('HEAD', path)).status).toBe(404);
  }, 180_000);
});
