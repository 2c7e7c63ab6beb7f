import { copyFileSync, existsSync, renameSync, statSync, truncateSync } from 'node:fs';

/** A log may grow to this many bytes; of each the last three full ones are kept. */
const logBytes = 10_000_000;
const copies = 3;

/**
 * Starts a log file again once it is full, and keeps what was in it as `.1`, older ones as `.2` and `.3`. The file itself
 * stays, as the programs that append to it have it open; what they write between copy and cut is lost.
 */
export const rotateLog = (path: string, mostBytes = logBytes): void => {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= mostBytes) return;
  for (let i = copies; i > 1; i--) if (existsSync(`${path}.${i - 1}`)) renameSync(`${path}.${i - 1}`, `${path}.${i}`);
  copyFileSync(path, `${path}.1`);
  truncateSync(path);
};
