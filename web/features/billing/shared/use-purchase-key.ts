import { useState } from 'react';

/**
 * An idempotency key for each different purchase: the same purchase sent again, because its reply was lost, is made once.
 */
export const usePurchaseKey = (): ((body: object) => string) => {
  const [keys] = useState(() => new Map<string, string>());
  return (body) => {
    const text = JSON.stringify(body);
    const key = keys.get(text) ?? crypto.randomUUID();
    keys.set(text, key);
    return key;
  };
};
