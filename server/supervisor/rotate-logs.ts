import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { rotateLog } from '#server/kernel/rotate-log.ts';

const everyMs = 5000;

/** Limits the log files of a folder while their programs run; the returned function stops it. */
export const rotateLogs = (folder: string): (() => void) => {
  const rotate = (): void => {
    try {
      for (const name of readdirSync(folder)) if (name.endsWith('.log')) rotateLog(join(folder, name));
    } catch {
      // No folder yet, or a full disk: retried next time.
    }
  };
  const timer = setInterval(rotate, everyMs);
  timer.unref();
  return () => clearInterval(timer);
};
