import { Modal, NativeSelect, Text } from '@mantine/core';
import { Controller, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { limits } from '#contract/rules/limits.ts';
import { AccountReport, type ReportSchedule } from '#contract/api/report-schedule.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { count, momentIn } from '#web/lib/format.ts';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { TagListInput } from '#web/ui/form/TagListInput.tsx';
import { Segments } from '#web/ui/form/Segments.tsx';
import { useReports } from './queries.ts';
import type { ReportScope } from './report-calls.ts';
import { hourName, kindNames, periodTexts, subjectOf, weekdays } from './report-labels.ts';
import { ReportSubject } from './ReportSubject.tsx';

type FormInput = z.input<typeof AccountReport>;
type FormOutput = z.output<typeof AccountReport>;
export type Subject = Pick<FormInput, 'kind' | 'podcastKey' | 'stationKey'>;
type ReportDialogProps = {
  place: ReportScope;
  /** The report to edit; a new one if undefined. */
  report?: ReportSchedule | undefined;
  /** The initial subject of a new report. */
  subject?: Subject | undefined;
  timezone: string;
  emails: readonly string[];
  onClose: () => void;
};

/** Creates or edits a scheduled report: its subject, schedule and recipients. */
export const ReportDialog = ({ place, report, subject, timezone, emails, onClose }: ReportDialogProps) => {
  const { save } = useReports(place);
  const form = useContractForm<FormInput, FormOutput>(AccountReport, {
    kind: subject?.kind ?? 'streaming',
    podcastKey: subject?.podcastKey,
    stationKey: subject?.stationKey,
    every: report?.every ?? 'week',
    weekday: report?.weekday ?? 1,
    hour: report?.hour ?? 7,
    emails: report ? report.recipients.map(({ email }) => email) : [...emails],
  });
  const every = useWatch({ control: form.control, name: 'every' });
  const send = async (plan: FormOutput): Promise<void> => {
    const saved = await save.mutateAsync({ ...plan, id: report?.id });
    toastSuccess(savedText(saved));
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={report ? 'Edit scheduled report' : 'Schedule a report'}
      closeOnClickOutside={false}
      size="lg"
    >
      <ContractForm form={form} submit={report ? 'Save' : 'Schedule'} onSubmit={send} onCancel={onClose}>
        {report ? (
          <Text fw={600}>
            {kindNames[report.kind]}: {subjectOf(report)}
          </Text>
        ) : (
          <ReportSubject form={form} place={place} />
        )}
        <Controller
          control={form.control}
          name="every"
          render={({ field: { value, onChange } }) => (
            <Segments
              fullWidth
              aria-label="Frequency"
              value={value}
              onChange={onChange}
              data={[
                { value: 'day', label: 'Daily' },
                { value: 'week', label: 'Weekly' },
                { value: 'month', label: 'Monthly' },
              ]}
            />
          )}
        />
        <Text size="sm" c="dimmed">
          {periodTexts[every]}
        </Text>
        {every === 'week' && (
          <NumberChoice form={form} name="weekday" label="On" options={weekdays.map((label, i) => [i + 1, label])} />
        )}
        <NumberChoice
          form={form}
          name="hour"
          label="At"
          description={`Time zone: ${timezone}`}
          options={Array.from({ length: 24 }, (_, hour) => [hour, hourName(hour)])}
        />
        <Emails form={form} />
      </ContractForm>
    </Modal>
  );
};

type Form = { form: ReturnType<typeof useContractForm<FormInput, FormOutput>> };
type NumberChoiceProps = Form & {
  name: 'weekday' | 'hour';
  label: string;
  description?: string;
  options: readonly (readonly [number, string])[];
};

const NumberChoice = ({ form, name, options, ...labels }: NumberChoiceProps) => (
  <Controller
    control={form.control}
    name={name}
    render={({ field: { value, onChange } }) => (
      <NativeSelect
        {...labels}
        value={String(value)}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
        data={options.map(([option, label]) => ({ value: String(option), label }))}
      />
    )}
  />
);

const Emails = ({ form }: Form) => (
  <Controller
    control={form.control}
    name="emails"
    render={({ field: { value, onChange }, fieldState: { error } }) => (
      <TagListInput
        label="Recipients"
        description="Press Enter after each e-mail. Recipients without access to these analytics must confirm by e-mail first."
        value={value}
        onChange={onChange}
        maxTags={limits.reportRecipients}
        splitChars={[',', ';', ' ']}
        acceptValueOnBlur
        error={messageOf(error)}
      />
    )}
  />
);

/** The error of the first invalid entry of a list. */
const messageOf = (error: unknown): string | undefined => {
  if (error === undefined || error === null) return undefined;
  if (Array.isArray(error)) return error.map(messageOf).find((message) => message !== undefined);
  return (error as { message?: string }).message;
};

const savedText = ({ next, timezone, recipients }: ReportSchedule): string => {
  const unconfirmed = recipients.filter(({ state }) => state === 'asked').length;
  const note = unconfirmed === 0 ? '' : ` ${count(unconfirmed, 'recipient')} must confirm first.`;
  return next === null ? `Report saved.${note}` : `Report scheduled. Next: ${momentIn(next, timezone)}.${note}`;
};
