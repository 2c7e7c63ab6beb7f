import { useSyncExternalStore } from 'react';

/** A value that components follow, of something that lives outside of them. */
export type Observable<T> = { readonly value: T; subscribe(listener: () => void): () => void };
export type Changeable<T> = Observable<T> & { change(changes: Partial<T>): void };

export const createChangeable = <T extends object>(first: T): Changeable<T> => {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    get value() {
      return value;
    },
    change(changes) {
      value = { ...value, ...changes };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

/** The current value, rendered again with each change. */
export const useObservable = <T>(observable: Observable<T>): T =>
  useSyncExternalStore(observable.subscribe, () => observable.value);

/** What `select` makes of the current value, rendered again only when that changes: a number, a text or a boolean. */
export const useSelected = <T, S extends string | number | boolean>(
  observable: Observable<T>,
  select: (value: T) => S,
): S => useSyncExternalStore(observable.subscribe, () => select(observable.value));
