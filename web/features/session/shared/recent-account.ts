import type { AccountKey } from '#contract/keys.ts';

const place = 'recent.account';

/** The account this browser was last at. */
export const recentAccount = (): AccountKey | undefined => {
  try {
    return (localStorage.getItem(place) as AccountKey | null) ?? undefined;
  } catch {
    return undefined;
  }
};

/** Keeps where the person is; forgotten at sign-out. */
export const rememberAccount = (key: AccountKey): void => {
  try {
    localStorage.setItem(place, key);
  } catch {
    // Without storage the first account is shown.
  }
};
