import { close } from 'node:fs';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mediaPath } from '#shared/media-url.ts';
import { createMedia, type Media, type MediaFile } from './media.ts';

let folder: string;
let media: Media;
let server: Server;
let asked: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'media-'));
  mkdirSync(join(folder, 'files'));
  asked = [];
  server = createServer((request, reply) => {
    const key = new URL(request.url ?? '/', 'http://portal').pathname.slice(mediaPath.length);
    asked.push(key);
    if (key === 'renditions/never') return;
    reply.end(key);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cache = { folder: join(folder, 'cache'), maxBytes: 1000, token: 'a token for tests only' };
  media = createMedia({ mediaDir: join(folder, 'files'), cache, failed: () => {} });
});
afterEach(async () => {
  await media.stop();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const connect = (): void => media.setSource(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
const fileOf = (key: string, own: Partial<MediaFile> = {}): MediaFile => ({ path: key, bytes: key.length, ...own });
const opening = (file: MediaFile): Promise<string> =>
  new Promise((resolve) => {
    media.open(file, {
      opened(fd) {
        close(fd);
        resolve('opened');
      },
      failed: resolve,
      late: (reason) => resolve(`late: ${reason}`),
    });
  });

it('opens a file where it lies, without asking the portal', async () => {
  connect();
  writeFileSync(join(folder, 'files', 'here'), 'here');
  expect(await opening(fileOf('here'))).toBe('opened');
  expect(await media.obtain(fileOf('here'), 5000)).toBe(join(folder, 'files', 'here'));
  media.prefetch('s-1', [fileOf('here'), fileOf('renditions/b')]);
  const fetched = (): string => media.pathOf(fileOf('renditions/b'));
  await expect.poll(fetched).toContain(join(folder, 'cache'));
  expect(asked).toEqual(['renditions/b']);
});

it('a missing file is missing before the portal has said where it serves files, or if its length is unknown', async () => {
  expect(await opening(fileOf('renditions/a'))).toBe('its file is missing');
  connect();
  expect(await opening({ path: 'renditions/a' })).toBe('its file is missing');
  expect(await opening(fileOf('renditions/a'))).toBe('opened');
  expect(asked).toEqual(['renditions/a']);
});

it('fetches by its key a file whose path is that of a copy', async () => {
  connect();
  const spot = fileOf('cache/renditions/spot/v1', { storage_key: 'renditions/spot', bytes: 'renditions/spot'.length });
  const path = await media.obtain(spot, 30_000);
  expect(await readFile(path!, 'utf8')).toBe('renditions/spot');
  expect(media.pathOf(spot)).toBe(path);
});

it('says that a file is late, and gives up on one that is only needed for now', async () => {
  connect();
  expect(await opening(fileOf('renditions/never'))).toBe('late: its file is still being fetched');
  expect(await media.obtain(fileOf('renditions/never'), 10)).toBeUndefined();
});

it('fetches again what was removed behind its back', async () => {
  connect();
  const file = fileOf('renditions/a');
  expect(await opening(file)).toBe('opened');
  rmSync(media.pathOf(file));
  expect(await opening(file)).toBe('opened');
  expect(asked).toEqual(['renditions/a', 'renditions/a']);
});

it('finds a file that was fetched, or else one that lies here', async () => {
  connect();
  const [fetched, here, gone] = [fileOf('renditions/a'), fileOf('here'), fileOf('gone')];
  expect(await media.findHere([gone, fileOf('other')])).toBeUndefined();
  writeFileSync(join(folder, 'files', 'here'), 'here');
  expect(await media.findHere([gone, here, fetched])).toBe(here);
  await opening(fetched);
  expect(await media.findHere([gone, here, fetched])).toBe(fetched);
  expect(await media.findHere([])).toBeUndefined();
});
