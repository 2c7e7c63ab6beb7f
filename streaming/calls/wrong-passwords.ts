import { minuteMs } from '#contract/rules/time.ts';

export type WrongPasswords = {
  /** Whether passwords from there aren't looked at for now. */
  isBlocked(address: string): boolean;
  /** A wrong password came from there, in answer to a challenge of ours, so that a forged address blocks nobody. */
  wrong(address: string): void;
};

/** Wrong passwords in a minute from one address; beyond, all are refused until that minute is over. */
export const mostWrong = 20;
/** Only addresses of trunks are read at all, and only those with wrong passwords are remembered. */
const mostAddresses = 10_000;

/** Limits how many passwords an address can try. */
export const createWrongPasswords = (now: () => number): WrongPasswords => {
  let minute = 0;
  const tries = new Map<string, number>();
  const ofThisMinute = (): Map<string, number> => {
    const current = Math.floor(now() / minuteMs);
    if (current !== minute) tries.clear();
    minute = current;
    return tries;
  };
  return {
    isBlocked: (address) => (ofThisMinute().get(address) ?? 0) >= mostWrong,
    wrong(address) {
      const counts = ofThisMinute();
      if (counts.size < mostAddresses || counts.has(address)) counts.set(address, (counts.get(address) ?? 0) + 1);
    },
  };
};
