import { useSyncExternalStore } from 'react';

export type ThemeChoice = 'auto' | 'light' | 'semi-dark' | 'dark';
export type Direction = 'ltr' | 'rtl';
export type Preferences = {
  theme: ThemeChoice;
  direction: Direction;
  volume: number;
  starred: Starred;
  /** The id of the latest changelog entry that was seen. */
  changelog: string;
};
type Starred = { path: string; title: string }[];

/** The browser's copy with its user and the changes not saved on the server yet. */
export type PreferencesCopy = Preferences & { person?: string; unsaved?: Partial<Preferences> };

const storageKey = 'preferences';
export const initialPreferences: Preferences = {
  theme: 'auto',
  direction: 'ltr',
  volume: 0.8,
  starred: [],
  changelog: '',
};
const listeners = new Set<() => void>();

const read = (): PreferencesCopy => {
  try {
    return {
      ...initialPreferences,
      ...(JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<PreferencesCopy>),
    };
  } catch {
    return initialPreferences;
  }
};
let current = read();

export const preferencesNow = (): PreferencesCopy => current;

/** Calls the listener on every change; returns a function that unsubscribes. */
export const subscribePreferences = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The user's preferences, shared by all tabs of this browser. */
export const usePreferences = (): Preferences => useSyncExternalStore(subscribePreferences, preferencesNow);

/** Changes some of the preferences. */
export const setPreferences = (change: Partial<Preferences>): void =>
  storePreferences({ ...current, ...change, unsaved: { ...current.unsaved, ...change } });

/** Replaces the browser's copy. */
export const storePreferences = (copy: PreferencesCopy): void => {
  current = copy;
  try {
    localStorage.setItem(storageKey, JSON.stringify(current));
  } catch {
    // Without storage the preferences last only for this page.
  }
  for (const listener of listeners) listener();
};

window.addEventListener('storage', (event) => {
  if (event.key !== storageKey) return;
  current = read();
  for (const listener of listeners) listener();
});
