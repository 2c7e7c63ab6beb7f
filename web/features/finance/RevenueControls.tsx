import { Group, NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { FinanceOverview, RevenueFrequency } from '#contract/api/finance.ts';
import { problemOf } from '#contract/rules/analytics-period.ts';
import { DatesBetween } from '#web/ui/form/DatesBetween.tsx';
import { Segments } from '#web/ui/form/Segments.tsx';
import { frameNames, frames, type Days, type Frame } from './frames.ts';
import { revenueTypes, type RevenueSearch, type RevenueType } from './finance-search.ts';

const typeNames: Record<RevenueType, string> = { total: 'Total', audio: 'Audio', display: 'Display' };

type RevenueControlsProps = {
  overview: FinanceOverview;
  search: RevenueSearch;
  days: Days;
  frequency: RevenueFrequency;
  /** The currencies of the rows; offered if there are several. */
  currencies: readonly string[];
  currency: string;
};

/** Frame, frequency and kind of revenue; choosing any frame but a custom one forgets the custom dates and shows days (spec §4). */
export const RevenueControls = ({ overview, search, days, frequency, currencies, currency }: RevenueControlsProps) => {
  const navigate = useNavigate();
  const change = (to: Partial<RevenueSearch>): void =>
    void navigate({
      to: '.',
      search: ((from: object) => ({ ...from, page: undefined, ...to })) as never,
      replace: true,
      resetScroll: false,
    });
  const choose = (frame: Frame): void =>
    change(frame === 'custom' ? { frame, ...days } : { frame, from: undefined, to: undefined, by: 'daily' });
  const { frame = 'thisMonth' } = search;
  return (
    <Group gap="xs" align="flex-start" className="no-print">
      <Segments
        aria-label="Kind of ads"
        value={search.type ?? 'total'}
        onChange={(type) => change({ type })}
        data={revenueTypes.map((value) => ({ value, label: typeNames[value] }))}
      />
      <Segments
        aria-label="By day or month"
        value={frequency}
        onChange={(by) => change({ by })}
        data={[
          { value: 'daily', label: 'Daily' },
          { value: 'monthly', label: 'Monthly' },
        ]}
      />
      {currencies.length > 1 && (
        <NativeSelect
          aria-label="Currency"
          value={currency}
          onChange={({ currentTarget: { value } }) => change({ currency: value })}
          data={[...currencies]}
        />
      )}
      <NativeSelect
        aria-label="Period"
        value={frame}
        onChange={({ currentTarget: { value } }) => choose(value as Frame)}
        data={frames.map((value) => ({ value, label: frameNames[value] }))}
      />
      {frame === 'custom' && (
        <DatesBetween
          value={days}
          max={overview.today}
          problemOf={(from, to) => problemOf(from, to, overview.today)}
          onChange={change}
        />
      )}
    </Group>
  );
};
