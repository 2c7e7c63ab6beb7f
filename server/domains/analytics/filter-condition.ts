import {
  filterDimensions,
  unknownValue,
  type AudienceFilter,
  type FilterDimension,
} from '#contract/api/audience-filter.ts';
import { literal } from '#server/platform/clickhouse/query.ts';
import { dimensions } from './audience-dimensions.ts';

/** The condition that a row of `slices`, of `spots` or of open slices has these values; undefined without a filter. */
export const filterCondition = (filter: AudienceFilter): string | undefined => {
  const conditions = filterDimensions.flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [`${dimensions[name]} = ${literal(storedValue(name, value))}`];
  });
  return conditions.length === 0 ? undefined : `(${conditions.join(' and ')})`;
};

const storedValue = (dimension: FilterDimension, value: string): string => {
  if (dimension === 'city') return value.split('|').join('\t');
  return value === unknownValue ? '' : value;
};
