import { unknownValue, type FilterDimension } from '#contract/api/audience-filter.ts';
import { metrics } from '#contract/texts/metrics.ts';
import { countryName } from '#web/lib/countries.ts';
import { capital } from '#web/lib/format.ts';

/** The value of a filter as a report shows it: `Germany`, `Munich, Bavaria, DE`, `Unknown`. */
export const filterName = (dimension: FilterDimension, value: string): string => {
  if (value === unknownValue) return dimension === 'referer' ? 'Unknown / direct' : 'Unknown';
  if (dimension === 'country') return countryName(value);
  if (dimension === 'device') return capital(value);
  if (dimension !== 'city') return value;
  const [iso = '', region = '', city = ''] = value.split('|');
  return [city || 'Unknown', region, iso].filter((part) => part !== '').join(', ');
};

/** `Country` */
export const filterLabel = (dimension: FilterDimension): string => metrics[dimension].label;
