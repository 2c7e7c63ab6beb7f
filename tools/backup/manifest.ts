import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The contents of a backup; written last, so that an incomplete backup has none. */
export type Manifest = {
  format: 1;
  made: string;
  /** The database's migrations at the time, in order. */
  migrations: string[];
  /** The version of the job queue's tables, null if there were none yet. */
  queue: number | null;
  tables: { schema: string; name: string; columns: string[]; rows: number }[];
  sequences: { name: string; last: string; isCalled: boolean }[];
  listening: { name: string; rows: number }[];
  /** Null if the files are in a bucket, which is backed up by other means. */
  files: { count: number; bytes: number } | null;
};

const manifestName = 'manifest.json';
/** In the format of `sha256sum -c SHA256SUMS`. */
const sumsName = 'SHA256SUMS';

/** Creates the folder of a backup: `add` adds files with their checksums, `finish` completes it with the manifest. */
export const beginBackup = async (folder: string) => {
  if (existsSync(folder)) throw new Error(`${folder} already exists: name a new folder.`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const sums: string[] = [];
  return {
    /** Writes one file, durably, through the `stages`; returns its bytes. */
    async add(path: string, source: Readable, ...stages: Transform[]): Promise<number> {
      const hash = createHash('sha256');
      let bytes = 0;
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          bytes += chunk.length;
          done(null, chunk);
        },
      });
      const target = join(folder, path);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      const file = await open(target, 'wx', 0o600);
      await pipeline([source, ...stages, measure, file.createWriteStream({ flush: true })]);
      sums.push(`${hash.digest('hex')}  ${path}`);
      return bytes;
    },
    async finish(manifest: Manifest): Promise<void> {
      const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
      sums.push(`${createHash('sha256').update(text).digest('hex')}  ${manifestName}`);
      await writeFile(join(folder, sumsName), `${sums.join('\n')}\n`, { mode: 0o600, flush: true });
      await writeFile(join(folder, `${manifestName}.new`), text, { mode: 0o600, flush: true });
      await rename(join(folder, `${manifestName}.new`), join(folder, manifestName));
    },
  };
};

export type Backup = Awaited<ReturnType<typeof beginBackup>>;

/**
 * The manifest of a complete backup whose files all match their checksums; otherwise throws an error that names the
 * file.
 */
export const checkBackup = async (folder: string): Promise<{ manifest: Manifest; paths: string[] }> => {
  if (!existsSync(folder)) throw new Error(`No such folder: ${folder}`);
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => {
    throw new Error(`${folder} is not a backup, or an incomplete one: it has no ${manifestName}.`);
  });
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 1) throw new Error(`${folder} was made by a newer version of Skywave. Install that version first.`);
  const sums = (await readFile(join(folder, sumsName), 'utf8')).trimEnd().split('\n');
  const paths: string[] = [];
  for (const line of sums) {
    const [sum, path] = [line.slice(0, 64), line.slice(66)];
    if ((await sumOf(join(folder, path))) !== sum) {
      throw new Error(`${join(folder, path)} is missing or has changed since the backup.`);
    }
    paths.push(path);
  }
  return { manifest, paths };
};

const sumOf = async (path: string): Promise<string | undefined> => {
  if (!existsSync(path)) return undefined;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};
