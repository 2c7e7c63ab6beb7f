import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Config } from '../config.ts';
import { Refusal } from '../http/refuse.ts';
import type { Storage } from '../kernel.ts';
import { randomLetters } from '../keys.ts';
import { cacheEviction } from './cache-eviction.ts';
import { checkKey } from './storage-key.ts';

/**
 * Storage in a bucket of S3 or a compatible service. `localPath` caches a copy in `cache`, named after the version of
 * the object, so that a changed object is fetched again; beyond `mostCached` bytes the least recently used copies are
 * removed. Refuses `media.storageAway` if the bucket can't store files.
 */
export const s3Storage = (at: Bucket, cache: string, mostCached = 20 * 1024 ** 3): Storage => {
  const evict = cacheEviction(cache, mostCached);
  const client = clientOf(at);
  const named = (key: string) => ({ Bucket: at.bucket, Key: checkKey(key) });
  const head = (key: string) => client.send(new HeadObjectCommand(named(key))).catch(notThere);
  const put = async (key: string, body: Readable | Buffer, type: string): Promise<void> => {
    const upload = new Upload({ client, params: { ...named(key), Body: body, ContentType: type } });
    await upload.done().catch(refuseWhereAway);
  };
  const read = async (key: string, range?: { start: number; end: number }): Promise<Readable> => {
    const Range = range ? `bytes=${String(range.start)}-${String(range.end)}` : undefined;
    const { Body } = await client.send(new GetObjectCommand({ ...named(key), Range }));
    if (!(Body instanceof Readable)) throw new Error(`${key} has no body.`);
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
      const path = await cached(join(cache, checkKey(key), version), () => read(key));
      await evict(path);
      return path;
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(named(key)));
      await rm(join(cache, checkKey(key)), { recursive: true, force: true });
    },
  };
};

type Bucket = NonNullable<Config['s3']>;

const clientOf = (at: Bucket): S3Client =>
  new S3Client({
    endpoint: at.endpoint,
    region: at.region,
    forcePathStyle: true,
    credentials: { accessKeyId: at.accessKey, secretAccessKey: at.secretKey },
    // Some other services don't support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

/**
 * Creates the bucket if it is missing. Throws an error for the operator if the keys are wrong, or the bucket is missing
 * and can't be created. A storage that doesn't respond may still be starting; the health check reports it.
 */
export const ensureBucket = async (at: Bucket): Promise<void> => {
  const client = clientOf(at);
  const Bucket = at.bucket;
  try {
    await client.send(new HeadBucketCommand({ Bucket })).catch(async (error: unknown) => {
      if (statusOf(error) !== 404) throw error;
      await client.send(new CreateBucketCommand({ Bucket })).catch((refused: unknown) => {
        throw new Error(
          `S3_BUCKET: the bucket "${at.bucket}" does not exist and could not be created (${nameOf(refused)}).`,
        );
      });
    });
  } catch (error) {
    const status = statusOf(error);
    if (status === 401 || status === 403)
      throw new Error(`S3_ACCESS_KEY, S3_SECRET_KEY: no access to the bucket "${at.bucket}".`, { cause: error });
    if (error instanceof Error && error.message.startsWith('S3_')) throw error;
  } finally {
    client.destroy();
  }
};

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
const nameOf = (error: unknown): string => {
  const { name, code } = error as { name?: string; code?: string };
  return code ?? name ?? 'unknown';
};

/** Handles errors of the bucket or the connection; errors of this disk are rethrown. */
const refuseWhereAway = (error: unknown): never => {
  const { code, $metadata } = error as { code?: string; $metadata?: unknown };
  const isConnectionError = /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/.test(code ?? '');
  if (isConnectionError || $metadata !== undefined) throw new Refusal('media.storageAway', {}, {});
  throw error;
};

const cached = async (path: string, read: () => Promise<Readable>): Promise<string> => {
  if (await stat(path).catch(() => undefined)) {
    // Its modification time is the time of its last use.
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
