import { TextInput } from '@mantine/core';

type RangeDatesProps = {
  oldest: string;
  today: string;
  dates: { from: string; to: string };
  onChange: (to: { from?: string; to?: string }) => void;
};

/** The start and end date of a date range. */
export const RangeDates = ({ oldest, today, dates, onChange }: RangeDatesProps) => (
  <>
    <TextInput
      type="date"
      label="Start date"
      min={oldest}
      max={today}
      value={dates.from}
      onChange={({ currentTarget: { value } }) => onChange({ from: value })}
    />
    <TextInput
      type="date"
      label="End date"
      min={oldest}
      max={today}
      value={dates.to}
      onChange={({ currentTarget: { value } }) => onChange({ to: value })}
    />
  </>
);
