import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import { filterDimensions, type AudienceFilter, type FilterDimension } from '#contract/api/audience-filter.ts';
import type { PeriodSearch } from './period-search.ts';

export type Filters = {
  filter: AudienceFilter;
  /** Shows only listeners with this value; without it again if it is the filter already. */
  toggle: (dimension: FilterDimension, value: string) => void;
  clear: () => void;
};

/** The filters of an analytics page, which are URL state. */
export const useFilters = (): Filters => {
  const search: PeriodSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (to: Partial<PeriodSearch>): void =>
    void navigate({ to: '.', search: ((from: object) => ({ ...from, ...to })) as never, resetScroll: false });
  return {
    filter: filterOf(search),
    toggle: (dimension, value) => change({ [dimension]: search[dimension] === value ? undefined : value }),
    clear: () => change(Object.fromEntries(filterDimensions.map((name) => [name, undefined]))),
  };
};

/** The filters within a page's state, or within what a link shows. */
export const filterOf = (search: AudienceFilter): AudienceFilter =>
  Object.fromEntries(
    filterDimensions.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]] as const])),
  );

/** The filters that a report's rows can set; null where they cannot, as on a shared link. */
export const FiltersContext = createContext<Filters | null>(null);
export const useReportFilters = (): Filters | null => useContext(FiltersContext);
