import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isMediaUrlValid, mediaPath } from '#shared/media-url.ts';
import { openCacheFolder, type CacheFolder } from './cache-folder.ts';
import { createDownloads, type Downloads } from './downloads.ts';
import { fetchable, type FetchableFile } from './media-file.ts';

const token = 'a token for tests only';
let folder: string;
let cache: CacheFolder;
let downloads: Downloads;
let server: Server;
/** Requests that wait for an answer, by the key of the file. */
let waiting: { key: string; reply: ServerResponse }[];
let isHolding: boolean;
let errors: string[];
const contents = new Map<string, Buffer>();

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'downloads-'));
  [waiting, errors, isHolding] = [[], [], false];
  contents.clear();
  server = createServer((request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://portal');
    const key = pathname.slice(mediaPath.length);
    const [expires, signature] = [searchParams.get('expires') ?? '', searchParams.get('signature') ?? ''];
    if (!isMediaUrlValid(token, { key, expires, signature }, Date.now())) return reply.writeHead(401).end();
    waiting.push({ key, reply });
    if (!isHolding) answer(waiting.length - 1);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cache = openCacheFolder(join(folder, 'media'), 1_000_000);
  downloads = createDownloads({ cache, token, failed: (error) => void errors.push(String(error)), firstPauseMs: 5 });
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await downloads.stop();
  rmSync(folder, { recursive: true });
});

const answer = (at: number): void => {
  const { key, reply } = waiting[at]!;
  const bytes = contents.get(key);
  if (bytes) reply.writeHead(200, { 'content-length': bytes.length }).end(bytes);
  else reply.writeHead(404).end();
};
const start = (): void => {
  downloads.source = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
};
const file = (name: string, sent = Buffer.from(name.repeat(100))): FetchableFile => {
  contents.set(`renditions/${name}`, sent);
  const bytes = Buffer.from(name.repeat(100));
  return fetchable({
    ...{ path: `renditions/${name}`, bytes: bytes.length },
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })!;
};
const result = (one: FetchableFile): Promise<string> =>
  new Promise((resolve) => {
    const reasons: string[] = [];
    downloads.want(one, {
      done: () => resolve(['done', ...reasons].join(': ')),
      failed: resolve,
      delayed: (reason) => void reasons.push(reason),
    });
  });
const asked = (): string[] => waiting.map(({ key }) => key);

it('fetches a file once, however many wait for it', async () => {
  const one = file('one.mp3');
  const all = Promise.all([result(one), result(one), result(one)]);
  start();
  expect(await all).toEqual(['done', 'done', 'done']);
  expect(asked()).toEqual(['renditions/one.mp3']);
  expect(readFileSync(cache.pathOf(one.name), 'utf8')).toBe('one.mp3'.repeat(100));
});

it('fetches two at a time, and first what somebody waits for', async () => {
  isHolding = true;
  start();
  downloads.prefetch('s-1', [file('a'), file('b'), file('c')]);
  // By connections of their own: either may be there first.
  await expect.poll(() => asked().toSorted()).toEqual(['renditions/a', 'renditions/b']);
  const urgent = result(file('urgent'));
  answer(0);
  await expect.poll(() => asked().slice(2)).toEqual(['renditions/urgent']);
  answer(2);
  expect(await urgent).toBe('done');
  await expect.poll(asked).toHaveLength(4);
  answer(1);
  answer(3);
  await expect.poll(() => cache.has(file('c').name)).toBe(true);
});

it('forgets what a station would have played before its lists changed', async () => {
  isHolding = true;
  start();
  downloads.prefetch('s-1', [file('a'), file('b'), file('c')]);
  await expect.poll(asked).toHaveLength(2);
  downloads.prefetch('s-1', [file('d')]);
  answer(0);
  answer(1);
  await expect.poll(() => asked().slice(2)).toEqual(['renditions/d']);
});

it('refuses a damaged, a missing and a longer file, with the reason, and keeps nothing of it', async () => {
  start();
  expect(await result(file('one.mp3', Buffer.from('One.mp3'.repeat(100))))).toBe('it arrived damaged');
  expect(await result(file('two.mp3', Buffer.from('two.mp3'.repeat(101))))).toBe('it has another size in the storage');
  const gone = file('gone.mp3');
  contents.delete('renditions/gone.mp3');
  expect(await result(gone)).toBe('its file is missing');
  expect(cache.bytes).toBe(0);
  expect(errors).toHaveLength(3);
  // Not asked for again at once.
  expect(await result(gone)).toBe('its file is missing');
  expect(asked()).toHaveLength(3);
});

it('waits for a portal that is away, says so, and tries again', async () => {
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  downloads.source = `http://127.0.0.1:${String(port)}`;
  const waits = result(file('one.mp3'));
  await expect.poll(() => errors).toEqual([expect.stringContaining('could not be reached (ECONNREFUSED)')]);
  server.listen(port, '127.0.0.1');
  expect(await waits).toContain('done: the portal could not be reached (ECONNREFUSED)');
});

it('says what to check if the portal does not know its signature', async () => {
  const other = createDownloads({ cache, token: 'another token', failed: () => {}, firstPauseMs: 5 });
  other.source = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const reason = await new Promise((resolve) =>
    other.want(file('one.mp3'), { done: () => resolve('done'), failed: resolve, delayed: resolve }),
  );
  expect(reason).toContain('is ENGINE_TOKEN the same');
  await other.stop();
});
