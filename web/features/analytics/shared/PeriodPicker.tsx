import { Group, NativeSelect, SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { periods, type Period, type PeriodSearch } from './period-search.ts';
import { periodNames, rangeOf, type Range } from './period.ts';

export type PeriodState = {
  period: Period;
  by: 'minute' | 'hour';
  range: Range;
  change: (to: Partial<PeriodSearch>) => void;
};

/** The period that the URL names, as days in a time zone; today by the hour unless said. */
export const usePeriod = (timeZone: string): PeriodState => {
  const { period = 'today', by = 'hour' }: PeriodSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const range = rangeOf(period, new Date(), timeZone);
  return {
    period,
    by,
    range: range.type === 'day' ? { ...range, frequency: by } : range,
    change: (to) =>
      void navigate({
        to: '.',
        search: ((from: object) => ({ ...from, ...to })) as never,
        replace: true,
        resetScroll: false,
      }),
  };
};

/** Which days are shown; a single day also by the minute, where `minutes` says so. */
export const PeriodPicker = ({ state, minutes = true }: { state: PeriodState; minutes?: boolean }) => (
  <Group gap="xs">
    {minutes && state.range.type === 'day' && (
      <SegmentedControl
        aria-label="By minute or hour"
        value={state.by}
        onChange={(by) => state.change({ by: by === 'minute' ? 'minute' : undefined })}
        data={[
          { value: 'minute', label: 'Minute' },
          { value: 'hour', label: 'Hour' },
        ]}
      />
    )}
    <NativeSelect
      aria-label="Period"
      value={state.period}
      onChange={({ currentTarget: { value } }) =>
        state.change({ period: value === 'today' ? undefined : (value as Period), page: undefined })
      }
      data={periods.map((value) => ({ value, label: periodNames[value] }))}
    />
  </Group>
);
