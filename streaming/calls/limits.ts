import type { CallLimits } from '#contract/engine/engine-calls.ts';
import { minuteMs } from '#contract/rules/time.ts';

type OpenCall = { trunk: { id: string }; did: string; caller: string; station: string; answered: number | null };
export type LimitReason = 'rate' | 'full' | 'station-full' | 'caller-limit' | 'number-limit';

export type Limiter = {
  /** Why a new call is refused; undefined if it isn't. Counts it for the trunk's rate. */
  refusal(call: Omit<OpenCall, 'answered'>, stationMax: number): LimitReason | undefined;
};

type Options = {
  open(): Iterable<OpenCall>;
  limits(): CallLimits;
  most: number;
  now(): number;
  /** The time of a number's ended calls today. */
  heard(did: string, now: number): number;
};

/** Calls that wait for an ACK, of one trunk. */
const mostHalfOpen = 200;

/** The bounds of calls by trunk, caller, number and station, and of the process. */
export const createLimiter = ({ open, limits, most, now, heard }: Options): Limiter => {
  const rates = new Map<string, { second: number; calls: number }>();
  const isTooFast = (trunk: string, perSecond: number): boolean => {
    const second = Math.floor(now() / 1000);
    const rate = rates.get(trunk);
    const calls = (rate?.second === second ? rate.calls : 0) + 1;
    rates.set(trunk, { second, calls });
    return calls > perSecond;
  };
  return {
    refusal({ trunk, did, caller, station }, stationMax) {
      const bounds = limits();
      if (isTooFast(trunk.id, bounds.per_second)) return 'rate';
      let [all, halfOpen, ofStation, ofCaller] = [0, 0, 0, 0];
      let ms = heard(did, now());
      for (const call of open()) {
        all++;
        if (call.answered === null && call.trunk.id === trunk.id) halfOpen++;
        if (call.station === station) ofStation++;
        if (caller !== '' && call.caller === caller) ofCaller++;
        if (call.did === did && call.answered !== null) ms += now() - call.answered;
      }
      if (all >= most || halfOpen >= mostHalfOpen) return 'full';
      if (ofStation >= stationMax) return 'station-full';
      if (ofCaller >= bounds.per_caller) return 'caller-limit';
      return ms >= bounds.number_minutes * minuteMs ? 'number-limit' : undefined;
    },
  };
};
