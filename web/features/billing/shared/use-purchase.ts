import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { PurchaseSearch } from './purchase-search.ts';

/** The purchase in the URL of a page that sells, and how to change it. */
export const usePurchase = () => {
  const search: PurchaseSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const pathname = useLocation({ select: (at) => at.pathname });
  return useMemo(() => {
    const change = (to: PurchaseSearch): void =>
      void navigate({
        to: '.',
        search: ((from: object) => ({ ...from, ...to })) as never,
        replace: true,
        resetScroll: false,
      });
    return {
      search,
      change,
      /** Closes the drawer; the cards keep their interval. */
      close: () => change({ buy: undefined, code: undefined, checkout: undefined }),
      /** Where a payment page returns to: this page with the same purchase. */
      returnPath: `${pathname}?${queryOf(search)}`,
    };
  }, [search, navigate, pathname]);
};

const queryOf = ({ interval, stations, buy, code }: PurchaseSearch): string => {
  const given = Object.entries({ interval, stations, buy, code }).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
};
