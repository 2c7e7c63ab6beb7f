import type { AdReason } from '#contract/campaign-report.ts';

/** How many asked of late, by station: halved each time it is read. */
export function createDemand() {
  const counts = new Map<string, number>();
  return {
    asked: (station: string): void => void counts.set(station, (counts.get(station) ?? 0) + 2),
    of(station: string): number {
      const count = counts.get(station) ?? 0;
      if (count > 1) counts.set(station, Math.floor(count / 2));
      else counts.delete(station);
      return count;
    },
  };
}

export type Reasons = {
  add(station: string, refusals: readonly (readonly [campaign: { key: string }, reason: AdReason])[]): void;
  /** What was counted since the last call, by station. */
  take(): [station: string, reasons: { campaign: string; reason: AdReason; count: number }[]][];
};

/** Why campaigns were not played, counted in memory until it is reported. */
export function createReasons(): Reasons {
  let stations = new Map<string, Map<string, Map<AdReason, { count: number }>>>();
  return {
    add(station, refusals) {
      const campaigns = stations.get(station) ?? new Map<string, Map<AdReason, { count: number }>>();
      stations.set(station, campaigns);
      for (const [{ key }, reason] of refusals) {
        const reasons = campaigns.get(key) ?? new Map<AdReason, { count: number }>();
        if (reasons.size === 0) campaigns.set(key, reasons);
        const known = reasons.get(reason);
        if (known) known.count += 1;
        else reasons.set(reason, { count: 1 });
      }
    },
    take() {
      const taken = stations;
      stations = new Map();
      return Array.from(taken, ([station, campaigns]) => [
        station,
        [...campaigns].flatMap(([campaign, reasons]) =>
          Array.from(reasons, ([reason, { count }]) => ({ campaign, reason, count })),
        ),
      ]);
    },
  };
}
