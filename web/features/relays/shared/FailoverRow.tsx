import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { toastInvalid } from '#web/lib/toasts.tsx';
import { InfoTooltip } from '#web/ui/InfoTooltip.tsx';
import classes from './Failover.module.css';

type FailoverRowProps = {
  url: string;
  /** From 1. */
  position: number;
  total: number;
  readOnly: boolean;
  isBusy: boolean;
  onMove: (by: -1 | 1) => void;
  /** Resolves to an error, '' if a toast already showed it, or undefined once saved. */
  onChange: (to: string) => Promise<string | undefined>;
  onRemove: () => void;
  problemOf: (to: string) => string | undefined;
};

const icon = { size: 17, 'aria-hidden': true } as const;

/** One fail-over URL with its actions. */
export const FailoverRow = (props: FailoverRowProps) => {
  const { url, position, total, readOnly, isBusy, onMove, onRemove } = props;
  const [isEdited, setEdited] = useState(false);
  if (isEdited)
    return (
      <li className={classes.row}>
        <EditUrl {...props} onDone={() => setEdited(false)} />
      </li>
    );
  return (
    <li className={classes.row}>
      <bdi className={classes.url} dir="ltr">
        {url}
      </bdi>
      {!readOnly && (
        <Group gap={2} wrap="nowrap">
          <Act label={`Move ${url} up`} move="up" disabled={isBusy || position === 1} onClick={() => onMove(-1)}>
            <IconArrowUp {...icon} />
          </Act>
          <Act label={`Move ${url} down`} move="down" disabled={isBusy || position === total} onClick={() => onMove(1)}>
            <IconArrowDown {...icon} />
          </Act>
          <Act label={`Edit ${url}`} disabled={isBusy} onClick={() => setEdited(true)}>
            <IconPencil {...icon} />
          </Act>
          <Act label={`Remove ${url}`} disabled={isBusy} onClick={onRemove}>
            <IconTrash {...icon} />
          </Act>
        </Group>
      )}
    </li>
  );
};

type ActProps = {
  label: string;
  move?: 'up' | 'down';
  disabled: boolean;
  onClick: () => void;
  children: React.ReactNode;
};

const Act = ({ label, move, disabled, onClick, children }: ActProps) => (
  <InfoTooltip label={label}>
    <ActionIcon aria-label={label} data-move={move} disabled={disabled} onClick={onClick}>
      {children}
    </ActionIcon>
  </InfoTooltip>
);

const EditUrl = ({ url, isBusy, onChange, problemOf, onDone }: FailoverRowProps & { onDone: () => void }) => {
  const [draft, setDraft] = useState(url);
  const [problem, setProblem] = useState<string>();
  const save = async (): Promise<void> => {
    const error = problemOf(draft) ?? (draft.trim() === url ? undefined : await onChange(draft.trim()));
    setProblem(error);
    if (error === undefined) onDone();
    else if (error !== '') toastInvalid();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save();
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <Group align="flex-start" gap="sm">
        <TextInput
          flex="1 1 240px"
          type="url"
          aria-label={`New URL for ${url}`}
          spellCheck={false}
          autoFocus
          value={draft}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          error={problem || undefined}
        />
        <Button type="submit" loading={isBusy}>
          Save
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  );
};
