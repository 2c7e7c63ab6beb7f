import type { EngineLogUsage } from '#contract/engine/engine-log.ts';
import type { Log } from '#streaming/base/log.ts';
import { createDiskQuota, type Disk } from './disk-quota.ts';
import type { StationLog } from './station-log.ts';
import type { StationLogs } from './station-logs.ts';

/** How much all logs may take: of the disk, and together. */
export type LogLimits = {
  /** Why nothing is recorded. */
  full(): 'disk' | 'quota' | undefined;
  usage(): Promise<EngineLogUsage>;
  /** Reads how full the disk is. */
  check(): Promise<void>;
  /** Removes expired audio of each station, then the oldest of all while they exceed the total limit. */
  apply(now: number): Promise<void>;
};

type Options = { logs: StationLogs; maxBytes: number; disk(): Promise<Disk>; log: Log };

/** `maxBytes`: the limit of all logs together. */
export const createLogLimits = ({ logs, maxBytes, disk, log }: Options): LogLimits => {
  const quota = createDiskQuota(disk, log);
  let isOverQuota = maxBytes <= 0;

  const shrink = async (): Promise<void> => {
    while (logs.bytes() > maxBytes) {
      const oldest = [...logs.all()].toSorted((a, b) => startOf(a) - startOf(b))[0];
      if (!oldest || startOf(oldest) === Infinity) break;
      await oldest.retained.dropOldest();
    }
    isOverQuota = logs.bytes() >= maxBytes;
  };

  return {
    full: () => quota.full ?? (isOverQuota ? 'quota' : undefined),
    async usage() {
      await quota.check();
      const stations = [...logs.all()].filter((one) => one.bytes() > 0).length;
      return {
        bytes: logs.bytes(),
        max_bytes: Number.isFinite(maxBytes) ? maxBytes : null,
        free_bytes: quota.free,
        stations,
      };
    },
    check: () => quota.check(),
    async apply(now) {
      for (const one of logs.all()) await one.applyRetention(now);
      await shrink();
    },
  };
};

const startOf = ({ retained }: StationLog): number => retained.segments[0]?.start ?? Infinity;
