import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ServiceAccount } from '#server/engines/postgres/service-account.ts';

const run = promisify(execFile);

/**
 * Gives root's files in DATA_DIR to the service account; links are changed themselves, not followed. Done once: when
 * the account owns the folder, it owns everything in it. Of a folder with other contents (no installation) only our own
 * entries change owner; one directly below / is refused.
 */
export const chownData = async (dataDir: string, account: ServiceAccount, isInstalled: boolean): Promise<void> => {
  mkdirSync(dataDir, { recursive: true });
  const folder = realpathSync(dataDir);
  if (statSync(folder).uid === account.uid) return;
  const entries = readdirSync(folder);
  const isNew = entries.every((name) => freshNames.has(name));
  if (!isInstalled && !isNew && dirname(folder) === '/') {
    throw new Error(`DATA_DIR ${folder} contains other files: set a separate folder, e.g. ${join(folder, 'skywave')}.`);
  }
  const to = `${account.uid}:${account.gid}`;
  const owned = isInstalled || isNew ? entries : entries.filter((name) => freshNames.has(name));
  // coreutils walks by open folders: a link swapped in meanwhile leads nowhere.
  const paths = owned.map((name) => join(folder, name));
  if (paths.length > 0) await run('chown', ['-RhP', '--from=0', to, '--', ...paths]);
  await run('chown', ['-h', '--from=0', to, '--', folder]);
};

/** What a start creates before this, and the content of a new file system. */
const freshNames = new Set(['secrets.json', 'run', 'lost+found']);

/** Before root writes into a DATA_DIR that is not in use: the next start gives it to the account again. */
export const reclaimData = (dataDir: string): void => {
  mkdirSync(dataDir, { recursive: true });
  if (process.getuid?.() === 0) chownSync(realpathSync(dataDir), 0, 0);
};
