import { Modal } from '@mantine/core';
import type { StationKey } from '#contract/rules/keys.ts';
import { AddMediaUrl } from './AddMediaUrl.tsx';

type AddMediaUrlDialogProps = { stationKey: StationKey; onClose: () => void };

/** Adds a static MP3 by URL, in a dialog whose code is loaded when it is opened. */
export const AddMediaUrlDialog = ({ stationKey, onClose }: AddMediaUrlDialogProps) => (
  <Modal opened onClose={onClose} title="Add media URL">
    <AddMediaUrl stationKey={stationKey} onAdded={onClose} />
  </Modal>
);
