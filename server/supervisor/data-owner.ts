import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ServiceAccount } from '#server/engines/postgres/service-account.ts';

const run = promisify(execFile);

/**
 * Gives what root owns in DATA_DIR to the service account, links as links and without following them. Done once: that the folder itself
 * is the account's says that all in it is. A folder with other things in it (no installation) is given without
 * its contents; one directly below / is refused then.
 */
export const giveData = async (dataDir: string, account: ServiceAccount, isInstalled: boolean): Promise<void> => {
  mkdirSync(dataDir, { recursive: true });
  const folder = realpathSync(dataDir);
  if (statSync(folder).uid === account.uid) return;
  const entries = readdirSync(folder);
  const isNew = entries.every((name) => freshNames.has(name));
  if (!isInstalled && !isNew && dirname(folder) === '/') {
    throw new Error(
      `DATA_DIR ${folder} holds other things than Skywave's: name a folder of its own, ${join(folder, 'skywave')} for example.`,
    );
  }
  const to = `${account.uid}:${account.gid}`;
  const given = isInstalled || isNew ? entries : entries.filter((name) => freshNames.has(name));
  // coreutils walks by open folders: a link put in the way meanwhile leads nowhere.
  const paths = given.map((name) => join(folder, name));
  if (paths.length > 0) await run('chown', ['-RhP', '--from=0', to, '--', ...paths]);
  await run('chown', ['-h', '--from=0', to, '--', folder]);
};

/** What a start makes before this, and what a new file system holds. */
const freshNames = new Set(['secrets.json', 'run', 'lost+found']);

/** Before root writes into a DATA_DIR that no part uses: the next start gives it to the account again. */
export const takeDataBack = (dataDir: string): void => {
  mkdirSync(dataDir, { recursive: true });
  if (process.getuid?.() === 0) chownSync(realpathSync(dataDir), 0, 0);
};
