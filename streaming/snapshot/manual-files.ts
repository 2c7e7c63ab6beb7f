import * as z from 'zod/mini';
import { SavedControl } from '#streaming/autodj/manual-control.ts';
import { createJsonFiles } from './json-files.ts';

export type ManualFiles = {
  find(key: string): SavedControl | undefined;
  save(saved: SavedControl): Promise<void>;
  remove(key: string): Promise<void>;
};

/** What people did by hand on each station: read once at the start, written at every change. */
export const createManualFiles = (folder: string, failed: (error: unknown) => void): ManualFiles => {
  const files = createJsonFiles(folder, (document) => z.parse(SavedControl, document), failed);
  const found = new Map(files.load().map((saved) => [saved.key, saved]));
  return {
    find: (key) => found.get(key),
    async save(saved) {
      found.set(saved.key, saved);
      try {
        await files.save(saved);
      } catch (error) {
        failed(error);
        throw error;
      }
    },
    async remove(key) {
      if (found.delete(key)) await files.remove(key);
    },
  };
};
