import { readFileSync } from 'node:fs';

/** Files and connections that this process may have open at once; Infinity where the system sets no limit or doesn't say. */
export const openFilesLimit = (): number => {
  const hard = /Max open files\s+\S+\s+(\d+)/.exec(limitsText())?.[1];
  return hard === undefined ? Infinity : Number(hard);
};

const limitsText = (): string => {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
};
