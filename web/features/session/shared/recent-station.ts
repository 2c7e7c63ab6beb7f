import type { StationKey } from '#contract/rules/keys.ts';

const storageKey = 'recent.station';

/** The station last opened in this browser. */
export const recentStation = (): StationKey | undefined => {
  try {
    return (localStorage.getItem(storageKey) as StationKey | null) ?? undefined;
  } catch {
    return undefined;
  }
};

/** Remembers the current station until sign-out. */
export const rememberStation = (key: StationKey): void => {
  try {
    localStorage.setItem(storageKey, key);
  } catch {
    // Without storage the first station is chosen.
  }
};
