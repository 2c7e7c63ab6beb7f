import { Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import { FileDrop } from '#web/features/uploads/shared/FileDrop.tsx';
import { loadChunk } from '#web/lib/chunks.ts';
import { upload } from './upload-store.ts';
import classes from './AddMediaUrl.module.css';

const AddMediaUrl = lazy(() =>
  loadChunk(() => import('./AddMediaUrl.tsx')).then((part) => ({ default: part.AddMediaUrl })),
);

type AddMediaProps = { stationKey: StationKey; isCompact: boolean };

/** Spec §2: the tabs "upload media" and "add media URL". */
export const AddMedia = ({ stationKey, isCompact }: AddMediaProps) => (
  <Tabs defaultValue="upload" keepMounted={false}>
    <Tabs.List>
      <Tabs.Tab value="upload">Upload media</Tabs.Tab>
      <Tabs.Tab value="url">Add media URL</Tabs.Tab>
    </Tabs.List>
    <Tabs.Panel value="upload" pt="sm">
      <FileDrop
        title="Drop music here"
        hint="MP3, FLAC, WAV, M4A or OGG, any number of files"
        isCompact={isCompact}
        onFiles={(files) => upload(stationKey, files)}
      />
    </Tabs.Panel>
    <Tabs.Panel value="url" pt="sm">
      <div className={classes.panel}>
        <Suspense>
          <AddMediaUrl stationKey={stationKey} />
        </Suspense>
      </div>
    </Tabs.Panel>
  </Tabs>
);
