import { useEffect } from 'react';
import { announceFailure } from '#web/lib/announce.tsx';

/** Tells by a toast that something could not be fetched (spec §8); its place on the page says so too. */
export const useToldFailure = (error: unknown): void => {
  useEffect(() => {
    if (error) announceFailure(error);
  }, [error]);
};
