import { Button } from '@mantine/core';
import { IconShare3 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { loadChunk } from '#web/lib/chunks.ts';
import type { Shared } from './ShareDialog.tsx';

const ShareDialog = lazy(() =>
  loadChunk(() => import('./ShareDialog.tsx')).then((part) => ({ default: part.ShareDialog })),
);

/** Opens what there is to share of a public page: its link, QR code, code for websites, and other apps. */
export const ShareButton = (shared: Shared) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconShare3 size={17} aria-hidden />} onClick={() => setOpen(true)}>
        Share
      </Button>
      <Suspense>{isOpen && <ShareDialog {...shared} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
};
