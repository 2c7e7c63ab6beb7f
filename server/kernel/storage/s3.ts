import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Config } from '../config.ts';
import type { Storage } from '../kernel.ts';
import { randomLetters } from '../keys.ts';
import { checkKey } from './storage-key.ts';

/**
 * Storage in a bucket of S3 or anything that speaks it. `localPath` keeps a copy in `cache`, named by what the
 * bucket says of the object, so that a changed one is fetched anew.
 */
export const s3Storage = (at: NonNullable<Config['s3']>, cache: string): Storage => {
  const client = new S3Client({
    endpoint: at.endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: at.accessKey, secretAccessKey: at.secretKey },
    // Others than Amazon's don't all know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const named = (key: string) => ({ Bucket: at.bucket, Key: checkKey(key) });
  const head = (key: string) => client.send(new HeadObjectCommand(named(key))).catch(notThere);
  const put = async (key: string, body: Readable | Buffer, type: string): Promise<void> => {
    await new Upload({ client, params: { ...named(key), Body: body, ContentType: type } }).done();
  };
  const read = async (key: string, range?: { start: number; end: number }): Promise<Readable> => {
    const Range = range ? `bytes=${String(range.start)}-${String(range.end)}` : undefined;
    const { Body } = await client.send(new GetObjectCommand({ ...named(key), Range }));
    if (!(Body instanceof Readable)) throw new Error(`${key} came without a body.`);
    return Body;
  };
  return {
    async putFile(key, path, type) {
      await put(key, createReadStream(path), type);
      await rm(path);
    },
    put,
    size: async (key) => (await head(key))?.ContentLength,
    read,
    async localPath(key) {
      const found = await head(key);
      if (!found) throw new Error(`${key} is not in the bucket.`);
      const version = createHash('sha256')
        .update(`${found.ETag ?? ''} ${String(found.ContentLength)}`)
        .digest('hex');
      return cached(join(cache, checkKey(key), version), () => read(key));
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(named(key)));
      await rm(join(cache, checkKey(key)), { recursive: true, force: true });
    },
  };
};

const cached = async (path: string, read: () => Promise<Readable>): Promise<string> => {
  if (await stat(path).catch(() => undefined)) {
    // Its age says when it was last of use.
    await utimes(path, new Date(), new Date());
    return path;
  }
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.${randomLetters(8)}.part`;
  await pipeline(await read(), createWriteStream(part));
  await rename(part, path);
  return path;
};

const notThere = (error: unknown): undefined => {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  if (name !== 'NotFound' && $metadata?.httpStatusCode !== 404) throw error;
};
