import { useBlocker, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { loadChunk } from '#web/lib/chunks.ts';

const loadDialog = () => loadChunk(() => import('./LeaveDialog.tsx')).then((part) => ({ default: part.LeaveDialog }));
const LeaveDialog = lazy(loadDialog);

type UnsavedGuardProps = {
  when: boolean;
  /** Whether closing the tab needs confirmation; defaults to `when`. */
  beforeUnload?: boolean;
  title?: string;
  text?: string;
};

/** Asks before leaving a page with unsaved changes or uploads in progress (spec §2), including closing the tab. */
export const UnsavedGuard = ({
  when,
  beforeUnload = when,
  title = 'Leave without saving?',
  text = 'You have unsaved changes. Are you sure you want to leave without saving them?',
}: UnsavedGuardProps) => {
  const router = useRouter();
  const guarded = useRef('');
  useEffect(() => {
    guarded.current = router.latestLocation.pathname;
  }, [router, when]);
  const { status, proceed, reset } = useBlocker({
    // The next page may redirect while this guard is still mounted.
    shouldBlockFn: ({ current, next }) =>
      when && current.pathname === guarded.current && current.pathname !== next.pathname,
    enableBeforeUnload: () => beforeUnload,
    withResolver: true,
  });
  // Preloads the dialog, so that it works without a network.
  useEffect(() => {
    if (when) void loadDialog().catch(() => undefined);
  }, [when]);
  if (status !== 'blocked') return null;
  return (
    <Suspense>
      <LeaveDialog title={title} text={text} onStay={() => reset()} onLeave={() => proceed()} />
    </Suspense>
  );
};
