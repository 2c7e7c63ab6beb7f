import { useEffect } from 'react';
import { announceFailure } from '#web/lib/announce.tsx';

/** Shows a toast when loading fails (spec §8), in addition to the error on the page. */
export const useToldFailure = (error: unknown): void => {
  useEffect(() => {
    if (error) announceFailure(error);
  }, [error]);
};
