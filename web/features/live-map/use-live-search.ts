import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { LiveSearch } from './live-search.ts';

type SearchState = Pick<LiveSearch, 'country' | 'outputs'>;

/** The selected country and the outputs switch from the URL; the browser's back button leaves a country. */
export const useLiveSearch = () => {
  const { country, outputs = false }: SearchState = useSearch({ strict: false });
  const navigate = useNavigate();
  const setSearch = useCallback(
    (to: SearchState): void =>
      void navigate({
        to: '.',
        search: ((from: object) => ({ ...from, ...to })) as never,
        replace: !('country' in to),
        resetScroll: false,
      }),
    [navigate],
  );
  return { country, outputs, setSearch };
};
