/** `true`: it may be another network, on which open connections get nothing any more. */
export type OnNetwork = (isOther: boolean) => void;

type Connection = EventTarget & { type?: string };

/**
 * Calls `changed` when the network or the page may be there again, or the network is another one; returns a function that ends that.
 */
export const followNetwork = (changed: OnNetwork): (() => void) => {
  if (typeof window === 'undefined') return () => undefined;
  const end = new AbortController();
  const { signal } = end;
  const { connection } = navigator as { connection?: Connection };
  let type = connection?.type;
  connection?.addEventListener(
    'change',
    () => {
      // Also when the same network became faster or slower.
      const isOther = connection.type !== type;
      type = connection.type;
      changed(isOther);
    },
    { signal },
  );
  addEventListener('online', () => changed(true), { signal });
  addEventListener('pageshow', () => changed(false), { signal });
  document.addEventListener('visibilitychange', () => changed(false), { signal });
  return () => end.abort();
};
