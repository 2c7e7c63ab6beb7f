import { useSyncExternalStore } from 'react';

let begun = false;
const told = new Set<() => void>();

/** Tells the shell that there are uploads to show; until then none of their code is needed. */
export const beginUploads = (): void => {
  begun = true;
  for (const listener of told) listener();
};

/** Whether anything has been uploaded since this page was opened. */
export const useUploadsBegun = (): boolean =>
  useSyncExternalStore(
    (listener) => (told.add(listener), () => void told.delete(listener)),
    () => begun,
  );
