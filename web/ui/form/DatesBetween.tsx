import { Group, Text, TextInput } from '@mantine/core';
import { useId, useState } from 'react';

type Dates = { from: string; to: string };
type DatesBetweenProps = {
  value: Dates;
  /** The latest selectable day. */
  max: string;
  /** The error of two dates; undefined if they are valid. */
  problemOf: (from: string, to: string) => string | undefined;
  onChange: (dates: Dates) => void;
};

/** Start and end date of a period; invalid ones show an error and are not passed on. */
export const DatesBetween = ({ value, max, problemOf, onChange }: DatesBetweenProps) => {
  const [draft, setDraft] = useState<Dates>();
  const id = useId();
  const shown = draft ?? value;
  const problem = problemOf(shown.from, shown.to);
  const set = (changed: Partial<Dates>): void => {
    const next = { ...shown, ...changed };
    const isPeriod = problemOf(next.from, next.to) === undefined;
    setDraft(isPeriod ? undefined : next);
    if (isPeriod) onChange(next);
  };
  const field = (name: keyof Dates, label: string) => (
    <TextInput
      type="date"
      aria-label={label}
      value={shown[name]}
      max={max}
      error={problem !== undefined}
      aria-describedby={problem === undefined ? undefined : id}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
    />
  );
  return (
    <div>
      <Group gap={6} wrap="nowrap">
        {field('from', 'Start date')}
        <span aria-hidden>–</span>
        {field('to', 'End date')}
      </Group>
      {problem !== undefined && (
        <Text id={id} size="sm" c="var(--mantine-color-error)" mt={4} role="alert">
          {problem}
        </Text>
      )}
    </div>
  );
};
