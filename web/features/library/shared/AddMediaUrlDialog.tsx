import { Modal } from '@mantine/core';
import type { StationKey } from '#contract/keys.ts';
import { AddMediaUrl } from './AddMediaUrl.tsx';

type AddMediaUrlDialogProps = { stationKey: StationKey; onClose: () => void };

/** "Add media URL" in a dialog. */
export const AddMediaUrlDialog = ({ stationKey, onClose }: AddMediaUrlDialogProps) => (
  <Modal opened onClose={onClose} title="Add media URL">
    <AddMediaUrl stationKey={stationKey} onAdded={onClose} />
  </Modal>
);
