import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canAccess, type ServiceAccount } from './service-account.ts';

const outside = '/var/lib/skywave';

/**
 * The folder for files of the service account: DATA_DIR itself or, if that account can't access it (a clone below
 * /root), the installation's folder in /var/lib/skywave. Once data is in one, it stays there; root chooses, and later
 * runs as the service account follow.
 */
export const serviceHome = async (
  dataDir: string,
  installation: string,
  account: ServiceAccount | undefined,
): Promise<string> => {
  await mkdir(dataDir, { recursive: true });
  const elsewhere = join(outside, installation);
  if (account === undefined) return existsSync(elsewhere) ? elsewhere : dataDir;
  if (!existsSync(elsewhere) && (await canAccess(account, dirname(dataDir)))) {
    // Secret files in it are 0600 or 0700 themselves.
    const { mode } = await stat(dataDir);
    await chmod(dataDir, mode | 0o011);
    return dataDir;
  }
  await mkdir(elsewhere, { recursive: true });
  await chmod(outside, 0o755);
  await chmod(elsewhere, 0o755);
  await claim(elsewhere, await realpath(dataDir));
  await chown(elsewhere, account.uid, account.gid);
  return elsewhere;
};

/** Refuses a copied DATA_DIR, which has the same installation id: two installations must not share one database. */
const claim = async (home: string, dataDir: string): Promise<void> => {
  const file = join(home, 'belongs-to');
  const owner = existsSync(file) ? await readFile(file, 'utf8') : undefined;
  if (owner !== undefined && owner !== dataDir && existsSync(owner)) {
    throw new Error(
      `The database of DATA_DIR ${dataDir} belongs to ${owner}, of which it is a copy. Use npm run backup and npm run restore to create a second installation.`,
    );
  }
  await writeFile(file, dataDir);
};
