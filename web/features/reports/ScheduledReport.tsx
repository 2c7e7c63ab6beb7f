import { Badge, Button, Group, Text } from '@mantine/core';
import { IconPencil, IconSend, IconTrash } from '@tabler/icons-react';
import type { ReportSchedule } from '#contract/api/report-schedule.ts';
import { count, day, momentIn } from '#web/lib/format.ts';
import { DropItem } from '#web/ui/menu/DropMenu.tsx';
import { MoreMenu } from '#web/ui/menu/MoreMenu.tsx';
import { kindNames, scheduleText, subjectOf, notSentReason } from './report-labels.ts';
import classes from './MailedReports.module.css';

type MailedReportProps = {
  report: ReportSchedule;
  isSending: boolean;
  onSend: () => void;
  onEdit: () => void;
  onRemove: () => void;
};

/** One scheduled report in a list. */
export const ScheduledReport = ({ report, isSending, onSend, onEdit, onRemove }: MailedReportProps) => {
  const name = subjectOf(report);
  const when = scheduleText(report).toLowerCase().replace(' am', ' AM').replace(' pm', ' PM');
  const title = `${name}: ${kindNames[report.kind]}, ${when}`;
  const mayBeSent = report.next !== null;
  return (
    <li className={classes.report} aria-label={title}>
      <div className={classes.words}>
        <Text fw={600}>{name}</Text>
        <Text size="sm">
          {kindNames[report.kind]} · {scheduleText(report)} ({report.timezone})
        </Text>
        <Group gap={6} mt={6}>
          {report.recipients.map(({ email, state }) => (
            <Badge key={email} variant="light" tt="none" color={colors[state]} className={classes.email}>
              {email}
              {states[state]}
            </Badge>
          ))}
        </Group>
      </div>
      <div className={classes.words}>
        <Text size="sm">
          {report.next === null
            ? `Not sent: ${notSentReason(report)}`
            : `Next: ${momentIn(report.next, report.timezone)}`}
        </Text>
        <LastRun report={report} />
      </div>
      <Group gap={4} wrap="nowrap" className={classes.tools}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconSend size={14} aria-hidden />}
          disabled={!mayBeSent}
          loading={isSending || report.last?.open === true}
          onClick={onSend}
        >
          Send now
        </Button>
        <MoreMenu label={`More for ${title}`}>
          <DropItem icon={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
            Edit
          </DropItem>
          <DropItem icon={<IconTrash size={16} aria-hidden />} danger onClick={onRemove}>
            Delete schedule
          </DropItem>
        </MoreMenu>
      </Group>
    </li>
  );
};

const colors = { confirmed: 'green', asked: 'yellow', unsubscribed: 'gray', noAccess: 'red' } as const;
const states = {
  confirmed: '',
  asked: ' · not confirmed yet',
  unsubscribed: ' · unsubscribed',
  noAccess: ' · no longer has access',
} as const;

/** The result of the last sending, with the reasons for failures. */
const LastRun = ({ report: { last, timezone } }: { report: ReportSchedule }) => {
  if (!last) return null;
  const { at, from_date, to_date, sent, failed, open, reasons } = last;
  const days = from_date === to_date ? day(from_date) : `${day(from_date)} – ${day(to_date)}`;
  return (
    <>
      <Text size="sm" c="dimmed">
        Last: {momentIn(at, timezone)}, for {days}
      </Text>
      <Text size="sm" c={failed > 0 || reasons.length > 0 ? 'red' : 'dimmed'} role="status">
        {open
          ? reasons.length > 0
            ? 'Retrying'
            : 'Sending'
          : `${count(sent, 'e-mail')} sent${failed > 0 ? `, ${failed} failed` : ''}`}
        {reasons.length > 0 && `: ${reasons.join(' ')}`}
      </Text>
    </>
  );
};
