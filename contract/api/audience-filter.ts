import * as z from 'zod/mini';

/** The dimensions of an audience that statistics can be limited by. */
export const filterDimensions = ['country', 'city', 'device', 'player', 'system', 'output', 'referer'] as const;
export type FilterDimension = (typeof filterDimensions)[number];

/** A dimension's value in a query or a URL; `unknownValue` where it is unknown. A city is written `DE|Bavaria|Munich`. */
export const FilterValue = z.string().check(
  z.minLength(1, 'A filter needs a value.'),
  z.maxLength(300),
  z.refine((value) => value.isWellFormed() && !value.includes('\0'), 'This is not the value of a filter.'),
);
export const unknownValue = '-';

/** Limits statistics to the listeners with all of these values. */
export const audienceFilter = {
  country: z.optional(FilterValue),
  city: z.optional(FilterValue),
  device: z.optional(FilterValue),
  player: z.optional(FilterValue),
  system: z.optional(FilterValue),
  output: z.optional(FilterValue),
  referer: z.optional(FilterValue),
};
export type AudienceFilter = { [D in FilterDimension]?: string | undefined };

/** Whether any filter is set. */
export const isFiltered = (filter: AudienceFilter): boolean =>
  filterDimensions.some((name) => filter[name] !== undefined);
