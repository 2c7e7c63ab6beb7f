import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces `path` with `text` such that after a crash or power loss either the old or the new content is intact. */
export const writeAtomically = async (path: string, text: string): Promise<void> => {
  const draft = `${path}.draft`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
};

/** Removes `path` durably; a missing file is no error. */
export const removeDurably = async (path: string): Promise<void> => {
  await rm(path, { force: true });
  await syncFolder(dirname(path));
};

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};
