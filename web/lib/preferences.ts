import { useSyncExternalStore } from 'react';

export type ThemeChoice = 'auto' | 'light' | 'semi-dark' | 'dark';
export type Direction = 'ltr' | 'rtl';
export type Preferences = { theme: ThemeChoice; direction: Direction; volume: number; starred: Starred };
type Starred = { path: string; title: string }[];

const place = 'preferences';
const initial: Preferences = { theme: 'auto', direction: 'ltr', volume: 0.8, starred: [] };
const listeners = new Set<() => void>();

const read = (): Preferences => {
  try {
    return { ...initial, ...(JSON.parse(localStorage.getItem(place) ?? '{}') as Partial<Preferences>) };
  } catch {
    return initial;
  }
};
let current = read();

/** How this person wants the page to look, kept in this browser and shared by its tabs. */
export const usePreferences = (): Preferences =>
  useSyncExternalStore(
    (changed) => (listeners.add(changed), () => listeners.delete(changed)),
    () => current,
  );

/** Changes some of the preferences. */
export const setPreferences = (change: Partial<Preferences>): void => {
  current = { ...current, ...change };
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
