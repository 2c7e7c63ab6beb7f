import { areRestrictive } from '#contract/rules/listener-rules.ts';
import type { StationHead } from '#streaming/bus/batch.ts';
import { createAdmission, refusalTexts } from './admission.ts';
import type { Countries } from './countries.ts';
import { createAddressCounts } from './per-address-limit.ts';
import { addressLimitReached, limitReached, refusal, unavailable } from './replies.ts';
import type { Session } from './sessions.ts';

/** Who may listen: by the stations' rules and limits. */
export type ListenerLimits = {
  opened(session: Session): void;
  left(session: Session): void;
  /** The reply to a barred IP address; undefined for one that may listen. */
  barred(head: StationHead, ip: string): Buffer | undefined;
  /** The reply when a limit is reached; undefined otherwise. */
  full(head: StationHead, ip: string): Buffer | undefined;
  /** Which listeners the station's rules bar, once they can be evaluated; undefined if they bar nobody. */
  barredSessions(head: () => StationHead): Promise<((session: Session) => boolean) | undefined>;
  /** Runs `go` at once, or after the country databases have been loaded. */
  whenDecidable(head: StationHead | undefined, go: () => void): void;
};

type Options = {
  countries: Countries;
  /** Listeners of the station here, and at other edges. */
  listeners(station: string): number;
  elsewhere?(station: string): number;
};

/** Starts without a listener. */
export const createListenerLimits = ({ countries, listeners, elsewhere }: Options): ListenerLimits => {
  const admission = createAdmission(countries);
  const addressCounts = createAddressCounts();
  return {
    opened: addressCounts.add,
    left: addressCounts.remove,
    barred(head, ip) {
      const { admitted, because } = admission.decide(head, ip);
      return admitted ? undefined : refusal('403 Forbidden', refusalTexts[because]);
    },
    full({ of, station: own, max_listeners: maxListeners, max_per_address: maxPerAddress }, ip) {
      const station = of ?? own;
      const isFull = maxListeners !== null && listeners(station) + (elsewhere?.(station) ?? 0) >= maxListeners;
      if (isFull) return unavailable(limitReached, 30);
      const isAddressFull = maxPerAddress !== null && addressCounts.count(station, ip) >= maxPerAddress;
      return isAddressFull ? unavailable(addressLimitReached, 30) : undefined;
    },
    async barredSessions(headNow) {
      await admission.whenReady(headNow());
      const head = headNow();
      if (!head.rules || !areRestrictive(head.rules)) return undefined;
      return ({ ip }) => !admission.decide(head, ip).admitted;
    },
    whenDecidable(head, go) {
      const awaited = head && admission.whenReady(head);
      if (awaited) void awaited.then(go);
      else go();
    },
  };
};
