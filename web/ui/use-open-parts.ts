import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { listParam, patternParam, searchParams, type SearchOf } from '#web/lib/search-params.ts';

/** The open cards of a long page, by name, in the URL. */
export const OpenPartsSearch = searchParams({ open: listParam(patternParam(/^[\w-]{1,40}$/), 20) });
type OpenPartsSearch = SearchOf<typeof OpenPartsSearch>;

/** Whether a part of a page is open, from the URL; everything is open while the page is printed. */
export const useOpenParts = (name: string): { isOpen: boolean; toggle: () => void } => {
  const { open = [] }: OpenPartsSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const isPrinting = useIsPrinting();
  const isChosen = open.includes(name);
  return {
    isOpen: isChosen || isPrinting,
    toggle: () => {
      const others = open.filter((one) => one !== name);
      const next = isChosen ? others : [...others, name];
      void navigate({
        to: '.',
        search: ((from: object) => ({ ...from, open: next.length === 0 ? undefined : next })) as never,
        replace: true,
        resetScroll: false,
      });
    },
  };
};

const useIsPrinting = (): boolean => {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser takes what is rendered when its listeners return.
    const before = (): void => flushSync(() => setPrinting(true));
    const after = (): void => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return isPrinting;
};
