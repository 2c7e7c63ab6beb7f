import { Alert, Button, Group, Progress, SimpleGrid, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import type { ImportTask } from '#contract/podcast-import.ts';
import { count, moment, whole } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Stat } from '#web/ui/Stat.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useCancelImport, useRetryImport } from './queries.ts';
import classes from './Import.module.css';

type ImportStateProps = { task: ImportTask; mayChange: boolean };

/** How far an import is, and what can be done about it. */
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
          <Progress value={progress} flex={1} size="lg" aria-label={`Import: ${progress} %`} />
          <Text className="numbers" fw={600}>
            {progress} %
          </Text>
        </Group>
      )}
      <SimpleGrid cols={{ base: 2, sm: 4 }} mb={notes.length > 0 ? 'md' : undefined}>
        <Stat
          label="In the feed"
          value={whole(counts.total)}
          definition="Episodes that the feed had when it was read."
        />
        <Stat label="Imported" value={whole(counts.imported)} definition="They are here, and their audio is ready." />
        <Stat
          label="Here before"
          value={whole(counts.skipped)}
          definition="An episode with the same GUID was here already; it was not changed."
        />
        <Stat
          label="Failed"
          value={whole(counts.failed + counts.cancelled)}
          definition="They could not be had, or were given up; the list says why."
        />
      </SimpleGrid>
      {notes.length > 0 && (
        <Alert color="yellow" icon={<IconInfoCircle size={20} aria-hidden />} title="Please look at">
          <ul className={classes.notes}>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Alert>
      )}
      <Text size="sm" c="dimmed" mt="md" role="status">
        {said(task)}
      </Text>
    </Surface>
  );
};

const titles: Record<ImportTask['status'], string> = {
  PROCESSING: 'Importing',
  SUCCESS: 'Imported',
  ERROR: 'Nothing could be imported',
  CANCELLED: 'Cancelled',
};

const said = ({ status, counts, created, ended }: ImportTask): string => {
  if (status === 'PROCESSING')
    return `${count(counts.waiting, 'episode')} to go. You can leave this page: the import goes on.`;
  return `Begun ${moment(created)}${ended === null ? '' : `, ended ${moment(ended)}`}.`;
};

const Actions = ({ task }: { task: ImportTask }) => {
  const [isAsking, setAsking] = useState(false);
  const retry = useRetryImport(task.id);
  const cancel = useCancelImport(task.id);
  if (task.status === 'PROCESSING')
    return (
      <>
        <Button variant="default" onClick={() => setAsking(true)}>
          Cancel the import
        </Button>
        <ConfirmDialog
          opened={isAsking}
          title="Cancel the import?"
          confirm="Cancel the import"
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate(undefined, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          Episodes that are here stay. The others can be imported later.
        </ConfirmDialog>
      </>
    );
  const open = task.counts.failed + task.counts.cancelled;
  if (open === 0) return null;
  return (
    <Button onClick={() => retry.mutate()} loading={retry.isPending}>
      Try {count(open, 'episode')} again
    </Button>
  );
};
