import { Modal, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { Controller, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { limits } from '#contract/limits.ts';
import { AccountReport, type ReportSchedule } from '#contract/report-schedule.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { momentIn } from '#web/lib/format.ts';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { WordsInput } from '#web/ui/form/WordsInput.tsx';
import { useReports } from './queries.ts';
import type { Place } from './report-calls.ts';
import { hourName, kindNames, subjectOf, tellsOf, weekdays } from './report-words.ts';
import { ReportSubject } from './ReportSubject.tsx';

type In = z.input<typeof AccountReport>;
type Out = z.output<typeof AccountReport>;
export type Subject = Pick<In, 'kind' | 'podcastKey' | 'stationKey'>;
type ReportDialogProps = {
  place: Place;
  /** The one that is changed. */
  report?: ReportSchedule | undefined;
  /** What a new one is of at first. */
  subject?: Subject | undefined;
  timezone: string;
  emails: readonly string[];
  onClose: () => void;
};

/** Says of what a report is mailed, when and to whom. */
export const ReportDialog = ({ place, report, subject, timezone, emails, onClose }: ReportDialogProps) => {
  const { save } = useReports(place);
  const form = useContractForm<In, Out>(AccountReport, {
    kind: subject?.kind ?? 'streaming',
    podcastKey: subject?.podcastKey,
    stationKey: subject?.stationKey,
    every: report?.every ?? 'week',
    weekday: report?.weekday ?? 1,
    hour: report?.hour ?? 7,
    emails: report ? report.recipients.map(({ email }) => email) : [...emails],
  });
  const every = useWatch({ control: form.control, name: 'every' });
  const send = async (plan: Out): Promise<void> => {
    const saved = await save.mutateAsync({ ...plan, id: report?.id });
    announceSuccess(savedWords(saved));
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={report ? 'Change the mailed report' : 'Mail this report'}
      closeOnClickOutside={false}
      size="lg"
    >
      <ContractForm form={form} submit={report ? 'Save' : 'Mail it'} onSubmit={send} onCancel={onClose}>
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
            <SegmentedControl
              fullWidth
              aria-label="How often"
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
          {tellsOf[every]}
        </Text>
        {every === 'week' && (
          <NumberChoice form={form} name="weekday" label="On" options={weekdays.map((label, i) => [i + 1, label])} />
        )}
        <NumberChoice
          form={form}
          name="hour"
          label="At"
          description={`By the clocks of ${timezone}`}
          options={Array.from({ length: 24 }, (_, hour) => [hour, hourName(hour)])}
        />
        <Emails form={form} />
      </ContractForm>
    </Modal>
  );
};

type Form = { form: ReturnType<typeof useContractForm<In, Out>> };
type NumberChoiceProps = Form & {
  name: 'weekday' | 'hour';
  label: string;
  description?: string;
  options: readonly (readonly [number, string])[];
};

const NumberChoice = ({ form, name, options, ...said }: NumberChoiceProps) => (
  <Controller
    control={form.control}
    name={name}
    render={({ field: { value, onChange } }) => (
      <NativeSelect
        {...said}
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
      <WordsInput
        label="To"
        description="Confirm each address with Enter. Who may not read these analytics is asked by mail first."
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

/** Of a list the first of its entries that is wrong. */
const messageOf = (error: unknown): string | undefined => {
  if (error === undefined || error === null) return undefined;
  if (Array.isArray(error)) return error.map(messageOf).find((message) => message !== undefined);
  return (error as { message?: string }).message;
};

const savedWords = ({ next, timezone, recipients }: ReportSchedule): string => {
  const asked = recipients.filter(({ state }) => state === 'asked').length;
  const wait = asked === 0 ? '' : ` ${asked === 1 ? 'One address was' : `${asked} addresses were`} asked first.`;
  return next === null ? `Saved.${wait}` : `It is mailed next on ${momentIn(next, timezone)}.${wait}`;
};
