import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cacheEviction } from './cache-eviction.ts';
import { ensureBucket, s3Storage } from './s3.ts';

let server: Server;
let folder: string;
const createdBuckets: string[] = [];
const regions = new Set<string>();

/** Buckets: `there` exists, `new` can be created, `closed` can't, `locked` needs other keys, `broken` fails. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skywave-bucket-'));
  server = createServer((request, reply) => {
    const bucket = new URL(request.url ?? '/', 'http://s3').pathname.split('/')[1] ?? '';
    regions.add(/\/\d{8}\/([\w-]+)\/s3\//.exec(request.headers.authorization ?? '')?.[1] ?? '');
    request.resume();
    if (bucket === 'broken') return reply.writeHead(503).end();
    if (bucket === 'locked') return reply.writeHead(403).end();
    if (bucket === 'there' || createdBuckets.includes(bucket)) return reply.writeHead(200, { etag: '"e"' }).end();
    if (request.method === 'HEAD') return reply.writeHead(404).end();
    if (bucket === 'closed')
      return reply.writeHead(403).end('<Error><Code>AccessDenied</Code><Message>no</Message></Error>');
    createdBuckets.push(bucket);
    return reply.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const at = (bucket: string, port = (server.address() as AddressInfo).port) => ({
  ...{ endpoint: `http://127.0.0.1:${String(port)}`, region: 'eu-central-1', bucket },
  ...{ accessKey: 'a', secretKey: 's' },
});

it('is created if it is missing, or the start fails with an error', async () => {
  await ensureBucket(at('there'));
  expect(createdBuckets).toEqual([]);
  await ensureBucket(at('new'));
  expect(createdBuckets).toEqual(['new']);
  await expect(ensureBucket(at('closed'))).rejects.toThrow(
    'S3_BUCKET: the bucket "closed" does not exist and could not be created (AccessDenied).',
  );
  await expect(ensureBucket(at('locked'))).rejects.toThrow('S3_ACCESS_KEY, S3_SECRET_KEY: no access to');
  expect(regions).toEqual(new Set(['eu-central-1']));
});

it('that does not respond does not stop the start, and refuses files with a reason', async () => {
  await ensureBucket(at('any', 9));
  const away = s3Storage(at('any', 9), join(folder, 'cache'));
  await expect(away.put('originals/a', Buffer.from('x'), 'text/plain')).rejects.toMatchObject({
    code: 'media.storageAway',
  });
  const broken = s3Storage(at('broken'), join(folder, 'cache'));
  await expect(broken.put('originals/a', Buffer.from('x'), 'text/plain')).rejects.toMatchObject({
    code: 'media.storageAway',
  });
}, 60_000);

it('evicts the least recently used cached copies beyond the limit, but no prompts and spots', async () => {
  const cache = await mkdtemp(join(folder, 'copies-'));
  const names = ['originals/a', 'originals/b', 'originals/c', 'renditions/spot-a', 'renditions/t-a'];
  for (const name of names) {
    await mkdir(join(cache, name), { recursive: true });
    await writeFile(join(cache, name, 'v1'), 'x'.repeat(10));
  }
  for (const [i, name] of ['renditions/t-a', 'originals/b', 'originals/a', 'originals/c'].entries())
    await utimes(join(cache, name, 'v1'), new Date(), new Date(Date.now() - (10 - i) * 86_400_000));
  const used = join(cache, 'originals/c', 'v1');
  await cacheEviction(cache, 20, 0)(used);
  const left = (await readdir(cache, { recursive: true })).filter((name) => name.endsWith('v1'));
  expect(left.toSorted()).toEqual(['originals/a/v1', 'originals/c/v1', 'renditions/spot-a/v1']);
});
