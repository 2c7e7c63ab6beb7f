import { useSyncExternalStore } from 'react';

const place = (person: string): string => `changelog.${person}`;
const listeners = new Set<() => void>();

/** The id of the latest entry of the changelog that this person has seen in this browser. */
export const useChangelogSeen = (person: string | undefined): string | null =>
  useSyncExternalStore(
    (changed) => (listeners.add(changed), () => listeners.delete(changed)),
    () => (person === undefined ? null : readSeen(person)),
  );

/** Keeps what is the latest entry that the person has seen. */
export const markChangelogSeen = (person: string, id: string): void => {
  if (readSeen(person) === id) return;
  try {
    localStorage.setItem(place(person), id);
  } catch {
    // A browser without storage shows the dot again.
  }
  for (const told of listeners) told();
};

const readSeen = (person: string): string | null => {
  try {
    return localStorage.getItem(place(person));
  } catch {
    return null;
  }
};
