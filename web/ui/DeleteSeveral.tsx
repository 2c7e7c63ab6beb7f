import type { ReactNode } from 'react';
import { announceSuccess } from '#web/lib/announce.tsx';
import { count } from '#web/lib/format.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Removal<K> = {
  isPending: boolean;
  mutate: (keys: K[], then: { onSuccess: () => void; onSettled: () => void }) => void;
};

type DeleteSeveralProps<K> = {
  /** What one of them is: `track`. */
  noun: string;
  items: readonly { key: K; title: string }[];
  remove: Removal<K>;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
  /** What goes with them. */
  children: ReactNode;
};

/** Asks before one or several things are deleted for good. */
export const DeleteSeveral = <K,>(props: DeleteSeveralProps<K>) => {
  const { noun, items, remove, opened, onClose, onDeleted, children } = props;
  const what = items.length === 1 ? `“${items[0]?.title ?? ''}”` : count(items.length, noun);
  const done = items.length === 1 ? `The ${noun} was deleted.` : `${count(items.length, noun)} were deleted.`;
  const onSuccess = () => {
    announceSuccess(done);
    onDeleted();
  };
  const keys = items.map(({ key }) => key);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete ${what}?`}
      confirm="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate(keys, { onSuccess, onSettled: onClose })}
    >
      {children}
    </ConfirmDialog>
  );
};
