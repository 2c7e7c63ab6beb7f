import { Group, NativeSelect } from '@mantine/core';
import type { Station } from '#contract/api/stations.ts';
import { DatesBetween } from '#web/ui/form/DatesBetween.tsx';
import { rangeProblem, royaltyPeriodNames } from './royalty-period.ts';
import { royaltyPeriods, type RoyaltyPeriod } from './royalty-search.ts';
import type { RoyaltyRequest } from './use-royalty-query.ts';

/** Selects station and period; both are URL state. */
export const RoyaltyTools = ({ stations, request }: { stations: readonly Station[]; request: RoyaltyRequest }) => {
  const { selection, period, station, today, change } = request;
  return (
    <Group gap="xs" align="flex-start" className="no-print">
      {stations.length > 1 && (
        <NativeSelect
          aria-label="Station"
          value={station?.key ?? ''}
          onChange={({ currentTarget: { value } }) => change({ station: value || undefined })}
          data={[
            { value: '', label: 'All stations' },
            ...stations.map(({ key, name }) => ({ value: key, label: name })),
          ]}
        />
      )}
      <NativeSelect
        aria-label="Period"
        value={period}
        onChange={({ currentTarget: { value } }) => {
          const to = value as RoyaltyPeriod;
          const range =
            to === 'custom' ? { from: selection.from_date, to: selection.to_date } : { from: undefined, to: undefined };
          change({ period: to === 'thisMonth' ? undefined : to, ...range });
        }}
        data={royaltyPeriods.map((value) => ({ value, label: royaltyPeriodNames[value] }))}
      />
      {period === 'custom' && (
        <DatesBetween
          value={{ from: selection.from_date, to: selection.to_date }}
          max={today}
          problemOf={rangeProblem}
          onChange={change}
        />
      )}
    </Group>
  );
};
