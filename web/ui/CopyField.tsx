import { ActionIcon } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { announceCopied, announceWarning } from '#web/lib/announce.tsx';
import classes from './CopyField.module.css';
import { Hint } from './Hint.tsx';

type CopyFieldProps = {
  label: string;
  value: string;
  shown?: string;
  actions?: ReactNode;
  /** Copies what the page doesn't hold yet. */
  onCopy?: () => Promise<void>;
};

/** A value to be typed somewhere else: its name, the value, and a button that copies it. */
export const CopyField = ({ label, value, shown = value, actions, onCopy }: CopyFieldProps) => (
  <div className={classes.root}>
    <dt className={classes.label}>{label}</dt>
    <dd className={classes.field}>
      <code className={classes.value}>
        <bdi dir="ltr">{shown}</bdi>
      </code>
      {actions}
      <CopyButton label={label} value={value} {...(onCopy && { onCopy })} />
    </dd>
  </div>
);

type CopyButtonProps = Pick<CopyFieldProps, 'label' | 'value' | 'onCopy'>;

/** Copies a value and says "Copied!" (spec §8). */
export const CopyButton = ({ label, value, onCopy }: CopyButtonProps) => {
  const copy = onCopy ?? (() => navigator.clipboard.writeText(value).then(announceCopied));
  const failed = (): void =>
    announceWarning('Failed to copy to the clipboard', 'Please select the text and copy it yourself.');
  const name = `Copy ${label.toLowerCase()}`;
  return (
    <Hint label={name}>
      <ActionIcon aria-label={name} onClick={() => void copy().catch(failed)}>
        <IconCopy size={17} aria-hidden />
      </ActionIcon>
    </Hint>
  );
};
