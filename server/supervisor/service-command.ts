import { spawnSync } from 'node:child_process';
import { dirname, join, resolve, sep } from 'node:path';
import { canAccess, type ServiceAccount } from '#server/engines/postgres/service-account.ts';

/**
 * The command prefix that runs a command as `account` permanently: no privileges of root can be regained, except
 * opening low ports if requested.
 */
export const changeAccount = ({ uid, gid }: ServiceAccount, lowPorts: boolean): string[] => {
  const rights = lowPorts ? '-all,+net_bind_service' : '-all';
  return [
    ...['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs'],
    ...[`--inh-caps=${rights}`, `--ambient-caps=${rights}`, `--bounding-set=${rights}`],
  ];
};

/** The command prefix that lets the engine raise its priority above other processes; empty if not permitted. */
export const raisedNice = (): string[] => {
  const command = ['prlimit', '--nice=30:30'];
  return spawnSync('prlimit', ['--nice=30:30', 'true'], { stdio: 'ignore' }).status === 0 ? command : [];
};

/**
 * If `folders` lie below one that the account may not enter (a clone below /root): commands that run `command` in a
 * separate mount namespace, in which the closed folder contains only them, at the same paths. Empty if not needed.
 */
export const showFolders = async (
  account: ServiceAccount,
  folders: string[],
  cwd: string,
  command: string[],
): Promise<string[][]> => {
  const closed = new Set<string>();
  const shown: string[] = [];
  for (const folder of folders) {
    const at = await closedAbove(account, folder);
    if (at === undefined) continue;
    closed.add(at);
    if (!shown.some((other) => `${folder}${sep}`.startsWith(`${other}${sep}`))) shown.push(folder);
  }
  if (shown.length === 0) return [];
  const hold = ['/mnt', '/media', '/srv'].find((path) => ![...folders, ...closed].some((one) => one.startsWith(path)));
  if (hold === undefined) return [];
  return [
    [
      'unshare',
      '--mount',
      '--propagation=private',
      'sh',
      '-c',
      viewScript([...closed], shown, hold, cwd),
      'sh',
      ...command,
    ],
  ];
};

/** The first folder on the way to `path` that the account may not enter. */
const closedAbove = async (account: ServiceAccount, path: string): Promise<string | undefined> => {
  const above: string[] = [];
  for (let at = dirname(resolve(path)); at !== dirname(at); at = dirname(at)) above.unshift(at);
  for (const folder of above) if (!(await canAccess(account, folder))) return folder;
  return undefined;
};

const viewScript = (closed: string[], shown: string[], hold: string, cwd: string): string => {
  const mounts = shown.map((path, i) => ({ path, at: join(hold, String(i)) }));
  const empty = (at: string): string => `mount -t tmpfs -o mode=0755,size=1m skywave ${quoted(at)}`;
  const bind = (from: string, to: string): string =>
    `if [ -d ${quoted(from)} ]; then mkdir -p ${quoted(to)}; else mkdir -p ${quoted(dirname(to))}; : > ${quoted(to)}; fi; mount --bind ${quoted(from)} ${quoted(to)}`;
  return [
    'set -e',
    'umask 022',
    empty(hold),
    ...mounts.map(({ path, at }) => bind(path, at)),
    ...closed.map(empty),
    ...mounts.map(({ path, at }) => bind(at, path)),
    `umount ${mounts.map(({ at }) => quoted(at)).join(' ')}`,
    `umount ${quoted(hold)}`,
    `cd ${quoted(cwd)}`,
    'exec "$@"',
  ].join('\n');
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
