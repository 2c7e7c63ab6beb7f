import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense } from 'react';
import { loadChunk } from '#web/lib/chunks.ts';
import { useLater } from '#web/lib/use-later.ts';

const Toasts = lazy(() => loadChunk(() => import('./Toasts.tsx')).then((part) => ({ default: part.Toasts })));

/** The toasts; their code is loaded with the first one, or once the screen is there: the network may be gone when one is needed. */
export const LaterToasts = () => {
  const isShowing = useNotifications().notifications.length > 0;
  const isLater = useLater();
  return <Suspense>{(isShowing || isLater) && <Toasts />}</Suspense>;
};
