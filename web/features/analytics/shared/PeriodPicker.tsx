import { Group, NativeSelect, Switch } from '@mantine/core';
import { CustomDates } from './CustomDates.tsx';
import classes from './PeriodPicker.module.css';
import {
  defaultPeriod,
  frequenciesOf,
  periodNames,
  periods,
  type Frequency,
  type Period,
} from '#contract/rules/analytics-period.ts';
import type { PeriodState } from './use-period.ts';
import { Segments } from '#web/ui/form/Segments.tsx';

export { usePeriod } from './use-period.ts';

type PeriodPickerProps = {
  state: PeriodState;
  /** Whether to offer a choice of minute, hour or day. */
  minutes?: boolean;
  /** Whether to offer the comparison with the previous period. */
  compare?: boolean;
};

const names: Record<Frequency, string> = { minute: 'Minute', hour: 'Hour', day: 'Day' };

/** Selects the period (spec §4), its frequency and the comparison; all of it is URL state. */
export const PeriodPicker = ({ state, minutes = true, compare = false }: PeriodPickerProps) => {
  const frequencies = frequenciesOf(state.range);
  return (
    <Group gap="xs" align="flex-start" className={`${classes.root} no-print`}>
      {compare && (
        <Switch
          label="Compare"
          aria-label="Compare with the previous period"
          checked={state.isCompared}
          onChange={({ currentTarget: { checked } }) => state.change({ compare: checked ? undefined : false })}
          className={classes.compare}
        />
      )}
      {minutes && frequencies.length > 1 && (
        <Segments
          aria-label="By minute, hour or day"
          value={state.by}
          onChange={(by) => state.change({ by })}
          data={frequencies.map((value) => ({ value, label: names[value] }))}
        />
      )}
      <NativeSelect
        aria-label="Period"
        value={state.period}
        onChange={({ currentTarget: { value } }) => choose(value as Period, state)}
        data={periods.map((value) => ({ value, label: periodNames[value] }))}
      />
      {state.period === 'custom' && <CustomDates state={state} />}
    </Group>
  );
};

/** A custom range starts with the dates that were just shown. */
const choose = (period: Period, { range, change }: PeriodState): void =>
  change({
    period: period === defaultPeriod ? undefined : period,
    by: undefined,
    page: undefined,
    ...(period === 'custom' ? { from: range.from_date, to: range.to_date } : { from: undefined, to: undefined }),
  });
