import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** CPU seconds a process has used, its threads included. */
export const cpuSeconds = (pid: number): number => {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
};

/** The same of a process and its children: PostgreSQL has one for each connection. */
export const cpuSecondsOfTree = (pid: number): number => ofTree(pid, cpuSeconds);

const ofTree = (pid: number, figure: (pid: number) => number): number => {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid);
  return children.reduce((sum, one) => sum + whileRunning(Number(one), figure), figure(pid));
};

const whileRunning = (pid: number, figure: (pid: number) => number): number => {
  try {
    return figure(pid);
  } catch {
    // It has exited since it was listed.
    return 0;
  }
};

const parentOf = (pid: number): number | undefined => {
  try {
    return Number(statOf(pid)[1]);
  } catch {
    // It has exited since it was listed.
    return undefined;
  }
};

const statOf = (pid: number): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

/** Resident memory of a process in MB. */
export const residentMb = (pid: number): number => {
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(resident?.[1] ?? 0) / 1024;
};

/** The same of a process and its children; pages of memory that they share are counted for each. */
export const residentMbOfTree = (pid: number): number => ofTree(pid, residentMb);

/** The share of one core, in percent, that a process uses over `ms`. */
export const cpuPercent = async (pid: number, ms: number): Promise<number> => {
  const [before, from] = [cpuSeconds(pid), performance.now()];
  await pause(ms);
  return ((cpuSeconds(pid) - before) / ((performance.now() - from) / 1000)) * 100;
};

/** Waits: what the bench measures happens in real time. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
