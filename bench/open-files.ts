import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Lets this process and those that it starts open this many files, if it may; returns how many they can open. */
export const allowOpenFiles = (wanted: number): number => {
  if (openFilesLimit() < wanted)
    spawnSync('prlimit', ['--pid', String(process.pid), `--nofile=${String(wanted)}:${String(wanted)}`]);
  return openFilesLimit();
};

const openFilesLimit = (): number => {
  const hard = /Max open files\s+\S+\s+(\S+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  return hard === 'unlimited' ? Infinity : Number(hard ?? 0);
};
