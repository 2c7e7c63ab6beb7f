import { Button } from '@mantine/core';
import { IconMailForward, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { ReportSchedule } from '#contract/api/report-schedule.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { ScheduledReport } from '#web/features/reports/ScheduledReport.tsx';
import { scopeOfReport, reportsQuery, useReports } from '../queries.ts';
import type { ReportScope } from '../report-calls.ts';
import classes from '../MailedReports.module.css';

const ReportDialog = lazy(() =>
  loadChunk(() => import('../ReportDialog.tsx')).then((part) => ({ default: part.ReportDialog })),
);

/** The scheduled reports of a scope with their schedule, recipients, last result and actions. */
export const ScheduledReports = ({ place }: { place: ReportScope }) => {
  const { data } = useQuery(reportsQuery(place));
  const [edited, setEdited] = useState<ReportSchedule | 'new'>();
  const [removed, setRemoved] = useState<ReportSchedule>();
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      Schedule a report
    </Button>
  );
  if (!data) return <ScreenSkeleton />;
  const isEmpty = data.entities.length === 0;
  return (
    <Surface
      title="Report schedules"
      description={`Daily, weekly or monthly statistics by e-mail with a CSV. Time zone: ${data.timezone} unless stated.`}
      actions={!isEmpty && add}
      flush={!isEmpty}
    >
      {isEmpty ? (
        <EmptyState icon={<IconMailForward size={30} />} title="No scheduled reports" action={add}>
          Get key metrics and a CSV by e-mail daily, weekly or monthly.
        </EmptyState>
      ) : (
        <ul className={classes.list}>
          {data.entities.map((report) => (
            <Row key={report.id} place={place} report={report} onEdit={setEdited} onRemove={setRemoved} />
          ))}
        </ul>
      )}
      <Suspense>
        {edited !== undefined && (
          <ReportDialog
            place={edited === 'new' ? place : scopeOfReport(edited, place)}
            report={edited === 'new' ? undefined : edited}
            timezone={edited === 'new' ? data.timezone : edited.timezone}
            emails={data.default_emails}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
      <DeleteDialog place={place} report={removed} onClose={() => setRemoved(undefined)} />
    </Surface>
  );
};

type RowProps = {
  place: ReportScope;
  report: ReportSchedule;
  onEdit: (report: ReportSchedule) => void;
  onRemove: (report: ReportSchedule) => void;
};

const Row = ({ place, report, onEdit, onRemove }: RowProps) => {
  const { send } = useReports(scopeOfReport(report, place));
  return (
    <ScheduledReport
      report={report}
      isSending={send.isPending}
      onSend={() => send.mutate(report.id, { onSuccess: () => toastSuccess('Sending the report.') })}
      onEdit={() => onEdit(report)}
      onRemove={() => onRemove(report)}
    />
  );
};

type RemovalProps = { place: ReportScope; report: ReportSchedule | undefined; onClose: () => void };

const DeleteDialog = ({ place, report, onClose }: RemovalProps) => {
  const { remove } = useReports(report ? scopeOfReport(report, place) : place);
  return (
    <ConfirmDialog
      opened={report !== undefined}
      title="Delete this schedule?"
      confirm="Delete"
      danger
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => report && remove.mutate(report.id, { onSuccess: onClose })}
    >
      The report is no longer sent. The statistics are kept.
    </ConfirmDialog>
  );
};
