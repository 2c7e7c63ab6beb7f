import { execFile } from 'node:child_process';
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './binaries.ts';
import type { ServiceAccount } from './service-account.ts';

const run = promisify(execFile);

type ClusterOptions = {
  binaries: PostgresBinaries;
  data: string;
  account: ServiceAccount | undefined;
  password: string;
};

/**
 * Creates a new cluster if there is none: UTF-8 and ICU regardless of the machine's LANG, checksums, password
 * authentication for all. An interrupted initdb leaves nothing that looks like a cluster.
 */
export const createCluster = async ({ binaries, data, account, password }: ClusterOptions): Promise<void> => {
  if (existsSync(join(data, 'PG_VERSION'))) return;
  const unfinished = `${data}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const passwordFile = join(dirname(data), 'initial-password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account !== undefined) {
    await chown(unfinished, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  try {
    await run(join(binaries.folder, 'bin/initdb'), [...initdbArgs, `--pwfile=${passwordFile}`, '-D', unfinished], {
      cwd: unfinished,
      env: { LC_ALL: 'C', TZ: 'UTC' },
      ...(account === undefined ? {} : { uid: account.uid, gid: account.gid }),
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rm(data, { recursive: true, force: true });
  await rename(unfinished, data);
};

const initdbArgs = [
  '--username=skywave',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale-provider=icu',
  '--icu-locale=und',
  '--locale=C',
  '--data-checksums',
  '--no-instructions',
];
