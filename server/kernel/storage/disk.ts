import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '../kernel.ts';
import { checkKey } from './storage-key.ts';

/**
 * Storage in a folder: a file is complete and durable (fsync of file and folder) before it is visible under its key.
 */
export const diskStorage = (root: string): Storage => {
  const pathOf = (key: string) => join(root, checkKey(key));
  const place = async (key: string, write: (path: string) => Promise<void>): Promise<void> => {
    const path = pathOf(key);
    await mkdir(dirname(path), { recursive: true });
    const whole = `${path}.${randomUUID()}.part`;
    try {
      await write(whole);
      await sync(whole);
      await rename(whole, path);
      await sync(dirname(path));
    } catch (error) {
      await rm(whole, { force: true });
      throw error;
    }
  };
  return {
    putFile: (key, from) => place(key, (path) => move(from, path)),
    put: (key, data) =>
      place(key, (path) => pipeline(data instanceof Readable ? data : Readable.from([data]), createWriteStream(path))),
    size: async (key) => (await stat(pathOf(key)).catch(notThere))?.size,
    read: async (key, range) => {
      const file = await open(pathOf(key));
      return createReadStream('', { fd: file, ...range });
    },
    localPath: (key) => Promise.resolve(pathOf(key)),
    remove: (key) => rm(pathOf(key), { force: true }),
  };
};

const move = async (from: string, to: string): Promise<void> => {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EXDEV') throw error;
    await copyFile(from, to);
    await rm(from);
  }
};

const sync = async (path: string): Promise<void> => {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};

const notThere = (error: unknown): undefined => {
  const { code } = error as { code?: string };
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
};
