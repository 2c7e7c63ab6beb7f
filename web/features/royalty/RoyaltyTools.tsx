import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import type { Station } from '#contract/stations.ts';
import { rangeProblem, royaltyPeriodNames } from './royalty-period.ts';
import { royaltyPeriods, type RoyaltyPeriod } from './royalty-search.ts';
import type { Asking } from './use-asked.ts';

/** Which stations and which days; all of it stands in the URL. */
export const RoyaltyTools = ({ stations, asking }: { stations: readonly Station[]; asking: Asking }) => {
  const { asked, period, station, change } = asking;
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
            to === 'custom' ? { from: asked.from_date, to: asked.to_date } : { from: undefined, to: undefined };
          change({ period: to === 'thisMonth' ? undefined : to, ...range });
        }}
        data={royaltyPeriods.map((value) => ({ value, label: royaltyPeriodNames[value] }))}
      />
      {period === 'custom' && <RangeDates asking={asking} />}
    </Group>
  );
};

/** What is no range is said so, and not gone to. */
const RangeDates = ({ asking: { asked, today, change } }: { asking: Asking }) => {
  const [draft, setDraft] = useState<{ from: string; to: string }>();
  const id = useId();
  const shown = draft ?? { from: asked.from_date, to: asked.to_date };
  const problem = rangeProblem(shown.from, shown.to);
  const set = (changed: Partial<typeof shown>): void => {
    const next = { ...shown, ...changed };
    const isRange = rangeProblem(next.from, next.to) === undefined;
    setDraft(isRange ? undefined : next);
    if (isRange) change(next);
  };
  const field = (name: 'from' | 'to', label: string) => (
    <TextInput
      type="date"
      aria-label={label}
      value={shown[name]}
      max={today}
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
