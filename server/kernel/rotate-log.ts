import { copyFileSync, existsSync, renameSync, statSync, truncateSync } from 'node:fs';

/** Maximum size of a log; the last three full ones are kept. */
const logBytes = 10_000_000;
const copies = 3;

/**
 * Empties a log file once it is full, and keeps its content as `.1`, older ones as `.2` and `.3`. The file itself
 * stays, as programs have it open for appending; what they write between copying and truncating is lost.
 */
export const rotateLog = (path: string, mostBytes = logBytes): void => {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= mostBytes) return;
  for (let i = copies; i > 1; i--) if (existsSync(`${path}.${i - 1}`)) renameSync(`${path}.${i - 1}`, `${path}.${i}`);
  copyFileSync(path, `${path}.1`);
  truncateSync(path);
};
