import type { StatsReply } from '#contract/api/analytics.ts';
import type { FilterDimension } from '#contract/api/audience-filter.ts';
import { capital } from '#web/lib/format.ts';
import type { Part } from './PartTable.tsx';

export type Dimension = FilterDimension;

/** The parts of one dimension with their names; unknown ones are called "Unknown". */
export const partsOf = (stats: StatsReply, dimension: Dimension): Part[] => {
  switch (dimension) {
    case 'country':
      return stats.country_stats.map(({ iso, name, stats: own }) => ({ id: iso, name: name || unknown, stats: own }));
    case 'city':
      return stats.city_stats.map(({ iso, region, city, stats: own }) => {
        const name = [city || unknown, region].filter((part) => part !== '').join(', ');
        return { id: [iso, region, city].join('|'), name, shown: iso === '' ? name : `${name}, ${iso}`, stats: own };
      });
    case 'device':
      return stats.device_stats.map((part) => named(capital(part.device), part.stats));
    case 'player':
      return stats.player_stats.map((part) => named(part.player, part.stats));
    case 'system':
      return stats.system_stats.map((part) => named(part.system, part.stats));
    case 'output':
      return stats.output_stats.map((part) => named(part.output, part.stats));
    case 'referer':
      return stats.referer_stats.map((part) => ({
        ...named(part.referer, part.stats),
        name: part.referer || 'Unknown / direct',
      }));
  }
};

const unknown = 'Unknown';
const named = (name: string, stats: Part['stats']): Part => ({ id: name, name: name || unknown, stats });
