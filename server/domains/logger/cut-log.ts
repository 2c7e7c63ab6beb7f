import type * as z from 'zod/mini';
import type { StationKey } from '#contract/rules/keys.ts';
import type { LogCut } from '#contract/api/logger.ts';
import { importAudio, type ImportAudioDeps } from '#server/domains/library/import-audio.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { withCutFile } from './cut-file.ts';
import type { LogEngine } from './log-engine.ts';
import { spanOf } from './log-audio.ts';

export type CutDeps = ImportAudioDeps & { engine: LogEngine };

/**
 * Saves the recording between two times to the station's media library, with unchanged frames, title and artist. It is
 * stored when this returns; refuses like an upload.
 */
export const cutLog = async (
  deps: CutDeps,
  key: StationKey,
  cut: z.output<typeof LogCut>,
  who: Person,
  signal: AbortSignal,
): Promise<{ task: string }> => {
  const span = await spanOf(deps.engine, key, cut.from, cut.to);
  return await withCutFile(deps, { key, span, ...cut }, signal, async (file) => ({
    task: (await importAudio(deps, key, who, file)).task,
  }));
};
