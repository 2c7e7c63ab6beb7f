import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { s3OfTests } from '#server/testing/s3-server.ts';
import type { Storage } from '../kernel.ts';
import { diskStorage } from './disk.ts';
import { ensureBucket, s3Storage } from './s3.ts';

let folder: string;
let bucket: Server;
let stores: Record<StoreName, Storage>;
const names = ['disk', 'S3', 'S3 of TEST_S3_URL'] as const;
type StoreName = (typeof names)[number];
const real = s3OfTests();
const isMissing = (name: StoreName): boolean => name === 'S3 of TEST_S3_URL' && !real;

/** An in-memory bucket with the part of the S3 protocol for single objects. */
const memoryBucket = (): Server => {
  const objects = new Map<string, Buffer>();
  return createServer(async (request, reply) => {
    const key = new URL(request.url ?? '/', 'http://s3').pathname;
    const found = objects.get(key);
    if (request.method === 'PUT') {
      const sent = await buffer(request);
      objects.set(key, request.headers['content-encoding']?.includes('aws-chunked') ? unchunked(sent) : sent);
      return reply.writeHead(200, { etag: '"e"' }).end();
    }
    if (request.method === 'DELETE') return reply.writeHead(objects.delete(key) ? 204 : 204).end();
    if (!found) return reply.writeHead(404).end();
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    const part = range ? found.subarray(Number(range[1]), Number(range[2]) + 1) : found;
    reply.writeHead(range ? 206 : 200, { etag: `"${String(found.length)}"`, 'content-length': part.length });
    return reply.end(request.method === 'HEAD' ? undefined : part);
  });
};

const unchunked = (sent: Buffer): Buffer => {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const line = sent.indexOf('\r\n', at);
    const size = Number.parseInt(sent.toString('latin1', at, line), 16);
    if (!(size > 0)) return Buffer.concat(parts);
    parts.push(sent.subarray(line + 2, line + 2 + size));
    at = line + 4 + size;
  }
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skywave-storage-'));
  bucket = memoryBucket();
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${String((bucket.address() as AddressInfo).port)}`;
  const inMemory = { endpoint, bucket: 'b', region: 'eu-central-1', accessKey: 'a', secretKey: 's' };
  if (real) await ensureBucket(real);
  stores = {
    disk: diskStorage(join(folder, 'disk')),
    S3: s3Storage(inMemory, join(folder, 'cache')),
    'S3 of TEST_S3_URL': s3Storage(real ?? inMemory, join(folder, 'cache-of-real')),
  };
});
afterAll(async () => {
  bucket.closeAllConnections();
  bucket.close();
  await rm(folder, { recursive: true });
});

describe.each(names)('storage (%s)', (name) => {
  const test = it.skipIf(isMissing(name));

  test('stores, reads in whole or in ranges, and deletes a file', async () => {
    const store = stores[name];
    await store.put('originals/a.mp3', Readable.from([Buffer.from('0123'), Buffer.from('456789')]), 'audio/mpeg');
    expect(await store.size('originals/a.mp3')).toBe(10);
    expect(await text(await store.read('originals/a.mp3'))).toBe('0123456789');
    expect(await text(await store.read('originals/a.mp3', { start: 2, end: 4 }))).toBe('234');
    await store.remove('originals/a.mp3');
    expect(await store.size('originals/a.mp3')).toBeUndefined();
    await store.remove('originals/a.mp3');
  });

  test('moves a file in and returns a path on this disk with it', async () => {
    const store = stores[name];
    const from = join(folder, `upload-${name}`);
    await writeFile(from, 'sound');
    await store.putFile('renditions/t/b.mp3', from, 'audio/mpeg');
    await expect(readFile(from)).rejects.toThrow('ENOENT');
    expect(await readFile(await store.localPath('renditions/t/b.mp3'), 'utf8')).toBe('sound');
    await store.put('renditions/t/b.mp3', Buffer.from('changed'), 'audio/mpeg');
    expect(await readFile(await store.localPath('renditions/t/b.mp3'), 'utf8')).toBe('changed');
  });

  test.each(['../up', 'a/../../b', '/etc/passwd', '', 'a//b', '.hidden'])('refuses the key %j', async (key) => {
    await expect((async () => stores[name].size(key))()).rejects.toThrow('Not a storage key');
  });

  // The bucket in memory has no multipart uploads.
  it.skipIf(isMissing(name) || name === 'S3')(
    'stores a stream of 23 MB and reads ranges of it',
    async () => {
      const store = stores[name];
      const whole = randomBytes(23 * 1024 ** 2);
      const parts = Array.from({ length: 23 }, (_none, n) => whole.subarray(n * 1024 ** 2, (n + 1) * 1024 ** 2));
      await store.put('originals/large', Readable.from(parts), 'audio/wav');
      expect(await store.size('originals/large')).toBe(whole.length);
      const range = { start: 8 * 1024 ** 2 - 5, end: 8 * 1024 ** 2 + 4 };
      const read = await buffer(await store.read('originals/large', range));
      expect(read.equals(whole.subarray(range.start, range.end + 1))).toBe(true);
      expect((await readFile(await store.localPath('originals/large'))).equals(whole)).toBe(true);
      await store.remove('originals/large');
      expect(await store.size('originals/large')).toBeUndefined();
    },
    120_000,
  );
});

describe.skipIf(!real)('a bucket of TEST_S3_URL', () => {
  it('is refused with wrong keys, by the names of the settings', async () => {
    await expect(ensureBucket({ ...real!, secretKey: 'a wrong secret' })).rejects.toThrow('S3_ACCESS_KEY');
    await ensureBucket(real!);
  });
});
