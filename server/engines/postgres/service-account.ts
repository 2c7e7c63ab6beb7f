import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The account a service runs as if we are root, as PostgreSQL refuses to run as root. */
export type ServiceAccount = { name: string; uid: number; gid: number };

const accountName = 'skywave';

/**
 * The unprivileged account for services: undefined if we are not root (they run as the current user); as root the
 * system account `skywave`, created if missing, else `postgres` or `nobody`.
 */
export const serviceAccount = async (): Promise<ServiceAccount | undefined> => {
  if (process.getuid?.() !== 0) return undefined;
  const existing = await findAccount(accountName);
  if (existing !== undefined) return existing;
  await createAccount();
  for (const name of [accountName, 'postgres', 'nobody']) {
    const account = await findAccount(name);
    if (account !== undefined) return account;
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and no unprivileged account could be created. Create one named skywave.',
  );
};

/** Whether `account` can access `folder`: it may traverse every folder on its path. */
export const canAccess = async (account: ServiceAccount, folder: string): Promise<boolean> => {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && !mayTraverse(found, account)) return false;
    if (path === dirname(path)) return true;
  }
};

/** Whether `account` can create files in `folder`. */
export const canWrite = async (account: ServiceAccount, folder: string): Promise<boolean> => {
  const found = await stat(folder).catch(() => undefined);
  return found !== undefined && has(found, account, 0o3) && (await canAccess(account, folder));
};

const mayTraverse = (found: Owned, account: ServiceAccount): boolean => has(found, account, 0o1);

type Owned = { uid: number; gid: number; mode: number };

/** Whether the account has these rights, as the last octal digit of a mode. */
const has = ({ uid, gid, mode }: Owned, account: ServiceAccount, rights: number): boolean => {
  const own = uid === account.uid ? mode >> 6 : gid === account.gid ? mode >> 3 : mode;
  return (own & rights) === rights;
};

const createAccount = async (): Promise<void> => {
  const commands: [string, string[]][] = [
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
  for (const [command, args] of commands) {
    const result = await run(command, args, { env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' } }).catch(() => undefined);
    if (result !== undefined) return;
  }
};

const findAccount = async (name: string): Promise<ServiceAccount | undefined> => {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n');
  const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
  return fields === undefined ? undefined : { name, uid: Number(fields[2]), gid: Number(fields[3]) };
};
