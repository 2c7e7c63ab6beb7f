import { spawnSync } from 'node:child_process';
import { openFilesLimit } from '#server/kernel/open-files.ts';

/** Lets this process and those that it starts open this many files, if it may; returns how many they can open. */
export const allowOpenFiles = (wanted: number): number => {
  if (openFilesLimit() < wanted)
    spawnSync('prlimit', ['--pid', String(process.pid), `--nofile=${String(wanted)}:${String(wanted)}`]);
  return openFilesLimit();
};
