import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, findRunning, type ProcessId, type Running } from '#server/kernel/processes.ts';

const stopMs = 15_000;
const parts = [
  { note: 'run/portal.json', program: 'server/portal.ts' },
  { note: 'run/delivery.json', program: 'server/delivery.ts' },
  { note: 'run/engine.json', program: 'streaming/main.ts' },
  { note: 'run/calls.json', program: 'streaming/calls-main.ts' },
  { note: 'clickhouse/child.json', program: 'clickhouse-child.ts' },
];

/** Ends processes that an earlier version left running as root, as the service account can't stop or adopt them. */
export const endRootProcesses = async (dataDir: string, say: (text: string) => void): Promise<void> => {
  const leftovers = parts.flatMap(({ note, program }) => findRootPart(join(dataDir, note), program) ?? []);
  if (leftovers.length === 0) return;
  say('Restarting processes that ran as root under the service account; listeners reconnect.');
  await Promise.all(leftovers.map((part) => endProcess(part, 'SIGTERM', stopMs)));
};

const findRootPart = (note: string, program: string): Running | undefined => {
  try {
    const { pid, birth } = JSON.parse(readFileSync(note, 'utf8')) as ProcessId;
    const isRoot = statSync(`/proc/${pid}`).uid === 0;
    const isOurs = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      .split('\0')
      .some((word) => word.endsWith(program));
    return isRoot && isOurs ? findRunning({ pid, birth }) : undefined;
  } catch {
    return undefined;
  }
};
