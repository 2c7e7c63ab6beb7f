import type { ReactNode } from 'react';
import { unknownValue, type FilterDimension } from '#contract/api/audience-filter.ts';
import { filterName } from './filter-names.ts';
import { useReportFilters } from './use-filters.ts';
import classes from './FilterCell.module.css';

type FilterCellProps = { dimension: FilterDimension; value: string; children: ReactNode };

/** A value as a button that filters by it; plain where nothing can be filtered. A city's value is that of a filter. */
export const FilterCell = ({ dimension, value, children }: FilterCellProps) => {
  const filters = useReportFilters();
  if (!filters) return <>{children}</>;
  const wanted = value === '' ? unknownValue : value;
  const isSet = filters.filter[dimension] === wanted;
  return (
    <button
      type="button"
      className={classes.root}
      aria-pressed={isSet}
      title={isSet ? 'Remove this filter' : `Show only ${filterName(dimension, wanted)}`}
      onClick={() => filters.toggle(dimension, wanted)}
    >
      {children}
    </button>
  );
};
