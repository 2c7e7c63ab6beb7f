import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readConfig, readSettings, type Settings } from '#server/kernel/config.ts';
import { mediaFolder } from '#server/kernel/create-kernel.ts';
import { lockRole } from '#server/kernel/role-lock.ts';
import { reclaimData } from '#server/supervisor/data-owner.ts';
import { forgetFirstPassword, readInstallation } from '#server/supervisor/installation.ts';
import { readNote, removeNote, writeNote } from '#server/supervisor/notes.ts';
import { choosePorts, startAnalytics, startDatabase, type Site } from '#server/supervisor/services.ts';
import { backUp, restore, type Kept } from './backup.ts';
import type { Manifest } from './manifest.ts';

/*
 * `npm run backup [-- FOLDER]` copies an installation, which may run meanwhile; `npm run restore -- FOLDER` fills an
 * empty one. Embedded databases that do not run are started for as long as it takes.
 */
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const settings = readSettings(process.env);
const { dataDir } = settings;
const [command, given] = process.argv.slice(2);
const begun: { stop(): Promise<void> }[] = [];

const backupCommand = async (): Promise<void> => {
  if (!existsSync(join(dataDir, 'secrets.json')) && !settings.databaseUrl) {
    throw new Error(`There is no installation in ${dataDir}: DATA_DIR names the one to back up.`);
  }
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const folder = resolve(given ?? join(dataDir, 'backups', stamp));
  const isFree = await isStopped();
  const manifest = await backUp(isFree ? await started() : keptOf(settings, readConfig(process.env)), folder);
  say(`${summary(manifest)} are in ${folder}.`);
  if (given === undefined) say('Keep a copy of it on another machine.');
  if (settings.s3) say(`The files in the bucket ${settings.s3.bucket} are not in it: back the bucket up as such.`);
};

const restoreCommand = async (): Promise<void> => {
  if (given === undefined) throw new Error('Name the backup: npm run restore -- FOLDER');
  await lockRole(dataDir, 'supervisor');
  const again = readNote(dataDir, 'restore') !== undefined;
  const kept = await started();
  const folder = resolve(given);
  const manifest = await restore(kept, folder, {
    again,
    begin: () => writeNote(dataDir, 'restore', { from: folder }),
  });
  forgetFirstPassword(dataDir, readInstallation(dataDir));
  removeNote(dataDir, 'restore');
  say(`${summary(manifest)} of ${manifest.made} are restored; npm start runs it, with the sign-ins it had.`);
};

/** The embedded databases of an installation that does not run, and those that the operator named. */
const started = async (): Promise<Kept> => {
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
  begun.push(...[database, analytics].filter((part) => part !== undefined));
  return keptOf(settings, {
    databaseUrl: settings.databaseUrl ?? database?.url ?? '',
    clickhouseUrl: settings.clickhouseUrl ?? analytics?.url ?? '',
  });
};

const keptOf = (
  { s3 }: Pick<Settings, 's3'>,
  { databaseUrl, clickhouseUrl }: Pick<Kept, 'databaseUrl' | 'clickhouseUrl'>,
): Kept => ({ databaseUrl, clickhouseUrl, files: s3 ? undefined : mediaFolder({ dataDir }) });

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
  for (const part of begun.splice(0)) await part.stop();
  process.exit(code);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end(1));

try {
  await (command === 'restore' ? restoreCommand() : backupCommand());
  await end(0);
} catch (error) {
  process.stderr.write(`${command} stops: ${error instanceof Error ? error.message : String(error)}\n`);
  await end(1);
}
