import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Secrets of the installation (DATA_DIR/secrets.json, 0600), generated at its first start. */
export type Installation = {
  /** The ID of the installation, even if its DATA_DIR is moved. */
  id: string;
  postgresPassword: string;
  clickhousePassword: string;
  engineToken: string;
  /** The administrator's generated password, until the first start has shown it. */
  firstPassword?: string;
};

/** The installation's secrets; an unreadable file stops the start, as new secrets would lock the data away. */
export const readInstallation = (dataDir: string): Installation => {
  const file = fileOf(dataDir);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Installation;
  const created: Installation = {
    id: randomUUID(),
    postgresPassword: secret(),
    clickhousePassword: secret(),
    engineToken: secret(),
    firstPassword: randomBytes(9).toString('base64url'),
  };
  writeInstallation(dataDir, created);
  return created;
};

/** The password is shown once, and no longer stored in clear text afterwards. */
export const forgetFirstPassword = (dataDir: string, { firstPassword: _, ...rest }: Installation): void =>
  writeInstallation(dataDir, rest);

const writeInstallation = (dataDir: string, installation: Installation): void => {
  mkdirSync(dataDir, { recursive: true });
  const unfinished = `${fileOf(dataDir)}.new`;
  writeFileSync(unfinished, `${JSON.stringify(installation, undefined, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(unfinished, fileOf(dataDir));
};

const fileOf = (dataDir: string): string => join(dataDir, 'secrets.json');
const secret = (): string => randomBytes(24).toString('base64url');
