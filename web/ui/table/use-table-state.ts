import { useNavigate, useSearch } from '@tanstack/react-router';
import type { SortingState } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { TableSearch } from './table-search.ts';

export type TableState = {
  page: number;
  size: number | undefined;
  search: string;
  sorting: SortingState;
  setPage: (page: number) => void;
  setSize: (size: number) => void;
  setSearch: (search: string) => void;
  setSorting: (sorting: SortingState) => void;
};

/** A table's state, stored in the URL so that it can be shared as a link. */
export const useTableState = (): TableState => {
  const search: TableSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  return useMemo(() => {
    const change = (to: Partial<TableSearch>): void =>
      void navigate({
        to: '.',
        search: ((from: object) => ({ ...from, ...to })) as never,
        replace: true,
        resetScroll: false,
      });
    return {
      page: search.page ?? 1,
      size: search.size,
      search: search.search ?? '',
      sorting: sortingOf(search.sort),
      setPage: (page) => change({ page: page === 1 ? undefined : page }),
      setSize: (size) => change({ size, page: undefined }),
      setSearch: (text) => change({ search: text === '' ? undefined : text, page: undefined }),
      setSorting: (sorting) => change({ sort: sortText(sorting), page: undefined }),
    };
  }, [search.page, search.size, search.search, search.sort, navigate]);
};

/** Parses `-name` as descending by name. */
export const sortingOf = (sort: string | undefined): SortingState => {
  if (!sort) return [];
  return sort.startsWith('-') ? [{ id: sort.slice(1), desc: true }] : [{ id: sort, desc: false }];
};

/** The reverse of `sortingOf`. */
export const sortText = ([first]: SortingState): string | undefined => first && `${first.desc ? '-' : ''}${first.id}`;
