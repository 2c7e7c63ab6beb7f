import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readConfig, readSettings, type Settings } from '#server/kernel/config.ts';
import { mediaFolder } from '#server/kernel/create-kernel.ts';
import { lockRole } from '#shared/role-lock.ts';
import { reclaimData } from '#server/supervisor/data-owner.ts';
import { forgetFirstPassword, readInstallation } from '#server/supervisor/installation.ts';
import { readNote, removeNote, writeNote } from '#server/supervisor/notes.ts';
import { choosePorts, startAnalytics, startDatabase, type Site } from '#server/supervisor/services.ts';
import { backUp, restore, type InstallationData } from './backup.ts';
import type { Manifest } from './manifest.ts';

/*
 * `npm run backup [-- FOLDER]` copies an installation, which may keep running; `npm run restore -- FOLDER` fills an
 * empty one. Embedded databases that are not running are started meanwhile.
 */
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const settings = readSettings(process.env);
const { dataDir } = settings;
const [command, folderArgument] = process.argv.slice(2);
const startedServices: { stop(): Promise<void> }[] = [];

const backupCommand = async (): Promise<void> => {
  if (!existsSync(join(dataDir, 'secrets.json')) && !settings.databaseUrl) {
    throw new Error(`No installation in ${dataDir}. Set DATA_DIR to the one to back up.`);
  }
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const folder = resolve(folderArgument ?? join(dataDir, 'backups', stamp));
  const wasStopped = await isStopped();
  const manifest = await backUp(
    wasStopped ? await startServices() : dataStores(settings, readConfig(process.env)),
    folder,
  );
  print(`Backed up ${summary(manifest)} to ${folder}.`);
  if (folderArgument === undefined) print('Keep a copy on another machine.');
  if (settings.s3) print(`Files in the bucket ${settings.s3.bucket} are not included: back up the bucket separately.`);
};

const restoreCommand = async (): Promise<void> => {
  if (folderArgument === undefined) throw new Error('Name the backup folder: npm run restore -- FOLDER');
  await lockRole(dataDir, 'supervisor');
  const again = readNote(dataDir, 'restore') !== undefined;
  const stores = await startServices();
  const folder = resolve(folderArgument);
  const manifest = await restore(stores, folder, {
    again,
    begin: () => writeNote(dataDir, 'restore', { from: folder }),
  });
  forgetFirstPassword(dataDir, readInstallation(dataDir));
  removeNote(dataDir, 'restore');
  print(`Restored ${summary(manifest)} from ${manifest.made}. Run npm start; existing sign-ins work as before.`);
};

/** Starts the embedded databases of an installation that is not running, unless the operator configured others. */
const startServices = async (): Promise<InstallationData> => {
  reclaimData(dataDir);
  const site: Site = {
    settings,
    installation: readInstallation(dataDir),
    ports: await choosePorts(settings),
    env: process.env,
  };
  const [database, analytics] = await Promise.all([
    settings.databaseUrl === undefined ? startDatabase(site) : undefined,
    settings.clickhouseUrl === undefined ? startAnalytics(site) : undefined,
  ]);
  startedServices.push(...[database, analytics].filter((part) => part !== undefined));
  return dataStores(settings, {
    databaseUrl: settings.databaseUrl ?? database?.url ?? '',
    clickhouseUrl: settings.clickhouseUrl ?? analytics?.url ?? '',
  });
};

const dataStores = (
  { s3 }: Pick<Settings, 's3'>,
  { databaseUrl, clickhouseUrl }: Pick<InstallationData, 'databaseUrl' | 'clickhouseUrl'>,
): InstallationData => ({ databaseUrl, clickhouseUrl, files: s3 ? undefined : mediaFolder({ dataDir }) });

const isStopped = (): Promise<boolean> =>
  lockRole(dataDir, 'supervisor').then(
    () => true,
    () => false,
  );

const summary = ({ tables, listening, files }: Manifest): string => {
  const rows = [...tables, ...listening].reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows${files === null ? '' : ` and ${files.count} files (${Math.ceil(files.bytes / 1e6)} MB)`}`;
};

const end = async (code: number): Promise<never> => {
  for (const part of startedServices.splice(0)) await part.stop();
  process.exit(code);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end(1));

try {
  await (command === 'restore' ? restoreCommand() : backupCommand());
  await end(0);
} catch (error) {
  process.stderr.write(`${command} failed: ${error instanceof Error ? error.message : String(error)}\n`);
  await end(1);
}
