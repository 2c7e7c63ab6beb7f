import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whom a service runs as where we ourselves are root; PostgreSQL refuses to run as root. */
export type ServiceAccount = { name: string; uid: number; gid: number };

const accountName = 'skywave';

/**
 * The unprivileged account that services run under: undefined where we are not root (they run as ourselves);
 * as root the system account `skywave`, made when it is missing, else PostgreSQL's own or `nobody`.
 */
export const serviceAccount = async (): Promise<ServiceAccount | undefined> => {
  if (process.getuid?.() !== 0) return undefined;
  const known = await findAccount(accountName);
  if (known !== undefined) return known;
  await createAccount();
  for (const name of [accountName, 'postgres', 'nobody']) {
    const found = await findAccount(name);
    if (found !== undefined) return found;
  }
  throw new Error(
    'PostgreSQL refuses to run as root and no unprivileged account could be made: create one named skywave.',
  );
};

/** Whether `account` can enter `folder`: every folder on the way lets it through. */
export const canEnter = async (account: ServiceAccount, folder: string): Promise<boolean> => {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && !letsThrough(found, account)) return false;
    if (path === dirname(path)) return true;
  }
};

const letsThrough = (found: { uid: number; gid: number; mode: number }, account: ServiceAccount): boolean => {
  if (found.uid === account.uid) return (found.mode & 0o100) !== 0;
  if (found.gid === account.gid) return (found.mode & 0o010) !== 0;
  return (found.mode & 0o001) !== 0;
};

const createAccount = async (): Promise<void> => {
  const ways: [string, string[]][] = [
    [
      'useradd',
      [
        '--system',
        '--user-group',
        '--no-create-home',
        '--home-dir',
        '/nonexistent',
        '--shell',
        '/bin/false',
        accountName,
      ],
    ],
    ['adduser', ['-S', '-D', '-H', '-s', '/bin/false', accountName]],
  ];
  for (const [command, args] of ways) {
    const made = await run(command, args, { env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' } }).catch(() => undefined);
    if (made !== undefined) return;
  }
};

const findAccount = async (name: string): Promise<ServiceAccount | undefined> => {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n');
  const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
  return fields === undefined ? undefined : { name, uid: Number(fields[2]), gid: Number(fields[3]) };
};
