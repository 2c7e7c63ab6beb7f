import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { LibraryTrack } from '#web/parts/LibrarySearch.tsx';
import { TrackPicker } from './TrackPicker.tsx';

type PickDialogProps = {
  stationKey: StationKey;
  title: string;
  without: ReadonlySet<string>;
  onPick: (tracks: TrackKey[]) => void;
  onClose: () => void;
};

/** Lets the user pick tracks from the library and adds them together. */
export const PickDialog = ({ stationKey, title, without, onPick, onClose }: PickDialogProps) => {
  const [picked, setPicked] = useState<LibraryTrack[]>([]);
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <TrackPicker stationKey={stationKey} picked={picked} onChange={setPicked} without={without} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={picked.length === 0}
          onClick={() => {
            onPick(picked.map(({ key }) => key));
            onClose();
          }}
        >
          Add {picked.length > 0 && picked.length}
        </Button>
      </Group>
    </Modal>
  );
};
