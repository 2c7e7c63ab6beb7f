import type { SortingState } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { TableState } from './use-table-state.ts';

/** The state of a table that is one of several on a page and therefore not in the URL. */
export const useLocalTableState = (): TableState => {
  const [page, setPage] = useState(1);
  const [size, setSize] = useState<number>();
  const [search, setSearch] = useState('');
  const [sorting, setSorting] = useState<SortingState>([]);
  return useMemo(
    () => ({
      page,
      size,
      search,
      sorting,
      setPage,
      setSize: (to) => (setSize(to), setPage(1)),
      setSearch: (to) => (setSearch(to), setPage(1)),
      setSorting: (to) => (setSorting(to), setPage(1)),
    }),
    [page, size, search, sorting],
  );
};
