import { existsSync, mkdtempSync, chmodSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { birthOf, endProcess, findRunning, isRunning, type ProcessId } from '../kernel/processes.ts';

const prefix = 'skywave-test-';

/** A folder for this test run's services, accessible to their unprivileged account. */
export const runFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'run.json'), JSON.stringify({ pid: process.pid, birth: birthOf(process.pid) }));
  return folder;
};

/** Ends the services and removes the folders of test runs that were killed. */
export const clearLeftovers = async (): Promise<void> => {
  const folders = readdirSync(tmpdir()).filter((name) => name.startsWith(prefix));
  await Promise.all(folders.map((name) => clearFolder(join(tmpdir(), name))));
};

/** Records a service of this run, so that a later run can end it if this one is killed. */
export const noteService = (folder: string, name: string, { pid, birth }: ProcessId): void =>
  writeFileSync(join(folder, `${name}.service.json`), JSON.stringify({ pid, birth }));

const clearFolder = async (folder: string): Promise<void> => {
  const run = join(folder, 'run.json');
  if (!existsSync(run) || isRunning(read(run))) return;
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.service.json'))) {
    const service = findRunning(read(join(folder, name)));
    if (service !== undefined) await endProcess(service, 'SIGINT', 2000);
  }
  rmSync(folder, { recursive: true, force: true });
};

const read = (file: string): ProcessId => JSON.parse(readFileSync(file, 'utf8')) as ProcessId;
