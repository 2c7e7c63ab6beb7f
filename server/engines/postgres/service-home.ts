import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canEnter, type ServiceAccount } from './service-account.ts';

const outside = '/var/lib/skywave';

/**
 * The folder for what the services' account must reach: DATA_DIR itself, or, where that account cannot enter it
 * (a clone below /root), the installation's own folder in /var/lib/skywave. Once data lies in one, it stays there; root
 * decides, and the account that runs the services finds it decided.
 */
export const serviceHome = async (
  dataDir: string,
  installation: string,
  account: ServiceAccount | undefined,
): Promise<string> => {
  await mkdir(dataDir, { recursive: true });
  const elsewhere = join(outside, installation);
  if (account === undefined) return existsSync(elsewhere) ? elsewhere : dataDir;
  if (!existsSync(elsewhere) && (await canEnter(account, dirname(dataDir)))) {
    // What is secret in it is 0600 or 0700 itself.
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

/** A copied DATA_DIR carries the installation's name along; two installations must not share one database. */
const claim = async (home: string, dataDir: string): Promise<void> => {
  const file = join(home, 'belongs-to');
  const owner = existsSync(file) ? await readFile(file, 'utf8') : undefined;
  if (owner !== undefined && owner !== dataDir && existsSync(owner)) {
    throw new Error(
      `The database of DATA_DIR ${dataDir} belongs to ${owner}, of which it is a copy: use npm run backup and npm run restore to make a second installation.`,
    );
  }
  await writeFile(file, dataDir);
};
