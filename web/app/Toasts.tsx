import { Notifications, useNotifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { limits } from '#contract/rules/limits.ts';
import { listenToToastKeys } from './toast-keys.ts';
import { keepToastsOffControls } from './toast-place.ts';

/**
 * Toasts appear at the top right for 8 s (spec §8), on a phone at the bottom, where they cover nothing that is needed; at
 * most three at once. They stay while the pointer or the focus is on one.
 */
export const Toasts = () => {
  const isShowing = useNotifications().notifications.length > 0;
  useEffect(() => {
    if (!isShowing) return undefined;
    const ends = [keepToastsOffControls(), listenToToastKeys()];
    return () => {
      for (const end of ends) end();
    };
  }, [isShowing]);
  return (
    <Notifications
      position="top-right"
      autoClose={limits.toastMs}
      containerWidth={400}
      limit={3}
      className="toasts"
      aria-live="polite"
    />
  );
};
