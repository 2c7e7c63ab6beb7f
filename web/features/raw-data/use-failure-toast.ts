import { useEffect } from 'react';
import { toastFailure } from '#web/lib/toasts.tsx';

/** Shows a toast when loading fails (spec §8), in addition to the error on the page. */
export const useFailureToast = (error: unknown): void => {
  useEffect(() => {
    if (error) toastFailure(error);
  }, [error]);
};
