import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Config } from '#server/kernel/config.ts';
import type { Storage } from '#server/kernel/kernel.ts';
import { mediaPaths } from './media-paths.ts';

const log = pino({ level: 'silent' });
const bucket = { endpoint: 'http://s3.test', bucket: 'b', region: 'r', accessKey: 'a', secretKey: 's' };
const storageOf = (localPath: Storage['localPath']) => ({ localPath }) as Storage;
const configOf = (s3: Config['s3']) => ({ s3 }) as Config;

test('leaves paths unchanged if storage is a disk that the engine reads', () => {
  const storage = storageOf(() => Promise.reject(new Error('Not expected.')));
  expect(mediaPaths({ config: configOf(undefined), storage, log }, '/data/files')).toBeUndefined();
});

test('copies each rendition of a bucket once, and leaves out missing ones', async () => {
  const requested: string[] = [];
  const storage = storageOf((key) => {
    requested.push(key);
    return key.includes('gone') ? Promise.reject(new Error('Gone.')) : Promise.resolve(`/data/files/cache/${key}/v1`);
  });
  const paths = mediaPaths({ config: configOf(bucket), storage, log }, '/data/files');
  await paths?.(['renditions/one.mp3', 'renditions/gone.mp3']);
  const found = await paths?.(['renditions/one.mp3']);
  expect(found?.get('renditions/one.mp3')).toBe('cache/renditions/one.mp3/v1');
  expect(found?.has('renditions/gone.mp3')).toBe(false);
  expect(requested).toEqual(['renditions/one.mp3', 'renditions/gone.mp3']);
});
