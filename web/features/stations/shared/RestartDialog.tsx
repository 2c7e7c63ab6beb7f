import type { StationLive } from '#contract/session.ts';
import { count } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

type RestartDialogProps = {
  opened: boolean;
  live: StationLive | undefined;
  onClose: () => void;
  onConfirm: () => void;
};

/** Asks before a station's server is restarted, and says who loses the connection. */
export const RestartDialog = ({ live, ...dialog }: RestartDialogProps) => (
  <ConfirmDialog {...dialog} title="Restart the server?" confirm="Restart">
    {droppedBy(live)} Players connect again by themselves, encoders as they are set.
  </ConfirmDialog>
);

/** Who is disconnected by a restart or a shutdown. */
export const droppedBy = (live: StationLive | undefined): string => {
  const listeners = live?.listeners ?? 0;
  const who = count(listeners, 'listener');
  if (live?.source === 'live') return `${who} and the live encoder are disconnected.`;
  return `${who} ${listeners === 1 ? 'is' : 'are'} disconnected.`;
};
