import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { LiveSearch } from './live-search.ts';

type Look = Pick<LiveSearch, 'country' | 'outputs'>;

/** Which country is looked at, and whether outputs are told apart, as the URL says; the browser's back button leads out of a country. */
export const useLiveSearch = () => {
  const { country, outputs = false }: Look = useSearch({ strict: false });
  const navigate = useNavigate();
  const look = useCallback(
    (to: Look): void =>
      void navigate({
        to: '.',
        search: ((from: object) => ({ ...from, ...to })) as never,
        replace: !('country' in to),
        resetScroll: false,
      }),
    [navigate],
  );
  return { country, outputs, look };
};
