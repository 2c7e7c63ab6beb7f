import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Processor seconds a process has used, its threads included. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Resident memory of a process in MB. */
export function residentMb(pid: number): number {
  const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found?.[1] ?? 0) / 1024;
}

/** Share of one core in percent that a process uses over `ms`. */
export async function cpuPercent(pid: number, ms: number): Promise<number> {
  const [before, from] = [cpuSeconds(pid), performance.now()];
  await pause(ms);
  return ((cpuSeconds(pid) - before) / ((performance.now() - from) / 1000)) * 100;
}

/** Lets time pass: what is measured here happens in real time. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
