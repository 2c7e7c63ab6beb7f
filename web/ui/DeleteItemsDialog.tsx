import type { ReactNode } from 'react';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { capital, count } from '#web/lib/format.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Removal<K> = {
  isPending: boolean;
  mutate: (keys: K[], then: { onSuccess: () => void; onSettled: () => void }) => void;
};

type DeleteSeveralProps<K> = {
  /** The singular noun of the items: `track`. */
  noun: string;
  items: readonly { key: K; title: string }[];
  remove: Removal<K>;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
  /** The consequences of the deletion. */
  children: ReactNode;
};

/** Confirms the permanent deletion of one or several items. */
export const DeleteItemsDialog = <K,>(props: DeleteSeveralProps<K>) => {
  const { noun, items, remove, opened, onClose, onDeleted, children } = props;
  const subject = items.length === 1 ? `“${items[0]?.title ?? ''}”` : count(items.length, noun);
  const done = `${items.length === 1 ? capital(noun) : count(items.length, noun)} deleted.`;
  const onSuccess = () => {
    toastSuccess(done);
    onDeleted();
  };
  const keys = items.map(({ key }) => key);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete ${subject}?`}
      confirm="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate(keys, { onSuccess, onSettled: onClose })}
    >
      {children}
    </ConfirmDialog>
  );
};
