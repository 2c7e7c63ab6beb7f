import type { AccountKey } from '#contract/rules/keys.ts';

const storageKey = 'recent.account';

/** The account last opened in this browser. */
export const recentAccount = (): AccountKey | undefined => {
  try {
    return (localStorage.getItem(storageKey) as AccountKey | null) ?? undefined;
  } catch {
    return undefined;
  }
};

/** Remembers the current account until sign-out. */
export const rememberAccount = (key: AccountKey): void => {
  try {
    localStorage.setItem(storageKey, key);
  } catch {
    // Without storage the first account is shown.
  }
};
