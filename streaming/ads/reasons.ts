import type { AdReason } from '#contract/rules/ad-reasons.ts';
import type { Tally } from '#shared/ads/asked-candidates.ts';

/** How many asked of late, by station: halved each time it is read. */
export const createDemand = () => {
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
};

/** Why a campaign was not played; refusals that are the same object are counted together. */
type Refused = readonly [campaign: { key: string }, reason: AdReason, tally?: Tally];

export type Reasons = {
  add(station: string, refused: Refused): void;
  /** What was counted since the last call, by station. */
  take(): [station: string, reasons: { campaign: string; reason: AdReason; count: number }[]][];
};

/** Tallies of lists of candidates that are used no more shall not be kept. */
const talliesAtMost = 10_000;

/** Why campaigns were not played, counted in memory until it is reported. */
export const createReasons = (): Reasons => {
  let stations = new Map<string, Map<string, Map<AdReason, number>>>();
  let tallied: Refused[] = [];

  const count = (station: string, [{ key }, reason]: Refused, times: number): void => {
    const campaigns = stations.get(station) ?? new Map<string, Map<AdReason, number>>();
    stations.set(station, campaigns);
    const reasons = campaigns.get(key) ?? new Map<AdReason, number>();
    campaigns.set(key, reasons);
    reasons.set(reason, (reasons.get(reason) ?? 0) + times);
  };
  const countTallied = (): void => {
    for (const refused of tallied) {
      const { station, count: times } = refused[2]!;
      count(station, refused, times);
      refused[2]!.count = 0;
    }
    tallied = [];
  };

  return {
    add(station, refused) {
      const tally = refused[2];
      if (tally?.count === 0) {
        tally.station = station;
        tallied.push(refused);
      }
      if (tally?.station === station) tally.count += 1;
      else count(station, refused, 1);
      if (tallied.length > talliesAtMost) countTallied();
    },
    take() {
      countTallied();
      const taken = stations;
      stations = new Map();
      return Array.from(taken, ([station, campaigns]) => [
        station,
        [...campaigns].flatMap(([campaign, reasons]) =>
          Array.from(reasons, ([reason, count]) => ({ campaign, reason, count })),
        ),
      ]);
    },
  };
};
