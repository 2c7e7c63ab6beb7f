import { Notifications, useNotifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { limits } from '#contract/limits.ts';
import { keepToastsOffControls } from './toast-place.ts';

/** Toasts appear at the top right for 8 s (spec §8), where they cover no button. */
export const Toasts = () => {
  const isShowing = useNotifications().notifications.length > 0;
  useEffect(() => (isShowing ? keepToastsOffControls() : undefined), [isShowing]);
  return (
    <Notifications position="top-right" autoClose={limits.toastMs} containerWidth={400} limit={4} className="toasts" />
  );
};
