import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, findRunning, type ProcessId, type Running } from '#server/kernel/processes.ts';

const stopMs = 15_000;
const parts = [
  { note: 'run/portal.json', program: 'server/portal.ts' },
  { note: 'run/delivery.json', program: 'server/delivery.ts' },
  { note: 'run/engine.json', program: 'streaming/main.ts' },
  { note: 'clickhouse/child.json', program: 'clickhouse-child.ts' },
];

/** Ends what an earlier version left running as root: it could not be stopped or adopted by the service account. */
export const endRootParts = async (dataDir: string, say: (text: string) => void): Promise<void> => {
  const left = parts.flatMap(({ note, program }) => findRootPart(join(dataDir, note), program) ?? []);
  if (left.length === 0) return;
  say('What still ran as root is started again by the service account; listeners connect again.');
  await Promise.all(left.map((part) => endProcess(part, 'SIGTERM', stopMs)));
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
