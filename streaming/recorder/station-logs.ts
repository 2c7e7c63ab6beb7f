import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openStationLog, type StationLog } from './station-log.ts';

/** The logs of stations, each opened once: `opening` until its files are read, then `open`, or `closing` while it is cleared. */
export type StationLogs = {
  /** Those that are open. */
  all(): Iterable<StationLog>;
  get(station: string): StationLog | undefined;
  /** Resolves once it is open; undefined for a station without a log. */
  find(station: string): Promise<StationLog> | undefined;
  /** Opens a log, which need not exist. */
  open(station: string): Promise<StationLog>;
  /** Opens the logs on disk. */
  openAll(): Promise<void>;
  /** Takes a log out of use, runs `clear`, and forgets it. */
  close(station: string, clear: (log: StationLog) => Promise<void>): Promise<void>;
  /** The size of all together. */
  bytes(): number;
};

type Options = { folder: string; segmentMs: number; now(): number; failed(error: unknown): void };

/** `folder` has one folder for each station. */
export const createStationLogs = ({ folder, segmentMs, now, failed }: Options): StationLogs => {
  const ready = new Map<string, StationLog>();
  const opened = new Map<string, Promise<StationLog>>();

  const read = async (station: string): Promise<StationLog> => {
    const log = await openStationLog({ folder: join(folder, station), pieceMs: segmentMs, now, failed });
    ready.set(station, log);
    return log;
  };

  const open = (station: string): Promise<StationLog> => {
    const existing = opened.get(station);
    if (existing) return existing;
    const opening = read(station);
    opened.set(station, opening);
    opening.catch(() => opened.delete(station));
    return opening;
  };

  return {
    all: () => ready.values(),
    get: (station) => ready.get(station),
    find: (station) => opened.get(station),
    open,
    async openAll() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const station of await readdir(folder)) if (/^s-\w+$/.test(station)) await open(station);
    },
    async close(station, clear) {
      const log = await opened.get(station);
      if (!log) return;
      ready.delete(station);
      await clear(log);
      opened.delete(station);
    },
    bytes: () => [...ready.values()].reduce((sum, one) => sum + one.bytes(), 0),
  };
};
