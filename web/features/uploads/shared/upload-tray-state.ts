import { useSyncExternalStore } from 'react';

let hasUploads = false;
const listeners = new Set<() => void>();

/** Makes the shell load the upload tray; until then none of its code is needed. */
export const showUploadTray = (): void => {
  hasUploads = true;
  for (const listener of listeners) listener();
};

/** Whether anything was uploaded since the page was opened. */
export const useHasUploads = (): boolean =>
  useSyncExternalStore(
    (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    () => hasUploads,
  );
