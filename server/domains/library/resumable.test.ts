import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TrackKey } from '#contract/rules/keys.ts';
import { library } from '#contract/api/library.ts';
import { limits } from '#contract/rules/limits.ts';
import { removeExpiredUploads } from '#server/platform/uploads/resumable.ts';
import { lasting, mostGrowth, usedMemory } from '#server/testing/used-memory.ts';
import { libraryRig, type LibraryRig } from './testing/library-rig.ts';

/* Uploads with tus 1.0, also with the client that the browser uses. */

let rig: LibraryRig;
/** Bytes of the newest part that have reached the portal. */
let arrived = 0;
beforeAll(async () => {
  rig = await libraryRig();
  rig.portal.app.server.prependListener('request', (part: IncomingMessage) => {
    if (part.method !== 'PATCH') return;
    arrived = 0;
    const push = part.push.bind(part);
    part.push = (chunk: Buffer | null, encoding) => {
      arrived += chunk?.length ?? 0;
      return push(chunk, encoding);
    };
  });
}, 120_000);
afterAll(() => rig.close());

type Library = Awaited<ReturnType<LibraryRig['newLibrary']>>;
const common = { 'tus-resumable': '1.0.0' };

const send = (media: { token: string }, method: string, path: string, more: RequestInit = {}) =>
  fetch(rig.portal.url + path, {
    method,
    ...more,
    headers: { ...common, authorization: `Bearer ${media.token}`, ...(more.headers as Record<string, string>) },
  });
const begin = async (media: Library, length: number, name = 'a.wav'): Promise<string> => {
  const metadata = `filename ${Buffer.from(name).toString('base64')}`;
  const headers = { 'upload-length': String(length), 'upload-metadata': metadata };
  const reply = await send(media, 'POST', '/tus/', { headers });
  expect(reply.status).toBe(201);
  return reply.headers.get('location') ?? '';
};
const patch = (media: { token: string }, path: string, offset: number, body: Buffer) =>
  send(media, 'PATCH', path, {
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
    body: new Uint8Array(body),
  });
const offsetOf = async (media: Library, path: string): Promise<number> =>
  Number((await send(media, 'HEAD', path)).headers.get('upload-offset'));

/** A WAV header followed by noise, `length` bytes in total. */
const noise = (length: number): Buffer => {
  const head = Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1');
  return Buffer.concat([head, randomBytes(length - head.length)]);
};
const storedFile = async (media: Library): Promise<Buffer> => {
  const { original } = await rig.portal.kernel.db
    .selectFrom('tracks')
    .select('original')
    .where('station_key', '=', media.station)
    .executeTakeFirstOrThrow();
  return readFile(await rig.portal.kernel.storage.localPath(original));
};

/** Sends the start of a part and breaks the connection once some of it has arrived. */
const sendAndBreak = (media: Library, path: string, offset: number, whole: Buffer, count: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(rig.portal.url);
    const patchRequest = request({
      ...{ hostname, port, path, method: 'PATCH' },
      headers: {
        ...common,
        authorization: `Bearer ${media.token}`,
        'content-type': 'application/offset+octet-stream',
        'content-length': whole.length - offset,
        'upload-offset': offset,
      },
    });
    patchRequest.on('error', () => undefined).on('close', resolve);
    arrived = 0;
    patchRequest.write(whole.subarray(offset, offset + count));
    expect
      .poll(() => arrived, { timeout: 20_000 })
      .toBe(count)
      .then(() => patchRequest.destroy(), reject);
  });

describe('an upload in parts', () => {
  it('has the same bytes after broken connections, and a task with the same id', async () => {
    const media = await rig.newLibrary();
    const whole = noise(6 * 1024 ** 2);
    const path = await begin(media, whole.length, '../../Ünder\n way.wav');
    await sendAndBreak(media, path, 0, whole, 2 * 1024 ** 2);
    let offset = await offsetOf(media, path);
    expect(offset).toBeGreaterThan(0);
    expect(offset).toBeLessThan(whole.length);
    await sendAndBreak(media, path, offset, whole, 1024 ** 2);
    offset = await offsetOf(media, path);
    const done = await patch(media, path, offset, whole.subarray(offset));
    expect([done.status, done.headers.get('upload-offset')]).toEqual([204, String(whole.length)]);
    expect((await storedFile(media)).equals(whole)).toBe(true);
    const id = path.split('/').at(-1) ?? '';
    expect((await media.ok(library.task, { params: { id } })).status).toBe('PROCESSING');
    expect((await media.list()).tracks[0]?.filename).toBe('Ünder way.wav');
    expect(await offsetOf(media, path)).toBe(whole.length);
  }, 180_000);

  it('is completed by asking for its offset, once, if the portal was killed after the last byte', async () => {
    const media = await rig.newLibrary();
    const whole = noise(100_000);
    const path = await begin(media, whole.length);
    const { storage } = rig.portal.kernel;
    const { putFile } = storage;
    storage.putFile = () => Promise.reject(new Error('the process ends here'));
    expect((await patch(media, path, 0, whole)).status).toBe(500);
    storage.putFile = putFile;
    const offsets = await Promise.all([offsetOf(media, path), offsetOf(media, path), offsetOf(media, path)]);
    expect(offsets).toEqual([whole.length, whole.length, whole.length]);
    expect((await media.list()).total).toBe(1);
    expect((await storedFile(media)).equals(whole)).toBe(true);
    expect(await partsOf(path)).toEqual([]);
  }, 180_000);

  it('can resume before the portal has noticed that the connection is broken', async () => {
    const media = await rig.newLibrary();
    const whole = noise(1024 ** 2);
    const path = await begin(media, whole.length);
    const stuck = new AbortController();
    const body = new Readable({ read: () => undefined });
    body.push(whole.subarray(0, 300_000));
    const stuckRequest = fetch(rig.portal.url + path, {
      method: 'PATCH',
      headers: {
        ...common,
        authorization: `Bearer ${media.token}`,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
      },
      body: Readable.toWeb(body) as ReadableStream,
      duplex: 'half',
      signal: stuck.signal,
    } as RequestInit).catch(() => undefined);
    await expect.poll(() => arrived, { timeout: 20_000 }).toBe(300_000);
    const offset = await offsetOf(media, path);
    expect(offset).toBe(300_000);
    expect((await patch(media, path, offset, whole.subarray(offset))).status).toBe(204);
    expect((await storedFile(media)).equals(whole)).toBe(true);
    stuck.abort();
    await stuckRequest;
  }, 180_000);

  it('is resumed by the browser’s client', async () => {
    const media = await rig.newLibrary();
    const whole = noise(3 * 1024 ** 2);
    const path = await begin(media, whole.length);
    await sendAndBreak(media, path, 0, whole, 1024 ** 2);
    const sizes: number[] = [];
    await new Promise<void>((resolve, reject) => {
      const upload = new Upload(whole, {
        endpoint: `${rig.portal.url}/tus/`,
        uploadUrl: rig.portal.url + path,
        headers: { authorization: `Bearer ${media.token}` },
        onProgress: (sent) => sizes.push(sent),
        onSuccess: () => resolve(),
        onError: reject,
      });
      upload.start();
    });
    expect(sizes[0]).toBeGreaterThan(0);
    expect((await storedFile(media)).equals(whole)).toBe(true);
  }, 180_000);

  it('of 300 MB is streamed to disk, not held in memory', async () => {
    const media = await rig.newLibrary();
    const part = noise(1024 ** 2);
    const length = 300 * part.length;
    const path = await begin(media, length);
    const hash = createHash('sha256');
    const parts = function* () {
      for (let i = 0; i < 300; i++) {
        hash.update(part);
        yield part;
      }
    };
    const sizes = [usedMemory()];
    const watch = setInterval(() => sizes.push(usedMemory()), 250);
    const reply = await send(media, 'PATCH', path, {
      headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
      body: Readable.toWeb(Readable.from(parts())) as ReadableStream,
      duplex: 'half',
    } as RequestInit);
    clearInterval(watch);
    expect(reply.status).toBe(204);
    const { sha256, size } = await rig.portal.kernel.db
      .selectFrom('tracks')
      .select(['sha256', 'size'])
      .where('station_key', '=', media.station)
      .executeTakeFirstOrThrow();
    expect([size, sha256]).toEqual([length, hash.digest('hex')]);
    const held = lasting(sizes);
    expect(held.length).toBeGreaterThan(1);
    expect(mostGrowth(held) / 1024 ** 2).toBeLessThan(100);
  }, 120_000);
});

describe('refuses', () => {
  it('callers without a token of the station, or with another station’s', async () => {
    const [media, other] = [await rig.newLibrary(), await rig.newLibrary()];
    const path = await begin(media, 1000);
    for (const token of ['', 'nonsense', await rig.portal.kernel.tokens.sign('media.preview', 't' as TrackKey, null)])
      expect((await send({ token }, 'HEAD', path)).status).toBe(401);
    expect((await send({ token: '' }, 'POST', '/tus/', { headers: { 'upload-length': '9' } })).status).toBe(401);
    expect((await send(other, 'HEAD', path)).status).toBe(404);
    expect((await patch(other, path, 0, noise(1000))).status).toBe(404);
    expect((await send(other, 'DELETE', path)).status).toBe(404);
    const stranger = await rig.portal.make.person();
    const theirs = await rig.portal.kernel.tokens.sign('library', media.station, stranger.id);
    expect((await send({ token: theirs }, 'HEAD', path)).status).toBe(401);
    expect(await offsetOf(media, path)).toBe(0);
  }, 180_000);

  it('uploads that are too large, empty, longer than announced, at a wrong offset or not audio', async () => {
    const media = await rig.newLibrary();
    const create = async (length: string) =>
      (await send(media, 'POST', '/tus/', { headers: { 'upload-length': length } })).status;
    expect([await create(String(limits.uploadMaxBytes + 1)), await create('0'), await create('x')]).toEqual([
      413, 422, 400,
    ]);
    const path = await begin(media, 1000);
    expect((await patch(media, path, 5, noise(100))).status).toBe(409);
    expect((await patch(media, path, 0, noise(2000))).status).toBe(413);
    expect((await send(media, 'PATCH', path, { headers: { 'upload-offset': '0' } })).status).toBe(415);
    expect((await send(media, 'HEAD', path, { headers: { 'tus-resumable': '0.2.2' } })).status).toBe(412);
    expect((await send(media, 'HEAD', '/tus/nonsense')).status).toBe(404);
    const text = await begin(media, 1000);
    const refused = await patch(media, text, 0, Buffer.alloc(1000, 'no sound '));
    expect([refused.status, (await refused.json()).error.code]).toEqual([422, 'media.notAudio']);
    expect((await send(media, 'HEAD', text)).status).toBe(404);
    expect((await media.list()).total).toBe(0);
  }, 180_000);

  it('more unfinished uploads than allowed', async () => {
    const media = await rig.newLibrary();
    for (let i = 0; i < limits.resumableAtOnce; i++) await begin(media, 1000);
    const headers = { 'upload-length': '1000' };
    expect((await send(media, 'POST', '/tus/', { headers })).status).toBe(429);
  }, 180_000);
});

it('announces its extensions, and deletes cancelled and expired uploads', async () => {
  const media = await rig.newLibrary();
  const options = await fetch(`${rig.portal.url}/tus/`, { method: 'OPTIONS' });
  expect(options.headers.get('tus-extension')).toBe('creation,expiration,termination');
  const [cancelled, expired] = [await begin(media, 1000), await begin(media, 1000)];
  for (const path of [cancelled, expired]) expect((await patch(media, path, 0, noise(500))).status).toBe(204);
  const keys = [...(await partsOf(cancelled)), ...(await partsOf(expired))];
  expect(keys).toHaveLength(2);
  expect((await send(media, 'DELETE', cancelled)).status).toBe(204);
  expect((await send(media, 'HEAD', cancelled)).status).toBe(404);
  const later = { now: () => new Date(Date.now() + (limits.resumableHours + 2) * 3_600_000) };
  await removeExpiredUploads({ ...rig.portal.kernel, clock: later });
  expect((await send(media, 'HEAD', expired)).status).toBe(404);
  for (const key of keys) expect(await rig.portal.kernel.storage.size(key)).toBeUndefined();
  expect([...(await partsOf(cancelled)), ...(await partsOf(expired))]).toEqual([]);
});

/** The keys in storage of an upload's parts. */
const partsOf = async (path: string): Promise<string[]> => {
  const parts = rig.portal.kernel.db.selectFrom('resumable_parts').select('key');
  return (await parts.where('upload_id', '=', path.split('/').at(-1) ?? '').execute()).map(({ key }) => key);
};
