import { Button, Group, Modal, NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { AutoDjTrack } from '#contract/playout.ts';

type MoveDialogProps = {
  track: AutoDjTrack | undefined;
  /** Counted from 1. */
  place: number;
  total: number;
  onMove: (track: AutoDjTrack, place: number) => void;
  onClose: () => void;
};

/** Asks for the place that a track shall have. */
export const MoveDialog = ({ track, place, total, onMove, onClose }: MoveDialogProps) => (
  <Modal opened={track !== undefined} onClose={onClose} title={`Move “${track?.title ?? ''}”`}>
    {track && <PlaceForm key={track.key} track={track} place={place} total={total} onMove={onMove} onClose={onClose} />}
  </Modal>
);

const PlaceForm = ({ track, place, total, onMove, onClose }: MoveDialogProps & { track: AutoDjTrack }) => {
  const [to, setTo] = useState<number | string>(place);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onMove(track, Number(to));
        onClose();
      }}
    >
      <NumberInput
        label={`To place (1 to ${total})`}
        value={to}
        onChange={setTo}
        min={1}
        max={total}
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
  );
};
