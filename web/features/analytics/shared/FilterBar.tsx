import { Button, Group, Pill, Text } from '@mantine/core';
import { filterDimensions, isFiltered, type AudienceFilter } from '#contract/api/audience-filter.ts';
import { filterLabel, filterName } from './filter-names.ts';
import type { Filters } from './use-filters.ts';

/** The filters of a report, each with a button that removes it; nothing where there are none. */
export const FilterBar = ({ filter, filters }: { filter: AudienceFilter; filters: Filters | null }) => {
  if (!isFiltered(filter)) return null;
  return (
    <Group gap="xs" mb="sm" role="group" aria-label="Filters">
      <Text size="sm" c="dimmed">
        Only
      </Text>
      {filterDimensions.map((dimension) => {
        const value = filter[dimension];
        if (value === undefined) return null;
        const name = `${filterLabel(dimension)}: ${filterName(dimension, value)}`;
        return (
          <Pill
            key={dimension}
            size="md"
            {...(filters && {
              withRemoveButton: true,
              onRemove: () => filters.toggle(dimension, value),
              removeButtonProps: { 'aria-label': `Remove filter ${name}`, 'aria-hidden': false, tabIndex: 0 },
            })}
          >
            {name}
          </Pill>
        );
      })}
      {filters && (
        <Button className="no-print" variant="subtle" size="compact-sm" onClick={filters.clear}>
          Clear filters
        </Button>
      )}
    </Group>
  );
};
