import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { limits } from '#contract/rules/limits.ts';
import type { BlockOf, ScheduleRow } from '#contract/api/site-blocks.ts';
import { wording } from '#brand/wording.ts';
import type { FieldErrors } from './field-errors.ts';
import type { SiteChoices } from './use-site-choices.ts';
import classes from './Editor.module.css';

type ScheduleRowsProps = {
  block: BlockOf<'schedule'>;
  choices: SiteChoices;
  errors: FieldErrors;
  onChange: (block: BlockOf<'schedule'>, field: string) => void;
};

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The broadcasts of a programme; pages show them by weekday. */
export const ScheduleRows = ({ block, choices, errors, onChange }: ScheduleRowsProps) => {
  const { rows } = block;
  const set = (i: number, change: Partial<ScheduleRow>): void =>
    onChange({ ...block, rows: rows.with(i, { ...rows[i]!, ...change }) }, `rows.${i}.${Object.keys(change).join()}`);
  const last = rows.at(-1);
  const next: ScheduleRow = { day: last?.day ?? 1, from: last?.to ?? '08:00', to: '10:00', title: '', podcast: '' };
  return (
    <>
      {rows.map((row, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- broadcasts have no identity
        <div key={i} className={classes.row} role="group" aria-label={`Broadcast ${i + 1}`}>
          <div className={classes.times}>
            <NativeSelect
              label="Day"
              data={days.map((label, at) => ({ value: String(at + 1), label }))}
              value={String(row.day)}
              onChange={({ currentTarget }) => set(i, { day: Number(currentTarget.value) })}
            />
            <TextInput
              label="From"
              type="time"
              value={row.from}
              error={errors[`rows.${i}.from`]}
              onChange={({ currentTarget }) => set(i, { from: currentTarget.value })}
            />
            <TextInput
              label="To"
              type="time"
              value={row.to}
              error={errors[`rows.${i}.to`]}
              onChange={({ currentTarget }) => set(i, { to: currentTarget.value })}
            />
          </div>
          <TextInput
            label="Title"
            maxLength={120}
            value={row.title}
            error={errors[`rows.${i}.title`]}
            onChange={({ currentTarget }) => set(i, { title: currentTarget.value })}
          />
          <NativeSelect
            label={wording.Podcast}
            data={[{ value: '', label: 'None' }, ...choices.podcasts]}
            value={row.podcast}
            error={errors[`rows.${i}.podcast`]}
            onChange={({ currentTarget }) => set(i, { podcast: currentTarget.value })}
          />
          <Button
            variant="subtle"
            color="red"
            size="xs"
            onClick={() => onChange({ ...block, rows: rows.toSpliced(i, 1) }, '')}
          >
            {`Remove broadcast ${i + 1}`}
          </Button>
        </div>
      ))}
      {rows.length < limits.siteScheduleRows && (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => onChange({ ...block, rows: [...rows, next] }, '')}
        >
          Add broadcast
        </Button>
      )}
    </>
  );
};
