import { Alert, Button, Group, Progress, SimpleGrid, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import type { ImportTask } from '#contract/api/podcast-import.ts';
import { count, moment, whole } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Stat } from '#web/ui/Stat.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useCancelImport, useRetryImport } from './queries.ts';
import classes from './Import.module.css';

type ImportStateProps = { task: ImportTask; mayChange: boolean };

/** The progress of an import and its actions. */
export const ImportState = ({ task, mayChange }: ImportStateProps) => {
  const { status, counts, progress, notes } = task;
  const isRunning = status === 'PROCESSING';
  return (
    <Surface
      title={titles[status]}
      description={<bdi className={classes.address}>{task.feed_url}</bdi>}
      actions={mayChange && <Actions task={task} />}
    >
      {isRunning && (
        <Group gap="sm" wrap="nowrap" mb="md">
          <Progress value={progress} flex={1} size="lg" aria-label={`Import: ${progress}%`} />
          <Text className="numbers" fw={600}>
            {progress}%
          </Text>
        </Group>
      )}
      <SimpleGrid cols={{ base: 2, sm: 4 }} mb={notes.length > 0 ? 'md' : undefined}>
        <Stat label="In the feed" value={whole(counts.total)} definition="Episodes in the feed when it was read." />
        <Stat label="Imported" value={whole(counts.imported)} definition="Imported episodes whose audio is ready." />
        <Stat
          label="Already imported"
          value={whole(counts.skipped)}
          definition="Episodes with the same GUID already existed and were not changed."
        />
        <Stat
          label="Failed"
          value={whole(counts.failed + counts.cancelled)}
          definition="Failed or skipped. See the list for reasons."
        />
      </SimpleGrid>
      {notes.length > 0 && (
        <Alert color="yellow" icon={<IconInfoCircle size={20} aria-hidden />} title="Please check">
          <ul className={classes.notes}>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Alert>
      )}
      <Text size="sm" c="dimmed" mt="md" role="status">
        {statusText(task)}
      </Text>
    </Surface>
  );
};

const titles: Record<ImportTask['status'], string> = {
  PROCESSING: 'Importing',
  SUCCESS: 'Imported',
  ERROR: 'Import failed',
  CANCELLED: 'Cancelled',
};

const statusText = ({ status, counts, created, ended }: ImportTask): string => {
  if (status === 'PROCESSING')
    return `${count(counts.waiting, 'episode')} remaining. You can leave this page; the import continues.`;
  return `Started ${moment(created)}${ended === null ? '' : `, ended ${moment(ended)}`}.`;
};

const Actions = ({ task }: { task: ImportTask }) => {
  const [isAsking, setAsking] = useState(false);
  const retry = useRetryImport(task.id);
  const cancel = useCancelImport(task.id);
  if (task.status === 'PROCESSING')
    return (
      <>
        <Button variant="default" onClick={() => setAsking(true)}>
          Cancel import
        </Button>
        <ConfirmDialog
          opened={isAsking}
          title="Cancel import?"
          confirm="Cancel import"
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate(undefined, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          Imported episodes are kept. You can import the others later.
        </ConfirmDialog>
      </>
    );
  const open = task.counts.failed + task.counts.cancelled;
  if (open === 0) return null;
  return (
    <Button onClick={() => retry.mutate()} loading={retry.isPending}>
      Retry {count(open, 'episode')}
    </Button>
  );
};
