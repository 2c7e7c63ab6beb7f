import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { SavedView, ViewSearch } from '#contract/saved-view.ts';

/** A page that is opened without saying anything of its state begins with the person's default view, once. */
export const useDefaultView = (views: readonly SavedView[] | undefined, pathname: string, search: ViewSearch): void => {
  const navigate = useNavigate();
  const begun = useRef('');
  const isPlain = Object.keys(search).length === 0;
  useEffect(() => {
    if (!views || begun.current === pathname) return;
    begun.current = pathname;
    const chosen = views.find(({ is_default }) => is_default);
    if (isPlain && chosen) void navigate({ to: '.', search: chosen.search as never, replace: true });
  }, [views, pathname, isPlain, navigate]);
};
