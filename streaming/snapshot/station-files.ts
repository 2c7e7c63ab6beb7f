import { StationDesired } from '#contract/engine/engine.ts';
import { createJsonFiles, type JsonFiles } from './json-files.ts';

export type StationFiles = JsonFiles<StationDesired>;

/** The last desired state of each station in a file of its own, so that the engine can start without the portal. */
export const createStationFiles = (folder: string, failed: (error: unknown) => void): StationFiles =>
  createJsonFiles(folder, (document) => StationDesired.parse(document), failed);
