import { Button } from '@mantine/core';
import { IconLinkPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import { FileDrop } from '#web/features/uploads/shared/FileDrop.tsx';
import { loadChunk } from '#web/lib/chunks.ts';
import { upload } from './upload-store.ts';

const AddMediaUrlDialog = lazy(() =>
  loadChunk(() => import('./AddMediaUrlDialog.tsx')).then((part) => ({ default: part.AddMediaUrlDialog })),
);

/** "Upload media" and "add media URL" (spec §2) as buttons of a toolbar; files can be dropped anywhere on the page. */
export const AddMediaButtons = ({ stationKey }: { stationKey: StationKey }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <FileDrop
        title="Drop music here"
        hint="MP3, FLAC, WAV, M4A or OGG, any number of files"
        button="Upload media"
        isCompact
        isButton
        onFiles={(files) => upload(stationKey, files)}
      />
      <Button
        variant="default"
        size="xs"
        leftSection={<IconLinkPlus size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Add media URL
      </Button>
      <Suspense>{isOpen && <AddMediaUrlDialog stationKey={stationKey} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
};
