/** Events pending for one reader, only the latest of each name. */
export type Mailbox<T> = {
  put(name: string, event: T): void;
  /** Pending and future events until the signal; a slow reader misses superseded ones. */
  read(signal: AbortSignal): AsyncGenerator<T>;
};

export const createMailbox = <T>(): Mailbox<T> => {
  const pending = new Map<string, T>();
  let wake = (): void => undefined;
  const change = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      wake = () => {
        signal.removeEventListener('abort', wake);
        wake = () => undefined;
        resolve();
      };
      signal.addEventListener('abort', wake);
    });
  return {
    put: (name, event) => {
      pending.set(name, event);
      wake();
    },
    read: async function* (signal) {
      while (!signal.aborted) {
        const events = [...pending.values()];
        pending.clear();
        yield* events;
        if (pending.size === 0) await change(signal);
      }
    },
  };
};
