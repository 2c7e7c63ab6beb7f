import { ActionIcon } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toastCopied, toastWarning } from '#web/lib/toasts.tsx';
import classes from './CopyField.module.css';
import { InfoTooltip } from './InfoTooltip.tsx';

type CopyFieldProps = {
  label: string;
  value: string;
  shown?: string;
  actions?: ReactNode;
  /** Copies a value that the page has not loaded. */
  onCopy?: () => Promise<void>;
};

/** A labelled value with a button to copy it. */
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

/** Copies a value and shows "Copied!" (spec §8). */
export const CopyButton = ({ label, value, onCopy }: CopyButtonProps) => {
  const copy = onCopy ?? (() => navigator.clipboard.writeText(value).then(toastCopied));
  const onFailure = (): void =>
    toastWarning('Failed to copy to the clipboard', 'Please select and copy the text manually.');
  const name = `Copy ${label.toLowerCase()}`;
  return (
    <InfoTooltip label={name}>
      <ActionIcon aria-label={name} onClick={() => void copy().catch(onFailure)}>
        <IconCopy size={17} aria-hidden />
      </ActionIcon>
    </InfoTooltip>
  );
};
