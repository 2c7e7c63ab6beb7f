import { Group, Text, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useSearch } from '@tanstack/react-router';
import type { PeriodSearch } from './period-search.ts';
import { problemOf } from './period.ts';
import type { PeriodState } from './use-period.ts';

/** The first and the last day of a custom period; what is none is said so, and not gone to. */
export const CustomDates = ({ state }: { state: PeriodState }) => {
  const { from = '', to = '' }: PeriodSearch = useSearch({ strict: false });
  const [draft, setDraft] = useState<{ from: string; to: string }>();
  const id = useId();
  const shown = draft ?? { from, to };
  const problem = problemOf(shown.from, shown.to, state.today);
  const set = (changed: Partial<typeof shown>): void => {
    const next = { ...shown, ...changed };
    const isPeriod = problemOf(next.from, next.to, state.today) === undefined;
    setDraft(isPeriod ? undefined : next);
    if (isPeriod) state.change(next);
  };
  const field = (name: 'from' | 'to', label: string) => (
    <TextInput
      type="date"
      aria-label={label}
      value={shown[name]}
      max={state.today}
      error={problem !== undefined}
      aria-describedby={problem === undefined ? undefined : id}
      onChange={({ currentTarget: { value } }) => set({ [name]: value })}
    />
  );
  return (
    <div>
      <Group gap={6} wrap="nowrap">
        {field('from', 'First day')}
        <span aria-hidden>–</span>
        {field('to', 'Last day')}
      </Group>
      {problem !== undefined && (
        <Text id={id} size="sm" c="var(--mantine-color-error)" mt={4} role="alert">
          {problem}
        </Text>
      )}
    </div>
  );
};
