import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { sortingOf, sortText, type TableState } from './use-table-state.ts';
import type { NamedTablesSearch } from './table-search.ts';

/** The state of one of several tables of a page, in the URL under its name; routes need `NamedTablesSearch`. */
export const useNamedTableState = (name: string): TableState => {
  const { tables }: NamedTablesSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const own = tables?.find((table) => nameOf(table) === name)?.slice(name.length + 1) ?? '';
  return useMemo(() => {
    const state = new URLSearchParams(own);
    const change = (to: Record<string, string | undefined>): void =>
      void navigate({
        to: '.',
        search: ((from: NamedTablesSearch) => ({ ...from, tables: withTable(from.tables ?? [], name, to) })) as never,
        replace: true,
        resetScroll: false,
      });
    return {
      page: wholeOf(state.get('page')) ?? 1,
      size: wholeOf(state.get('size')),
      search: state.get('search') ?? '',
      sorting: sortingOf(state.get('sort') ?? undefined),
      setPage: (page) => change({ page: page === 1 ? undefined : String(page) }),
      setSize: (size) => change({ size: String(size), page: undefined }),
      setSearch: (text) => change({ search: text === '' ? undefined : text, page: undefined }),
      setSorting: (sorting) => change({ sort: sortText(sorting), page: undefined }),
    };
  }, [own, name, navigate]);
};

const nameOf = (table: string): string => table.slice(0, table.indexOf('?'));

const wholeOf = (text: string | null): number | undefined => {
  const value = Number(text);
  return text !== null && Number.isInteger(value) && value > 0 && value <= 1_000_000 ? value : undefined;
};

/** The tables with these changes to one; undefined where every table is as it is at first. */
const withTable = (
  tables: readonly string[],
  name: string,
  to: Record<string, string | undefined>,
): string[] | undefined => {
  const state = new URLSearchParams(tables.find((table) => nameOf(table) === name)?.slice(name.length + 1));
  for (const [key, value] of Object.entries(to)) {
    if (value === undefined) state.delete(key);
    else state.set(key, value);
  }
  const others = tables.filter((table) => nameOf(table) !== name);
  const changed = state.size === 0 ? others : [...others, `${name}?${state}`];
  return changed.length === 0 ? undefined : changed;
};
