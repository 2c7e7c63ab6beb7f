import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Config } from '#server/kernel/config.ts';
import type { Storage } from '#server/kernel/kernel.ts';
import { engineMedia } from './media-paths.ts';

const log = pino({ level: 'silent' });
const bucket = { endpoint: 'http://s3.test', bucket: 'b', region: 'r', accessKey: 'a', secretKey: 's' };
const storageOf = (localPath: Storage['localPath']) => ({ localPath }) as Storage;
const enginesAt = (...urls: string[]) => urls.map((url) => ({ id: url, url }));
const configOf = (own: Partial<Config>) =>
  ({ engines: enginesAt('http://127.0.0.1:8700'), publicUrl: 'https://radio.test', port: 8080, ...own }) as Config;
const mediaOf = (own: Partial<Config>, localPath: Storage['localPath'] = () => Promise.reject(new Error('Unused.'))) =>
  engineMedia({ config: configOf(own), storage: storageOf(localPath), log }, '/data/files');

test('leaves the paths of prompts unchanged if storage is a disk', async () => {
  expect([...(await mediaOf({}).promptPaths(['renditions/prompt-1.ul']))]).toEqual([
    ['renditions/prompt-1.ul', 'renditions/prompt-1.ul'],
  ]);
});

test('copies prompts of a bucket, leaves out missing ones, and asks again for one that was evicted', async () => {
  let version = 1;
  const media = mediaOf({ s3: bucket }, (key) =>
    key.includes('gone')
      ? Promise.reject(new Error('Gone.'))
      : Promise.resolve(`/data/files/cache/${key}/v${String(version)}`),
  );
  const keys = ['renditions/one.ul', 'renditions/gone.ul'];
  expect([...(await media.promptPaths(keys))]).toEqual([['renditions/one.ul', 'cache/renditions/one.ul/v1']]);
  version = 2;
  expect((await media.promptPaths(keys)).get('renditions/one.ul')).toBe('cache/renditions/one.ul/v2');
});

test('engines fetch at MEDIA_URL, on this machine at the portal itself, elsewhere at its public address', () => {
  expect(mediaOf({}).url).toBe('http://127.0.0.1:8080');
  expect(mediaOf({ engines: enginesAt('http://[::1]:8700') }).url).toBe('http://127.0.0.1:8080');
  expect(mediaOf({ engines: enginesAt('http://127.0.0.1:8700', 'http://engine.test:8700') }).url).toBe(
    'https://radio.test',
  );
  expect(mediaOf({ tls: { cert: '', key: '' } }).url).toBe('https://radio.test');
  expect(mediaOf({ mediaUrl: 'http://10.0.0.2:8080' }).url).toBe('http://10.0.0.2:8080');
});
