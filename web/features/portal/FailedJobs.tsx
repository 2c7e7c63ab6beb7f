import { Button, Group, Text } from '@mantine/core';
import { IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import type * as z from 'zod/mini';
import type { FailedJob } from '#contract/api/portal.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { moment } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { failedJobsQuery, useRetryJob } from './queries.ts';

type Job = z.infer<typeof FailedJob>;

/** Failed jobs with their errors and a button to retry. */
export const FailedJobs = () => {
  const { data, error } = useQuery({ ...failedJobsQuery, throwOnError: false });
  const table = useLocalTableState();
  if (error && !data)
    return (
      <Surface title="Failed jobs" mt="md">
        <Text c="dimmed">Failed jobs cannot be loaded right now.</Text>
      </Surface>
    );
  return (
    <Surface
      title="Failed jobs"
      description={
        data && data.total > data.jobs.length ? `The latest ${data.jobs.length} of ${data.total}` : undefined
      }
      flush
      mt="md"
    >
      <DataTable
        label="Failed jobs"
        columns={columns}
        rows={data?.jobs ?? []}
        rowId={({ id }) => id}
        table={table}
        empty={
          <Group gap="xs" px="md" pb="md" wrap="nowrap" align="flex-start">
            <IconCircleCheck size={20} aria-hidden />
            <Text c="dimmed">
              None. Background jobs (e-mails, audio processing, reports) that fail permanently are listed here.
            </Text>
          </Group>
        }
      />
    </Surface>
  );
};

const RetryButton = ({ job }: { job: Job }) => {
  const retry = useRetryJob();
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={retry.isPending}
      leftSection={<IconRefresh size={15} aria-hidden />}
      onClick={() => retry.mutate(job, { onSuccess: () => toastSuccess('Retrying the job.') })}
    >
      Retry
    </Button>
  );
};

const column = createColumnHelper<Job>();
const columns = [
  column.accessor('name', { header: 'Job' }),
  column.accessor('problem', {
    header: 'Error',
    cell: ({ getValue }) => (
      <Text size="sm" maw={420} lineClamp={3}>
        {getValue()}
      </Text>
    ),
  }),
  column.accessor('attempts', { header: 'Attempts', meta: { align: 'end' } }),
  column.accessor('failed', { header: 'Failed', cell: ({ getValue }) => <NoWrap>{moment(getValue())}</NoWrap> }),
  column.display({ id: 'retry', header: '', cell: ({ row: { original } }) => <RetryButton job={original} /> }),
];
