import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What a backup holds; written last, so that one that was cut short has none. */
export type Manifest = {
  format: 1;
  made: string;
  /** The database's migrations when it was taken, in order. */
  migrations: string[];
  /** The version of the job queue's own tables, null where there were none yet. */
  queue: number | null;
  tables: { schema: string; name: string; columns: string[]; rows: number }[];
  sequences: { name: string; last: string; isCalled: boolean }[];
  listening: { name: string; rows: number }[];
  /** Null where the files lie in a bucket, which is kept by other means. */
  files: { count: number; bytes: number } | null;
};

const manifestName = 'manifest.json';
/** As `sha256sum -c SHA256SUMS` reads it. */
const sumsName = 'SHA256SUMS';

/** A folder that becomes a backup: files are added with their checksums, `finish` makes it one. */
export const beginBackup = async (folder: string) => {
  if (existsSync(folder)) throw new Error(`${folder} is there already: name a folder that is not.`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const sums: string[] = [];
  return {
    /** Writes one file, durably; `stages` stand between the source and its file. */
    async add(path: string, source: Readable, ...stages: Transform[]): Promise<number> {
      const hash = createHash('sha256');
      let bytes = 0;
      const measure = new Transform({
        transform(piece: Buffer, _encoding, done) {
          hash.update(piece);
          bytes += piece.length;
          done(null, piece);
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

/** The manifest of a whole backup: every file is there and is what it was. Throws a sentence naming what is not. */
export const checkBackup = async (folder: string): Promise<{ manifest: Manifest; paths: string[] }> => {
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`);
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => {
    throw new Error(`${folder} is no backup, or one that was cut short: it has no ${manifestName}.`);
  });
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 1) throw new Error(`${folder} was made by a newer version of Skywave: install that first.`);
  const sums = (await readFile(join(folder, sumsName), 'utf8')).trimEnd().split('\n');
  const paths: string[] = [];
  for (const line of sums) {
    const [sum, path] = [line.slice(0, 64), line.slice(66)];
    if ((await sumOf(join(folder, path))) !== sum) {
      throw new Error(`${join(folder, path)} is missing or not what it was when the backup was made.`);
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
