import { Button, Group, Modal, NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { AutoDjTrack } from '#contract/playout.ts';

type MoveDialogProps = {
  /** In the order they keep. */
  tracks: readonly AutoDjTrack[];
  /** Of the first of them, counted from 1. */
  place: number;
  total: number;
  /** `place` counts from 1, as the first of them stands afterwards. */
  onMove: (place: number) => void;
  onClose: () => void;
};

/** Asks for the place that one or more tracks shall have. */
export const MoveDialog = ({ tracks, place, total, onMove, onClose }: MoveDialogProps) => {
  const [to, setTo] = useState<number | string>(place);
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
          onMove(Number(to));
          onClose();
        }}
      >
        <NumberInput
          label={`To place (1 to ${last})`}
          description={tracks.length > 1 && 'Of the first of them; the others follow it.'}
          value={to}
          onChange={setTo}
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
