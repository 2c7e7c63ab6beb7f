import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { clockOf, type DayPartHours } from '#contract/rules/week.ts';
import { DaysInput } from '#web/ui/form/DaysInput.tsx';
import classes from './Hours.module.css';

type HoursFieldProps = {
  label: string;
  value: readonly DayPartHours[];
  onChange: (hours: DayPartHours[]) => void;
  error?: string | undefined;
};

const maxRows = 50;
const evening: DayPartHours = { days: [1, 2, 3, 4, 5, 6, 7], from: 1080, to: 1320 };

/** Hours of the week as rows of days and times; an end before the begin crosses midnight. */
export const HoursField = ({ label, value, onChange, error }: HoursFieldProps) => (
  <Input.Wrapper label={label} labelElement="div" error={error}>
    <div className={classes.rows}>
      {value.map((row, i) => {
        const set = (change: Partial<DayPartHours>): void => onChange(value.with(i, { ...row, ...change }));
        const number = value.length === 1 ? '' : ` ${String(i + 1)}`;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a row is identified by its place, since its hours change
          <div key={i} className={classes.row}>
            <DaysInput label={`Days${number}`} value={row.days} onChange={(days) => set({ days })} />
            <div className={classes.times}>
              <TimeInput label={`From${number}`} value={row.from} midnight={0} onChange={(from) => set({ from })} />
              <TimeInput label={`To${number}`} value={row.to} midnight={1440} onChange={(to) => set({ to })} />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={`Remove hours${number}`}
                onClick={() => onChange(value.toSpliced(i, 1))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </div>
          </div>
        );
      })}
    </div>
    <Button
      size="xs"
      variant="default"
      mt="sm"
      leftSection={<IconPlus size={15} aria-hidden />}
      disabled={value.length >= maxRows}
      onClick={() => onChange([...value, evening])}
    >
      Add hours
    </Button>
  </Input.Wrapper>
);

type TimeInputProps = { label: string; value: number; midnight: number; onChange: (minutes: number) => void };

const TimeInput = ({ label, value, midnight, onChange }: TimeInputProps) => (
  <TextInput
    type="time"
    label={label}
    value={clockOf(value % 1440)}
    onChange={({ currentTarget }) => {
      const [hours, minutes] = currentTarget.value.split(':').map(Number);
      if (hours === undefined || minutes === undefined || Number.isNaN(hours + minutes)) return;
      onChange(hours * 60 + minutes || midnight);
    }}
  />
);
