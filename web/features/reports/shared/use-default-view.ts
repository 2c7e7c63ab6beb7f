import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { SavedView, ViewSearch } from '#contract/api/saved-view.ts';

/** Opens the user's default view once, if the page was opened without any URL state. */
export const useDefaultView = (views: readonly SavedView[] | undefined, pathname: string, search: ViewSearch): void => {
  const navigate = useNavigate();
  const appliedTo = useRef('');
  const isPlain = Object.keys(search).length === 0;
  useEffect(() => {
    if (!views || appliedTo.current === pathname) return;
    appliedTo.current = pathname;
    const chosen = views.find(({ is_default }) => is_default);
    if (isPlain && chosen) void navigate({ to: '.', search: chosen.search as never, replace: true });
  }, [views, pathname, isPlain, navigate]);
};
