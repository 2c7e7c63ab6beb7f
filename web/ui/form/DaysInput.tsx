import { Chip, Group, Input } from '@mantine/core';
import { dayNames, shortDay } from '#web/lib/week-days.ts';

type DaysInputProps = {
  label?: string;
  /** 1 is Monday. */
  value: readonly number[];
  onChange: (days: number[]) => void;
  error?: string | undefined;
};

/** Days of the week. */
export const DaysInput = ({ label = 'Days', value, onChange, error }: DaysInputProps) => (
  <Input.Wrapper label={label} labelElement="div" error={error}>
    <Chip.Group
      multiple
      value={value.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number).toSorted((one, other) => one - other))}
    >
      <Group gap={6} mt={4} role="group" aria-label={label}>
        {dayNames.map((name, i) => (
          <Chip key={name} value={String(i + 1)} size="sm" aria-label={name}>
            {shortDay(i + 1)}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  </Input.Wrapper>
);
