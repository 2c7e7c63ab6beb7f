import { Alert, Button, FileButton, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { count } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { useImportNumbers } from './portal-queries.ts';
import classes from './Telephony.module.css';

/** Imports phone numbers from CSV, pasted or from a file: all of them, or none where a line is wrong. */
export const ImportDialog = ({ onClose }: { onClose: () => void }) => {
  const run = useImportNumbers();
  const [csv, setCsv] = useState('');
  const problems = run.data?.problems ?? [];
  const change = (text: string): void => {
    run.reset();
    setCsv(text);
  };
  const send = (): void =>
    run.mutate(csv, {
      onSuccess: ({ added, changed, problems: wrong }) => {
        if (wrong.length > 0) return;
        toastSuccess(`${count(added, 'number')} added, ${count(changed, 'number')} changed.`, 'Numbers imported');
        onClose();
      },
    });
  return (
    <Modal opened onClose={onClose} title="Import numbers" size="lg" closeOnClickOutside={false}>
      <Stack gap="md">
        <Textarea
          label="Numbers"
          description="A line each: number, country, label, line. Only the number is needed; a first line with names of columns is left out."
          placeholder={'+49 30 12345678,DE,Berlin,my-carrier\n+1 416 555 0100'}
          value={csv}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          autosize
          minRows={8}
          maxRows={16}
          data-autofocus
        />
        {problems.length > 0 && (
          <Alert color="red" title="Nothing was imported">
            <ul className={classes.problems}>
              {problems.map(({ line, reason }) => (
                <li key={line}>
                  Line {line}: {reason}
                </li>
              ))}
            </ul>
          </Alert>
        )}
        <Group justify="space-between" gap="sm">
          <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => file && void file.text().then(change)}>
            {(opener) => (
              <Button variant="default" {...opener}>
                Choose a file
              </Button>
            )}
          </FileButton>
          <Group gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button disabled={csv.trim() === ''} loading={run.isPending} onClick={send}>
              Import
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
};
