import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { limits } from '#contract/limits.ts';

/** Toasts appear at the top right for 8 s (spec §8). */
export const Toasts = () => (
  <Notifications position="top-right" autoClose={limits.toastMs} containerWidth={400} limit={4} className="toasts" />
);
