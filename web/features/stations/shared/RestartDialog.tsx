import type { StationLive } from '#contract/api/session.ts';
import { count } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

type RestartDialogProps = {
  opened: boolean;
  live: StationLive | undefined;
  onClose: () => void;
  onConfirm: () => void;
};

/** Confirms a restart of the station's server and says how many connections drop. */
export const RestartDialog = ({ live, ...dialog }: RestartDialogProps) => (
  <ConfirmDialog {...dialog} title="Restart the server?" confirm="Restart">
    {disconnectWarning(live)} Players reconnect automatically; encoders do if they are configured to.
  </ConfirmDialog>
);

/** The sentence that says who a restart or shutdown disconnects. */
export const disconnectWarning = (live: StationLive | undefined): string => {
  const listeners = live?.listeners ?? 0;
  const listenerCount = count(listeners, 'listener');
  if (live?.source === 'live') return `${listenerCount} and the live encoder will be disconnected.`;
  return `${listenerCount} will be disconnected.`;
};
