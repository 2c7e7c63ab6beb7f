import { TextInput } from '@mantine/core';

type RangeDatesProps = {
  oldest: string;
  today: string;
  dates: { from: string; to: string };
  onChange: (to: { from?: string; to?: string }) => void;
};

/** The first and the last day of a date range. */
export const RangeDates = ({ oldest, today, dates, onChange }: RangeDatesProps) => (
  <>
    <TextInput
      type="date"
      label="First day"
      min={oldest}
      max={today}
      value={dates.from}
      onChange={({ currentTarget: { value } }) => onChange({ from: value })}
    />
    <TextInput
      type="date"
      label="Last day"
      min={oldest}
      max={today}
      value={dates.to}
      onChange={({ currentTarget: { value } }) => onChange({ to: value })}
    />
  </>
);
