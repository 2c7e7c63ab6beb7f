import { Button, Group, Modal, NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { AutoDjTrack } from '#contract/api/playout.ts';

type MoveDialogProps = {
  /** The tracks to move, in playlist order. */
  tracks: readonly AutoDjTrack[];
  /** The current position of the first track, from 1. */
  position: number;
  total: number;
  /** `position` is the new position of the first track, from 1. */
  onMove: (position: number) => void;
  onClose: () => void;
};

/** Asks for the new position of one or more tracks. */
export const MoveDialog = ({ tracks, position, total, onMove, onClose }: MoveDialogProps) => {
  const [target, setTarget] = useState<number | string>(position);
  const last = total - tracks.length + 1;
  return (
    <Modal
      opened
      onClose={onClose}
      title={tracks.length === 1 ? `Move “${tracks[0]?.title ?? ''}”` : `Move ${tracks.length} tracks`}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onMove(Number(target));
          onClose();
        }}
      >
        <NumberInput
          label={`New position (1 to ${last})`}
          description={tracks.length > 1 && 'Position of the first track; the others follow it.'}
          value={target}
          onChange={setTarget}
          min={1}
          max={last}
          clampBehavior="strict"
          allowDecimal={false}
          data-autofocus
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Move</Button>
        </Group>
      </form>
    </Modal>
  );
};
