import {
  filterDimensions,
  unknownValue,
  type AudienceFilter,
  type FilterDimension,
} from '#contract/api/audience-filter.ts';
import type { Params } from '#server/platform/clickhouse/bind.ts';
import { dimensions } from '../audience-dimensions.ts';

/** The condition that a row of `slices`, of `spots` or of open slices has certain values, and its parameters. */
export type Filter = { sql: string; params: Params };

/** The condition of these values; undefined without any. */
export const filterOf = (filter: AudienceFilter): Filter | undefined => {
  const named = filterDimensions.flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [{ name, value: storedValue(name, value) }];
  });
  if (named.length === 0) return undefined;
  return {
    sql: `(${named.map(({ name }) => `${dimensions[name]} = {only_${name}:String}`).join(' and ')})`,
    params: Object.fromEntries(named.map(({ name, value }) => [`only_${name}`, value])),
  };
};

const storedValue = (dimension: FilterDimension, value: string): string => {
  if (dimension === 'city') return value.split('|').join('\t');
  return value === unknownValue ? '' : value;
};
