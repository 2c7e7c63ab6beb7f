import { lazy, Suspense, useState } from 'react';
import { loadChunk } from '#web/lib/chunks.ts';
import type { ConfirmDialogProps } from './ConfirmModal.tsx';

const ConfirmModal = lazy(() =>
  loadChunk(() => import('./ConfirmModal.tsx')).then((part) => ({ default: part.ConfirmModal })),
);

/** Asks for confirmation before an action; loaded when it is first opened. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const [wasOpened, setOpened] = useState(props.opened);
  if (props.opened && !wasOpened) setOpened(true);
  return <Suspense>{wasOpened && <ConfirmModal {...props} />}</Suspense>;
};
