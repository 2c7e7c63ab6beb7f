import { useSyncExternalStore } from 'react';

export type ThemeChoice = 'auto' | 'light' | 'semi-dark' | 'dark';
export type Direction = 'ltr' | 'rtl';
export type Preferences = {
  theme: ThemeChoice;
  direction: Direction;
  volume: number;
  starred: Starred;
  /** The latest entry of the changelog that was seen. */
  changelog: string;
};
type Starred = { path: string; title: string }[];

/** The browser's copy: whose it is, and what the server doesn't know yet. */
export type PreferencesCopy = Preferences & { person?: string; unsaved?: Partial<Preferences> };

const place = 'preferences';
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
    return { ...initialPreferences, ...(JSON.parse(localStorage.getItem(place) ?? '{}') as Partial<PreferencesCopy>) };
  } catch {
    return initialPreferences;
  }
};
let current = read();

export const preferencesNow = (): PreferencesCopy => current;

/** Calls `told` at every change, until what is given back is called. */
export const followPreferences = (told: () => void): (() => void) => {
  listeners.add(told);
  return () => listeners.delete(told);
};

/** How this person wants the page to look, shared by the tabs of this browser. */
export const usePreferences = (): Preferences => useSyncExternalStore(followPreferences, preferencesNow);

/** Changes some of the preferences. */
export const setPreferences = (change: Partial<Preferences>): void =>
  storePreferences({ ...current, ...change, unsaved: { ...current.unsaved, ...change } });

/** Puts another copy in the place of the browser's. */
export const storePreferences = (copy: PreferencesCopy): void => {
  current = copy;
  try {
    localStorage.setItem(place, JSON.stringify(current));
  } catch {
    // A browser without storage forgets; the page goes on.
  }
  for (const told of listeners) told();
};

window.addEventListener('storage', (event) => {
  if (event.key !== place) return;
  current = read();
  for (const told of listeners) told();
});
