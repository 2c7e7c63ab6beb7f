import { useBlocker, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { loadChunk } from '#web/lib/chunks.ts';

const loadDialog = () => loadChunk(() => import('./LeaveDialog.tsx')).then((part) => ({ default: part.LeaveDialog }));
const LeaveDialog = lazy(loadDialog);

type UnsavedGuardProps = {
  when: boolean;
  /** Whether closing the tab is asked about; as `when` unless said. */
  beforeUnload?: boolean;
  title?: string;
  text?: string;
};

/** Asks before a page with unsaved changes or uploads in progress is left (spec §2), also by closing the tab. */
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
    // Where the person goes may itself lead on, at a time when this guard is not yet gone.
    shouldBlockFn: ({ current, next }) =>
      when && current.pathname === guarded.current && current.pathname !== next.pathname,
    enableBeforeUnload: () => beforeUnload,
    withResolver: true,
  });
  // What asks must be there also when the network is not.
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
