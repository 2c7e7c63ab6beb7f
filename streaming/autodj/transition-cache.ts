import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RenderedTransition } from './transition-render.ts';

export type TransitionCache = {
  /** Undefined if it is not cached or unreadable. */
  read(name: string): Promise<RenderedTransition | undefined>;
  write(name: string, transition: RenderedTransition): Promise<void>;
};

const headBytes = 12;

/** Rendered transitions on disk, up to `mostBytes` in total; the least recently used are removed first. */
export const openTransitionCache = (folder: string, mostBytes: number): TransitionCache => {
  /** By name, least recently used first. */
  const sizes = new Map<string, number>();
  let total = 0;

  const record = (name: string, size: number): void => {
    total += size - (sizes.get(name) ?? 0);
    sizes.delete(name);
    sizes.set(name, size);
  };
  const opened = list(folder).then((entries) => entries.forEach(([name, size]) => record(name, size)));

  const remove = async (name: string): Promise<void> => {
    total -= sizes.get(name) ?? 0;
    sizes.delete(name);
    await rm(join(folder, name), { force: true });
  };

  const evict = async (): Promise<void> => {
    for (const name of [...sizes.keys()]) {
      if (total <= mostBytes) return;
      await remove(name);
    }
  };

  return {
    async read(name) {
      await opened;
      const size = sizes.get(name);
      if (size === undefined) return undefined;
      const bytes = await readFile(join(folder, name)).catch(() => undefined);
      if (!bytes || bytes.length !== size || size <= headBytes) {
        await remove(name);
        return undefined;
      }
      record(name, size);
      const [leave, enter, turn] = [bytes.readUInt32LE(0), bytes.readUInt32LE(4), bytes.readUInt32LE(8)];
      return { leave, enter, turn, sound: bytes.subarray(headBytes) };
    },
    async write(name, { leave, enter, turn, sound }) {
      await opened;
      const head = Buffer.alloc(headBytes);
      [leave, enter, turn].forEach((value, at) => head.writeUInt32LE(value, at * 4));
      const draft = join(folder, `${name}.draft`);
      await writeFile(draft, Buffer.concat([head, sound]));
      await rename(draft, join(folder, name));
      record(name, headBytes + sound.length);
      await evict();
    },
  };
};

/** Lists the files of earlier runs, oldest first, and removes incomplete ones. */
const list = async (folder: string): Promise<[name: string, size: number][]> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found: { name: string; size: number; at: number }[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.endsWith('.draft')) await rm(path, { force: true });
    const stats = await stat(path).catch(() => undefined);
    if (stats?.isFile()) found.push({ name, size: stats.size, at: stats.mtimeMs });
  }
  return found.sort((a, b) => a.at - b.at).map(({ name, size }) => [name, size]);
};
